"""Names of section 3.3, section 4 and appendices C and D: continual relaxation, inference, the linear program."""

from __future__ import annotations

from checks.reading import function, operator, symbol
from checks.reading.symbols import Declaration

CONTINUAL: tuple[Declaration, ...] = (
    # Responses, and all responses up to one.
    symbol("o_i"),
    symbol("o_before", "o_{i-1}"),
    symbol("o_k"),
    symbol("o_after", "o_{k+1}"),
    symbol("o_n"),
    symbol("history_i", r"o_{\leq i}"),
    symbol("history_k", r"o_{\leq k}"),
    symbol("history_after", r"o_{\leq k+1}"),
    symbol("history_n", r"o_{\leq n}"),
    # Guarantees.
    symbol("eps_i", r"\epsilon_i"),
    symbol("eps_before", r"\epsilon_{i-1}"),
    symbol("eps_step", r"\epsilon_\Delta"),
    # What an adversary believes.
    operator("Q"),
    function("R"),
    symbol("x_other", r"x^\prime"),
    symbol("information", "y"),
)
