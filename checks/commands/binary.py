"""`rrproof binary`: the best responses to a yes-no question under (eps, delta)-differential privacy, with proof.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from checks.commands.design_output import (
    design_data,
    design_table,
    with_digits,
    write_proof_file,
)
from checks.commands.options import (
    LEVEL_NAMES,
    as_bad_input,
    as_json_option,
    check_one_format,
    exact_number,
    latex_option,
    print_json,
    print_sentence,
    print_table,
    proof_option,
)
from checks.inputs.design import DesignArgumentError, read_number
from checks.show.latex.line_breaks import display_of
from mechanisms.exact.numerals import in_words
from mechanisms.exact.privacy_level import LevelError

if TYPE_CHECKING:
    from fractions import Fraction

    from lp.binary.optima import BinaryOptima, ProportionPrior
    from lp.binary.responses import BestResponses

EPILOG = """\b
Examples:
  rrproof binary --epsilon 'log(3)' --delta 1/10
  rrproof binary --epsilon 'log(7/5)' --delta 2/5 --pi 1/2
  rrproof binary --epsilon 'log(3)' --delta 1/10 --prior 1/10:2/3,1/2:1/3
  rrproof binary --epsilon 'log(3)' --delta 1/10 --prior 'beta(2,3)' --latex
"""
_BETA = re.compile(r"beta\(([^,()]+),([^,()]+)\)")


@click.command(epilog=EPILOG)
@click.option(*LEVEL_NAMES, "epsilon", required=True, metavar="EPS", help="log(3), or x=3, which is e^eps.")
@click.option(
    "--delta", callback=exact_number, default="0", show_default=True, metavar="DELTA", help="delta of a response."
)
@click.option("--pi", metavar="SHARE", help="The share of yes, if it is known.")
@click.option("--prior", metavar="PRIOR", help="Of the share: 1/10:2/3,1/2:1/3 (share:weight) or beta(2,3).")
@as_json_option
@latex_option()
@proof_option()
def binary(
    epsilon: str, delta: Fraction, pi: str | None, prior: str | None, as_json: bool, latex: bool, proof: Path | None
) -> None:
    """Find the best designs [[p00, 1 - p00], [1 - p11, p11]] to estimate a share, and the best with more responses.

    For a known share (--pi) the error is n times the variance of the unbiased estimator, for a prior its expectation,
    and with neither the largest over all shares. All designs that tie are shown; that every other one errs more is a
    theorem of the kernel. Source of the first: Holohan, Leith, Mason, Theorems 2 and 3.
    """
    if pi is not None and prior is not None:
        raise click.UsageError("--pi and --prior exclude each other")
    check_one_format(latex, as_json)
    from lp.binary.optima import NoInformativeDesignError
    from lp.binary.responses import best_responses_for_known, best_responses_for_prior, best_responses_for_unknown
    from lp.constraints.constraint import ConstraintError
    from lp.parametric.level_input import read_level

    with as_bad_input(LevelError, ConstraintError, DesignArgumentError, NoInformativeDesignError):
        level = read_level(epsilon, rational=True)
        x = level.rational
        assert x is not None
        if pi is not None:
            found, criterion = best_responses_for_known(x, delta, _share(pi)), f"at the share {pi}"
        elif prior is not None:
            found, criterion = best_responses_for_prior(x, delta, _prior(prior)), f"expected under the prior {prior}"
        else:
            found, criterion = best_responses_for_unknown(x, delta), "at the worst share"
    if proof is not None:
        theorems = {f"two responses {i}": theorem for i, theorem in enumerate(found.two_responses.theorems, 1)}
        theorems |= {f"any responses {i}": theorem for i, theorem in enumerate(found.theorems, 1)}
        theorems |= {"largest information": found.program.theorem} if found.program else {}
        write_proof_file(theorems.items(), "designs of two truths", proof)
    if as_json:
        print_json(_data(found, x, delta, criterion, level.note))
    elif latex:
        click.echo(f"% two responses\n{display_of(found.two_responses)}\n% any number\n{display_of(found)}")
    else:
        _show(found, f"e^eps = {x}, delta = {delta}: n times the variance {criterion}", level.note)


def _share(text: str) -> Fraction:
    return read_number(text, "--pi")


def _prior(text: str) -> ProportionPrior:
    from lp.binary.optima import ProportionPrior

    parameters = _BETA.fullmatch(text.replace(" ", "").lower())
    if parameters:
        return ProportionPrior.beta(*(read_number(part, "--prior") for part in parameters.groups()))
    pairs = [part.split(":") for part in text.split(",")]
    if any(len(pair) != 2 for pair in pairs):
        raise click.BadParameter(f"a prior is written 1/10:2/3,1/2:1/3 or beta(2,3), not {text[:60]!r}")
    shares, weights = ([read_number(part, "--prior") for part in parts] for parts in zip(*pairs, strict=True))
    return ProportionPrior.finite(shares, weights)


def _show(found: BestResponses, asked: str, note: str) -> None:
    print_sentence(asked)
    if note:
        print_sentence(note)
    two = found.two_responses
    click.echo(f"\ntwo responses    {with_digits(two.value)}")
    for minimiser in _minimisers(two):
        click.echo(f"  (p00, p11) {minimiser}")
    click.echo(f"any number       {with_digits(found.value)}")
    if found.gain is not None:
        more = "no more" if found.gain == 1 else f"{with_digits(found.gain)} times as much"
        click.echo(f"  two responses err {more}")
    print_table(design_table(found.design))
    scores = zip(found.design.responses, found.scores, strict=True)
    print_sentence(
        "score of each response: " + ", ".join(f"{response}: {in_words(score)}" for response, score in scores)
    )


def _minimisers(two: BinaryOptima) -> list[str]:
    from lp.binary.optima import Segment

    return [f"in {m}" if isinstance(m, Segment) else f"= ({in_words(m[0])}, {in_words(m[1])})" for m in two.minimisers]


def _data(found: BestResponses, x: Fraction, delta: Fraction, criterion: str, note: str) -> dict[str, Any]:
    """The answer as JSON; numbers are exact and written as text."""
    from lp.binary.optima import Segment

    two = found.two_responses
    points = [[str(c) for c in m] for m in two.minimisers if not isinstance(m, Segment)]
    segments = [
        {"from": [str(c) for c in m.start], "to": [str(c) for c in m.end], "without_start": m.open_start}
        for m in two.minimisers
        if isinstance(m, Segment)
    ]
    return {
        "x": str(x),
        "delta": str(delta),
        "error": criterion,
        "note": note,
        "two_responses": {"value": str(two.value), "points": points, "segments": segments},
        "any_number": {
            "value": str(found.value),
            "design": design_data(found.design),
            "scores": [str(score) for score in found.scores],
            "gain": None if found.gain is None else str(found.gain),
        },
    }
