"""Claims as statements of the logic: of mechanisms with a symbol as number of values, and with eps as a number.

A claim about a mechanism with `truths = "1..d"` becomes one closed formula of the logic, computed from its print: for
every number of values and of respondents, for all truths of the respondents, for the p* and q* that the protocol has.
What the words of the formula mean is in `derivations/logic/definitions/frequency_oracles.txt`. A claim in which a
budget is a number (`checks.inputs.budget_as_number`) becomes one as well: it is the logarithm of a power of e there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm, prod

from checks.inputs.budget_as_number import exponent_of_e
from checks.inputs.declarations import GIVEN, RARE, SAMPLED, SizedDeclaration, SizedName, SymbolDeclaration
from checks.inputs.sized_protocols import ENCODINGS, Encoding
from checks.interpreter.arithmetic import infinite, is_decimal, rounding_bounds
from checks.interpreter.values import MeaninglessError
from checks.reading import Symbols, read_plain
from checks.reading import syntax as tree
from checks.reading.conditions import conditions_of, rounded_threshold
from checks.reading.plain_functions import by_others
from derivations.logic.kernel import DEFINITIONS
from derivations.logic.reader import WORDS
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

RELATIONS = {"=": "=", ":=": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
TURNED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
FUNCTIONS = {"sqrt": "sqrt", "abs": "abs", "min": "min", "max": "max", "binom": "binomial", "log": "log"}
SPOKEN_OF = "what an extreme value is taken over, {}, is spoken of inside of it only: write another letter outside"
POSITIVE = {"sqrt": "<=", "log": "<"}
"""Functions of positive numbers, and how these are related to 0."""
MOST_POWERS = 24
"""The powers of the bases of logarithms that are compared add up to no more."""
PLACES: Mapping[tree.Node, bool] = {tree.Constant("infinity"): False, tree.Number("0"): True}
"""Where a symbol may tend to, and whether that is 0."""
ORDERS = ("big_o", "big_theta", "big_omega")
TENDS = (
    r"O, \Theta, \Omega, \sim and \approx are read alone, with what grows: as in V = O(d) \text{ as } d \to \infty, or "
    r"V \sim A \text{ as } \varepsilon \to \infty"
)
EXPECTED = "E"
"""Said of a count of responses that stands for its expectation."""


@dataclass(frozen=True)
class Variable:
    """An outer variable of a statement: how it is called there, and what it is.

    `kind` is "symbol", "level", "height", "truths", "shares", "index", "p", "q", "least", "extreme", or the letter of
    what makes a protocol.
    """

    name: str
    kind: str
    of: str = ""


@dataclass(frozen=True)
class Extreme:
    """The largest or smallest of what a body is worth, each of its letters running from 1 to its size."""

    is_largest: bool
    letters: tuple[tuple[str, str], ...]
    body: str

    def says(self, name: str) -> str:
        """That a variable is it: no value is beyond it, and one attains it."""
        each, some = ("".join(f"{word} {i} in 1..{k}. " for i, k in self.letters) for word in ("forall", "exists"))
        return f"({each}{self.body} {'<=' if self.is_largest else '>='} {name}) and ({some}{self.body} = {name})"


@dataclass(frozen=True)
class Growth:
    """What is claimed of two numbers as a symbol grows: `word` is "limit", "infinity", "~", or an order of growth.

    `first` and `second` are the numbers, `sign` is -1 for a limit that is minus infinity; `conditions` are of others.
    With `at_zero` the symbol is a budget that tends to 0: its inverse grows.
    """

    word: str
    first: tree.Node
    second: tree.Node
    symbol: str
    sign: int = 1
    conditions: tuple[tree.Node, ...] = ()
    at_zero: bool = False

    def says(self, first: str, second: str, e: str, constants: Sequence[str]) -> str:
        """The claim for one value of the symbol, where e is a small or large number and c bound quotients."""
        match self.word:
            case "limit":
                return f"abs({first} - {second}) <= {e}"
            case "infinity":
                return f"{e} <= {first}" if self.sign > 0 else f"{first} <= -{e}"
            case "~":
                return f"abs({first} - {second}) <= {e} * abs({second})"
        sides = {"big_o": [(first, second)], "big_omega": [(second, first)]}
        pairs = sides.get(self.word, [(first, second), (second, first)])
        return " and ".join(f"abs({a}) <= {c} * abs({b})" for c, (a, b) in zip(constants, pairs, strict=True))


@dataclass(frozen=True)
class Sized:
    """A claim as a statement: its text, its variables in order, and for each mechanism its encoding with all put in.

    What is claimed stands last, after so many formulas, `shown`, that say what numbers in it are. With a `growth` it is
    about all large values of a symbol, and `rare` are the letters of values that nobody has; `of_logarithms` where it
    is one relation, between numbers of which the print has the logarithms.
    """

    text: str
    variables: tuple[Variable, ...]
    mechanisms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    meaning: str = ""
    extremes: Mapping[str, Extreme] = field(default_factory=dict)
    shown: int = 0
    growth: Growth | None = None
    of_logarithms: bool = False
    rare: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Derived:
    """What a name of a mechanism of few responses is worth, in symbols and powers of e, and what must not be zero.

    `is_level` where the value is e to what the name means. `levels` are the budgets by the variables for their powers.
    """

    value: RationalFunction
    divisors: tuple[RationalFunction, ...]
    is_level: bool
    levels: Mapping[str, str]


class Translator:
    """From prints to one statement."""

    def __init__(
        self,
        symbols: Sequence[SymbolDeclaration],
        conditions: Sequence[tree.Node],
        mechanisms: Mapping[str, SizedDeclaration],
        names: Mapping[str, SizedName],
        vocabulary: Symbols,
        derived: Mapping[str, Callable[[], Derived]],
    ) -> None:
        self.symbols = {symbol.name: symbol for symbol in symbols}
        self.mechanisms, self.names, self.vocabulary = mechanisms, names, vocabulary
        self.derived = derived
        texts = [text for mechanism in mechanisms.values() for text in mechanism.parameters.values()]
        own = frozenset[str]().union(*(tree.names_in(read_plain(text, vocabulary)) for text in texts))
        self.shares = {name: share for c in conditions for name, share in self._tied(c).items() if name not in own}
        ranges = [self._range_of_part(name, whole) for name, (whole, _) in self.shares.items()]
        kept = (condition for condition in conditions if not self._tied(condition).keys() & self.shares.keys())
        self.conditions = tuple(map(self._in_one_budget, (*kept, *filter(None, ranges))))

    def _tied(self, condition: tree.Node) -> dict[str, tuple[str, Fraction]]:
        """The budget that a condition ties to a larger one, as in eps = 2*half, with that and its share of it."""
        match condition:
            case tree.Chain(members=(tree.Name(name=whole), tree.Product(factors=(times, tree.Name(name=part)))),
                            relations=("=",)):  # fmt: skip
                number = _rational(times)
                if number and number > 1 and all(self.symbols[n].budget for n in (whole, part) if n in self.symbols):
                    return {part: (whole, 1 / number)}
        return {}

    def _range_of_part(self, name: str, whole: str) -> tree.Node | None:
        """What the range of a budget that is tied says, where that is more than that the larger one is positive."""
        text = self.symbols[name].range
        range_ = read_plain(text, self.vocabulary) if text else None
        is_positive = range_ is not None and _is_positive(range_, name)
        return tree.Chain((tree.Name(whole), tree.Number("0")), (">",)) if is_positive else range_

    def _in_one_budget(self, node: tree.Node) -> tree.Node:
        """What is said with the larger budget in the place of one that is tied to it."""
        if isinstance(node, tree.Name) and node.name in self.shares:
            whole, share = self.shares[node.name]
            return tree.Product((printed(share), tree.Name(whole)))
        if isinstance(node, tree.Limit) and node.variable.name in self.shares:
            raise MeaninglessError(f"print a limit over {self.shares[node.variable.name][0]}, to which this is tied")
        if not tree.names_in(node) & self.shares.keys():
            return node
        return tree.with_children(node, tuple(map(self._in_one_budget, tree.children(node))))

    def statement(self, nodes: Sequence[tree.Node], domain: Sequence[tree.Node], at: Mapping[str, tree.Node]) -> Sized:
        """The statement that prints say together; MeaninglessError where they have no meaning for every size."""
        if at.keys() & self.shares.keys():
            raise MeaninglessError("values are those of the budget to which another is tied")
        nodes, domain = (tuple(map(self._in_one_budget, each)) for each in (nodes, domain))
        at = {name: self._in_one_budget(node) for name, node in at.items()}
        return _Statement(self, nodes, domain, at).made()


class _Statement:
    """One statement while it is made."""

    def __init__(
        self, of: Translator, nodes: Sequence[tree.Node], domain: Sequence[tree.Node], at: Mapping[str, tree.Node]
    ) -> None:
        self.of, self.nodes, self.domain, self.at = of, nodes, domain, at
        self.bound: list[str] = []
        self.over: tuple[str, ...] = ()  # the letters of an extreme value, inside of it
        self.sizes: dict[str, str] = {}  # of what they run through
        self.extremes: dict[Extreme, str] = {}  # with the variables that they are
        self.used: dict[str, None] = {}  # symbols
        self.indices: dict[str, str] = {}  # letters, with the size of what they run through
        self.protocols: dict[str, dict[str, str]] = {}
        self.data: dict[tuple[str, str, str], str] = {}  # (respondents, values, data): truths, shares or responses
        self.rare: dict[str, str] = {}  # that nobody has a value, with its letter
        self.idle: tuple[tree.Node, ...] = ()  # conditions of which nothing is said
        self.shown: dict[str, None] = {}  # what numbers in the statement stand for, which it says first
        self.needed: dict[str, None] = {}  # what a conclusion needs to have a value: divisors are not 0, and the like
        self.claimed_relations: list[bool] = []  # of each, whether the print has the logarithms of both sides
        self.is_claimed = True  # what is read, not assumed nor an alternative
        self.is_exact = False  # whether a decimal there is the number that it says, as in a condition p = 0.7
        whole = (*nodes, *domain, *of.conditions, *at.values())
        spoken = {name for n in whole for name in tree.names_in(n) & of.names.keys()}
        letters = {letter for name in spoken for letter in of.names[name].indices}
        letters |= {p.index.name for n in nodes for p in tree.nodes(n) if isinstance(p, tree.BigSum) and p.index}
        self.taken = {*of.symbols, *letters, *WORDS, *DEFINITIONS}
        self.truth, self.response, self.responses = map(self._new, "tyw")  # bound by "fun", none of the print's letters
        self.budgets = {name for name, symbol in of.symbols.items() if symbol.budget}
        self.thresholds = self._symbolic_thresholds()
        self.parts, self.parts_of_threshold = self._parts_of_budgets()
        self.level = self._new("x" if self.parts == 1 else "u")
        self.height = self._new("tau")  # e^(theta eps/parts) of a threshold theta that is a symbol

    def _new(self, name: str) -> str:
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name

    def _spoken(self) -> set[str]:
        """The mechanisms that the claim speaks of."""
        whole = [*self.nodes, *self.domain, *self.of.conditions, *self.at.values()]
        return {self.of.names[n].of for node in whole for n in tree.names_in(node) & self.of.names.keys()}

    def _symbolic_thresholds(self) -> set[str]:
        """The thresholds of histograms that are symbols: one at most."""
        found = set()
        for mechanism in self._spoken():
            text = self.of.mechanisms[mechanism].parameters.get("theta")
            if text is None:
                continue
            node = read_plain(text, self.of.vocabulary)
            node = self.at.get(node.name, node) if isinstance(node, tree.Name) else node
            number = _rational(node)
            if isinstance(node, tree.Name) and node.name in self.of.symbols and node.name not in self.budgets:
                found.add(node.name)
            elif number is None or not 0 <= number <= 1:
                raise MeaninglessError(f"the threshold theta is a number from 0 to 1, or a symbol, not {text}")
        if len(found) > 1:
            raise MeaninglessError("one threshold that is a symbol is read in a claim")
        return found

    def _parts_of_budgets(self) -> tuple[int, int]:
        """The numbers by which eps and theta eps are divided everywhere: e^(eps/2) makes the first of them 2."""
        shares = [(Fraction(1), Fraction(1))]
        whole = [*self.nodes, *self.domain, *self.of.conditions, *self.at.values()]
        spoken = self._spoken()
        texts = [text for name in spoken for text in self.of.mechanisms[name].parameters.values()]
        halved = [name for name in spoken if self.of.mechanisms[name].catalogue == "sue"]
        exponents = [
            exponent
            for node in (*whole, *(read_plain(text, self.of.vocabulary) for text in texts))
            for part in tree.nodes(node)
            if (exponent := exponent_of_e(part)) is not None
        ]
        exponents += [exponent for name in spoken for exponent in self._of_histogram(name).values()]
        shares += [found for exponent in exponents if (found := self._shares(exponent)) is not None]
        named = {name for node in whole if self.of.shares for name in tree.names_in(node) & self.of.derived.keys()}
        for derived in (self.of.derived[name]() for name in sorted(named)):
            told = {budget for power, budget in derived.levels.items() if power in derived.value.names}
            shares += [(self.of.shares[budget][1], Fraction(1)) for budget in told & self.of.shares.keys()]
        parts_of_threshold = lcm(*(share.denominator for _, share in shares))
        parts = lcm(*(share.denominator for share, _ in shares), *(2 for _ in halved))
        ends = [Fraction(1), *(end for name in self.thresholds for end in self._ends(name))]
        return lcm(parts, *((end / parts_of_threshold).denominator for end in ends if self.thresholds)), (
            parts_of_threshold
        )

    def _ends(self, threshold: str) -> list[Fraction]:
        """The numbers at which the range of a threshold ends; MeaninglessError where it goes beyond 0 or 1."""
        node = read_plain(self.of.symbols[threshold].range or threshold, self.of.vocabulary)
        members = node.members if isinstance(node, tree.Chain) else ()
        ends = [end for member in members if (end := _rational(member)) is not None]
        if len(members) != 3 or len(ends) != 2 or not all(0 <= end <= 1 for end in ends):
            raise MeaninglessError(f'the range of a threshold is written as in "0 < {threshold} < 1"')
        return ends

    def _of_histogram(self, mechanism: str) -> dict[str, tree.Node]:
        """The exponents of twice the chances that a bit of a histogram is wrong."""
        declared = self.of.mechanisms[mechanism]
        if "theta" not in declared.parameters:
            return {}
        theta, budget = (read_plain(declared.parameters[key], self.of.vocabulary) for key in ("theta", "eps"))
        half = tree.Quotient(budget, tree.Number("2"))
        above = tree.Product((tree.Sum((theta, tree.Negate(tree.Number("1")))), half))
        return {"above": above, "below": tree.Negate(tree.Product((theta, half)))}

    def _shares(self, node: tree.Node) -> tuple[Fraction, Fraction] | None:
        """r and s of r eps + s theta eps; None where this is nothing of the kind."""
        found = self._monomials(node)
        if found is None:
            return None
        shares = [Fraction(0), Fraction(0)]
        for names, number in found.items():
            budgets = [name for name in names if name in self.budgets]
            if len(budgets) != 1 or len(names) > 2:
                return None
            shares[len(names) - 1] += number
        return shares[0], shares[1]

    def _monomials(self, node: tree.Node) -> dict[tuple[str, ...], Fraction] | None:
        """A polynomial in budgets and thresholds: the coefficient of each product of names."""
        if (number := _rational(node)) is not None:
            return {(): number}
        match node:
            case tree.Name(name=name) if name in self.at and name not in self.budgets:
                return self._monomials(self.at[name])
            case tree.Name(name=name) if name in self.budgets | self.thresholds:
                return {(name,): Fraction(1)}
            case tree.Negate(term=inner):
                return self._product_of([tree.Number("1"), inner], Fraction(-1))
            case tree.Quotient(numerator=above, denominator=below) if below_is := _rational(below):
                return self._product_of([above], 1 / below_is)
            case tree.Product(factors=factors):
                return self._product_of(factors, Fraction(1))
            case tree.Sum(terms=terms):
                total: dict[tuple[str, ...], Fraction] = {}
                for part in map(self._monomials, terms):
                    if part is None:
                        return None
                    for names, value in part.items():
                        total[names] = total.get(names, Fraction(0)) + value
                return {names: value for names, value in total.items() if value}
        return None

    def _product_of(self, factors: Sequence[tree.Node], number: Fraction) -> dict[tuple[str, ...], Fraction] | None:
        found: dict[tuple[str, ...], Fraction] = {(): number}
        for part in map(self._monomials, factors):
            if part is None:
                return None
            product: dict[tuple[str, ...], Fraction] = {}
            for (names, value), (others, times) in ((a, b) for a in found.items() for b in part.items()):
                both = tuple(sorted((*names, *others)))
                product[both] = product.get(both, Fraction(0)) + value * times
            found = product
        return found

    # -- the whole -----------------------------------------------------------------------------------------------------

    def made(self) -> Sized:
        growing = [growth_of(node) for node in self.nodes]
        if any(growing):
            if len(self.nodes) != 1 or growing[0] is None:
                raise MeaninglessError("what holds as a symbol grows is a claim of its own")
            return self._grown(*growing[0])
        found = [self._claimed(node) for node in self.nodes]
        of_logarithms = self.claimed_relations == [True]
        premises = [self._assumed(node) for node in self.domain]  # after what they are about
        placed = [name for name in self.at if name in self.used and name in self.budgets]
        premises += [self._formula(tree.Chain((tree.Name(name), self.at[name]), ("=",))) for name in placed]
        if len(found) == 1:
            premises += found[0][0]
            conclusion = found[0][1]
        else:
            conclusion = " and ".join(
                f"({' implies '.join([*map(_bracketed, own), f'({said})'])})" for own, said in found
            )
        known = self._ranges()
        if spoken := sorted({letter for e in self.extremes for letter, _ in e.letters} & self.indices.keys()):
            raise MeaninglessError(SPOKEN_OF.format(", ".join(spoken)))
        variables = self._variables()
        conclusion = " and ".join([*self.shown, f"({conclusion})"] if self.shown else [conclusion])
        premises = [*known, *premises]
        text = f"forall {' '.join(v.name for v in variables)}.\n    "
        text += "".join(f"{_bracketed(premise)} implies\n    " for premise in premises) + conclusion
        meaning = ""
        if any(v.kind == "level" for v in variables):
            budget = next(name for name in self.used if name in self.budgets)
            share = "" if self.parts == 1 else f"/{self.parts}"
            meaning = f"{self.level} = e^({budget}{share})"
            if self.thresholds.intersection(self.used):
                share = "" if self.parts_of_threshold == 1 else f"/{self.parts_of_threshold}"
                meaning += f" and {self.height} = e^({next(iter(self.thresholds))}*{budget}{share})"
        mechanisms = {name: dict(values) for name, values in self.protocols.items()}
        extremes = {name: extreme for extreme, name in self.extremes.items()}
        return Sized(text, variables, mechanisms, meaning, extremes, len(self.shown), of_logarithms=of_logarithms)

    def _grown(self, growth: Growth, conditions: Sequence[tree.Node]) -> Sized:
        """That there is an end, for each e > 0 or with constants, from which on a claim holds."""
        name = growth.symbol
        if name in self.at or name not in self.of.symbols or self._extremes_in(growth.first):
            raise MeaninglessError(
                f"{name}, which grows, is a symbol without a value, and no extreme value is beside it"
            )
        self._use(name)
        first, second = (self._number(node) for node in (growth.first, growth.second))
        self.idle = tuple(condition for condition in self.of.conditions if self._makes_room(condition, name))
        text = self.of.symbols[name].range
        told = (
            *self.domain,
            *conditions,
            *(condition for condition in self.of.conditions if condition not in self.idle),
            *([read_plain(text, self.of.vocabulary)] if text else []),
        )
        if growth.at_zero and name not in self.budgets:
            raise MeaninglessError(f"{name} is no budget: what holds as it tends to 0 is not read")
        if growth.at_zero and any(tree.names_in(c) & {name} and not _is_positive(c, name) for c in told):
            raise MeaninglessError(f"{name} tends to 0: its range ends there, and no condition bounds it")
        if any(tree.names_in(condition) & {name} and not _leaves_room(condition, name) for condition in told):
            raise MeaninglessError(f"{name} grows without end: its range has no upper end, and no condition bounds it")
        if any(kind not in (GIVEN, SAMPLED) for *_, kind in self.data):
            raise MeaninglessError("of how one estimate grows nothing is read: write its mean or variance")
        moving = f"log({self.level})" if name in self.budgets else name
        moving = f"1 / {moving}" if growth.at_zero else moving
        e, end = self._new("e"), self._new("N")
        orders = {"big_o": 1, "big_omega": 1, "big_theta": 2}.get(growth.word, 0)
        constants = [self._new("c") for _ in range(orders)]
        needed = [each for each in self.needed if not self.protocols]
        said = " and ".join([*needed, growth.says(first, second, e, constants)])
        premises = [self._assumed(node) for node in (*self.domain, *conditions)]
        premises = [*self._ranges(), *premises]
        variables = self._variables()
        inner = {self.level if name in self.budgets else name}
        while True:
            spoken = {v.name for v in variables if v.kind not in ("symbol", "level", "height")
                      for p in premises if _speaks_of(p, {v.name}) and _speaks_of(p, inner)}  # fmt: skip
            if spoken <= inner:
                break
            inner |= spoken
        parts = {True: "", False: ""}
        for is_inner in parts:
            own = [v.name for v in variables if (v.name in inner) == is_inner]
            parts[is_inner] = f"forall {' '.join(own)}.\n    " if own else ""
            held = [p for p in premises if _speaks_of(p, inner) == is_inner]
            parts[is_inner] += "".join(f"{_bracketed(p)} implies\n    " for p in held)
        each = {"infinity": f"forall {e}. "}.get(growth.word, "" if orders else f"forall {e}. 0 < {e} implies ")
        some = f"{each}(exists {' '.join([*constants, end])}. "
        text = f"{parts[False]}{some}{parts[True]}{end} <= {moving} implies\n    ({said}))"
        budget = next((name for name in self.used if name in self.budgets), "")
        share = "" if self.parts == 1 else f"/{self.parts}"
        meaning = f"{self.level} = e^({budget}{share})" if budget else ""
        mechanisms = {mechanism: dict(values) for mechanism, values in self.protocols.items()}
        growth = replace(growth, conditions=(*self.domain, *conditions))
        return Sized(text, variables, mechanisms, meaning, growth=growth, rare=frozenset(self.rare.values()))

    def _makes_room(self, condition: tree.Node, growing: str) -> bool:
        """Whether a condition only bounds by a growing symbol, from above, one of which a claim does not speak."""
        match condition:
            case tree.Chain(members=(tree.Name(name=other), above), relations=("<" | "<=",)):
                terms = above.terms if isinstance(above, tree.Sum) else (above,)
                grown = [term for term in terms if _rational(term) is None]
                is_spoken_of = any(other in tree.names_in(node) for node in (*self.nodes, *self.domain))
                return other not in self.used and not is_spoken_of and grown == [tree.Name(growing)]
        return False

    def _variables(self) -> tuple[Variable, ...]:
        found = [Variable(name, "symbol") for name in self.used if name not in self.budgets | self.thresholds]
        found += [Variable(self.level, "level")] if self._speaks_of_level() else []
        found += [Variable(self.height, "height")] if self.thresholds.intersection(self.used) else []
        for (_, _, kind), name in self.data.items():
            found.append(Variable(name, "shares" if kind == SAMPLED else "truths"))
        for mechanism, values in self.protocols.items():
            encoding = ENCODINGS[self.of.mechanisms[mechanism].catalogue]
            found += [Variable(values[letter], letter, mechanism) for letter, _ in encoding.made]
        found += [Variable(letter, "index") for letter in self.indices]
        for mechanism, values in self.protocols.items():
            if ENCODINGS[self.of.mechanisms[mechanism].catalogue].has_stars:
                found += [Variable(values[f"{letter}*"], letter, mechanism) for letter in "pq"]
            if "least" in values:
                found.append(Variable(values["least"], "least", mechanism))
        found += [Variable(name, "extreme") for name in self.extremes.values()]
        return tuple(found)

    def _speaks_of_level(self) -> bool:
        return any(name in self.budgets for name in self.used)

    def _ranges(self) -> list[str]:
        """What is known of all that the statement speaks of."""
        found: list[str] = []
        seen: set[str] = set()
        linked: list[str] = []
        while set(self.used) != seen:
            for name in [name for name in self.used if name not in seen]:
                seen.add(name)
                found += self._range(self.of.symbols[name])
            for condition in self.of.conditions:
                if condition in self.idle:
                    continue
                if tree.names_in(condition) & set(self.used) and (text := self._formula(condition)) not in linked:
                    linked.append(text)
        found = [*dict.fromkeys(found), *linked]
        for (respondents, values, kind), name in self.data.items():
            found.append(f"law({values}, {name})" if kind == SAMPLED else f"word({respondents}, {values}, {name})")
        found += [f"integer({letter}) and 1 <= {letter} <= {size}" for letter, size in self.indices.items()]
        for mechanism, own in self.protocols.items():
            encoding = ENCODINGS[self.of.mechanisms[mechanism].catalogue]
            if not encoding.is_pure:
                continue
            found += [known.format(**own) for _, known in encoding.made if known]
            both = (own["p*"], own["q*"])
            found.append(
                f"pure({own['k']}, {own['responses']}, {own['design']}, {own['support']}, {both[0]}, {both[1]})"
            )
            if "least" in own:
                found.append(f"least_level({own['k']}, {own['responses']}, {own['design']}, {own['least']})")
        return [*found, *self.rare, *(extreme.says(name) for extreme, name in self.extremes.items())]

    def _range(self, symbol: SymbolDeclaration) -> list[str]:
        if symbol.name in self.at and not symbol.budget:
            return []
        name = symbol.name
        if name in self.thresholds:
            return self._range_of_threshold(name)
        whole = [f"integer({name})"] if symbol.integer else []
        if not symbol.range:
            return whole if not symbol.budget else [f"1 <= {self.level}"]
        node = read_plain(symbol.range, self.of.vocabulary)
        if symbol.budget:
            return [self._formula(node)]
        return [" and ".join([*whole, self._formula(node)])]

    def _range_of_threshold(self, name: str) -> list[str]:
        """0 < theta < 1 as 1 < e^(theta eps) < e^eps"""
        budget = next(self.of.symbols[name] for name in self.used if name in self.budgets)
        if not budget.range or not re.search(rf"\b1 < {self.level}\b|\b{self.level} > 1\b", self._range(budget)[0]):
            raise MeaninglessError("with a threshold that is a symbol, eps > 0 is needed")
        node = read_plain(self.of.symbols[name].range, self.of.vocabulary)
        self._ends(name)
        assert isinstance(node, tree.Chain)
        members = []
        for member in node.members:
            end = _rational(member)
            members.append(self.height if end is None else self._of_levels(end / self.parts_of_threshold, Fraction(0)))
        return ["".join(a + b for a, b in zip(members, [*(f" {r} " for r in node.relations), ""], strict=True))]

    # -- formulas ------------------------------------------------------------------------------------------------------

    def _claimed(self, node: tree.Node) -> tuple[list[str], str]:
        """The hypotheses that a print brings along, and what it claims."""
        items = node.items if isinstance(node, tree.Conjunction) else ()
        if any(not tree.names_in(item) & self.of.names.keys() for item in items):
            raise MeaninglessError(
                "what is printed after a comma can be read in two ways, as a condition or as a further claim: write "
                r"\text{ for } before a condition, or a claim of its own"
            )
        bars = [part for part in tree.nodes(node) if isinstance(part, tree.EvaluatedAt)]
        if bars:
            own, said = self._claimed(self._without_bars(node, bars))
            return [self._assumed(bars[0].condition), *own], said
        if isinstance(node, tree.Connective) and tree.CONDITIONALS.issuperset(node.connectives):
            conditions = conditions_of(node, self.of.vocabulary)
            if conditions.defined:
                raise MeaninglessError("a definition after 'where' is not read of mechanisms of any size")
            said = self._with_values(node.members[0])
            return [self._assumed(item) for item in (*conditions.assumed, *conditions.quantified)], said
        return [], self._with_values(node)

    def _without_bars(self, node: tree.Node, bars: Sequence[tree.EvaluatedAt]) -> tree.Node:
        r"""What is said with `V|_{p=0.7}` as what is said with V where p = 0.7: no p stands outside of the bars."""
        inside, outside = node, node
        for path, _ in reversed([*tree.walk(node)]):
            if isinstance(bar := tree.subtree(inside, path), tree.EvaluatedAt):
                inside = tree.replace_at(inside, path, bar.expression)
                outside = tree.replace_at(outside, path, tree.Number("0"))
        match bars[0].condition:
            case tree.Chain(members=(tree.Name(name=name), _), relations=("=",)) as condition if (
                name in self.of.symbols
            ):
                if all(bar.condition == condition for bar in bars) and name not in self._depends_on(outside):
                    return inside
        raise MeaninglessError(
            r"after a bar stands the value of a symbol that is not outside of it, one in a claim: as in V|_{p=0.7} = A"
        )

    def _with_values(self, node: tree.Node) -> str:
        """A formula, and that all in it has a value, where no theory of protocols says that."""
        self.needed.clear()
        said = self._formula(node)
        words = "|".join(["forall", *self.extremes.values()])
        needed = [each for each in self.needed if not self.protocols or re.search(rf"\b({words})\b", each)]
        return " and ".join([*map(_bracketed, needed), _bracketed(said)] if needed else [said])

    def _assumed(self, node: tree.Node) -> str:
        """A hypothesis: not of what an extreme value in the claim is taken over, which is bound there."""
        inside = {letter for extreme in self._extremes_in(node) for letter in _letters(extreme)}
        claimed = {letter for said in self.nodes for extreme in self._extremes_in(said) for letter in _letters(extreme)}
        if spoken := sorted((claimed - inside) & self._depends_on(node)):
            raise MeaninglessError(f"an extreme value is taken over {spoken[0]}, so that no condition speaks of it")
        for item in node.items if isinstance(node, tree.Conjunction) else (node,):
            match item:
                case tree.Chain(members=(tree.Name(name=name), value), relations=("=",)) if name in self.of.symbols:
                    number = _rational(value)
                    if self.of.symbols[name].integer and number is not None and number.denominator != 1:
                        raise MeaninglessError(f"{name} is declared as a whole number, and so never {number}")
        return self._condition(node)

    def _condition(self, node: tree.Node, *, is_exact: bool = True) -> str:
        """A formula that is not claimed."""
        before = self.is_claimed, self.is_exact
        self.is_claimed, self.is_exact = False, is_exact
        said = self._formula(node)
        self.is_claimed, self.is_exact = before
        return said

    @staticmethod
    def _extremes_in(node: tree.Node) -> list[tree.ExtremeValue]:
        return [part for part in tree.nodes(node) if isinstance(part, tree.ExtremeValue)]

    def _depends_on(self, node: tree.Node) -> set[str]:
        """The symbols and index letters that a print speaks of, also through what its names mean."""
        found: set[str] = set(tree.names_in(node))
        for name in found & self.of.names.keys():
            meant = self.of.names[name]
            own = self.of.mechanisms[meant.of]
            found |= {*meant.indices}
            for text in (own.size, own.respondents, *own.parameters.values()):
                found |= tree.names_in(read_plain(text, self.of.vocabulary)) if text else set()
        for name in found & self.of.derived.keys():
            worth = self.of.derived[name]()
            found |= {worth.levels.get(symbol, symbol) for symbol in worth.value.names}
        return found

    def _formula(self, node: tree.Node) -> str:
        match node:
            case tree.Chain():
                return self._chain(node)
            case tree.Conjunction(items=items):
                return " and ".join(_bracketed(self._formula(item)) for item in items)
            case tree.Disjunction(items=items):
                return " or ".join(f"({self._condition(item, is_exact=self.is_exact)})" for item in items)
            case tree.Connective(members=(_, second), connectives=("iff",)) if rounded_threshold(second) is not None:
                raise MeaninglessError(
                    "a threshold that is a decimal, and so rounded, is not read here: write a fraction"
                )
            case tree.Connective(members=(first, second), connectives=("iff",)):
                return f"(({self._condition(first)}) iff ({self._condition(second)}))"
            case tree.Connective(members=(first, second), connectives=("implies",)):
                return f"(({self._condition(first)}) implies ({self._formula(second)}))"
        raise MeaninglessError("this is no statement that is read of mechanisms of any size")

    def _chain(self, node: tree.Chain) -> str:
        estimators = [m for m in node.members if self._meaning(m) == "estimator"]
        if estimators and {"=", ":="}.issuperset(node.relations):
            return self._estimated(node, estimators)
        parts = []
        for relation, first, second in zip(node.relations, node.members, node.members[1:], strict=False):
            is_rounded = is_decimal(first) or is_decimal(second)
            if relation == "approx" and is_rounded and not self.is_exact:
                relation = "="
            if relation not in RELATIONS:
                raise MeaninglessError(
                    TENDS
                    if relation in ("~", "approx")
                    else f"the relation '{relation}' is not read of mechanisms of any size"
                )
            lists = [m.items if isinstance(m, tree.Listing) else (m,) for m in (first, second)]
            parts += [self._related(a, RELATIONS[relation], b) for a in lists[0] for b in lists[1]]
        return " and ".join(parts)

    def _related(self, first: tree.Node, relation: str, second: tree.Node) -> str:
        """A relation between two numbers; eps <= log(3) is one of e^eps and 3, a printed decimal a rounded number."""
        if (bound := self._bound_of_each(first, relation, second)) is not None:
            return bound
        is_rounded = relation == "=" and not self.is_exact
        if is_rounded and is_decimal(first):
            first, second = second, first
        if is_rounded and is_decimal(second):
            low, high = rounding_bounds(second)
            rounded = self._number(first)
            return f"({low}) <= {rounded} and {rounded} <= ({high})"
        if (compared := self._compared_logarithms(first, relation, second)) is not None:
            return compared
        self.claimed_relations += [False] * self.is_claimed
        return f"{self._number(first)} {relation} {self._number(second)}"

    def _compared_logarithms(self, first: tree.Node, relation: str, second: tree.Node) -> str | None:
        """eps < log(A) as e^eps < A, and so of all sums of multiples of budgets and logarithms; None of others."""
        difference = self._logarithms(tree.Sum((first, tree.Negate(second))))
        if not difference:
            return None
        times = Fraction(lcm(*(r.denominator for r in difference.values())))
        times /= gcd(*(int(r * times) for r in difference.values()))
        powers = {base: r * times for base, r in difference.items()}
        if sum(map(abs, powers.values())) > MOST_POWERS:
            return None
        above, below = _of_powers(powers)
        sides = [self._logarithms(side) or {} for side in (first, second)]
        is_plain = powers == {
            base: r * sign for side, sign in zip(sides, (1, -1), strict=True) for base, r in side.items()
        }
        self.claimed_relations += [is_plain and all(r > 0 for side in sides for r in side.values())] * self.is_claimed
        positive = []
        for base in powers.keys() - {self.level, self.height}:
            is_larger = relation in (("=", ">", ">=") if powers[base] == 1 else ("=", "<", "<="))
            if abs(powers[base]) != 1 or len(powers) > 2 or not is_larger or not {self.level} & powers.keys():
                positive.append(f"{base} > 0" if ">" in relation else f"0 < {base}")
        return " and ".join([*sorted(positive), f"{above} {relation} {below}"])

    def _logarithms(self, node: tree.Node) -> dict[str, Fraction] | None:
        """What a sum of multiples of budgets and logarithms is the logarithm of: bases with their powers."""
        if _rational(node) == 0:
            return {}
        if (shares := self._used_shares(node)) is not None:
            return {base: power for base, power in self._levels(*shares).items() if power}
        match node:
            case tree.Apply(function="log", arguments=(inner,)) if not node.primes:
                return {self._number(inner): Fraction(1)}
            case tree.Negate(term=inner):
                parts = [(inner, Fraction(-1))]
            case tree.Sum(terms=terms):
                parts = [(term, Fraction(1)) for term in terms]
            case tree.Quotient(numerator=above, denominator=below) if number := _rational(below):
                parts = [(above, 1 / number)]
            case tree.Product(factors=factors):
                numbers = [number for factor in factors if (number := _rational(factor)) is not None]
                others = [factor for factor in factors if _rational(factor) is None]
                if len(others) != 1:
                    return None
                parts = [(others[0], prod(numbers, start=Fraction(1)))]
            case _:
                return None
        total: dict[str, Fraction] = {}
        for part, times in parts:
            found = self._logarithms(part)
            if found is None:
                return None
            for base, power in found.items():
                total[base] = total.get(base, Fraction(0)) + power * times
        return {base: power for base, power in total.items() if power}

    def _bound_of_each(self, first: tree.Node, relation: str, second: tree.Node) -> str | None:
        """max_i X_i <= B says X_i <= B of each i, and min_i X_i >= B the same; None where nothing of the kind is said.

        It is claimed, and of the only extreme value of its claim, or of one over a symbol.
        """
        if not isinstance(first, tree.ExtremeValue):
            first, relation, second = second, TURNED[relation], first
        bounding = {"max": "<=", "sup": "<=", "min": ">=", "inf": ">="}
        if not self.is_claimed or not isinstance(first, tree.ExtremeValue) or relation != bounding.get(first.kind):
            return None
        count = sum(len(self._extremes_in(said)) for said in (*self.nodes, *self.domain))
        if first.expression is None or (count != 1 and not _letters(first) & self.of.symbols.keys()):
            return None
        if spoken := sorted(_letters(first) & {*self._depends_on(second), *self.indices, *self.used}):
            raise MeaninglessError(SPOKEN_OF.format(", ".join(spoken)))
        said = self._related(first.expression, relation, second)
        domain = self._domain(first)
        return said if domain is None else f"({self._formula(domain)} implies {said})"

    def _extreme(self, extreme: tree.ExtremeValue) -> str:
        """The variable that is an extreme value over indices."""
        if spoken := sorted(_letters(extreme) & self.of.symbols.keys()):
            raise MeaninglessError(
                f"an extreme value over {spoken[0]} is read in a bound of each value that is claimed, such as "
                rf"\{extreme.kind} X {'<=' if extreme.kind in ('max', 'sup') else '>='} B: whether it is attained "
                "is a claim of its own"
            )
        if self.bound or extreme.expression is None:
            raise MeaninglessError("an extreme value inside of a sum or of another one is not read of any size")
        letters = tuple(variable.name for variable in extreme.variables)
        end = None
        match extreme.domain:
            case None:
                pass
            case tree.SetDisplay(elements=(tree.Number(text="1"), tree.Dots(), last)):
                end = last
            case _:
                raise MeaninglessError(
                    "an extreme value under a condition is read in a bound of each value that is claimed, alone in "
                    "its claim"
                )
        self.bound, self.over, self.sizes = [*letters], letters, {}
        body = self._number(extreme.expression)
        self.bound, self.over, sizes = [], (), self.sizes
        for letter in letters:
            if letter not in sizes or (end is not None and self._number(end) != sizes[letter]):
                raise MeaninglessError(f"the values that {letter} of an extreme value runs through are not known")
        is_largest = extreme.kind in ("max", "sup")
        made = Extreme(is_largest, tuple((letter, sizes[letter]) for letter in letters), body)
        if made not in self.extremes:
            self.extremes[made] = self._new("largest" if is_largest else "smallest")
        return self.extremes[made]

    def _domain(self, extreme: tree.ExtremeValue) -> tree.Node | None:
        """What an extreme value is taken under, besides the ranges of its variables."""
        match extreme:
            case tree.ExtremeValue(domain=None):
                return None
            case tree.ExtremeValue(
                variables=(name,), domain=tree.SetDisplay(elements=(tree.Number() as low, tree.Dots(), high))
            ):
                condition: tree.Node = tree.Chain((low, name, high), ("<=", "<="))
            case tree.ExtremeValue(variables=(name,), domain=tree.SetBuilder(element=element, condition=said)) if (
                element == name
            ):
                condition = said
            case _:
                raise MeaninglessError("an extreme value over this set is not read of mechanisms of any size")
        symbol = self.of.symbols.get(name.name)
        if symbol is None or name.name in self.indices:
            return condition
        if not symbol.range or condition != read_plain(symbol.range, self.of.vocabulary):
            raise MeaninglessError(
                f"an extreme value over {name.name} is taken over its range, {symbol.range or 'any'}"
            )
        return None

    def _meaning(self, node: tree.Node) -> str:
        return self.of.names[node.name].meaning if isinstance(node, tree.Name) and node.name in self.of.names else ""

    def _estimated(self, node: tree.Chain, estimators: Sequence[tree.Node]) -> str:
        """An estimator is what is printed: its expectation is what it estimates, whatever the truths are."""
        if len(estimators) != 1:
            raise MeaninglessError("an estimator stands in one equation, with what it is")
        (name,) = (self.of.names[m.name] for m in estimators if isinstance(m, tree.Name))
        own = self._protocol(name.of)
        word, law = self._law(name)
        target = self._share_of(name, own)
        printed = [member for member in node.members if member is not estimators[0]]
        others, expected = (
            [self._number(member) for member in printed] for self.counting in (self.responses, EXPECTED)
        )
        self.counting = ""
        w = self.responses
        if not self._encoding(name.of).is_pure:
            if not all(map(self._is_linear_in_counts, printed)):
                raise MeaninglessError("an estimate from noisy histograms is read where it is linear in their sum")
            moments = (f"{word}({law}, fun {w}. {text}, {worth})" for text, worth in zip(others, expected, strict=True))
            self.shown |= dict.fromkeys(moments)
            return " and ".join(f"{worth} = {target}" for worth in expected)
        return " and ".join(f"{word}({law}, fun {w}. {text}) = {target}" for text in others)

    counting = ""  # the responses that are counted, or EXPECTED

    def _is_linear_in_counts(self, node: tree.Node) -> bool:
        """Whether the counts of responses in an estimate have a factor that speaks of none."""
        counts = {name for name, meant in self.of.names.items() if meant.meaning == "supporting"}
        if not tree.names_in(node) & counts:
            return True
        match node:
            case tree.Name():
                return True
            case tree.Sum(terms=terms):
                return all(map(self._is_linear_in_counts, terms))
            case tree.Negate(term=inner):
                return self._is_linear_in_counts(inner)
            case tree.Product(factors=factors):
                (first, *others) = (factor for factor in factors if tree.names_in(factor) & counts)
                return not others and self._is_linear_in_counts(first)
            case tree.Quotient(numerator=above, denominator=below):
                return not tree.names_in(below) & counts and self._is_linear_in_counts(above)
        return False

    def _encoding(self, mechanism: str) -> Encoding:
        return ENCODINGS[self.of.mechanisms[mechanism].catalogue]

    # -- numbers -------------------------------------------------------------------------------------------------------

    def _number(self, node: tree.Node) -> str:
        match node:
            case tree.Number(text=text):
                value = Fraction(text)
                return str(value) if value.denominator == 1 else f"({value})"
            case tree.Name(name=name):
                return self._named(name)
            case tree.Negate(term=inner):
                return f"(-{self._number(inner)})"
            case tree.Sum(terms=terms):
                signed = [
                    f"- {self._number(t.term)}" if isinstance(t, tree.Negate) and i else f"+ {self._number(t)}"
                    for i, t in enumerate(terms)
                ]
                return f"({' '.join(signed).removeprefix('+ ')})"
            case tree.Product(factors=factors):
                return f"({' * '.join(map(self._number, factors))})"
            case tree.Quotient(numerator=above, denominator=below):
                divisor = self._number(below)
                self._need(f"{divisor} != 0")
                return f"({self._number(above)} / {divisor})"
            case tree.Power() | tree.Apply(function="exp"):
                return self._power(node)
            case tree.Apply(function="indicator", arguments=(event,)):
                return f"(if {self._formula(event)} then 1 else 0)"
            case tree.Apply() if (told := by_others(node)) is not None:
                return self._number(told)
            case tree.Apply(function=function, arguments=arguments) if function in FUNCTIONS and not node.primes:
                inside = ", ".join(map(self._number, arguments))
                if function in POSITIVE:
                    self._need(f"0 {POSITIVE[function]} {inside}")
                return f"{FUNCTIONS[function]}({inside})"
            case tree.BigSum(index=tree.Name(name=index)):
                return self._sum(node, index)
            case tree.Cases(branches=branches):
                return self._cases(branches)
            case tree.ExtremeValue():
                return self._extreme(node)
            case tree.Constant(name="e"):
                return "exp(1)"
        if isinstance(node, tree.Limit):
            raise MeaninglessError(r"a limit is read alone on the left of an equation, as in \lim_{d\to\infty} V = A")
        if isinstance(node, tree.Apply) and node.function in ORDERS:
            raise MeaninglessError(TENDS)
        if isinstance(node, (tree.ArgMin, tree.ArgMax)):
            raise MeaninglessError(
                "where an extreme value is attained is not read of mechanisms of any size: claim that no other value "
                r"is beyond that of a mechanism with the best size, as in V_g \ge V_{best}"
            )
        said = f"the function {node.function}" if isinstance(node, tree.Apply) else type(node).__name__
        raise MeaninglessError(f"{said} is not read of mechanisms of any size, or beside eps as a number")

    def _need(self, condition: str) -> None:
        """Note what has to hold for a number to have a value, which speaks of no index of a sum."""
        for letter in self.bound:
            if re.search(rf"\b{letter}\b", condition):
                if letter not in self.sizes:
                    return
                condition = f"forall {letter} in 1..{self.sizes[letter]}. {condition}"
        if not re.match(r"\(?[\d/]+\)? != 0", condition):
            self.needed.setdefault(condition)

    def _power(self, node: tree.Node) -> str:
        exponent = exponent_of_e(node)
        if isinstance(exponent, tree.Name) and self._meaning(exponent) == "epsilon":
            return self._least(self.of.names[exponent.name])
        if exponent is not None:
            shares = self._used_shares(exponent)
            if shares is None and not self._spoken():
                return f"exp({self._number(exponent)})"
            if shares is None:
                raise MeaninglessError("the exponent of e is a multiple of a budget here")
            return self._of_levels(*shares)
        assert isinstance(node, tree.Power)
        power_of = _rational(node.exponent)
        if power_of is None or power_of.denominator != 1:
            raise MeaninglessError("an exponent is a whole number, or a multiple of a budget over e")
        base = self._number(node.base)
        if power_of < 0:
            self._need(f"{base} != 0")
        return f"{base}^{power_of}" if power_of >= 0 else f"(1 / {base}^{-power_of})"

    def _used_shares(self, node: tree.Node) -> tuple[Fraction, Fraction] | None:
        """r and s of r eps + s theta eps, which the statement speaks of; None where this is nothing of the kind."""
        shares = self._shares(node)
        if shares is not None:
            put_in = [self.at[name] for name in tree.names_in(node) & self.at.keys()]
            for name in sorted(set[str]().union(*map(tree.names_in, (node, *put_in))) & self.budgets):
                self._use(name)
            if shares[1]:
                self._use(next(iter(self.thresholds)))
        return shares

    def _levels(self, share: Fraction, of_threshold: Fraction) -> dict[str, Fraction]:
        """The powers of the variables for e^(eps/parts) and e^(theta eps/parts) in e^(r eps + s theta eps)."""
        return {self.level: share * self.parts, self.height: of_threshold * self.parts_of_threshold}

    def _of_levels(self, share: Fraction, of_threshold: Fraction) -> str:
        """e^(r eps + s theta eps)"""
        above, below = _of_powers(self._levels(share, of_threshold))
        return above if below == "1" else f"({above} / {below})"

    def _sum(self, node: tree.BigSum, index: str) -> str:
        over_all = node.lower is node.upper is node.condition is None
        if not over_all and (node.lower != tree.Number("1") or node.upper is None):
            raise MeaninglessError("a sum begins at 1 and has an upper end here, or is one over all values")
        if index in self.bound or index in self.indices:
            raise MeaninglessError(f"the index {index} of a sum is used outside of it as well: write another letter")
        upper = None if node.upper is None else self._number(node.upper)
        self.bound.append(index)
        self.over += (index,) if over_all else ()
        body = self._number(node.body)
        if node.condition is not None:
            body = f"(if {self._formula(node.condition)} then {body} else 0)"
        self.bound.pop()
        if over_all:
            self.over = self.over[:-1]
            upper = self.sizes.pop(index, None)
        if upper is None:
            raise MeaninglessError(f"the values that {index} of a sum runs through are not known")
        return f"(sum {index} in 1..{upper}. {body})"

    def _cases(self, branches: Sequence[tree.Branch]) -> str:
        *others, last = branches
        if last.condition is not None and len(others) != 1:
            raise MeaninglessError("the last of several cases is 'otherwise' here")
        text = self._number(last.value)
        for branch in reversed(others):
            assert branch.condition is not None
            text = f"(if {self._formula(branch.condition)} then {self._number(branch.value)} else {text})"
        if last.condition is not None and others[0].condition is not None:
            self._opposite(others[0].condition, last.condition)
        return text

    @staticmethod
    def _opposite(first: tree.Node, second: tree.Node) -> None:
        """Two cases are i = j and i != j."""
        if (
            not isinstance(first, tree.Chain)
            or not isinstance(second, tree.Chain)
            or set(first.members) != set(second.members)
            or {*first.relations, *second.relations} != {"=", "!="}
        ):
            raise MeaninglessError("two cases are read where one is i = j and the other i != j")

    def _named(self, name: str) -> str:
        if name in self.bound or name in self.indices:
            return name
        if name in self.of.names:
            return self._meaning_of(self.of.names[name])
        if name in self.of.derived:
            return self._derived(self.of.derived[name]())
        if name in self.of.shares:
            whole, share = self.of.shares[name]
            return f"({share} * {self._named(whole)})"
        if name in self.of.symbols:
            if name in self.at and name not in self.budgets:
                return f"({self._number(self.at[name])})"
            self._use(name)
            if name in self.thresholds:
                raise MeaninglessError("a threshold that is a symbol stands in exponents of e, times eps")
            if name in self.budgets:
                return f"log({self.level})" if self.parts == 1 else f"({self.parts} * log({self.level}))"
            return name
        raise MeaninglessError(f"{name} stands for no number of its own here")

    def _derived(self, found: Derived) -> str:
        """What a name of a mechanism of few responses is worth."""

        def text(value: RationalFunction) -> str:
            above, below = self._polynomial(value.numerator, found), self._polynomial(value.denominator, found)
            return above if value.denominator == Polynomial.constant(1) else f"({above} / {below})"

        for divisor in found.divisors:
            self._need(f"{text(divisor)} != 0")
        return f"log({text(found.value)})" if found.is_level else text(found.value)

    def _polynomial(self, polynomial: Polynomial, of: Derived) -> str:
        terms = []
        for monomial, number in polynomial.terms().items():
            factors = [f"({number})"]
            for name, power in monomial:
                budget = of.levels.get(name)
                whole, share = self.of.shares.get(budget or "", (budget, Fraction(1)))
                worth = self._of_levels(share, Fraction(0)) if budget else self._named(name)
                if whole:
                    self._use(whole)
                factors.append(f"{worth}^{power}")
            terms.append(" * ".join(factors))
        return f"({' + '.join(terms) or '0'})"

    def _use(self, name: str) -> None:
        if name in self.budgets and len({*self.used} & self.budgets | {name}) > 1:
            raise MeaninglessError(
                "one budget is read in a claim about mechanisms of any size, or beside eps as a number, and one that a "
                'condition such as "eps = 2*half" ties to it'
            )
        self.used.setdefault(name)

    # -- what names mean -----------------------------------------------------------------------------------------------

    def _meaning_of(self, name: SizedName) -> str:
        own = self._protocol(name.of)
        indices = [self._index(letter, own["k"]) for letter in name.indices]
        k, m, P, S, p, q = (own.get(key, "") for key in ("k", "responses", "design", "support", "p*", "q*"))
        n = own["n"]
        match name.meaning:
            case "epsilon":
                return f"log({self._least(name)})"
            case "p_star" | "q_star" | "support" if not self._encoding(name.of).is_pure:
                raise MeaninglessError("an answer of numbers supports no value, so that it has no p* and q*")
            case "p_star" | "q_star":
                return p if name.meaning == "p_star" else q
            case "support":
                return f"mean({m}, {P}({indices[1]}), fun {self.response}. {S}({self.response}, {indices[0]}))"
            case "prior":
                return self._share_of(name, own)
            case "supporting":
                if not self.counting:
                    return self._observed(name, own)
                if not self._encoding(name.of).is_pure:
                    data = self._data(own, name.of)
                    expected = f"frequency({n}, {indices[0]})({data})"
                    noisy = f"noisy_count({n}, {data}, {indices[0]})({self.counting})"
                    return expected if self.counting == EXPECTED else noisy
                return f"supporting({n}, {S}, {indices[0]})({self.counting})"
            case "estimator":
                share = "" if name.scale == "count" else f" / {n}"
                return f"(({self._observed(name, own)} - {n} * {q}) / ({p} - {q}){share})"
        word, law = self._law(name)
        estimate = "estimated_count" if name.scale == "count" else "estimated_share"
        statistics = [f"{estimate}({n}, {S}, {p}, {q}, {i})" for i in indices]
        if name.meaning == "rare_variance":
            rare = self._share_of(SizedName(name.spelling, "prior", name.indices, name.of, name.scale), own)
            rare = f"{rare} = 0"
            if name.indices[0] in self.bound:
                raise MeaninglessError(
                    "the variance at a rare value is the same at each of them: write it without a sum or an extreme "
                    "value over the values"
                )
            self.rare.setdefault(rare, indices[0])
        if not self._encoding(name.of).is_pure:
            return self._of_noisy_counts(name, own, indices)
        del k
        return f"{word}({law}, {', '.join(statistics)})"

    def _observed(self, name: SizedName, own: Mapping[str, str]) -> str:
        """How many responses support a value, whatever the responses are."""
        if self.of.mechanisms[name.of].catalogue != "grr":
            raise MeaninglessError(
                "an estimate, and a count of the responses that support a value, is read of grr, or in an equation "
                "that says what an estimator is; of others write its mean"
            )
        key = (own["n"], own["k"], f"responses of {name.of}")
        if key not in self.data:
            self.data[key] = self._new("observed")
        return f"frequency({own['n']}, {self._index(name.indices[0], own['k'])})({self.data[key]})"

    def _of_noisy_counts(self, name: SizedName, own: Mapping[str, str], indices: Sequence[str]) -> str:
        """A moment of sums of noisy histograms, by what it is worth; that it is so is what the statement says first."""
        k, n, i, j = own["k"], own["n"], *(own[place] for place in ("i", "j"))
        counts = f"{n}, {k}, {own['b']}, {self._data(own, name.of)}"
        if name.meaning == "mean":
            expected = f"frequency({n}, {{}})({self._data(own, name.of)})"
            said = f"noisy_count_mean({counts}, {i}, {expected.format(i)})"
            self.shown.setdefault(f"(forall {i} in 1..{k}. {said})")
            return self._share_of(name, own)
        variance = f"8 * {n} / {own['budget']}^2"
        said = f"noisy_count_covariance({counts}, {i}, {j}, if {i} = {j} then {variance} else 0)"
        self.shown.setdefault(f"(forall {i} in 1..{k}. forall {j} in 1..{k}. {said})")
        worth = f"(if {indices[0]} = {indices[1]} then {variance} else 0)" if len(indices) > 1 else f"({variance})"
        return worth if name.scale == "count" else f"({worth} / {n}^2)"

    def _least(self, name: SizedName) -> str:
        """The variable that is the least privacy level of a mechanism, or what that of noisy histograms is worth."""
        if self.of.mechanisms[name.of].catalogue == "pure":
            raise MeaninglessError("p* and q* do not say how private a protocol is")
        own = self._protocol(name.of)
        if not self._encoding(name.of).is_pure:
            self.shown.setdefault(f"least_level_of_histogram({own['k']}, {own['design']}, {own['x']})")
            return own["x"]
        if "least" not in own:
            own["least"] = self._new("level")
        return own["least"]

    def _law(self, name: SizedName) -> tuple[str, str]:
        """The word for a moment, and the law of the responses."""
        own = self._protocol(name.of)
        given = self.of.mechanisms[name.of].data == GIVEN
        words = {
            "mean": ("independent", "expectation"),
            "estimator": ("independent", "expectation"),
            "variance": ("independent_variance", "dispersion"),
            "rare_variance": ("independent_variance", "dispersion"),
            "covariance": ("independent_covariance", "codispersion"),
        }
        data = self._data(own, name.of)
        if not self._encoding(name.of).is_pure:
            return "noise_moments", f"{own['n']}, {own['k']}, laplace({own['b']})"
        t = self.truth
        law = f"fun {t}. {own['design']}({data}({t}))" if given else f"response({own['k']}, {data}, {own['design']})"
        return words[name.meaning][0 if given else 1], f"{own['n']}, {own['responses']}, {law}"

    def _data(self, own: Mapping[str, str], mechanism: str) -> str:
        kind = self.of.mechanisms[mechanism].data
        key = (own["n"] if kind == GIVEN else "", own["k"], kind)
        if key not in self.data:
            self.data[key] = self._new("v" if kind == GIVEN else "pi")
        return self.data[key]

    def _share_of(self, name: SizedName, own: Mapping[str, str]) -> str:
        """How many respondents have a value, or their share."""
        index = self._index(name.indices[0], own["k"])
        data = self._data(own, name.of)
        if self.of.mechanisms[name.of].data == GIVEN:
            word = "frequency" if name.scale == "count" else "empirical"
            return (
                f"frequency({own['n']}, {index})({data})"
                if word == "frequency"
                else f"empirical({own['n']}, {data})({index})"
            )
        return f"({own['n']} * {data}({index}))" if name.scale == "count" else f"{data}({index})"

    @cached_property
    def _rare_index(self) -> str:
        """The letter of a value that nobody has, where the print has none."""
        return self._new("i")

    def _index(self, letter: str, size: str) -> str:
        letter = self._rare_index if letter == RARE else letter
        known = self.sizes if letter in self.over else self.indices
        if (letter in self.over or letter not in self.bound) and known.setdefault(letter, size) != size:
            raise MeaninglessError(f"the index {letter} runs through two sizes")
        return letter

    def _protocol(self, name: str) -> dict[str, str]:
        if name not in self.protocols:
            declared = self.of.mechanisms[name]
            encoding = ENCODINGS[declared.catalogue]
            own = {"k": self._text(declared.size), "n": self._text(declared.respondents)}
            for parameter, text in declared.parameters.items():
                if parameter == "eps":
                    own["x"] = self._number(tree.Power(tree.Constant("e"), read_plain(text, self.of.vocabulary)))
                    if declared.catalogue == "sue":
                        half = tree.Quotient(read_plain(text, self.of.vocabulary), tree.Number("2"))
                        own["u"] = self._number(tree.Power(tree.Constant("e"), half))
                elif parameter != "theta":
                    own[parameter] = self._text(text)
            for key, exponent in self._of_histogram(name).items():
                own[key] = self._number(tree.Power(tree.Constant("e"), exponent))
            if declared.catalogue == "blh":
                own["g"] = "2"
            if not encoding.is_pure:
                own["budget"] = self._text(declared.parameters["eps"])
                own |= {"b": f"2 / {own['budget']}", "i": self._new("i"), "j": self._new("j")}
            suffix = f"_{re.sub('[^A-Za-z0-9]', '', name)}" if len(self.of.mechanisms) > 1 and name else ""
            for letter, _ in encoding.made:
                own[letter] = self._new(f"{letter}{suffix}")
            own["responses"] = encoding.responses.format(**own)
            own["design"], own["support"] = encoding.design.format(**own), encoding.support.format(**own)
            for letter in "pq" if encoding.is_pure else "":
                own[f"{letter}*"] = self._new(f"{letter}{suffix}") if encoding.has_stars else own[letter]
            self.protocols[name] = own
        return self.protocols[name]

    def _text(self, text: str) -> str:
        return self._number(read_plain(text, self.of.vocabulary))


def _leaves_room(condition: tree.Node, name: str) -> bool:
    """Whether a condition says of a symbol no more than what it is larger than."""
    if not isinstance(condition, tree.Chain) or sum(name in tree.names_in(m) for m in condition.members) != 1:
        return False
    places = [i for i, member in enumerate(condition.members) if member == tree.Name(name)]
    rising, falling = {"<", "<="}, {">", ">="}
    return bool(places) and (
        (places[0] == len(condition.members) - 1 and rising.issuperset(condition.relations))
        or (places[0] == 0 and falling.issuperset(condition.relations))
    )


def _is_positive(condition: tree.Node, name: str) -> bool:
    """Whether a condition says no more than that a symbol is positive."""
    return condition in (
        tree.Chain((tree.Name(name), tree.Number("0")), (">",)),
        tree.Chain((tree.Number("0"), tree.Name(name)), ("<",)),
    )


def growth_of(node: tree.Node) -> tuple[Growth, tuple[tree.Node, ...]] | None:
    """What a print claims of a symbol that grows, and its further conditions; None where it is about no growing one.

    MeaninglessError where it is of a kind that is not read.
    """
    conditions: tuple[tree.Node, ...] = ()
    symbol, at_zero = "", False
    if isinstance(node, tree.Connective) and tree.CONDITIONALS | {"as"} >= {*node.connectives}:
        after = list(zip(node.connectives, node.members[1:], strict=True))
        for word, tending in after:
            if word == "as" and isinstance(tending, tree.Chain) and isinstance(tending.members[0], tree.Name):
                if tending.members[1] not in PLACES or symbol:
                    raise MeaninglessError(
                        "one symbol tends to infinity, or a budget to 0; another place is not read after 'as'"
                    )
                symbol, at_zero = tending.members[0].name, PLACES[tending.members[1]]
        conditions = tuple(condition for word, condition in after if word != "as")
        node = node.members[0]
    if not isinstance(node, tree.Chain):
        return None
    first, second, relation = node.members[0], node.members[-1], node.relations[0]
    if isinstance(first, tree.Limit) and len(node.relations) == 1 and relation == "=" and not symbol:
        if first.place not in PLACES or first.side == "-":
            raise MeaninglessError(
                "of mechanisms of any size, and where eps is a number, limits at infinity are read, and of budgets at 0"
            )
        at_zero = PLACES[first.place]
        sign = infinite(second)
        word, target = ("infinity", tree.Number("0")) if sign else ("limit", second)
        return Growth(word, first.expression, target, first.variable.name, sign or 1, conditions, at_zero), conditions
    if not symbol:
        return None
    is_order = isinstance(second, tree.Apply) and second.function in ORDERS and relation in ("=", "in")
    if len(node.relations) != 1 or (relation not in ("~", "approx") and not is_order):
        raise MeaninglessError(TENDS)
    if isinstance(second, tree.Apply) and is_order:
        return Growth(second.function, first, second.arguments[0], symbol, at_zero=at_zero), conditions
    return Growth("~", first, second, symbol, at_zero=at_zero), conditions


def printed(value: Fraction) -> tree.Node:
    """A fraction as it is printed."""
    above = tree.Number(str(abs(value.numerator)))
    quotient = tree.Quotient(above, tree.Number(str(value.denominator)))
    return tree.Negate(quotient) if value < 0 else quotient


def _rational(node: tree.Node) -> Fraction | None:
    match node:
        case tree.Number(text=text):
            return Fraction(text)
        case tree.Negate(term=inner):
            found = _rational(inner)
            return None if found is None else -found
        case tree.Quotient(numerator=above, denominator=below):
            first, second = _rational(above), _rational(below)
            return None if first is None or not second else first / second
    return None


def _letters(extreme: tree.ExtremeValue) -> set[str]:
    """What an extreme value is taken over."""
    return {variable.name for variable in extreme.variables}


def _speaks_of(text: str, names: Collection[str]) -> bool:
    return any(re.search(rf"\b{re.escape(name)}(?!\w)", text) for name in names)


def _of_powers(powers: Mapping[str, Fraction]) -> tuple[str, str]:
    """Numerator and denominator of a product of whole powers, in brackets unless it is a name or 1."""
    sides = []
    for sign in (1, -1):
        own = {base: abs(power) for base, power in powers.items() if sign * power > 0}
        text = " * ".join(base if power == 1 else f"{base}^{power}" for base, power in own.items()) or "1"
        sides.append(text if re.fullmatch(r"\w+", text) else f"({text})")
    return sides[0], sides[1]


def _bracketed(text: str) -> str:
    """A formula in brackets where it is made of several."""
    return f"({text})" if re.search(r"\b(and|or|implies|iff)\b", text) else text
