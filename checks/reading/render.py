"""Printing a syntax tree, as LaTeX and in the plain notation.

Reading what is printed here gives the same tree again. The exceptions are trees that no formula reads as: an open
interval where nothing says that a set is meant, a `Listing` other than at the start of a statement, and what is
beyond the limits on depth, size and exponents.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from itertools import pairwise
from typing import ClassVar

from .grammar.precedence import AND, ANY, OR, POWER, PRODUCT, RELATION, SET, SUM
from .symbols import Kind, Symbols
from .syntax import (
    STATEMENTS,
    Apply,
    ArgMax,
    ArgMin,
    BigProduct,
    BigSum,
    Branch,
    Cases,
    Chain,
    Conjunction,
    Connective,
    Constant,
    Derivative,
    Disjunction,
    Dots,
    EmptySet,
    EvaluatedAt,
    ExtremeValue,
    Interval,
    Limit,
    Listing,
    Mapping,
    Matrix,
    Name,
    Negate,
    Node,
    Number,
    Operate,
    Power,
    Product,
    Quotient,
    SetBuilder,
    SetDisplay,
    SetOperation,
    Sum,
    TupleNode,
    nodes,
)
from .tokens import latex_tokens

_ATOM = POWER + 1
_TRANSPOSED = (r"\top", r"\intercal", r"\mathsf T")  # the first that is no name


def to_latex(node: Node, symbols: Symbols) -> str:
    """The tree in LaTeX, names in their first declared spelling; KeyError for a name that is not declared."""
    return _Latex(symbols).print(node)


def to_plain(node: Node) -> str:
    """The tree in the plain notation."""
    return _Plain().print(node)


def _begins_with_a_list(node: Node) -> bool:
    """Whether a list that shares a relation stands first in a statement from which another follows."""
    return isinstance(node, Connective) and _shares_a_relation(node.members[0])


def _shares_a_relation(node: Node) -> bool:
    """Whether this is a chain of relations that several expressions share, as in x, y > 0."""
    return isinstance(node, Chain) and isinstance(node.members[0], Listing)


class _Printer(ABC):
    """What both notations share: operators and where they need brackets."""

    connectives: ClassVar[dict[str, str]]
    relations: ClassVar[dict[str, str]]
    set_operations: ClassVar[dict[str, str]]
    and_: str
    or_: str
    arrow: str
    open_brace: str
    close_brace: str

    @abstractmethod
    def name(self, name: str) -> str:
        """The declared name as printed."""

    @abstractmethod
    def level(self, node: Node) -> int:
        """How tightly the printed form binds."""

    @abstractmethod
    def special(self, node: Node) -> str:
        """Print a node that the notations print differently."""

    def brackets(self, inside: str) -> str:
        """Put brackets around."""
        return f"({inside})"

    def print(self, node: Node, minimum: int = ANY) -> str:
        """The node, in brackets if it binds less tightly than `minimum`."""
        return self.bare(node) if self.level(node) >= minimum else self.brackets(self.enclosed(node))

    def list(self, nodes: Iterable[Node]) -> str:
        """Nodes with commas between them."""
        return ", ".join(map(self.entry, nodes))

    def entry(self, node: Node) -> str:
        """A node between delimiters; one that begins with a list of its own stands in brackets."""
        has_list = _begins_with_a_list(node) or _shares_a_relation(node)
        return self.brackets(self.enclosed(node)) if has_list else self.enclosed(node)

    def enclosed(self, node: Node) -> str:
        """The node between delimiters, where only its first statement may begin with a list without brackets."""
        if not isinstance(node, Connective):
            return self.bare(node)
        return self.connected(node, [self.joined(member, OR) for member in node.members[1:]])

    def connected(self, node: Connective, others: Iterable[str]) -> str:
        """The first statement, and the others behind their connectives."""
        right = zip(node.connectives, node.members[1:], others, strict=True)
        return self.print(node.members[0], OR) + "".join(f" {self.connective(c, m)} {other}" for c, m, other in right)

    def joined(self, node: Node, minimum: int) -> str:
        """One of several statements; a list that shares a relation would belong to the statement before it."""
        return self.brackets(self.print(node)) if _shares_a_relation(node) else self.print(node, minimum)

    def bare(self, node: Node) -> str:
        """The node without brackets around it."""
        match node:
            case Number(text=text):
                return text
            case Name(name=name) | Constant(name=name):
                return self.name(name)
            case Sum(terms=terms):
                return self.sum(terms)
            case Negate(term=term):
                return f"-{self.print(term, PRODUCT)}"
            case Chain(members=members, relations=relations):
                signs = [self.relations.get(relation, relation) for relation in relations]
                # A list that shares the relation stands before it without brackets.
                first = self.bare(members[0]) if isinstance(members[0], Listing) else self.print(members[0], SET)
                right = (f" {sign} {self.print(member, SET)}" for sign, member in zip(signs, members[1:], strict=True))
                return first + "".join(right)
            case Connective(members=members):
                return self.connected(node, [self.print(member, OR) for member in members[1:]])
            case Disjunction(items=items):
                return self.or_.join(self.joined(item, AND) for item in items)
            case Conjunction(items=items):
                return self.and_.join(self.joined(item, RELATION) for item in items)
            case Listing(items=items):
                return ", ".join(self.print(item, SET) for item in items)
            case SetOperation(operation="times", operands=operands):
                return f" {self.set_operations['times']} ".join(self.print(o, POWER) for o in operands)
            case SetOperation(operation=operation, operands=operands):
                return f" {self.set_operations[operation]} ".join(self.print(o, SUM) for o in operands)
            case Mapping(function=function, source=source, target=target):
                return f"{self.name(function.name)} : {self.print(source, SET)} {self.arrow} {self.print(target, SET)}"
            case TupleNode(items=items):
                return self.brackets(self.list(items))
            case SetDisplay(elements=elements):
                return f"{self.open_brace}{self.list(elements)}{self.close_brace}"
            case SetBuilder(element=element, condition=condition):
                return f"{self.open_brace}{self.list((element,))} : {self.print(condition)}{self.close_brace}"
            case Interval(low=low, high=high, closed_low=closed_low, closed_high=closed_high):
                return f"{'[' if closed_low else '('}{self.list((low, high))}{']' if closed_high else ')'}"
            case _:
                return self.special(node)

    def connective(self, connective: str, condition: Node) -> str:
        """The connective before a condition."""
        return self.connectives[connective]

    def sum(self, terms: tuple[Node, ...]) -> str:
        """Terms with their signs."""
        printed = self.print(terms[0]) if isinstance(terms[0], Negate) else self.print(terms[0], PRODUCT)
        for term in terms[1:]:
            if isinstance(term, Negate):
                printed += f" - {self.print(term.term, PRODUCT)}"
            else:
                printed += f" + {self.print(term, PRODUCT)}"
        return printed

    def variables_and_domain(self, node: ArgMin | ArgMax | ExtremeValue) -> str:
        """What is printed below an extremum."""
        variables = ", ".join(self.name(variable.name) for variable in node.variables)
        if node.jointly:
            variables = f"({variables})"
        if node.domain is None:
            return variables
        if not variables:
            return self.print(node.domain)
        return f"{variables} {self.relations.get('in', 'in')} {self.print(node.domain, SET)}"

    def index_and_lower(self, node: BigSum | BigProduct) -> str:
        """What is printed below a big operator."""
        lower = ""
        if node.index is not None and (node.lower is not None or node.condition is None):
            lower = self.name(node.index.name) + ("" if node.lower is None else f" = {self.print(node.lower, SET)}")
        if node.condition is None:
            return lower
        return lower + self.and_ * bool(lower) + self.print(node.condition, RELATION if lower else ANY)


_LEVELS: dict[type[Node], int] = {
    Connective: ANY,
    Disjunction: OR,
    Conjunction: AND,
    Listing: AND,
    Chain: RELATION,
    Mapping: RELATION,
    SetOperation: SET,
    Sum: SUM,
    Negate: SUM,
    Product: PRODUCT,
    Power: POWER,
}


class _Plain(_Printer):
    connectives: ClassVar[dict[str, str]] = {
        "implies": "=>", "iff": "<=>", "if": "if", "for all": "forall", "where": "where",
        "as": "as",
    }  # fmt: skip
    relations: ClassVar[dict[str, str]] = {}
    set_operations: ClassVar[dict[str, str]] = {"cup": "cup", "cap": "cap", "setminus": "setminus", "times": "times"}
    and_, or_, arrow = " and ", " or ", "->"
    open_brace, close_brace = "{", "}"

    def name(self, name: str) -> str:
        """The declared name as printed."""
        return name

    def level(self, node: Node) -> int:
        """How tightly the printed form binds."""
        if isinstance(node, Quotient) or (isinstance(node, SetOperation) and node.operation == "times"):
            return PRODUCT
        if isinstance(node, Apply) and node.function == "factorial":
            return POWER
        return _LEVELS.get(type(node), _ATOM)

    def special(self, node: Node) -> str:
        """Print a node of this notation's own."""
        match node:
            case Product(factors=factors):
                first = self.print(factors[0], PRODUCT if isinstance(factors[0], Quotient) else POWER)
                return "*".join([first, *(self.print(factor, POWER) for factor in factors[1:])])
            case Quotient(numerator=numerator, denominator=denominator):
                return f"{self.print(numerator, PRODUCT)}/{self.print(denominator, POWER)}"
            case Power(base=base, exponent=exponent):
                return f"{self.print(base, _ATOM)}^{self.print(exponent, _ATOM)}"
            case Apply(function="factorial", arguments=(argument,)):
                return f"{self.print(argument, _ATOM)}!"
            case Apply(function=function, arguments=arguments, primes=primes):
                return f"{function}{chr(39) * primes}({self.list(arguments)})"
            case Operate(operator=operator, arguments=arguments, given=given):
                return f"{operator}({self.list(arguments)}{' | ' * bool(given)}{self.list(given)})"
            case Derivative(variable=variable, order=order):
                return f"diff({self.entry(node.expression)}, {variable.name}{f', {order}' if order > 1 else ''})"
            case BigSum() | BigProduct():
                parts = [self.entry(node.body), self.index_and_lower(node)]
                parts += [] if node.upper is None else [self.entry(node.upper)]
                word = "sum" if isinstance(node, BigSum) else "product"
                return f"{word}({'; '.join(part for part in parts if part)})"
            case ArgMin() | ArgMax() | ExtremeValue():
                word = node.kind if isinstance(node, ExtremeValue) else type(node).__name__.lower()
                expression = "" if node.expression is None else self.entry(node.expression)
                domain = self.variables_and_domain(node)
                return f"{word}({expression}{'; ' if domain else ''}{domain})"
            case Limit():
                side = f"; {node.side}" if node.side else ""
                place = f"{self.name(node.variable.name)}; {self.entry(node.place)}{side}"
                return f"limit({self.entry(node.expression)}; {place})"
            case Cases(branches=branches):
                return f"cases({'; '.join(map(self.branch, branches))})"
            case Matrix(rows=rows):
                return f"matrix({'; '.join(map(self.list, rows))})"
            case EvaluatedAt(condition=condition):
                return f"at({self.entry(node.expression)}; {self.print(condition)})"
            case EmptySet():
                return "emptyset"
            case Dots():
                return "..."
            case _:
                raise TypeError(f"{type(node).__name__} has no plain form")

    def branch(self, branch: Branch) -> str:
        """One line of a definition by cases."""
        value = self.entry(branch.value) if _shares_a_relation(branch.value) else self.print(branch.value, OR)
        return f"{value} otherwise" if branch.condition is None else f"{value} if {self.print(branch.condition)}"


