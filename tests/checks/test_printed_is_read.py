"""What is printed, read again, is the same: the catalogue, random values, and the claims of the papers."""

import random
from fractions import Fraction

import pytest
import sympy

from checks.papers.collection import load_paper, paper_keys, paper_model
from checks.reading import ReadingError, Symbols, read_latex, read_plain, symbol, to_latex, to_plain
from checks.reading.syntax import Constant, Name, Negate, Node, Number, Power, Product, Quotient, Sum
from mechanisms import catalogue
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.exact.typesetting import Mixture, as_mixture, latex, spelt, text, usual_spelling, with_share

BUDGETS = {"eps": "x", "eps1": "y"}


def variable(name: str) -> RationalFunction:
    return RationalFunction(Polynomial.variable(name))


def value(node: Node) -> RationalFunction:
    """A tree as a rational function, e to a budget as its variable."""
    match node:
        case Number(text=digits):
            return RationalFunction.of(Fraction(digits))
        case Name(name=name):
            return variable(name)
        case Sum(terms=terms):
            return sum(map(value, terms), RationalFunction.of(0))
        case Negate(term=term):
            return -value(term)
        case Product(factors=factors):
            result = RationalFunction.of(1)
            for factor in factors:
                result = result * value(factor)
            return result
        case Quotient(numerator=above, denominator=below):
            return value(above) / value(below)
        case Power(base=Constant(name="e"), exponent=Name(name=budget)):
            return variable(BUDGETS[budget])
        case Power(base=Constant(name="e"), exponent=Product(factors=(Number(text=times), Name(name=budget)))):
            return variable(BUDGETS[budget]) ** int(times)
        case Power(base=base, exponent=Number(text=exponent)):
            return value(base) ** int(exponent)
    raise AssertionError(f"{node} is no rational function")


def assert_read_again(printed: RationalFunction) -> None:
    symbols = Symbols(*(symbol(name, usual_spelling(name)) for name in {*printed.names, *BUDGETS}))
    assert value(read_plain(text(printed), symbols)) == printed, text(printed)
    assert value(read_latex(latex(printed), symbols)) == printed, latex(printed)
    exponentials = {v: sympy.exp(sympy.Symbol("epsilon" if b == "eps" else b)) for b, v in BUDGETS.items()}
    shown = latex(printed, exponentials)
    assert value(read_latex(shown, symbols)) == printed, shown


@pytest.mark.parametrize("name", catalogue.names())
def test_a_design_of_the_catalogue(name: str) -> None:
    design = catalogue.get(name).protocol.design()
    for printed in {entry for row in design.entries for entry in row}:
        if design.generator is None:
            assert_read_again(printed)


@pytest.mark.parametrize("name", sorted({p for n in catalogue.names() for p in catalogue.get(n).protocol.domain.names}))
def test_a_parameter_is_one_name(name: str) -> None:
    spelling = usual_spelling(name)
    assert read_latex(spelling, Symbols(symbol(name, spelling))) == Name(name)
    letters = sum(map(str.isalpha, spelling.replace(r"\mathit", "").replace(r"\mathrm", "")))
    assert letters == 1 or spelling[0] == "\\" or "_" in spelling  # nothing that is set as a product of letters


def test_random_values() -> None:
    draw = random.Random(20240611)
    names = ["p", "piB", "pi", "x", "y", "n", "p00", "w_sub", "share", "p_hat", "q", "e_ns"]

    def polynomial() -> RationalFunction:
        terms = RationalFunction.of(0)
        for _ in range(draw.randint(1, 5)):
            term = RationalFunction.of(Fraction(draw.randint(-4, 4) or 1, draw.choice([1, 1, 2, 3])))
            for name in draw.sample(names, draw.randint(0, 3)):
                term = term * variable(name) ** draw.randint(1, 2)
            terms = terms + term
        return terms

    for _ in range(150):
        below = polynomial()
        printed = polynomial() * polynomial() / (RationalFunction.of(1) if below.is_zero() else below)
        assert_read_again(printed)


@pytest.mark.parametrize("key", paper_keys())
def test_the_claims_of_a_paper(key: str) -> None:
    vocabulary = paper_model(key).notation.vocabulary
    trees = []
    for claim in load_paper(key).claims:
        corrected = [claim.correction.statement] if claim.correction is not None else []
        for statement in (*(reading.statement for reading in claim.readings), *corrected):
            for printed in statement.latex:
                try:
                    trees.append(read_latex(printed, vocabulary, slash=statement.slash))
                except ReadingError:
                    told = statement.encode or statement.statement or statement is not claim.main.statement
                    assert told, "only a print that is encoded or stated by hand, or read otherwise, need not be read"
    assert trees
    for tree in trees:
        assert read_latex(to_latex(tree, vocabulary), vocabulary) == tree
        if all(name.name in vocabulary for name in _names(tree)):
            assert read_plain(to_plain(tree), vocabulary) == tree


def _names(tree: Node) -> list[Name]:
    from checks.reading.syntax import nodes

    return [node for node in nodes(tree) if isinstance(node, Name)]


def test_as_an_author_writes_it() -> None:
    p, pi, pi_b, n, x, k = map(variable, ("p", "pi", "piB", "n", "x", "k"))
    yes = p * pi + (1 - p) * pi_b
    assert latex(yes) == r"p \pi + (1 - p) \pi_B"
    assert text(1 - yes) == "1 - p*pi - (1 - p)*piB"
    assert latex(-(p - 1) / p) == r"\frac{1 - p}{p}"
    assert latex((p - 1) / p) == r"-\frac{1 - p}{p}"
    assert latex((k - 1) * (x + k - 2) / (n * (x - 1) ** 2)) == r"\frac{(k - 1) (k + x - 2)}{n (x - 1)^{2}}"
    found = with_share(yes * (1 - yes) / (n * p**2), "lambda")
    assert found is not None
    short, share = found
    assert latex(short) == r"\frac{\lambda (1 - \lambda)}{n p^{2}}"
    assert RationalFunction(share) == yes
    assert short.substitute({"lambda": yes}) == yes * (1 - yes) / (n * p**2)
    assert with_share(pi * (1 - pi) / n, "lambda") is None  # which is short already


def test_a_share_is_a_mixture_where_it_has_a_minus_otherwise() -> None:
    p, q, pi = map(variable, ("p", "q", "pi"))
    warner = (p * pi, (1 - p) * (1 - pi))
    share = (warner[0] + warner[1]).numerator
    mixture = as_mixture(share, warner)
    assert latex(mixture) == r"p \pi + (1 - p) (1 - \pi)"
    assert isinstance(mixture, Mixture)
    assert mixture.terms[0] + mixture.terms[1] == RationalFunction(share)
    forced = ((p + q) * pi, q * (1 - pi))
    assert latex(as_mixture((forced[0] + forced[1]).numerator, forced)) == r"p \pi + q"


def test_declared_spellings_are_used_in_their_context() -> None:
    value = variable("piY") * variable("x")
    exponential = {"x": sympy.exp(sympy.Symbol("epsilon"))}
    with spelt({"piY": r"\theta", "eps": r"\varepsilon"}):
        assert latex(value, exponential) == r"\theta e^{\varepsilon}"
    assert latex(value, exponential) == r"\pi_Y e^{\epsilon}"
