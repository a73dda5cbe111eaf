"""Responses that are released again with less noise, and what histories of them tell."""
