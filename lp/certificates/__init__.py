"""Certificates of linear programs in the VIPR format, written and checked again."""
