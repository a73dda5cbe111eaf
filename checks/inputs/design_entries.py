r"""Entries of a design as a user writes them, read into rational functions of the parameters that occur in them.

An entry is a number (1/3, 0.25), or an expression in plain notation or in LaTeX: `1 - p`, `exp(eps)/(exp(eps) + 2)`,
`\frac{e^\epsilon}{e^\epsilon+2}`, `exp(eps/2)/(exp(eps/2) + 1)`, `sqrt(2)/2`. What has a backslash is LaTeX. Names need
not be declared: eps, and whatever else stands in an exponent of e, is a privacy budget, at least 0; every other name is
a number from 0 to 1 unless its range is given. The readers of `checks.reading` do the work; nothing is evaluated as
code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy

from checks.claims.claim import PaperError
from checks.inputs.declarations import read_declarations
from checks.inputs.design import DesignArgumentError, Level
from checks.inputs.irrational_entries import (
    Irrational,
    RootError,
    exponents,
    in_parts,
    irrational,
    parts_of_budgets,
    powers_met,
    unfinished_budgets,
)
from checks.inputs.own_notation import OwnNotation
from checks.inputs.parameter_values import ExactPoint, exact_point, left_over, powers_of_e
from checks.interpreter import Interpreter, Notation
from checks.interpreter.values import MeaninglessError
from checks.reading import Declaration, ReadingError, Symbols, read_latex, read_plain, symbol
from checks.reading import syntax as tree
from checks.reading.lexis import Token
from checks.reading.plain_tokens import RESERVED_WORDS, plain_tokens
from checks.reading.syntax import BUILT_IN_FUNCTIONS
from checks.reading.tokens import latex_tokens
from mechanisms.exact.domain import Domain, DomainError, Parameter, above, within
from mechanisms.exact.rational import RationalFunction

BUDGET = "eps"
MAXIMAL_PARAMETERS = 40
_LETTERS = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau "
    "phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
)
GREEK = frozenset(_LETTERS.split())
_SAME = {"epsilon": BUDGET, "varepsilon": BUDGET, "vartheta": "theta", "varphi": "phi"}
Values = Mapping[str, Fraction | Level]


@dataclass(frozen=True)
class Cell:
    """The text of one entry and where it stands; `node` where it has been read already."""

    text: str
    place: str
    node: tree.Node | None = None


def read_matrix(text: str, source: str) -> tuple[list[list[Cell]], tuple[Declaration, ...]]:
    """The cells of a matrix in LaTeX, and the names that occur in it; DesignArgumentError with a caret."""
    try:
        names = tuple(_declared(_latex_names(latex_tokens(text))))
        matrix = read_latex(text, Symbols(*names))
    except (ReadingError, ValueError) as error:
        raise DesignArgumentError(f"{source}: {error}") from error
    if not isinstance(matrix, tree.Matrix):
        raise DesignArgumentError(f"{source}: a matrix such as \\begin{{pmatrix}} ... \\end{{pmatrix}} is needed")
    rows = [
        [Cell("", f"{source}: row {i}, entry {j}", node) for j, node in enumerate(row, 1)]
        for i, row in enumerate(matrix.rows, 1)
    ]
    return rows, names


@dataclass(frozen=True)
class Entries:
    """The entries of a design over a domain.

    Attributes:
        rows: one row a truth; sympy expressions for entries with roots of numbers.
        domain: of the parameters that are left.

    """

    rows: tuple[tuple[RationalFunction | sympy.Expr, ...], ...]
    domain: Domain


def read_entries(
    cells: Sequence[Sequence[Cell]],
    parameters: Mapping[str, Any],
    names: Sequence[Declaration],
    values: Values,
    source: str,
) -> Entries:
    """The entries at the given values of some parameters.

    `parameters` are the ranges of a file, as claims files declare symbols; `names` those that a matrix in LaTeX holds.
    Raises DesignArgumentError, with the place, for what cannot be read, for unknown names and values out of range.
    """
    own = _declarations(parameters, source)
    known = {declaration.name: declaration for declaration in (*own.vocabulary, *names)}
    for row in cells:
        for cell in row:
            if cell.node is None:
                for declaration in _names_in(cell):
                    known.setdefault(declaration.name, declaration)
    vocabulary = Symbols(*(d for d in known.values() if d.name not in ("e", "infinity") and d.kind == "symbol"))
    nodes = [[cell.node or _node(cell, vocabulary) for cell in row] for row in cells]
    free = [name for name in known if any(_occurs(name, node) for row in nodes for node in row)]
    if len(free) > MAXIMAL_PARAMETERS:
        raise DesignArgumentError(f"{source}: {len(free)} names occur; at most {MAXIMAL_PARAMETERS} are read")
    reader, domain, read = _read(nodes, cells, vocabulary, free, own, source)
    point = _point(values, domain, own, source)
    powers, constants = powers_of_e({**point.powers_of_e, **powers_met(reader, read)}, source)
    try:
        meant = irrational(reader, point.rational)
    except MeaninglessError as error:
        met = error.name if isinstance(error, RootError) else ""
        pairs = (
            (value, cell) for line, row in zip(read, cells, strict=True) for value, cell in zip(line, row, strict=True)
        )
        place = next((cell.place for value, cell in pairs if met in value.names), source)
        raise DesignArgumentError(f"{place}: {error}") from error
    rational = {**{name: RationalFunction.of(value) for name, value in point.rational.items()}, **powers}
    meant = replace(meant, point=rational, surds={**meant.surds, **point.surds})
    rows = [
        tuple(_entry(value, cell, meant) for value, cell in zip(line, places, strict=True))
        for line, places in zip(read, cells, strict=True)
    ]
    return Entries(tuple(rows), left_over(domain, point, constants))


def _read(
    nodes: Sequence[Sequence[tree.Node]],
    cells: Sequence[Sequence[Cell]],
    vocabulary: Symbols,
    free: Sequence[str],
    own: OwnNotation,
    source: str,
) -> tuple[Interpreter, Domain, list[list[RationalFunction]]]:
    """The entries, read, with the interpreter that knows the roots in them, and the domain of the parameters."""
    budgets = _budgets(nodes, free, own)
    try:
        parts = parts_of_budgets([node for row in nodes for node in row], budgets, vocabulary)
        while True:
            domain = _domain(free, parts, own)
            reader = Interpreter(Notation(vocabulary, domain))
            read = [
                [_number(in_parts(node, parts), cell, reader) for node, cell in zip(line, places, strict=True)]
                for line, places in zip(nodes, cells, strict=True)
            ]
            unfinished = unfinished_budgets(reader)
            if not unfinished:
                break
            parts.update({budget: 2 * parts[budget] for budget in unfinished})
    except MeaninglessError as error:
        raise DesignArgumentError(f"{source}: {error}") from error
    written = {budget if parts[budget] == 1 else f"{budget}/{parts[budget]}": v for budget, v in domain.exponentials}
    return reader, Domain.of(*domain.parameters, exponentials=written), read


def _number(node: tree.Node, cell: Cell, reader: Interpreter) -> RationalFunction:
    try:
        return reader.number(node)
    except ZeroDivisionError as error:
        raise DesignArgumentError(f"{cell.place}: the entry divides by zero at all values") from error
    except (MeaninglessError, ReadingError, ValueError) as error:
        raise DesignArgumentError(f"{cell.place}: {error}") from error


def _entry(value: RationalFunction, cell: Cell, meant: Irrational) -> RationalFunction | sympy.Expr:
    try:
        return meant.of(value)
    except ZeroDivisionError as error:
        raise DesignArgumentError(f"{cell.place}: the entry divides by zero at these values") from error


def _node(cell: Cell, vocabulary: Symbols) -> tree.Node:
    try:
        return read_latex(cell.text, vocabulary) if "\\" in cell.text else read_plain(cell.text, vocabulary)
    except ReadingError as error:  # an entry stands in one line: the caret says where
        raise DesignArgumentError(f"{cell.place}: {error.reason}\n{error.excerpt}") from error


# -- names -------------------------------------------------------------------------------------------------------------


def _names_in(cell: Cell) -> list[Declaration]:
    try:
        if "\\" in cell.text:
            return list(_declared(_latex_names(latex_tokens(cell.text))))
        words = [token.value for token in plain_tokens(cell.text) if token.kind == "name"]
    except ReadingError as error:
        raise DesignArgumentError(f"{cell.place}: {error.reason}\n{error.excerpt}") from error
    return [
        symbol(word, *spellings(word))
        for word in dict.fromkeys(words)
        if word not in BUILT_IN_FUNCTIONS and word not in RESERVED_WORDS and word not in ("e", "infinity")
    ]


def spellings(word: str) -> tuple[str, ...]:
    """How LaTeX spells a name of the plain notation."""
    base, _, script = word.partition("_")
    commands = [name for name in sorted(GREEK) if _SAME.get(name, name) == base]
    heads = [f"\\{name}" for name in commands] or [base if len(base) == 1 else rf"\mathrm{{{base}}}"]
    return tuple(f"{head}_{{{script}}}" if script else head for head in heads)


def _latex_names(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """(name, script) of each letter, Greek letter and their indices, other than e."""
    for i, token in enumerate(tokens):
        before = tokens[i - 1].value if i else ""
        letter = token.kind == "letter" and (token.value != "e" or _script(tokens, i + 1))
        greek = token.kind == "command" and token.value[1:] in GREEK
        if (letter or greek) and before != "_" and not (before == "{" and i > 1 and tokens[i - 2].value == "_"):
            base = token.value.removeprefix("\\")
            yield _SAME.get(base, base), _script(tokens, i + 1)


def _script(tokens: Sequence[Token], start: int) -> str:
    """The letters and digits of an index, or ""."""
    if start >= len(tokens) or tokens[start].value != "_":
        return ""
    if tokens[start + 1].value != "{":
        return tokens[start + 1].value.removeprefix("\\")
    inside = []
    for token in tokens[start + 2 :]:
        if token.value == "}":
            break
        inside.append(token.value.removeprefix("\\"))
    text = "".join(inside)
    return text if text.isalnum() else ""


def _declared(names: Iterator[tuple[str, str]]) -> Iterator[Declaration]:
    for base, script in dict.fromkeys(names):
        word = f"{base}_{script}" if script else base
        yield symbol(word, *spellings(word))


def _occurs(name: str, node: tree.Node) -> bool:
    return any(isinstance(part, tree.Name) and part.name == name for part in tree.nodes(node))


def _budgets(nodes: Sequence[Sequence[tree.Node]], free: Sequence[str], own: OwnNotation) -> list[str]:
    """Names that begin with eps, are declared to be budgets, or stand in an exponent of e."""
    found = {name for name in free if name == "epsilon" or name.split("_")[0].rstrip("0123456789") == BUDGET}
    found |= {declared.name for declared in own.declared.symbols if declared.budget}
    for row in nodes:
        for node in row:
            found |= {name for name in free for exponent in exponents(node) if _occurs(name, exponent)}
    return [name for name in free if name in found]


# -- where the parameters live -----------------------------------------------------------------------------------------


def _declarations(parameters: Mapping[str, Any], source: str) -> OwnNotation:
    try:
        own = OwnNotation(read_declarations({"symbols": dict(parameters)}, source), source)
        assert own.vocabulary is not None
        assert own.domain is not None
    except PaperError as error:
        raise DesignArgumentError(str(error).replace("[symbols]", "[parameters]")) from error
    return own


def _domain(free: Sequence[str], parts: Mapping[str, int], own: OwnNotation) -> Domain:
    """Each name with its declared range, else from 0 to 1; a budget eps by x = e^eps, or u = e^(eps/m)."""
    declared = {parameter.name: parameter for parameter in own.domain.parameters}
    plain = [name for name in free if name not in parts]
    variables = {budget: _exponential(budget, parts, plain) for budget in parts}
    parameters: list[Parameter] = [declared.get(name) or within(name, 0, 1) for name in plain]
    parameters += [above(variable, 1, closed=True) for variable in variables.values()]
    return Domain.of(*parameters, exponentials=variables)


def _exponential(budget: str, parts: Mapping[str, int], taken: Sequence[str]) -> str:
    letter = "x" if parts[budget] == 1 else "u"
    return letter if len(parts) == 1 and letter not in taken else f"{letter}_{budget}"


def _point(values: Values, domain: Domain, own: OwnNotation, source: str) -> ExactPoint:
    """The values by variable, the rational ones inside the ranges that are declared."""
    point = exact_point(values, domain, source)
    declared = {symbol.name for symbol in own.declared.symbols}
    try:
        domain.at({name: value for name, value in point.rational.items() if name in declared})
    except DomainError as error:
        raise DesignArgumentError(f"{source}: {error}") from error
    return point