class _Latex(_Printer):
    connectives: ClassVar[dict[str, str]] = {
        "implies": r"\implies", "iff": r"\iff", "if": r"\text{ if }", "for all": r"\text{ for all }",
        "where": r"\text{ where }", "as": r"\text{ as }",
    }  # fmt: skip
    relations: ClassVar[dict[str, str]] = {
        "!=": r"\ne",
        "<=": r"\le",
        ">=": r"\ge",
        "~": r"\sim",
        "in": r"\in",
        "notin": r"\notin",
        "subset": r"\subset",
        "subseteq": r"\subseteq",
        "supset": r"\supset",
        "supseteq": r"\supseteq",
        "approx": r"\approx",
        "->": r"\to",
    }
    set_operations: ClassVar[dict[str, str]] = {
        "cup": r"\cup",
        "cap": r"\cap",
        "setminus": r"\setminus",
        "times": r"\times",
    }
    and_, or_, arrow = r" \text{ and } ", r" \text{ or } ", r"\to"
    open_brace, close_brace = r"\{", r"\}"

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.in_index = False  # where factors side by side would be several indices

    def name(self, name: str) -> str:
        """The declared name as printed; an index letter that a formula introduces is printed as it is."""
        if name not in self.symbols and (len(name) == 1 or name == "ell"):
            return r"\ell" if name == "ell" else name
        return self.symbols[name].spellings[0]

    def brackets(self, inside: str) -> str:
        """Put brackets around."""
        return rf"\left({inside}\right)" if r"\frac" in inside or r"\begin" in inside else f"({inside})"

    def level(self, node: Node) -> int:
        """How tightly the printed form binds."""
        if isinstance(node, (BigSum, BigProduct, ArgMin, ArgMax, ExtremeValue, Limit)):
            return PRODUCT
        if isinstance(node, SetOperation) and node.operation == "times":
            return PRODUCT
        if isinstance(node, Apply) and node.function in ("factorial", "transpose"):
            return POWER
        if self.covers_term(node):
            return PRODUCT
        return _LEVELS.get(type(node), _ATOM)

    def connective(self, connective: str, condition: Node) -> str:
        """The connective before a condition: "for all n" where it says nothing, "for" where it introduces letters."""
        if not isinstance(condition, STATEMENTS):
            return r"\text{ for all }"
        if connective == "if" and any(isinstance(n, Name) and n.name not in self.symbols for n in nodes(condition)):
            return r"\text{ for }"
        return super().connective(connective, condition)

    def covers_term(self, node: Node) -> bool:
        """Whether the node is an operator that covers the factors after it."""
        return isinstance(node, Operate) and self.symbols[node.operator].whole_term

    def special(self, node: Node) -> str:
        """Print a node of this notation's own."""
        match node:
            case Product(factors=factors):
                return self.product(factors)
            case Quotient(numerator=numerator, denominator=denominator):
                return rf"\frac{{{self.entry(numerator)}}}{{{self.entry(denominator)}}}"
            case Power(base=base, exponent=exponent):
                # what E(X)^2 is the square of can be read in two ways
                needs = isinstance(base, (Quotient, Operate))
                printed = self.brackets(self.print(base)) if needs else self.print(base, _ATOM)
                return f"{printed}^{{{self.entry(exponent)}}}"
            case Apply():
                return self.apply(node)
            case Operate(operator=operator, arguments=arguments, given=given):
                condition = rf" \mid {self.list(given)}" if given else ""
                return f"{self.name(operator)}({self.list(arguments)}{condition})"
            case Derivative(expression=expression, variable=variable, order=order):
                power = f"^{{{order}}}" if order > 1 else ""
                above, below = self.print(expression, PRODUCT), self.name(variable.name)
                return rf"\frac{{\partial{power} {above}}}{{\partial {below}{power}}}"
            case BigSum() | BigProduct():
                below = self.index_and_lower(node)
                scripts = (f"_{{{below}}}" if below else "") + (
                    f"^{{{self.entry(node.upper)}}}" if node.upper is not None else ""
                )
                return rf"\{'sum' if isinstance(node, BigSum) else 'prod'}{scripts} {self.print(node.body, PRODUCT)}"
            case ArgMin() | ArgMax() | ExtremeValue():
                return self.over_domain(node)
            case Limit():
                place = f"{self.print(node.place, POWER)}^{{{node.side}}}" if node.side else self.entry(node.place)
                below = rf"{self.name(node.variable.name)} \to {place}"
                return rf"\lim_{{{below}}} {self.print(node.expression, PRODUCT)}"
            case Cases(branches=branches):
                lines = r" \\ ".join(map(self.branch, branches))
                return rf"\begin{{cases}}{lines}\end{{cases}}"
            case Matrix(rows=rows):
                lines = r" \\ ".join(" & ".join(map(self.entry, row)) for row in rows)
                return rf"\begin{{pmatrix}}{lines}\end{{pmatrix}}"
            case EvaluatedAt(expression=expression, condition=condition):
                return rf"\left. {self.entry(expression)} \right|_{{{self.print(condition)}}}"
            case EmptySet():
                return r"\emptyset"
            case Dots():
                return r"\ldots"
            case _:
                raise TypeError(f"{type(node).__name__} has no LaTeX form")

    def apply(self, node: Apply) -> str:
        """A function with its arguments."""
        arguments = node.arguments
        match node.function, len(arguments):
            case "factorial", _:
                return f"{self.print(arguments[0], _ATOM)}!"
            case "transpose", _:
                mark = next(mark for mark in _TRANSPOSED if not self.symbols.is_declared(mark))
                return f"{self.print(arguments[0], _ATOM)}^{{{mark}}}"
            case "indicator", _:
                return rf"\mathbf 1\{{{self.print(arguments[0])}\}}"
            case "sqrt", _:
                return rf"\sqrt{{{self.entry(arguments[0])}}}"
            case "root", _:
                return rf"\sqrt[{self.entry(arguments[1])}]{{{self.entry(arguments[0])}}}"
            case "binom", _:
                return rf"\binom{{{self.entry(arguments[0])}}}{{{self.entry(arguments[1])}}}"
            case "abs", _:
                return rf"\left|{self.entry(arguments[0])}\right|"
            case "floor", _:
                return rf"\lfloor {self.entry(arguments[0])} \rfloor"
            case ("big_o" | "big_theta" | "big_omega") as function, _:
                sign = {"big_o": "O", "big_theta": r"\Theta", "big_omega": r"\Omega"}[function]
                return rf"{sign}\left({self.entry(arguments[0])}\right)"
            case "ceil", _:
                return rf"\lceil {self.entry(arguments[0])} \rceil"
            case "log", 2:
                return rf"\log_{{{self.entry(arguments[1])}}}{self.brackets(self.print(arguments[0]))}"
            case ("exp" | "log" | "min" | "max") as function, _:
                return rf"\{function}{self.brackets(self.list(arguments))}"
            case function, _ if function in self.symbols and self.symbols[function].indexed:
                return f"{self.name(function)}_{{{', '.join(map(self.index, arguments))}}}"
            case function, 2 if function in self.symbols and self.symbols[function].scripted:
                lower, upper = map(self.index, arguments)
                return f"{self.name(function)}_{{{lower}}}^{{{upper}}}"
            case function, _:
                return f"{self.name(function)}{chr(39) * node.primes}{self.brackets(self.list(arguments))}"

    def index(self, node: Node) -> str:
        """An index, its factors with signs between them."""
        before, self.in_index = self.in_index, True
        try:
            return self.print(node)
        finally:
            self.in_index = before

    def over_domain(self, node: ArgMin | ArgMax | ExtremeValue) -> str:
        """An extremum."""
        match node:
            case ArgMin():
                word = r"\operatorname*{arg\,min}"
            case ArgMax():
                word = r"\operatorname*{arg\,max}"
            case ExtremeValue(kind=kind):
                word = rf"\{kind}"
        domain = self.variables_and_domain(node)
        below = f"_{{{domain}}}" if domain else ""
        return word + below + ("" if node.expression is None else f" {self.print(node.expression, PRODUCT)}")

    def branch(self, branch: Branch) -> str:
        """One line of a definition by cases."""
        value = self.entry(branch.value) if _shares_a_relation(branch.value) else self.print(branch.value, OR)
        if branch.condition is None:
            return rf"{value} & \text{{otherwise}}"
        return rf"{value} & \text{{if }} {self.print(branch.condition)}"

    def product(self, factors: tuple[Node, ...]) -> str:
        """Factors, side by side where they are read as printed."""
        # An operator that covers its term needs no brackets where its term ends anyway.
        ends = [
            self.covers_term(f) and all(map(self.covers_term, factors[i + 1 : i + 2])) for i, f in enumerate(factors)
        ]
        texts = [self.print(f, PRODUCT if end else POWER) for f, end in zip(factors, ends, strict=True)]
        printed = texts[0]
        for (left, right), factor in zip(pairwise(factors), texts[1:], strict=True):
            printed += f" {factor}" if self.juxtaposable(left, right, factor) else rf" \cdot {factor}"
        return printed

    def juxtaposable(self, left: Node, right: Node, printed: str) -> bool:
        """Whether the factor may follow without a sign and still be read as a factor of its own."""
        if self.in_index or printed[0].isdigit() or printed.startswith(("'", r"\{", r"\emptyset")):
            return False
        if isinstance(left, (Name, Constant)):
            if left.name in self.symbols and self.symbols[left.name].kind not in (Kind.SYMBOL, Kind.CONSTANT):
                return False  # what follows would be its argument
            spelling = self.name(left.name)
            both = latex_tokens(f"{spelling} {printed}")
            return self.symbols.match(both, 0)[1] == len(latex_tokens(spelling)) - 1
        return True
