"""Statements that are found with the lemmas of the theory, and such that are not."""

import pytest

from derivations.logic.tactics import ProofError, goal
from derivations.theory.automatic import automatic
from derivations.theory.cited import cited

PROCESSED = (
    "forall k m l P C x. size(k) and size(m) and size(l) and 1 <= x and {} private(k, m, P, x) implies "
    "private(k, l, through(m, P, C), x) and size(l)"  # each part by itself
)
COUNTS = (
    "forall n m q. size(n) and size(m) and law(m, q) implies forall i in 1..m. forall j in 1..m. {} "
    "codispersion(n, m, q, frequency(n, i), frequency(n, j)) = -n*q(i)*q(j)"
)
DEALT = (
    "forall n N pi. size(n) and n <= N and integer(N*pi) and 0 <= pi <= 1 implies dealt(n, 2, "
    "fun x. if x = 1 then N*pi else N*(1 - pi), total(n, fun x. indicator(x = 1))) = {}"
)
FAR = (
    "forall k x. size(k) and 1 < k and {} <= x implies forall a in 1..k. forall b in 1..k. a != b implies "
    "total_variation(k, randomized_response(k, x)(a), randomized_response(k, x)(b)) = (x - 1)/(x + k - 1)"
)
UNBIASED = (
    "forall n p. size(n) and 0 < p <= 1 and p != 1/2 implies unbiased(n, 2, 2, fun x y. if x = y then p else 1 - p, "
    "fun w. (frequency(n, 1)(w)/n + p - 1)/(2*p - 1), fun pi. pi({}))"
)


@pytest.mark.parametrize(
    ("said", "true", "false"),
    [
        (PROCESSED, "channel(m, l, C) and", "channel(m, m, C) and"),  # a lemma ends so; its premise is another one
        (COUNTS, "i != j implies", ""),
        (DEALT, "n*pi", "N*pi"),
        (FAR, "1", "1/2"),  # the distance is that of the truth from the others, not signed
        (UNBIASED, "1", "2"),
    ],
)
def test_what_the_theory_shows_is_found_and_nothing_else(said: str, true: str, false: str) -> None:
    wanted = goal(said.format(true))
    with pytest.raises(ProofError):
        automatic(wanted)
    found = wanted.qed(cited(wanted))
    assert (found.conclusion, found.hypotheses, found.oracles) == (wanted.statement, frozenset(), frozenset())
    with pytest.raises(ProofError):
        cited(goal(said.format(false)))
