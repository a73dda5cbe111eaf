"""Entropies and divergences in claims: inequalities between logarithms whose weights are symbols."""

from collections.abc import Callable

import pytest

from checks.claims.record import ClaimRecord

Verified = Callable[[str], ClaimRecord]

PAPER = r"""
[paper]
key = "D"
title = "Divergences"
authors = "N. N."

[symbols]
p = "0 < p < 1"
q = "0 < q < 1"

[[claim]]
id = "D-1"
latex = '%s'
"""
DIVERGENCE = r"p\ln\frac{p}{q} + (1-p)\ln\frac{1-p}{1-q}"


@pytest.mark.parametrize(
    "latex",
    [
        rf"{DIVERGENCE} \ge 0",
        rf"{DIVERGENCE} \ge 2(p-q)^2",
        r"p \ln(2p) + (1-p)\ln(2(1-p)) \ge (2p-1)^2/2",
        r"-p\ln p - (1-p)\ln(1-p) \le \ln 2",
        r"(p-q)\ln\frac{p(1-q)}{q(1-p)} \ge 0",
        r"-p\log_2 p - (1-p)\log_2(1-p) \le 1",
    ],
)
def test_what_holds_is_proved_without_a_solver(latex: str, verified: Verified) -> None:
    record = verified(PAPER % latex)
    assert (record.verdict, record.oracles) == ("proved", ()), record.note
    assert all(witness.agrees for witness in record.witnesses)


@pytest.mark.parametrize(
    ("latex", "sides"),
    [
        (r"p \ln(2p) + (1-p)\ln(2(1-p)) \ge 3\left(p-\frac12\right)^2", ("2*log(4/5)/5 + 3*log(6/5)/5", "3/100")),
        (r"-p\ln p - (1-p)\ln(1-p) \le \frac12", ("-2*log(2/5)/5 - 3*log(3/5)/5", "1/2")),
        (rf"{DIVERGENCE} > 0", ("0", "0")),
        (r"\log_2(1+p) \le p", ("log(7/5)/log(2)", "2/5")),
    ],
)
def test_what_does_not_hold_is_refuted_with_its_sides_as_printed(
    latex: str, sides: tuple[str, str], verified: Verified
) -> None:
    record = verified(PAPER % latex)
    assert record.verdict in ("refuted", "corrected")
    assert tuple(side.exact for side in record.sides) == sides
