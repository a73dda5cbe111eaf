"""Nayak and Zhai, *A Local l-Diversity Mechanism for Privacy Protected Categorical Data Collection*.

The paper writes designs as columns: p_ij = P(response d_i | truth c_j), and its columns sum to one. Everything general
here has a row for each truth, so that a matrix of the paper is the transpose of ours.

The claims are in `claims_001_065` (review of criteria, average security, cost of parity), `claims_066_104` (local
l-diversity), `claims_105_113` (proof of Theorem 3.1) and `claims_114_138` (proof of Theorem 4.1). What belongs to the
first and third file is in the modules named after criteria, designs and costs; what belongs to the second and fourth in
those named after diversity. Both meet in `vocabulary`, `notation`, `derivations` and the `__init__` of `witnesses`.
"""
