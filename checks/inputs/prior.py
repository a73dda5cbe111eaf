"""The shares of the truths as a user gives them on the command line.

1/5,3/10,1/2                one for each truth, in the order of the design
3/10                        for the truths 0 and 1: the share of 1
1/5,rest                    `rest`, last: the remaining truths share what is left equally
yes=0.3,no=0.7              by name; truths that are not named have the share 0
uniform                     the same for all
zipf                        proportional to 1, 1/2, 1/3, ...
shares.csv                  a file with one row, or one column, of numbers (`checks.inputs.exact_files`)
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from pathlib import Path

from checks.inputs.counts import names_of
from checks.inputs.design import DesignArgumentError, read_number

MAXIMAL_LENGTH = 20_000
MOST_TRUTHS = 1_000


class PriorError(ValueError):
    """What was given are no shares of the truths; the sentence says what is wrong."""


def read_prior(text: str, truths: Sequence[Hashable], option: str) -> tuple[Fraction, ...]:
    """The share of each truth. Raises PriorError."""
    if len(text) > MAXIMAL_LENGTH:
        raise PriorError(f"{option}: shares have at most {MAXIMAL_LENGTH} characters")
    if len(truths) > MOST_TRUTHS:
        raise PriorError(f"{option}: there are {len(truths)} truths; shares can be given to at most {MOST_TRUTHS}")
    given = text.strip()
    if given == "uniform":
        return (Fraction(1, len(truths)),) * len(truths)
    if given == "zipf":
        total = sum((Fraction(1, i + 1) for i in range(len(truths))), Fraction(0))
        return tuple(1 / (total * (i + 1)) for i in range(len(truths)))
    if (file := file_of(given)) is not None:
        return _checked(_in_file(file, len(truths), option), option)
    parts = [part.strip() for part in given.split(",")]
    shares = _by_name(parts, truths, option) if "=" in given else _by_place(parts, truths, option)
    return _checked(shares, option)


def file_of(text: str) -> Path | None:
    """The file that shares stand in, where it is one that is named."""
    path = Path(text.strip())
    return path if path.suffix and path.is_file() else None


def _checked(shares: Sequence[Fraction], option: str) -> tuple[Fraction, ...]:
    if min(shares) < 0:
        raise PriorError(f"{option}: shares are at least 0, not {min(shares)}")
    if sum(shares) != 1:
        raise PriorError(f"{option}: the shares must sum to 1, not to {sum(shares)}")
    return tuple(shares)


def _in_file(file: Path, truths: int, option: str) -> tuple[Fraction, ...]:
    from checks.inputs.exact_files import ExactFileError, read_vector
    from lp.losses.linear_loss import LossError

    try:
        shares = read_vector(file)
    except (ExactFileError, LossError) as error:
        raise PriorError(f"{option}: {error}") from error
    if len(shares) != truths:
        raise PriorError(f"{option}: {file} holds {len(shares)} shares; there are {truths} truths")
    return shares


def _by_place(parts: list[str], truths: Sequence[Hashable], option: str) -> list[Fraction]:
    if len(parts) == 1 and set(truths) == {0, 1} and parts[0] != "rest":
        share = _number(parts[0], option)
        if share > 1:
            raise PriorError(f"{option}: a share is at most 1, not {share}")
        return [share if truth == 1 else 1 - share for truth in truths]
    rest = parts[-1] == "rest"
    shares = [_number(part, option) for part in parts[: len(parts) - rest]]
    left = len(truths) - len(shares)
    if rest and left > 0 and sum(shares) <= 1:
        return [*shares, *[(1 - sum(shares, Fraction(0))) / left] * left]
    if rest or left:
        names = ", ".join(str(truth) for truth in truths[:10])
        given = "1 share is given" if len(shares) == 1 else f"{len(shares)} shares are given"
        problem = "nothing is left for the rest" if rest else given
        raise PriorError(f"{option}: {problem}; there are {len(truths)} truths: {names}{', ...' * (len(truths) > 10)}")
    return shares


def _by_name(parts: list[str], truths: Sequence[Hashable], option: str) -> list[Fraction]:
    found: dict[int, Fraction] = {}
    names = names_of(truths)
    for part in parts:
        label, equals, share = (piece.strip() for piece in part.rpartition("="))
        places = [i for i, some in enumerate(names) if label in some]
        if not equals or len(places) != 1 or places[0] in found:
            known = ", ".join(some[0] for some in names[:20])
            raise PriorError(f"{option}: {part!r} names no truth, or one twice; the truths are {known}")
        found[places[0]] = _number(share, f"{option}: {label}")
    return [found.get(i, Fraction(0)) for i in range(len(truths))]


def _number(text: str, where: str) -> Fraction:
    try:
        return read_number(text, where)
    except DesignArgumentError as error:
        raise PriorError(str(error)) from error
