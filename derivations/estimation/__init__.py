"""What is estimated from responses, and how well: sampling models, moments, likelihood, estimators."""
