"""One relaxation of a randomized response: sections 1 to 3.2, appendices A and B.

The printed values a, b, c, d are different elements of [m], say 1, 2, 3, 4: all values are treated alike. Probabilities
come from the protocol: a first response with guarantee eps1, a second one drawn given the first and the truth by a step
with free parameters, which are p_a, p_b where m = 2 and p_aa, p_ba, p_bb else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from checks.interpreter import Interpreter, links
from checks.interpreter.values import Coordinates, MeaninglessError, SetValue, Value
from checks.reading import syntax as tree
from derivations.arithmetic.meaning import relation_formula
from derivations.theorems.relaxations import one_relaxation
from mechanisms.exact.domain import Parameter, above, integer, within
from mechanisms.exact.formula import FALSE, Formula, all_of, at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

RESPONSES = ("o1", "o2")
LABELS = ("a", "b", "c", "d")

PARAMETERS: tuple[Parameter, ...] = (
    integer("m", 2),
    integer("n", 1),
    *(above(name, 1, closed=True) for name in ("z", "x", "y")),
    *(within(name, 0, 1) for name in ("p_a", "p_b", "p_aa", "p_ba", "p_bb")),
)
CONDITIONS: tuple[Formula, ...] = (at_least(1, Polynomial.variable("p_ba") + Polynomial.variable("p_bb")),)
EXPONENTIALS: Mapping[str, str] = {"eps": "z", "eps1": "x", "eps2": "y"}


def current(interpreter: Interpreter, name: str) -> RationalFunction:
    """The value that a name has now: the one that is put in for it, else the variable."""
    return interpreter.at.get(name, one_relaxation.variable(name))


def size_of(interpreter: Interpreter) -> RationalFunction | int:
    """The number of values: m, or the number that is put in for it."""
    size = current(interpreter, "m")
    return size if size.names else int(size.evaluate({}))


def values_of(interpreter: Interpreter) -> SetValue:
    """[m] = {1, ..., m}."""
    size = RationalFunction.of(size_of(interpreter))

    def member(z: Coordinates) -> Formula:
        if not z[0].names and z[0].evaluate({}).denominator != 1:
            return FALSE
        return all_of([relation_formula(RationalFunction.of(1), "<=", z[0]), relation_formula(z[0], "<=", size)])

    return SetValue(1, member)


def _label(position: int) -> Callable[[Interpreter], Value]:
    return lambda interpreter: RationalFunction.of(position)


NAMES: Mapping[str, Callable[[Interpreter], Value]] = {
    "values": values_of,
    **{label: _label(position) for position, label in enumerate(LABELS, start=1)},
}
FUNCTIONS: Mapping[str, Callable[[Interpreter, tree.Apply], Value]] = {}
OPERATORS: Mapping[str, Callable[[Interpreter, tree.Operate], Value]] = {}


def _equations(nodes: Sequence[tree.Node]) -> Iterator[tuple[str, tree.Node]]:
    """(name, value) of the equations in an event; a response that is printed alone is equal to itself."""
    for node in nodes:
        match node:
            case tree.Chain(relations=("=",)):
                for left, _, right in links(node):
                    yield (left.name if isinstance(left, tree.Name) else ""), right
            case tree.Name(name=name):
                yield name, node
            case tree.Product(factors=factors):
                yield from _equations(factors)
            case _:
                yield "", node


def probability(interpreter: Interpreter, node: tree.Operate) -> Value | None:
    """Pr(o_1 and o_2 are these | X, perhaps o_1), from the law of both responses; None for other events."""
    asked, given = list(_equations(node.arguments)), list(_equations(node.given))
    names = {name for name, _ in asked} | {name for name, _ in given} - {"X"}
    if not names <= {*RESPONSES} or "X" not in dict(given):
        return None
    spoken = [(name, _element(interpreter, value)) for name, value in (*asked, *given)]
    order = {element: index for index, element in enumerate(dict.fromkeys(element for _, element in spoken))}
    truth = next(order[element] for name, element in spoken if name == "X")
    wanted = [(name, order[element]) for name, element in spoken[: len(asked)]]
    known = [(name, order[element]) for name, element in spoken[len(asked) :] if name != "X"]
    both = _mass(interpreter, truth, [*wanted, *known], len(order))
    if not known:
        return both
    condition = _mass(interpreter, truth, known, len(order))
    interpreter.divisors.append(condition)
    return both / condition


def _element(interpreter: Interpreter, node: tree.Node) -> int:
    """The element of [m] that is printed."""
    value = interpreter.number(node)
    if value.names or value.evaluate({}).denominator != 1:
        raise MeaninglessError(f"'{interpreter.print(node)}' is no value of X that is known here")
    return int(value.evaluate({}))


def _mass(interpreter: Interpreter, truth: int, events: Sequence[tuple[str, int]], named: int) -> RationalFunction:
    """P(all of these responses | truth) with the values that the parameters have now."""
    if len(dict(events)) < len(set(events)):
        return RationalFunction.of(0)
    wanted, size = dict(events), size_of(interpreter)
    if isinstance(size, int) and named > size:
        raise MeaninglessError(f"more than m = {size} different values are spoken of")
    if "o2" in wanted:
        steps = (one_relaxation.free_step(size),)
        asked = tuple(wanted.get(name) for name in RESPONSES)
        found = one_relaxation.probability(truth, asked, steps, named, size)
    else:
        found = one_relaxation.probability(truth, (wanted["o1"],), (), named, size)
    return found.substitute({name: interpreter.at[name] for name in found.names if name in interpreter.at})


def sum_over_values(interpreter: Interpreter, node: tree.BigSum) -> Value | None:
    """The sum over all values b other than a: m - 1 terms, which are alike."""
    match node:
        case tree.BigSum(
            index=tree.Name(name=name),
            condition=tree.Chain(members=(tree.Name(name=summed), tree.Name(name=left_out)), relations=("!=",)),
            body=body,
        ) if name == summed and {summed, left_out} <= {*LABELS} and summed != left_out:
            return interpreter.number(body) * (RationalFunction.of(size_of(interpreter)) - 1)
    return None
