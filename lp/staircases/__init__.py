"""Extremal mechanisms: objectives that are sublinear in the columns of a design."""
