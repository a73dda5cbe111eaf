"""Designs with three answers under local privacy."""
