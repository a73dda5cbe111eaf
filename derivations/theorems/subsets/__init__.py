"""Responses that are subsets of the categories."""
