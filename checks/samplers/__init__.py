"""Code that answers for respondents: simulated from a design, and audited against one."""
