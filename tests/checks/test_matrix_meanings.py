"""Names that speak of the matrix of a mechanism: rank, eigenvalues, inverses, the responses that are possible."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from checks.claims.claim import PaperError
from checks.claims.record import ClaimRecord
from checks.inputs.matrix_meanings import eigenvalues, inverted, rank, second_eigenvalue
from checks.interpreter.values import MeaninglessError
from checks.papers.collection import load_paper, verify_claim
from checks.verifying.stated import judge
from checks.witness import matrix_meanings as witness
from derivations.algebra.linear_algebra import characteristic_polynomial, determinant, minors
from derivations.algebra.linear_algebra import product as times
from mechanisms.exact.rational import RationalFunction

HEAD = r"""
[paper]
key = "M"
title = "t"
authors = "a"

[symbols]
p = "0 <= p <= 1"
q = "0 < q < 1/2"
z = ""
eps = { latex = '\epsilon', budget = true, range = "eps > 0" }

[mechanisms.warner]
truths = ["no", "yes"]
responses = ["0", "1"]
matrix = [["p", "1-p"], ["1-p", "p"]]

[mechanisms.numbers]
truths = ["no", "yes"]
responses = ["no", "yes"]
matrix = [["1/3", "2/3"], ["3/4", "1/4"]]

[mechanisms.wide]
truths = ["no", "yes"]
responses = ["0", "1/2", "1"]
matrix = [["q", "1-q", "0"], ["0", "1-q", "q"]]

[mechanisms.grr]
truths = ["a", "b", "c", "d"]
catalogue = "grr"
parameters = { eps = "eps" }

[mechanisms.cyclic]
truths = ["a", "b", "c"]
responses = ["1", "2", "3"]
matrix = [["1-q", "q", "0"], ["0", "1-q", "q"], ["q", "0", "1-q"]]

