"""Designs with two truths and two responses."""
