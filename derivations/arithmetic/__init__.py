"""The kernel of arithmetic: polynomials, certificates, what it states, and its proofs as files."""
