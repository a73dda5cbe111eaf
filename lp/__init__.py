"""Which mechanism is best: linear and convex programs with exact certificates."""
