"""Functions that are told by others: logarithms to a base, and roots of roots."""

from __future__ import annotations

from .syntax import Apply, Node, Number, Quotient

_SQUARE_ROOTS = {2: 1, 4: 2, 8: 3}


def by_others(node: Apply) -> Node | None:
    """log_b(x) as log(x)/log(b), a fourth root as the square root of one; None of what is not told by others."""
    match node:
        case Apply(function="log", arguments=(inner, base)):
            return Quotient(Apply("log", (inner,)), Apply("log", (base,)))
        case Apply(function="root", arguments=(radicand, Number(value=degree))) if degree in _SQUARE_ROOTS:
            for _ in range(_SQUARE_ROOTS[int(degree)]):
                radicand = Apply("sqrt", (radicand,))
            return radicand
    return None
