"""The paper's statements in prose, each as a function that says what must be shown; one module for each part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from checks.papers.pan import pairs
from checks.papers.pan.encodings import continual, estimation, relaxation
from checks.reading import to_latex
from checks.verifying.verification import Context, Part

Encoding = Callable[[Context], Sequence[Part]]
ALONE: dict[str, Encoding] = {**relaxation.ENCODINGS, **continual.ENCODINGS, **estimation.ENCODINGS}


def for_pairs(encoding: Encoding) -> Encoding:
    """The encoding of a print in which a square is the range of a pair."""

    def parts(context: Context) -> Sequence[Part]:
        vocabulary = context.interpreter.notation.vocabulary
        latex = tuple(to_latex(pairs.taken_apart(node), vocabulary) for node in context.trees())
        return encoding(replace(context, statement=replace(context.statement, latex=latex)))

    return parts


ENCODINGS: dict[str, Encoding] = {
    **ALONE,
    **{pairs.for_pairs(name): for_pairs(ALONE[name]) for name in pairs.ENCODINGS},
}
