"""The notation of Nayak and Zhai, *A Local l-Diversity Mechanism for Privacy Protected Categorical Data Collection*.

The letter P is printed for the design matrix as well as for a probability, P(Z = d_i | X = c_j): the event operator
`P` without an argument is the matrix. What sections 1 to 3 need is here; `vocabulary_diversity` adds the rest.
"""

from __future__ import annotations

from checks.papers.nz.vocabulary_diversity import DIVERSITY
from checks.reading import Symbols, function, operator, set_name, symbol
from checks.reading.symbols import Declaration, Kind

COMMON = (
    # Categories, responses, sample.
    symbol("k"),
    symbol("l"),
    symbol("m"),
    symbol("n"),
    symbol("q"),
    symbol("i"),
    symbol("j"),
    symbol("u"),
    symbol("X"),
    symbol("Z"),
    symbol("c_i"),
    symbol("c_j"),
    symbol("d_i"),
    symbol("pi", r"\pi"),
    symbol("pi_i", r"\pi_i"),
    symbol("pi_j", r"\pi_j"),
    symbol("lam", r"\lambda"),
    symbol("lam_hat", r"\hat\lambda"),
    symbol("S"),
    # Designs: P stands for the matrix, P(...) for a probability.
    Declaration("P", Kind.EVENT_OPERATOR, ("P",), alone=True),
    symbol("p_ij", "p_{ij}"),
    symbol("p_il", "p_{il}"),
    symbol("transposed", "'"),
    # Privacy.
    symbol("eps", r"\epsilon"),
    symbol("gamma", r"\gamma"),
    function("eta", r"\eta"),
    symbol("alpha", r"\alpha"),
    operator("P_alpha", r"P_\alpha", events=True),
)

CRITERIA = (
    set_name("Q"),
    symbol("phi", r"\phi"),
)

VOCABULARY = Symbols(*COMMON, *CRITERIA, *DIVERSITY)
