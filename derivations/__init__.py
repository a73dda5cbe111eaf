"""What follows from a mechanism: exact algebra, the proof kernel, sampling models, estimators and optimality."""
