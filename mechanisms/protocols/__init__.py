"""What a respondent does: protocols, enumerated, sampled and printed."""
