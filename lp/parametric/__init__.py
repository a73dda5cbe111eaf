"""Linear programs for all x = e^eps at once, and at levels that are irrational."""
