"""Names of sections 1 to 3.2 and appendices A and B, which the other parts of the paper use as well."""

from __future__ import annotations

from checks.reading import function, operator, set_name, symbol

RELAXATION = (
    # Objects, values, responses.
    operator("Pr", events=True),
    symbol("X"),
    symbol("a"),
    symbol("b"),
    symbol("c"),
    symbol("d"),
    symbol("m"),
    symbol("n"),
    symbol("i"),
    set_name("values", "[m]"),
    symbol("o1", "o_1"),
    symbol("o2", "o_2"),
    # Queries, their results, frequencies.
    function("M"),
    set_name("inputs", r"\mathcal{X}"),
    set_name("outputs", r"\mathcal{Y}"),
    symbol("history_before", r"o_{\leq i-1}"),
    symbol("pi_b", r"\pi_b"),
    symbol("H_estimated", r"\hat{H}_{f(\mathbf{X})}"),
    symbol("H_responses", r"H_{\mathbf{Y}}"),
    symbol("P_ij", "P_{ij}"),
    symbol("y_i"),
    symbol("y_j"),
    # Privacy guarantees.
    symbol("eps", r"\epsilon"),
    symbol("eps1", r"\epsilon_1"),
    symbol("eps2", r"\epsilon_2"),
    # The relaxation of one response.
    symbol("p_a"),
    symbol("p_b"),
    symbol("p_aa", "p_{aa}"),
    symbol("p_ba", "p_{ba}"),
    symbol("p_bb", "p_{bb}"),
)
