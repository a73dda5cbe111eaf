"""Ma and Wang, *Randomized Response Mechanisms for Differential Privacy Data Analysis: Bounds and Applications*.

The claims are in `claims_001_073` (background, estimation, EWRR), `claims_074_121` (other designs, bounds) and
`claims_122_163` (graphs). The parts of notation, encodings, witnesses, derivations and figures meet in `notation`, in
the `__init__` of `encodings` and `witnesses`, in `derivations` and in `model`.
"""
