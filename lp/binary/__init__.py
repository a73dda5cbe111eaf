"""The best responses to a yes-no question under (eps, delta)."""
