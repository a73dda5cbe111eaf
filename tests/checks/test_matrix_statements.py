"""Printed identities of matrices of symbolic size: what is compared, what is demanded, and what has no meaning."""

import pytest

from checks.interpreter import Interpreter, Notation
from checks.interpreter.matrix_statements import MatrixOrNumber, MatrixReader
from checks.interpreter.values import MeaninglessError
from checks.reading import Symbols, operator, read_latex, symbol
from derivations.algebra.matrix_words import ONE, SINGLE, Combination, Letter, MatrixWords
from derivations.prover import Disproved, Proved, prove
from derivations.theorems.subsets.subset_response import variable
from mechanisms.exact.domain import Domain

SYMBOLS = Symbols(
    symbol("k"), symbol("A"), symbol("A_T", "A'"), symbol("one", "1_k"), symbol("one_T", "1_k'"), symbol("I"),
    operator("tr", "tr", unbracketed=True),
)  # fmt: skip
K = variable("k")


def reader() -> MatrixReader:
    """A square A with A'A = I + 1 1', the vector of ones and the identity."""
    letters = {
        "A": Letter("k", "k", "A'"),
        "A'": Letter("k", "k", "A"),
        "e": Letter("k", SINGLE, "e'"),
        "e'": Letter(SINGLE, "k", "e"),
    }
    products = {
        ("A'", "A"): Combination(("k", "k"), {(): ONE, ("e", "e'"): ONE}),
        ("e'", "e"): Combination((SINGLE, SINGLE), {(): K}),
    }
    words = MatrixWords({"k": K, SINGLE: ONE}, letters, products, ones={"k": "e"})
    names: dict[str, MatrixOrNumber] = {
        "A": words.letter("A"),
        "A_T": words.letter("A'"),
        "one": words.letter("e"),
        "one_T": words.letter("e'"),
        "I": words.identity("k"),
    }
    return MatrixReader(Interpreter(Notation(SYMBOLS, Domain.of())), words, names)


def outcomes(text: str) -> list[object]:
    found = reader()
    return [prove(o.sequent) for o in found.obligations(read_latex(text, SYMBOLS))]


@pytest.mark.parametrize(
    "printed",
    [
        r"A'A=I+1_k1_k'",
        r"\frac{1}{2}(A'A-I)=\frac{1}{2}1_k1_k'",
        r"tr(A'A)=2k",
        r"1_k'A'A1_k=k(k+1)",
        r"tr(A1_k1_k'A')=1_k'A'A1_k",
    ],
)
def test_what_holds_for_every_size_is_proved(printed: str) -> None:
    assert all(isinstance(found, Proved) for found in outcomes(printed))


@pytest.mark.parametrize("printed", [r"A'A=I+2\,1_k1_k'".replace(r"2\,", "k"), r"tr(A'A)=k", r"A'A=I"])
def test_what_fails_for_some_size_is_refuted(printed: str) -> None:
    assert any(isinstance(found, Disproved) for found in outcomes(printed))


def test_an_inverse_demands_that_its_eigenvalues_do_not_vanish() -> None:
    found = list(reader().obligations(read_latex(r"(A'A)^{-1}A'A=I", SYMBOLS)))
    assert any("no denominator vanishes" in obligation.label for obligation in found)


@pytest.mark.parametrize("printed", ["A+1_k=A", "A=1_k", "A1_k'=A", "A<I", "A^{-1}=I", "A"])
def test_what_has_no_meaning_is_refused(printed: str) -> None:
    with pytest.raises(MeaninglessError):
        list(reader().obligations(read_latex(printed, SYMBOLS)))
