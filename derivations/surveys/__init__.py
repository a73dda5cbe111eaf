"""Estimates from the counts of a survey, by any design: point estimates, intervals, goodness of fit, sizes."""
