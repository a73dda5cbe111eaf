"""What `rrproof design` is asked, how each kind of question is answered, and how the answer is shown."""
