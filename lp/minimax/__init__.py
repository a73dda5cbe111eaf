"""The least worst-case risk of a design and its estimator."""
