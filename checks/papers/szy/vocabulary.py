"""The notation of Sun, Zhou and Yan, *An Improved Christofides Mechanism for Local Differential Privacy Framework*."""

from __future__ import annotations

from checks.reading import Declaration, Symbols, event_operator, function, operator, symbol


def variance_of(name: str, mechanism: str) -> Declaration:
    """The variance of the estimator of one mechanism, printed with and without the estimator after it."""
    return operator(
        name, rf"\mathbf{{Var_{{{mechanism}}}}}", rf"\mathbf{{Var}}_{{{mechanism}}}", alone=True, whole_term=True
    )


VOCABULARY = Symbols(
    # The population and the survey.
    symbol("N"),
    symbol("pi", r"\pi_A", r"\pi"),
    symbol("pi_hat", r"\hat{\pi_A}", r"\hat\pi_A"),
    symbol("x"),
    symbol("x_i"),
    symbol("x_j"),
    symbol("X"),
    symbol("X_i"),
    symbol("X_j"),
    symbol("N_1"),
    symbol("i"),
    symbol("j"),
    event_operator("P", r"\mathbf P"),
    operator("E", r"\mathbf E", r"\mathrm{E}", "E", whole_term=True),
    operator("Var", r"\mathbf{Var}", r"\operatorname{Var}", alone=True, whole_term=True),
    variance_of("Var_MW", "MW"),
    variance_of("Var_MS", "MS"),
    variance_of("Var_MW_MS", "MW/MS"),
    variance_of("Var_MC", "MC"),
    variance_of("Var_IC", "IC"),
    function("combinations", "C", arities=(2,), scripted=True),
    function("arrangements", "A", arities=(2,), scripted=True),
    # Coins and unrelated questions.
    symbol("p"),
    symbol("piB", r"\pi_B"),
    symbol("u"),
    symbol("v"),
    # Cards.
    symbol("L"),
    symbol("M"),
    symbol("Y"),
    symbol("Y_i"),
    symbol("Y_j"),
    symbol("k"),
    symbol("l"),
    symbol("m"),
    symbol("n"),
    symbol("p_1"),
    symbol("p_2"),
    symbol("p_3"),
    symbol("p_L"),
    symbol("p_k"),
    symbol("p_l"),
    symbol("p_m"),
    symbol("p_n"),
    symbol("p_mirrored", "p_{L+1-k}"),
    # Privacy and the comparison of the mechanisms.
    symbol("eps", r"\varepsilon", r"\epsilon"),
    symbol("a"),
    symbol("c"),
    symbol("d"),
    symbol("Delta", r"\Delta"),
    symbol("piA1", r"\pi_{A_1}"),
    symbol("piA2", r"\pi_{A_2}"),
    function("f", arities=(0, 2)),
)
