"""Theorems about the definitions, each proved once: what the proofs of claims cite."""
