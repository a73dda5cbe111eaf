r"""Entries of a design as a user writes them, read into rational functions of the parameters that occur in them.

An entry is a number (1/3, 0.25), or an expression in plain notation or in LaTeX: `1 - p`, `exp(eps)/(exp(eps) + 2)`,
`\frac{e^\epsilon}{e^\epsilon+2}`. What has a backslash is LaTeX. Names need not be declared: eps, and whatever else
stands in an exponent of e, is a privacy budget, at least 0; every other name is a number from 0 to 1 unless its range
is given. The readers of `checks.reading` do the work; nothing is evaluated as code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from checks.arguments.design import DesignArgumentError, Level, exact_point
from checks.interpreter import Interpreter, Notation
from checks.own_papers.declarations import read_declarations
from checks.own_papers.notation import OwnNotation
from checks.reading import Declaration, ReadingError, Symbols, read_latex, read_plain, symbol
from checks.reading import syntax as tree
from checks.reading.lexis import Token
from checks.reading.plain_tokens import RESERVED_WORDS, plain_tokens
from checks.reading.syntax import BUILT_IN_FUNCTIONS
from checks.reading.tokens import latex_tokens
from checks.values import MeaninglessError
from mechanisms.domain import Domain, DomainError, Parameter, above, within
from mechanisms.rational import RationalFunction

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
        rows: one row a truth.
        domain: of the parameters that are left.

    """

    rows: tuple[tuple[RationalFunction, ...], ...]
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
    budgets = _budgets(nodes, free, own)
    domain = _domain(free, budgets, own)
    point = _point(values, domain, own, source)
    reader = Interpreter(Notation(vocabulary, domain))
    rows = []
    for line, places in zip(nodes, cells, strict=True):
        rows.append(tuple(_entry(node, cell, reader, point) for node, cell in zip(line, places, strict=True)))
    left = Domain.of(
        *(p for p in domain.parameters if p.name not in point),
        exponentials={b: v for b, v in domain.exponentials if v not in point},
    )
    return Entries(tuple(rows), left)


def _entry(node: tree.Node, cell: Cell, reader: Interpreter, point: Mapping[str, RationalFunction]) -> RationalFunction:
    try:
        value = reader.number(node)
        foreign = [name for name in value.names if name not in reader.notation.domain.names]
        if foreign:
            raise MeaninglessError(f"{foreign[0]} is no rational function of the parameters")
        return value.substitute({name: v for name, v in point.items() if name in value.names})
    except ZeroDivisionError as error:
        raise DesignArgumentError(f"{cell.place}: the entry divides by zero at these values") from error
    except (MeaninglessError, ReadingError, ValueError) as error:
        raise DesignArgumentError(f"{cell.place}: {error}") from error


def _node(cell: Cell, vocabulary: Symbols) -> tree.Node:
    try:
        return read_latex(cell.text, vocabulary) if "\\" in cell.text else read_plain(cell.text, vocabulary)
    except ReadingError as error:
        raise DesignArgumentError(f"{cell.place}: {error}") from error


# -- names -------------------------------------------------------------------------------------------------------------


def _names_in(cell: Cell) -> list[Declaration]:
    try:
        if "\\" in cell.text:
            return list(_declared(_latex_names(latex_tokens(cell.text))))
        words = [token.value for token in plain_tokens(cell.text) if token.kind == "name"]
    except ReadingError as error:
        raise DesignArgumentError(f"{cell.place}: {error}") from error
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
            for part in tree.nodes(node):
                exponents: tuple[tree.Node, ...] = ()
                if isinstance(part, tree.Apply) and part.function == "exp":
                    exponents = part.arguments
                elif isinstance(part, tree.Power) and part.base == tree.Constant("e"):
                    exponents = (part.exponent,)
                found |= {name for name in free for exponent in exponents if _occurs(name, exponent)}
    return [name for name in free if name in found]


# -- where the parameters live -----------------------------------------------------------------------------------------


def _declarations(parameters: Mapping[str, Any], source: str) -> OwnNotation:
    from checks.claim import PaperError

    try:
        own = OwnNotation(read_declarations({"symbols": dict(parameters)}, source), source)
        assert own.vocabulary is not None
        assert own.domain is not None
    except PaperError as error:
        raise DesignArgumentError(str(error).replace("[symbols]", "[parameters]")) from error
    return own


def _domain(free: Sequence[str], budgets: Sequence[str], own: OwnNotation) -> Domain:
    """Each name with its declared range, else from 0 to 1; a budget eps by x = e^eps."""
    declared = {parameter.name: parameter for parameter in own.domain.parameters}
    plain = [name for name in free if name not in budgets]
    variables = {budget: _exponential(budget, budgets, plain) for budget in budgets}
    parameters: list[Parameter] = [declared.get(name) or within(name, 0, 1) for name in plain]
    parameters += [above(variable, 1, closed=True) for variable in variables.values()]
    return Domain.of(*parameters, exponentials=variables)


def _exponential(budget: str, budgets: Sequence[str], taken: Sequence[str]) -> str:
    return "x" if len(budgets) == 1 and "x" not in taken else f"x_{budget}"


def _point(values: Values, domain: Domain, own: OwnNotation, source: str) -> dict[str, RationalFunction]:
    """The values by variable, inside the ranges that are declared."""
    point = exact_point(values, domain, source)
    declared = {symbol.name for symbol in own.declared.symbols}
    try:
        domain.at({name: value for name, value in point.items() if name in declared})
    except DomainError as error:
        raise DesignArgumentError(f"{source}: {error}") from error
    return {name: RationalFunction.of(value) for name, value in point.items()}
