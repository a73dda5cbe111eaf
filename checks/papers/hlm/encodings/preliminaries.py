"""Section IV: the two lemmas before the main results."""

from __future__ import annotations

from collections.abc import Sequence

from checks.papers.hlm.notation import NAMES
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from mechanisms.exact.formula import all_of, any_of

P00, P11, X, DELTA, PI = (NAMES[name] for name in ("p00", "p11", "x", "delta", "pi"))


def unique_minimisers_of_f(context: Context) -> Sequence[Part]:
    """The printed minima of f; the points of the last line are minimisers, and f takes that value nowhere else."""
    *others, last = context.trees()
    assert isinstance(last, tree.Chain)
    reader = context.interpreter
    points = [m.arguments for m in last.members if isinstance(m, tree.Apply)]
    x, y = (reader.number(tree.Name(name)) for name in ("lemma_x", "lemma_y"))
    listed = [
        all_of(relation_formula(z, "=", reader.number(p)) for z, p in zip((x, y), point, strict=True))
        for point in points
    ]
    value = reader.number(tree.Apply("f", (tree.Name("lemma_x"), tree.Name("lemma_y"))))
    same = relation_formula(value, "=", reader.number(last.members[-1]))
    return [
        *(part for node in (*others, last) for part in reader.obligations(node)),
        context.shown("no other point has this value", any_of(listed), same),
    ]


ENCODINGS = {function.__name__: function for function in (unique_minimisers_of_f,)}
