"""Proofs as files: written for an auditor, and checked again from the file and the claims alone."""
