"""The values of examples and of the heads of tables: they must lie in the declared ranges of their symbols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.claims.claim import Claim, Statement
from checks.inputs.own_notation import OwnNotation
from checks.interpreter import Interpreter, Notation
from checks.interpreter.values import MeaninglessError
from checks.papers.places import Files, place_of
from checks.reading import read_plain
from checks.reading import syntax as tree
from mechanisms.exact.domain import Parameter
from mechanisms.exact.rational import RationalFunction


def outside_of_ranges(claims: Iterable[Claim], own: OwnNotation, files: Files) -> dict[str, str]:
    """What is said of a value outside of the range of its symbol, for which nothing is claimed; by claim."""
    found: dict[str, str] = {}
    for claim in claims:
        for name, value, entry in _values(claim):
            if said := outside_of_range(name, value, own):
                where = place_of(files, claim.id, value) or own.source
                found.setdefault(claim.id, f"{where}: {claim.heading}{entry}: {said}")
    return found


def outside_of_range(name: str, text: str, own: OwnNotation) -> str:
    """What is said of the value of a symbol outside of its range; "" for one within."""
    variable = own.domain.exponential_names().get(name, name)
    parameter = next((parameter for parameter in own.domain.parameters if parameter.name == variable), None)
    number = None if parameter is None else _value(text, name, own)
    if parameter is None or number is None or _lies_in(number, parameter):
        return ""
    range_of = next(s for s in own.declared.symbols if s.name == name)
    kind = ", an integer" if range_of.integer else ""
    return f"{name} = {text} is outside of its range, {range_of.range or f'{name} >= 0'}{kind}"


def _values(claim: Claim) -> Iterator[tuple[str, str, str]]:
    """Symbol, value, and the entry of a table that it belongs to."""
    statements: list[Statement] = [reading.statement for reading in claim.readings]
    for statement in statements:
        yield from ((name, value, "") for name, value in statement.at)
        for entry in statement.table.entries() if statement.table is not None else ():
            yield from ((name, value, f", {entry.label}") for name, value in entry.at)


def _value(text: str, name: str, own: OwnNotation) -> RationalFunction | None:
    """The value, of a budget its exponential where that is a fraction; None where it is no number."""
    reader = Interpreter(Notation(own.vocabulary, own.domain))
    node = read_plain(text, own.vocabulary)
    try:
        if name not in own.domain.exponential_names():
            return reader.number(node)
        if isinstance(node, tree.Apply) and node.function == "log":
            return reader.number(node.arguments[0])
        exponent = reader.number(node)
        # The exponential of another number lies on the same side of 1 as the number plus 1.
        return exponent + RationalFunction.of(1)
    except (MeaninglessError, ZeroDivisionError):
        return None  # reported with the verdict


def _lies_in(value: RationalFunction, parameter: Parameter) -> bool:
    return bool(value.names) or all(
        fact.holds_at({parameter.name: value.evaluate({})}) for fact in parameter.hypotheses()
    )
