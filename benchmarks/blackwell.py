"""How long it takes to decide Blackwell's order exactly: rrproof with its certificate, qif's rational factorisation.

Random designs of k truths and k responses: once P and P C for a random channel C, once two designs that have nothing to
do with one another. rrproof is given rows of fractions and returns the channel or the decision problem with a theorem
of the kernel; qif returns a matrix, or says that there is none. Both run in one process and take turns.
"""

import random
from fractions import Fraction
from functools import partial

from benchmarks.timing import Measurement, fastest
from lp.relaxations.blackwell import Garbling, channel_between

SEED = 20_240_601
SIZES = (10, 30, 60)
ROUNDS = {10: 9, 30: 3, 60: 1}
GOALS = {10: "goal: not slower than qif", 30: "goal: not slower than qif", 60: "goal: solved"}
LARGEST_OF_PEER = 30  # qif needs more than a minute for a garbled design with k = 60
DENOMINATORS = 50  # weights of a row before they are divided by their sum

Rows = list[list[Fraction]]


def random_design(rng: random.Random, size: int) -> Rows:
    """A square design of random positive fractions."""
    weights = [[rng.randrange(1, DENOMINATORS) for _ in range(size)] for _ in range(size)]
    return [[Fraction(w, sum(row)) for w in row] for row in weights]


def product(left: Rows, right: Rows) -> Rows:
    """The matrix product."""
    columns = list(zip(*right, strict=True))
    return [[sum((a * b for a, b in zip(row, c, strict=True)), Fraction(0)) for c in columns] for row in left]


def measure() -> list[Measurement]:
    try:
        import numpy as np
        import qif
    except ImportError:
        return [Measurement("Blackwell's order", "not measured", "qif is missing: pip install qif")]
    rows = []
    for size in SIZES:
        rng = random.Random(SEED + size)
        have, channel, other = (random_design(rng, size) for _ in range(3))
        for what, want in (("garbled", product(have, channel)), ("unrelated", other)):
            ours = partial(channel_between, have, want)
            if isinstance(ours(), Garbling) != (what == "garbled"):
                raise RuntimeError(f"the answer for {what} designs with k = {size} is wrong")
            compared = GOALS[size]
            if size <= LARGEST_OF_PEER:
                theirs = partial(qif.channel.factorize, np.array(want, dtype=object), np.array(have, dtype=object))
                own, peer = fastest([ours, theirs], ROUNDS[size])
                compared = f"qif {peer * 1000:.1f} ms, {peer / own:.1f} x our time; {compared}"
            else:
                (own,) = fastest([ours], ROUNDS[size])
            rows.append(Measurement(f"Blackwell, k = {size}, {what}", f"{own * 1000:.1f} ms", compared))
    return rows
