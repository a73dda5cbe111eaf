"""Theorem 1: where the likelihood of the reports is largest, over all shares and over the proportions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from checks.claims.verdict import Outcome
from checks.interpreter import NUMERIC, Interpreter
from checks.interpreter.values import MeaninglessError
from checks.papers.mw.encodings.common import Encoding, fact, proved
from checks.papers.mw.notation import with_matrix
from checks.papers.mw.notation_survey import here
from checks.papers.mw.surveys import SIZE, SURVEYS, Survey
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.algebra.linear_algebra import total
from derivations.arithmetic.meaning import defined
from derivations.estimation.multinomial_maximum import MultinomialMaximum, ascent_term, multinomial_maximum
from derivations.prover.with_theorems import substitute_rational
from mechanisms.exact.formula import Formula, all_of


def reported_cells(survey: Survey) -> list[Formula]:
    """Every report has a positive probability, so that log L has a value."""
    return [fact(cell, ">", 0) for cell in survey.cells]


@cache
def maximum_of(survey: Survey) -> MultinomialMaximum:
    """The likelihood of a survey as a function of its free shares, and its maximum."""
    names = [share.numerator.names[0] for share in survey.proportions[:-1]]
    return multinomial_maximum(survey.design, names, survey.counts, SIZE)


def way_up(context: Context, survey: Survey) -> list[Part]:
    """The likelihood is largest where the cells are the reported frequencies: the derived root is its only maximum.

    Among all real shares for which the cells are a law: at the root they are N_y / N, and from anywhere else the slope
    of log L towards the root is positive, term by term (r - q)^2 / q for the frequency r of a report with the cell q.
    """
    return [
        part if isinstance(part, Outcome) else context.shown(part[0], part[1], *part[2])
        for part in _way_up_facts(survey)
    ]


@cache
def _way_up_facts(survey: Survey) -> tuple[Outcome | tuple[str, Formula, tuple[Formula, ...]], ...]:
    """(label, fact, hypotheses), and theorems at hand."""
    found = maximum_of(survey)
    possible, someone = reported_cells(survey), fact(SIZE, ">=", 1)
    weak, strict = ascent_term()
    gaps = total(count / SIZE - cell for count, cell in zip(found.counts, found.cells, strict=True))
    return (
        ("the root exists: the design has an inverse", all_of(f for share in found.root for f in defined(share)), ()),
        *(
            (f"report {y} has its frequency at the root", fact(cell, "=", count / SIZE), ())
            for y, (cell, count) in enumerate(zip(found.cells_at_root(), found.counts, strict=True))
        ),
        ("slope towards the root", fact(found.slope_towards_root, "=", found.ascent), (*possible, someone)),
        proved("each term is at least r - q", weak),
        proved("and more where they differ", strict),
        ("the r - q sum to zero", fact(gaps, "=", 0), (someone,)),
    )


def _equations(context: Context) -> list[tree.Node]:
    """The printed estimators, one equation each."""
    return [
        node for tree_ in context.trees() for node in (tree_.items if isinstance(tree_, tree.Conjunction) else [tree_])
    ]


def maximum_over_all_shares(matrix: str) -> Encoding:
    """The printed formulas are the only maximum of the likelihood among all real shares that give reports a law."""

    def parts(context: Context) -> Sequence[Part]:
        reader = with_matrix(context.interpreter, matrix)
        printed = [part for node in _equations(context) for part in reader.obligations(node, "the root")]
        return [*printed, *way_up(context, SURVEYS[matrix]())]

    return parts


def maximum_over_proportions(matrix: str) -> Encoding:
    """The printed formulas are the maximum of the likelihood over the proportions, so that they are proportions."""

    def parts(context: Context) -> Sequence[Part]:
        shares = [here(context.interpreter, share) for share in SURVEYS[matrix]().estimates]
        inside = [
            context.shown(f"estimate {k} is a proportion", all_of([fact(0, "<=", share), fact(share, "<=", 1)]))
            for k, share in enumerate(shares)
        ]
        return [*inside, *maximum_over_all_shares(matrix)(context)]

    return parts


def vanishing_at_root(reader: Interpreter, equations: Sequence[tree.Node], survey: Survey) -> list[Part]:
    """Each printed "derivative = 0" at the derived root: it has a value there and the printed relation holds.

    The derivatives are the slopes of log L in its shares, one each: away from the root they do not all vanish, since
    there log L rises towards it, and so the equations determine the root.
    """
    found = maximum_of(survey)
    if len(equations) != len(found.shares):
        raise MeaninglessError("the maximum is determined by one equation for each share")
    root = dict(zip(found.shares, (here(reader, value) for value in found.root), strict=False))
    parts: list[Part] = []
    for equation, score in zip(equations, found.score, strict=True):
        match equation:
            case tree.Chain(
                members=(tree.Derivative(order=1) as slope, tree.Number(text="0")), relations=(relation,)
            ) if relation in NUMERIC:
                pass
            case _:
                raise MeaninglessError(f"'{reader.print(equation)}' sets no slope to zero")
        with reader.apart() as (divisors, required):
            value = reader.number(slope)
        label = f"${reader.print(equation)}$ at the maximum"
        demands = [(why, substitute_rational(a, root), substitute_rational(b, root)) for why, a, b in required]
        named = f"${reader.print(slope)}$ is a slope of log L"
        parts.append(reader.shown(named, fact(value, "=", here(reader, score)), tuple(reported_cells(survey))))
        parts += reader.definedness(label, [divisor.substitute(root) for divisor in divisors], demands)
        parts.append(reader.shown(label, fact(value.substitute(root), NUMERIC[relation], 0), ()))
    return parts


ENCODINGS: dict[str, Encoding] = {}
