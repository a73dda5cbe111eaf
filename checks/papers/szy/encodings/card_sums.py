"""Sums over two cards at once: E Y_i Y_j as the paper sums it, in Appendix B.

For any L a sum over the cards is a linear functional of the summand: 1, k, k^2 with p_k give 1, E Y, E Y^2, and
what is quadratic in the proportions gets a name of its own. For three given cards the sums are written out, term by
term, with the bounds and the indices that are printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from checks.interpreter import ONE, ZERO, Interpreter, Obligation
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.szy.existing_surveys import fails_at
from checks.papers.szy.surveys import (
    N,
    Survey,
    improved_christofides,
    improved_christofides_of,
    in_survey,
    settled,
)
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.card_moments import card
from derivations.estimation.finite_population import class_pair_probability
from derivations.estimation.moment_law import variable
from mechanisms.exact.formula import variables
from mechanisms.exact.rational import RationalFunction

PROPORTION = {index: f"p_{index}" for index in ("k", "l", "m", "n")}
"""The proportion of the cards with the number of an index."""

SAME = "same_number"
"""1 where the two numbers of a double sum agree, else 0."""

PAIR = (tree.Name("Y_i"), tree.Name("Y_j"))


def summed_index(node: tree.BigSum) -> str:
    """The index of a sum: the printed one, or the one that the summand has where it lacks the printed one.

    In Appendix B the inner sum is printed over k, but its summand has the index n.
    """
    if node.index is None:
        raise MeaninglessError("a sum over cards has an index")
    index, names = node.index.name, tree.names_in(node.body)
    if index in names or PROPORTION.get(index) in names:
        return index
    excluded = tree.names_in(node.condition) if node.condition is not None else frozenset()
    others = [other for other in PROPORTION if other in names and other not in excluded]
    if len(others) != 1:
        raise MeaninglessError(f"the summand has no index {index}, nor one other index")
    return others[0]


def left_out(node: tree.BigSum) -> str | None:
    """The index m of a sum over k != m; None for a sum from 1 on."""
    match node.condition:
        case None:
            return None
        case tree.Chain(members=(tree.Name(), tree.Name(name=other)), relations=("!=",)):
            return other
    raise MeaninglessError("a sum over cards leaves out one number at most")


def joint_probability(first: str, second: str) -> RationalFunction:
    """P(Y_i = first, Y_j = second) for two cards of one deck of N, with `SAME` for whether the numbers agree."""
    p, q = variable(PROPORTION[first]), variable(PROPORTION[second])
    other, same = class_pair_probability(p, q, N), class_pair_probability(p, None, N)
    return other * (1 - variable(SAME)) + same * variable(SAME)


def event_numbers(node: tree.Operate) -> tuple[str, str]:
    """(m, n) of P(Y_i = m, Y_j = n)."""
    found: list[str] = []
    for drawn, event in zip(PAIR, node.arguments, strict=True):
        match event:
            case tree.Chain(members=(name, tree.Name(name=number)), relations=("=",)) if name == drawn:
                found.append(number)
    if len(found) != 2:
        raise MeaninglessError("the probability of two cards is printed as P(Y_i = m, Y_j = n)")
    return found[0], found[1]


# -- for any number of cards -------------------------------------------------------------------------------------------


def over_all_cards(interpreter: Interpreter, node: tree.BigSum) -> Value:
    """A sum over the cards 1 to L, of a polynomial in the number and in its proportion."""
    if node.upper != tree.Name("L") or (node.condition is None and node.lower != tree.Number("1")):
        raise MeaninglessError(f"'{interpreter.print(node)}': for any L only sums over all cards have a value")
    index, excluded = summed_index(node), left_out(node)
    body = interpreter.number(node.body)
    agreeing = body.derivative(SAME)
    total = functional(body - agreeing * variable(SAME), index)
    if excluded is not None:
        return settled(interpreter, total - at_number(body - agreeing * variable(SAME), index, excluded))
    if not agreeing.is_zero():
        (other,) = {i for i in PROPORTION if i != index and PROPORTION[i] in body.names}
        total = total + at_number(agreeing, index, other)
    return settled(interpreter, total)


def at_number(value: RationalFunction, index: str, number: str) -> RationalFunction:
    """The summand at the index `number`."""
    return value.substitute({index: variable(number), PROPORTION[index]: variable(PROPORTION[number])})


def functional(body: RationalFunction, index: str) -> RationalFunction:
    """The sum over all numbers: k^a p_k becomes E Y^a, and k^a p_k^b for b > 1 a name of its own."""
    law = improved_christofides().card
    assert law is not None
    total = ZERO
    for share, by_share in body.numerator.coefficients_in(PROPORTION[index]).items():
        for power, coefficient in by_share.coefficients_in(index).items():
            if share == 0:
                raise MeaninglessError("a sum over all cards of something without a proportion")
            moment = law.law.moment((power,)) if share == 1 else variable(f"sum_of_k^{power}_p^{share}")
            total = total + moment * coefficient
    return total / body.denominator


# -- for three given cards ---------------------------------------------------------------------------------------------


@dataclass
class ThreeCards:
    """The numbers 1, 2, 3 with proportions p_1, p_2, p_3, and N cards for a given N: sums are written out."""

    size: int
    largest: int = 3
    numbers: dict[str, int] = field(default_factory=dict)

    def share(self, number: int) -> RationalFunction:
        """The proportion of a number; zero for what is on no card."""
        return variable(f"p_{number}") if 1 <= number <= self.largest else ZERO

    def summed(self, interpreter: Interpreter, node: tree.BigSum) -> Value:
        """The sum from 1 to the printed bound, or over all numbers up to it but one."""
        bounds: Mapping[tree.Node | None, int] = {tree.Name("N"): self.size, tree.Name("L"): self.largest}
        if node.upper not in bounds:
            raise MeaninglessError(f"'{interpreter.print(node)}': a sum over cards ends at L, or at N as it is printed")
        index, excluded = summed_index(node), left_out(node)
        total = ZERO
        for number in range(1, bounds[node.upper] + 1):
            if excluded is None or number != self.numbers[excluded]:
                kept, self.numbers = self.numbers, {**self.numbers, index: number}
                total = total + interpreter.number(node.body)
                self.numbers = kept
        return total

    def probability(self, interpreter: Interpreter, node: tree.Operate) -> Value:
        """P(Y_i = m, Y_j = n) at the numbers of the term."""
        first, second = (self.numbers[name] for name in event_numbers(node))
        p, q = self.share(first), self.share(second)
        return class_pair_probability(p, None if first == second else q, self.size)

    def meanings(self) -> dict[str, Callable[[Interpreter], Value]]:
        """The indices and their proportions, at the numbers of the term."""

        def number(index: str) -> Callable[[Interpreter], Value]:
            return lambda interpreter: RationalFunction.of(self._at(index))

        def proportion(index: str) -> Callable[[Interpreter], Value]:
            return lambda interpreter: self.share(self._at(index)) if index in self.numbers else variable(f"p_{index}")

        return {
            **{index: number(index) for index in PROPORTION},
            **{PROPORTION[index]: proportion(index) for index in PROPORTION},
        }

    def _at(self, index: str) -> int:
        if index not in self.numbers:
            raise MeaninglessError(f"the index {index} has no value in this term")
        return self.numbers[index]


def _survey_of_three() -> Survey:
    p1, p2 = variable("p_1"), variable("p_2")
    return improved_christofides_of(card((p1, p2, 1 - p1 - p2)))


TWO_OF_THREE = {
    "p_1": Fraction(1, 2),
    "p_2": Fraction(0),
    "p_3": Fraction(1, 2),
    "p_l": Fraction(1, 2),
    "L": Fraction(3),
}
"""Two cards, a 1 and a 3."""


def written_out(context: Context, size: int) -> Iterator[Part]:
    """The printed relations for three cards and `size` respondents, every sum written out."""
    outer, cards = context.interpreter, ThreeCards(size)
    inner = in_survey(outer.notation, _survey_of_three())
    notation = replace(
        inner,
        names={**inner.names, **cards.meanings()},
        operators={**inner.operators, "P": cards.probability},
        sums=cards.summed,
    )
    at = {**outer.at, "N": RationalFunction.of(size), "L": RationalFunction.of(3)}
    whole = relation_formula(variable("p_1") + variable("p_2") + variable("p_3"), "=", ONE)
    given = [h for h in outer.given if not {"N", "L"} & variables(h)]
    reader = Interpreter(notation, (*given, whole), at)
    for node in context.trees():
        for part in reader.obligations(node):
            label = f"{part.label}, for the cards 1, 2, 3 and N = {size}"
            yield fails_at(replace(part, label=label), {**TWO_OF_THREE, "N": Fraction(size)})


def sums_over_two_cards(context: Context) -> Sequence[Part]:
    """The printed chain for a deck of N cards: first at two cards, a 1 and a 3, and if it survives, for all decks."""
    small = list(written_out(context, 2))
    if any(not isinstance(part, Obligation) for part in small):
        return [part for part in small if not isinstance(part, Obligation)]
    outer = context.interpreter
    inner = in_survey(outer.notation, improved_christofides())

    def probability(interpreter: Interpreter, node: tree.Operate) -> Value:
        return settled(interpreter, joint_probability(*event_numbers(node)))

    notation = replace(inner, operators={**inner.operators, "P": probability}, sums=over_all_cards)
    reader = Interpreter(notation, outer.given, outer.at)
    return [*small, *(part for node in context.trees() for part in reader.obligations(node))]


ENCODINGS = {"sums_over_two_cards": sums_over_two_cards}
