"""The policy of the remark `boundary`, for statements in the logic and for domains."""

from dataclasses import replace

import pytest

from checks.claims.claim import Claim, Correction, Reading, Statement
from checks.claims.verdict import Finding
from checks.verifying.boundary import boundary, leave_out_ends_only
from tests.checks.interpreted_survey import MODEL


def claim(printed: Statement, right: Statement) -> Claim:
    correction = Correction(right, Finding.MISSING_HYPOTHESIS, "It needs more.")
    return Claim("HLM-00", "HLM", "here", "inequality", (Reading("as printed", printed),), correction=correction)


def stated(premises: str, conclusion: str = "n*q <= 5*n*p + q") -> Statement:
    return Statement(statement=f"forall n p q. size(n) and 0 <= p <= 1 and {premises} implies {conclusion}")


@pytest.mark.parametrize(
    ("premises", "conditions"),
    [
        ("0 <= q and 0 < p", ("0 < p",)),
        ("0 <= q and p < 1", ("p < 1",)),
        ("0 <= q and (0 < p or 0 < q)", ("0 < p or 0 < q",)),
        ("0 <= q and 2 <= n", ("2 <= n",)),
        ("0 < q", ("0 < q",)),  # in the place of 0 <= q
        ("0 <= q and 1/2 < p", ()),  # no end
        ("0 <= q and 3 <= n", ()),  # more than an end
        ("0 < p", ()),  # what is printed is no longer assumed
        ("0 <= q", ()),  # nothing is added
    ],
)
def test_of_a_statement_only_premises_that_leave_out_ends_are_of_the_boundary(
    premises: str, conditions: tuple[str, ...]
) -> None:
    assert boundary(claim(stated("0 <= q"), stated(premises)), MODEL) == conditions


def test_a_bound_that_a_claim_chooses_is_no_end() -> None:
    printed = stated("0 <= q and q <= 1/2")
    assert boundary(claim(printed, stated("0 <= q and q <= 1/2 and q < 1/2")), MODEL) == ()
    assert boundary(claim(printed, stated("0 <= q and q <= 1/2 and 0 < q")), MODEL) == ("0 < q",)


def test_a_size_that_a_claim_asks_for_is_no_end() -> None:
    printed = stated("0 <= q and 3 <= n")
    assert boundary(claim(printed, stated("0 <= q and 3 <= n and 3 < n")), MODEL) == ()
    printed = stated("0 <= q and 2 <= n")
    assert boundary(claim(printed, stated("0 <= q and 2 <= n and 2 < n")), MODEL) == ("2 < n",)


@pytest.mark.parametrize(
    ("condition", "letters", "is_end"),
    [("0 < frequency(n, 1)(w)", "m", True), ("frequency(n, 2)(w) < n", "m", True),
     ("frequency(n, 1)(w)/n < 1", "m", True), ("0 < frequency(n, 1)(w)/n", "m", True),
     ("frequency(n, 1)(w) + frequency(n, 2)(w) < n", "3", True), ("frequency(n, 2)(w) != n", "2", True),
     ("frequency(n, 1)(w) + frequency(n, 2)(w) < n", "2", False), ("frequency(n, 1)(w) < n", "1", False),
     ("1 < frequency(n, 1)(w)", "m", False), ("2*frequency(n, 1)(w) < n", "m", False),
     ("0 < frequency(n, m + 1)(w)", "m", False), ("0 < frequency(n, 1)(v)", "m", False)],
)  # fmt: skip
def test_counts_of_reports_have_the_ends_0_and_all(condition: str, letters: str, is_end: bool) -> None:
    size = "size(m) and 2 <= m and" if letters == "m" else ""
    said = f"forall n m w v. size(n) and {size} word(n, {letters}, w) implies 0 <= w(1)"
    right = said.replace("implies", f"and {condition} implies")
    assert bool(boundary(claim(Statement(statement=said), Statement(statement=right)), MODEL)) is is_end


@pytest.mark.parametrize(
    ("premise", "is_end"),
    [("forall k in 1..m. q(k) < 1", True), ("forall k in 1..m. 0 < q(k)", True), ("0 < q(2)", True),
     ("forall k in 1..m. q(k) < 1/2", False), ("forall k in 1..m - 1. q(k) < q(k + 1)", False),
     ("0 < q(m + 1)", False), ("forall k in 1..m. 0 < r(k)", False)],
)  # fmt: skip
def test_the_probabilities_of_a_law_have_the_ends_0_and_1(premise: str, is_end: bool) -> None:
    printed = Statement(statement="forall m q r. size(m) and 2 <= m and law(m, q) implies r(1) <= q(1)")
    right = replace(printed, statement=printed.statement.replace("implies", f"and ({premise}) implies"))
    assert bool(boundary(claim(printed, right), MODEL)) is is_end


def test_a_correction_that_concludes_something_else_is_none() -> None:
    assert boundary(claim(stated("0 <= q"), stated("0 <= q and 0 < p", "n*q < 5*n*p + q")), MODEL) == ()


@pytest.mark.parametrize(
    ("condition", "is_end"),
    [("eps > 0", True), ("delta != 1", True), ("n >= 2", True), ("eps > 0 or pi > 0", True), ("N < n", True),
     ("n >= 3", False), ("pi < 1/2", False), ("p00 + p11 > 1", False), ("p00 != p11", False)],
)  # fmt: skip
def test_of_a_domain_conditions_that_leave_out_ends_are_of_the_boundary(condition: str, is_end: bool) -> None:
    assert leave_out_ends_only((condition,), Statement(), MODEL) is is_end
    printed = Statement(latex=("p_{00}>0",))
    right = replace(printed, domain=(condition,))
    assert boundary(claim(printed, right), MODEL) == ((condition,) if is_end else ())
    assert boundary(claim(printed, replace(right, latex=("p_{11}>0",))), MODEL) == ()
