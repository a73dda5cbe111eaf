"""Designs that a user brings or asks for: read, analysed, compared, and made best."""
