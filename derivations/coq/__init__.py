"""The theorems of the logic for Coq, which checks them again: `Logic.v` is written by hand, the rest from proofs."""
