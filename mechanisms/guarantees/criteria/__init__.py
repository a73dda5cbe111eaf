"""Criteria of privacy other than (eps, delta): each is decided exactly, with the worst event, prior and response."""
