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
    # The population and its responses.
    symbol("lam_column", r"\lambda_{m\times 1}"),
    symbol("P_full", r"P_{m\times k}"),
    symbol("pi_column", r"\pi_{k\times 1}"),
    symbol("lam_estimated", r"\tilde\lambda"),
    symbol("pi_estimated", r"\tilde\pi"),
    # What an intruder believes.
    symbol("alpha_j", r"\alpha_j"),
    symbol("alpha_l", r"\alpha_l"),
    symbol("p_ll", "p_{ll}"),
    set_name("Q"),
    symbol("Q_complement", "Q^c"),
    function("h_l", "h_l"),
    function("h_u", "h_u"),
    symbol("beta", r"\beta"),
    symbol("rho1", r"\rho_1"),
    symbol("rho2", r"\rho_2"),
    operator("G_alpha", r"G_\alpha"),
    symbol("phi", r"\phi"),
    function("l_1"),
    # Designs of section 3.1 and of the proof of Theorem 3.1.
    symbol("P_0"),
    symbol("P_1"),
    symbol("P_2"),
    symbol("P_tilde", r"\tilde P"),
    symbol("splitting", r"(e_1|I)"),
    symbol("c"),
    symbol("d"),
    symbol("a"),
    symbol("c_12", "c_{12}"),
    symbol("c_32", "c_{32}"),
    # The cost of a bound on the parity.
    symbol("I"),
    symbol("P_star", "P_*"),
    symbol("risk_of_truth", r"R(I,\hat\pi_0;\pi)"),
    symbol("risk_of_best", r"R(P_*,\tilde\pi;\pi)"),
    function("f"),
    symbol("V_R"),
    function("V_S"),
)

VOCABULARY = Symbols(*COMMON, *CRITERIA, *DIVERSITY)