[names]
'\operatorname{rank} W' = { rank = true, of = "warner" }
'\operatorname{rank} N' = { rank = true, of = "numbers" }
'\operatorname{rank} G' = { rank = true, of = "grr" }
'\operatorname{rank} R' = { rank = true, of = "wide" }
'\sigma(W)' = { spectrum = true, of = "warner" }
'\sigma(G)' = { spectrum = true, of = "grr" }
'\sigma(C)' = { spectrum = true, of = "cyclic" }
'\lambda_2(W)' = { second_eigenvalue = true, of = "warner" }
'\chi(z)' = { characteristic_polynomial = "z", of = "grr" }
'W^{-1}' = { inverse = true, of = "warner" }
'R^+' = { pseudo_inverse = true, of = "wide" }
'S' = { possible_responses = "no", of = "wide" }
'Q' = { possible_responses = "no", of = "numbers" }
"""
PSEUDO = r"""R^+ = \frac{1}{q(2(1-q)^2+q^2)} \begin{pmatrix}
(1-q)^2+q^2 & -(1-q)^2 \\ q(1-q) & q(1-q) \\ -(1-q)^2 & (1-q)^2+q^2 \end{pmatrix}"""
OF_HALF = r"\frac{1}{2p-1}\begin{pmatrix} p & p-1 \\ p-1 & p \end{pmatrix}"

Verify = Callable[[str], ClaimRecord]


@pytest.fixture
def verify(tmp_path: Path) -> Verify:
    def verified(latex: str) -> ClaimRecord:
        path = tmp_path / "matrices.toml"
        path.write_text(f"{HEAD}[[claim]]\nid = 'M-1'\nlatex = '''{latex}'''\n", encoding="utf-8")
        (claim,) = load_paper(str(path)).claims
        return verify_claim(claim, budget=20)

    return verified


@pytest.mark.parametrize(
    "latex",
    [
        r"\operatorname{rank} N = 2",
        r"\operatorname{rank} G = 4",
        r"\operatorname{rank} R = 2",
        r"\operatorname{rank} W = 2 \iff p \neq \frac12",
        r"\operatorname{rank} W = \begin{cases} 1 & p = \frac12 \\ 2 & \text{otherwise} \end{cases}",
        r"\sigma(W) = \{1, 2p - 1\}",
        r"\sigma(G) = \left\{1, \frac{e^\epsilon - 1}{e^\epsilon + 3}\right\}",
        r"0 \in \sigma(W) \iff p = \frac12",
        r"\lambda_2(W) = 2p - 1",
        r"\chi(z) = (z - 1)\left(z - \frac{e^\epsilon - 1}{e^\epsilon + 3}\right)^3",
        rf"W^{{-1}} = {OF_HALF} \text{{ for }} p \neq \frac12",
        PSEUDO,
        r"S = \{0, \frac12\}",
        r"1 \notin S",
    ],
)
def test_what_holds_is_proved_and_a_second_witness_agrees(latex: str, verify: Verify) -> None:
    record = verify(latex)
    assert (record.verdict, record.argued, record.oracles) == ("proved", (), ())
    assert [witness.agrees for witness in record.witnesses] == [True]


@pytest.mark.parametrize(
    ("latex", "finding", "sides", "right"),
    [
        (r"\operatorname{rank} N = 1", "false", ("2", "1"), r"\operatorname{rank} N = 2"),
        (r"\operatorname{rank} W = 2", "missing-hypothesis", ("1", "2"), r"2 \qquad \text{for } p \ne \frac{1}{2}"),
        (r"\sigma(W) = \{1, 1 - 2p\}", "false", ("{1/2, 1}", "{-1/2, 1}"), r"\left\{1, 2 p - 1\right\}"),
        (r"\lambda_2(W) = 1 - 2p", "false", ("-1/3", "1/3"), r"\lambda_2(W) = 1 - 2 (1 - p)"),
        (r"\chi(z) = (z - 1)^2\left(z - \frac{e^\epsilon - 1}{e^\epsilon + 3}\right)^2", "false", None, r"\chi(z) = "),
        (
            OF_HALF.replace("p-1 & p ", "1-p & p ").join(("W^{-1} = ", r" \text{ for } p \neq \frac12")),
            "false",
            None,
            "",
        ),
        (PSEUDO.replace("-(1-q)^2 & (", "(1-q)^2 & ("), "false", None, r"R^+ = "),
        (r"S = \{0, \frac12, 1\}", "false", ("{0, 1/2}", "{0, 1/2, 1}"), r"S = \left\{0, \frac{1}{2}\right\}"),
    ],
)
def test_what_is_wrong_is_refuted_at_a_point_and_put_right(
    latex: str, finding: str, sides: tuple[str, str] | None, right: str, verify: Verify
) -> None:
    record = verify(latex)
    assert (record.verdict, record.finding) == ("corrected", finding)
    assert right in (record.corrected or "")
    found = tuple(side.exact for side in record.sides)
    assert found == sides if sides else len(set(found)) == 2
    assert all(witness.agrees for witness in record.witnesses)


def test_an_element_that_is_none_is_shown_beside_the_set(verify: Verify) -> None:
    record = verify(r"0 \in \sigma(W)")
    assert record.verdict == "refuted"
    assert [side.exact for side in record.sides] == ["0", "{-1/3, 1}"]


@pytest.mark.parametrize(
    ("latex", "sentence"),
    [
        (r"\sigma(C) = \{1\}", "may not be real"),  # the other two are complex
        (r"Q = \{0\}", "some response is a word"),
    ],
)
def test_what_has_no_meaning_is_not_judged_and_says_why(latex: str, sentence: str, verify: Verify) -> None:
    with pytest.raises(PaperError, match=sentence):
        verify(latex)


def _drawn(rows: int, columns: int, seed: int) -> tuple[tuple[Fraction, ...], ...]:
    weights = np.random.default_rng(seed).integers(0, 4, (rows, columns)) + np.eye(rows, columns, dtype=int)
    return tuple(tuple(Fraction(int(w), int(sum(row))) for w in row) for row in weights)


def _symbolic(matrix: tuple[tuple[Fraction, ...], ...]) -> tuple[tuple[RationalFunction, ...], ...]:
    return tuple(tuple(map(RationalFunction.of, row)) for row in matrix)


@pytest.mark.parametrize(("shape", "seed"), list(product([(2, 2), (3, 3), (2, 4), (4, 3)], range(4))))
def test_both_engines_find_the_rank_and_the_inverse_that_numpy_finds(shape: tuple[int, int], seed: int) -> None:
    matrix = _drawn(*shape, seed)
    exact = _symbolic(matrix)
    plain = np.array(matrix, dtype=float)
    cases = [value for where, value in rank(exact).branches if where.holds_at({})]
    assert (
        cases == [RationalFunction.of(int(np.linalg.matrix_rank(plain)))] == [RationalFunction.of(witness.rank(matrix))]
    )
    assert np.allclose(np.array(witness.pseudo_inverse(matrix), dtype=float), np.linalg.pinv(plain))
    if cases[0].evaluate({}) == min(shape):
        found = [[float(entry.evaluate({})) for entry in row] for row in inverted(exact).rows]
        assert np.allclose(found, np.linalg.pinv(plain))
    else:
        with pytest.raises(MeaninglessError, match="not full"):
            inverted(exact)


@pytest.mark.parametrize("seed", range(4))
def test_the_characteristic_polynomial_is_a_determinant_and_has_its_matrix_as_a_zero(seed: int) -> None:
    matrix = _drawn(4, 4, seed)
    exact = _symbolic(matrix)
    coefficients = characteristic_polynomial(exact)
    z = Fraction(2, 7)
    value = sum((c.evaluate({}) * z**power for power, c in enumerate(coefficients)), Fraction(0))
    assert value == witness.characteristic(matrix, z)
    assert sum(m.evaluate({}) for m in minors(exact, 4)) == determinant(exact).evaluate({})
    total, power = [[Fraction(0)] * 4 for _ in range(4)], _symbolic(tuple(map(tuple, np.eye(4, dtype=int).tolist())))
    for c in coefficients:
        total = [
            [t + c.evaluate({}) * p.evaluate({}) for t, p in zip(*pair, strict=True)]
            for pair in zip(total, power, strict=True)
        ]
        power = times(power, exact)
    assert not any(map(any, total))  # Cayley and Hamilton


def test_eigenvalues_are_counted_with_their_multiplicities() -> None:
    same = _symbolic(((Fraction(1, 2),) * 2,) * 2)
    assert sorted(value.evaluate({}) for value in eigenvalues(same) or ()) == [0, 1]
    identity = _symbolic(((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))))
    assert (
        second_eigenvalue(identity)
        == RationalFunction.of(1)
        == RationalFunction.of(witness.second_eigenvalue(((1, 0), (0, 1))))
    )


OF_EVERY_SIZE = "forall k p q z. integer(k) and 2 <= k and p + (k - 1) * q = 1 implies"


def test_eigenvalues_of_designs_of_every_size_are_theorems() -> None:
    said = f"{OF_EVERY_SIZE} (eigenvalue(k, symmetric(p - q, q), z) iff z = 1 or z = {{}})"
    assert judge(said.format("p - q"), "", (), {}).proved
    assert not judge(said.format("p + q"), "", (), {}).proved
