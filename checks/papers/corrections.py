"""What may be right instead of a printed statement that does not hold: candidates, each judged like any other claim.

An equation gets the value that is derived for its first member, a number the right rounding, an extremum the place
where it lies, and a comparison the other relation, or the condition under which it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice, pairwise

from checks.claims.claim import Claim, Correction, Statement
from checks.claims.verdict import Finding
from checks.inputs.every_size import growth_of
from checks.inputs.own_notation import OwnNotation
from checks.interpreter import Interpreter
from checks.interpreter.arithmetic import branches, is_decimal, links
from checks.interpreter.conditions import hypotheses_of
from checks.interpreter.extrema import printed_interval
from checks.interpreter.optima import NotAttainedError, stationary_at_roots
from checks.interpreter.values import Extreme, Listed, MeaninglessError, Piecewise, Value
from checks.interpreter.whole_numbers import few_values
from checks.papers.denominators import conditions_for_case, conditions_for_values
from checks.papers.largest import without_smaller
from checks.papers.other_conditions import inside_of_ranges, stricter_bounds
from checks.papers.plain_polynomials import FLIPPED
from checks.papers.printed_tables import table_corrections
from checks.papers.rounding import rounded_like, rounded_value
from checks.papers.simplest_condition import (
    condition_of,
    decimal_thresholds,
    threshold_of,
    told_without_slip,
    without_root,
)
from checks.papers.slips import settled, slips, value_of, without_slip
from checks.papers.writing import Writer, length
from checks.reading import ReadingError, read_latex, to_latex
from checks.reading import syntax as tree
from checks.reading.conditions import conditions_of
from checks.verifying.every_size import of_every_size, stated
from checks.verifying.growth import growing
from checks.verifying.verification import PaperModel, statement_interpreter
from checks.witness import StatementWitness
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.rational import RationalFunction

DERIVED = "This is what the declared mechanism gives."
FIRST_MEMBER = "This is what the first member equals."
ROUNDED = "The printed number is not the rounded one."
OTHER_RELATION = "The relation is another one."
CONDITION = "It holds under this condition only."
DEFINITION = "The definition is another one."
DENOMINATORS = "Elsewhere a denominator vanishes."
THRESHOLD = "The comparison turns elsewhere."
ENDS = {
    "min": ("inf", "There is no minimum: the infimum is not attained."),
    "max": ("sup", "There is no maximum: the supremum is not attained."),
}
"""Of extreme values that need not be attained, and what is said where one is right instead."""
GROWTH = "It grows like this."
OPTIMUM = "The optimum is elsewhere."
_HALF = re.compile(r"\^\{\\frac\{([^{}+-]+)\}\{2\}\}")  # in an exponent, where eps/2 may be printed
_LOW = re.compile(r"\\left\(((?:(?!\\(?:left|right|frac|begin)).)*)\\right\)")  # brackets around no fraction
MOST_AT_POINTS = 150  # formulas with one slip less that are tried at points
EQUATIONS = frozenset(("=", ":="))
OTHERS = {"<": ("=", "<=", ">", ">="), "<=": (">", ">="), ">": ("=", ">=", "<", "<="), ">=": ("<", "<=")}
PRINTED = {"<": "<", "<=": r"\le", ">": ">", ">=": r"\ge", "=": "="}


def derived_corrections(
    claim: Claim, own: OwnNotation, model: PaperModel, witness: StatementWitness
) -> Iterator[Correction]:
    """Statements of the claim's kind that may be right instead, the likeliest first."""
    statement = claim.main.statement
    if statement.statement and not statement.computed:
        return  # what is right instead of a statement in the logic is stated by hand
    if statement.computed:
        statement = replace(statement, statement="", computed=False)
    if statement.table is not None:
        yield from table_corrections(claim, own.vocabulary, Writer(own, own.mechanisms_in(statement)), model, witness)
    for place, text in enumerate(statement.latex):
        for latex, domain, finding, sentence in _Candidates(text, statement, own, model, witness).found():
            texts = (*statement.latex[:place], latex, *statement.latex[place + 1 :])
            if latex != text or domain:
                corrected = replace(statement, latex=texts, domain=(*statement.domain, *domain))
                yield Correction(stated(corrected, own), finding, sentence)


Candidate = tuple[str, tuple[str, ...], Finding, str]
"""LaTeX, further hypotheses, the kind of error, and a sentence."""


class _Candidates:
    """What may be right instead of one printed text."""

    def __init__(
        self, text: str, statement: Statement, own: OwnNotation, model: PaperModel, witness: StatementWitness
    ) -> None:
        self.text, self.statement, self.own, self.witness = text, statement, own, witness
        self.interpreter: Interpreter = statement_interpreter(statement, model)
        self.writer = Writer(own, own.mechanisms_in(statement), self.interpreter.roots)
        self.condition = ""
        self.given: tuple[Formula, ...] = ()

    def found(self) -> Iterator[Candidate]:
        """The candidates; none where the text is no chain of relations, or nothing can be derived for it."""
        try:
            node = read_latex(self.text, self.own.vocabulary, slash=self.statement.slash)
        except ReadingError:
            return
        whole = node
        if isinstance(node, tree.Connective) and tree.CONDITIONALS.issuperset(node.connectives):
            node = node.members[0]  # the condition stays as it is printed
        if not isinstance(node, tree.Chain):
            yield from self._readable(self._growing(whole))
            yield from self._readable(self._where_it_has_values(node, whole))
            if isinstance(node, tree.Connective) and node.connectives == ("iff",):
                yield from self._readable(self._thresholds(node, whole))
            if isinstance(node, tree.Connective) and node.connectives in (("iff",), ("implies",)):
                yield from self._readable(self._other_relations(node))
                yield from self._readable(self._inside_of_ranges(node))
            if isinstance(node, tree.Conjunction):
                yield from self._readable(self._repaired_one_by_one(node))
            return
        self.condition = self.text[node.span[1] :]
        if {relation for _, relation, _ in links(node)} <= EQUATIONS:
            found = self._equations(node)
        elif len(node.relations) == 1 and node.relations[0] in OTHERS:
            found = self._comparisons(node)
        else:
            yield from self._readable(self._where_it_has_values(node, whole))
            return
        self.interpreter = self.interpreter.assuming(*hypotheses_of(self.interpreter, whole))
        self.given = self.interpreter.given
        self.writer = self.writer.under(self.given)
        needed = conditions_for_values(node, self.given, self.interpreter)
        if needed:
            yield self.text, needed, Finding.MISSING_HYPOTHESIS, DENOMINATORS
        for text, further, finding, sentence in self._readable(chain(self._redefined(whole), found)):
            yield text, further, finding, sentence  # what is right may have no denominator
            if conditions := needed and self._where_one_has_values(text):
                yield text, (*conditions, *further), finding, sentence
        yield from self._readable(self._other_bounds(whole))
        if self.own.is_of_every_size(self.statement):
            yield from self._readable(self._holding_at_points(node))

    def _growing(self, whole: tree.Node) -> Iterator[Candidate]:
        """What is claimed as a symbol grows, with what the first number grows as."""
        found = growth_of(whole)
        grown = growing(found[0], self.own) if found else None
        if found and grown and (right := grown.as_is) is not None:
            part, sentence = found[0].second, GROWTH
            if isinstance(whole, tree.Chain):
                part, sentence = whole.members[-1], self._sentence(whole.members[0])
            start, end = part.span
            yield self.text[:start] + self.writer.number(right) + self.text[end:], (), Finding.FALSE, sentence

    def _written(self, node: tree.Node) -> str:
        r"""A formula as LaTeX, its logarithms as they are printed."""
        latex = to_latex(node, self.own.vocabulary)
        if "/2}" in self.text:
            latex = _LOW.sub(r"(\1)", _HALF.sub(r"^{\1/2}", latex))
        return latex.replace(r"\log", r"\ln") if r"\ln" in self.text and r"\log" not in self.text else latex

    def _where_one_has_values(self, text: str) -> tuple[str, ...]:
        """The conditions under which a chain of relations has a value."""
        node = read_latex(text, self.own.vocabulary, slash="factor")
        if isinstance(node, tree.Connective):
            node = node.members[0]
        return conditions_for_values(node, self.given, self.interpreter) if isinstance(node, tree.Chain) else ()

    def _where_it_has_values(self, node: tree.Node, whole: tree.Node) -> Iterator[Candidate]:
        """What is said by several relations, where one of the denominators, or none, vanishes."""
        given = (*self.interpreter.given, *hypotheses_of(self.interpreter, whole))
        chains = [part for part in tree.nodes(node) if isinstance(part, tree.Chain)]
        found = [conditions_for_values(part, given, self.interpreter) for part in chains]
        needed = tuple(dict.fromkeys(chain.from_iterable(found)))
        for conditions in dict.fromkeys((*((one,) for one in needed), needed)):
            if conditions:
                yield self.text, conditions, Finding.MISSING_HYPOTHESIS, DENOMINATORS

    def _other_relations(self, node: tree.Connective) -> Iterator[Candidate]:
        """What the sides of an arrow say with another inequality, that of the conclusion first."""
        for side in reversed(node.members):
            if not (isinstance(side, tree.Chain) and len(side.relations) == 1 and side.relations[0] in OTHERS):
                continue
            left, right = (self.text[slice(*member.span)] for member in side.members)
            for other in sorted(OTHERS[side.relations[0]], key=lambda relation: "=" not in relation):
                if other != "=":
                    said = f"{left} {PRINTED[other]} {right}"
                    yield (
                        self.text[: side.span[0]] + said + self.text[side.span[1] :],
                        (),
                        Finding.FALSE,
                        OTHER_RELATION,
                    )

    def _inside_of_ranges(self, node: tree.Connective) -> Iterator[Candidate]:
        """The text where the numbers that it speaks of are not at the ends of their ranges."""
        for conditions in inside_of_ranges(node, self.own):
            yield self.text, conditions, Finding.MISSING_HYPOTHESIS, CONDITION

    def _repaired_one_by_one(self, node: tree.Conjunction) -> Iterator[Candidate]:
        """Several equations, one of them put right."""
        for item in node.items:
            if isinstance(item, tree.Chain) and {relation for _, relation, _ in links(item)} <= EQUATIONS:
                yield from self._repaired(item)

    def _other_bounds(self, whole: tree.Node) -> Iterator[Candidate]:
        """The text with a stricter bound in one of its conditions."""
        for end, other in stricter_bounds(whole, self.own, self.interpreter):
            right = self.writer.number(RationalFunction.of(other))
            yield self.text[: end.span[0]] + right + self.text[end.span[1] :], (), Finding.FALSE, CONDITION

    def _holding_at_points(self, node: tree.Chain) -> Iterator[Candidate]:
        """An equation with one slip less, of what has no formula in the symbols: it holds at points that are drawn."""
        if not {relation for _, relation, _ in links(node)} <= EQUATIONS or self._has_values(node):
            return
        for member in node.members:
            if self._is_derived(member):
                continue
            for changed in islice(slips(member, self.interpreter), MOST_AT_POINTS):
                text = self.text[: member.span[0]] + self._written(changed) + self.text[member.span[1] :]
                if self._holds_at_points(text):
                    yield text, (), Finding.FALSE, DERIVED
                    return

    def _has_values(self, node: tree.Chain) -> bool:
        return all(value_of(member, self.interpreter) is not None for member in node.members)

    def _holds_at_points(self, text: str) -> bool:
        """Whether a statement about mechanisms of any size holds at all points that are drawn."""
        try:
            said = of_every_size(replace(self.statement, latex=(text,)), self.own)
        except (ReadingError, MeaninglessError):
            return False
        return said is not None and said.witnessed(True).agrees is True

    def _redefined(self, whole: tree.Node) -> Iterator[Candidate]:
        """The statement with each wrong definition in it, after a word such as "where", put right."""
        if not (isinstance(whole, tree.Connective) and tree.CONDITIONALS.issuperset(whole.connectives)):
            return
        text = self.text
        for item in reversed(conditions_of(whole, self.own.vocabulary).defined):
            value = value_of(item.members[0], self.interpreter)
            for member in reversed(item.members[1:]):
                if isinstance(value, RationalFunction) and value_of(member, self.interpreter) != value:
                    found = without_slip(member, value, self.interpreter)
                    right = self.writer.number(value) if found is None else self._written(found)
                    text = text[: member.span[0]] + right + text[member.span[1] :]
        if text != self.text:
            yield text, (), Finding.FALSE, DEFINITION

    def _readable(self, candidates: Iterator[Candidate]) -> Iterator[Candidate]:
        """Those that the reader can read again and that say something; none more where a value cannot be had."""
        try:
            for candidate in candidates:
                node = read_latex(candidate[0], self.own.vocabulary, slash="factor")
                if isinstance(node, tree.Connective):
                    node = node.members[0]
                if not (isinstance(node, tree.Chain) and node.relations == ("=",) and len({*node.members}) == 1):
                    yield candidate
        except (ReadingError, MeaninglessError, ZeroDivisionError):
            return

    def _equations(self, node: tree.Chain) -> Iterator[Candidate]:
        yield from self._rounded(node)
        if conditions := conditions_for_case(node, self.given, self.interpreter):
            yield self.text, conditions, Finding.MISSING_HYPOTHESIS, CONDITION
        yield from self._repaired(node)
        yield from self._not_attained(node)
        if isinstance(node.members[0], (tree.Limit, tree.ExtremeValue)) and len(node.members) == 2:
            if isinstance(node.members[0], tree.Limit) and self.own.is_in_the_logic(self.statement):
                yield from self._growing(node)
            left = self.text[slice(*node.members[0].span)]
            for end in (r"\infty", r"-\infty"):
                yield f"{left} = {end}{self.condition}", (), Finding.FALSE, FIRST_MEMBER
        for number, member in enumerate(node.members):
            if self._is_derived(member) and not is_decimal(member):
                left = self._closed(self.text[slice(*member.span)])
                for right in self._values(member):
                    if read_latex(right, self.own.vocabulary, slash="factor") != member:
                        yield f"{left} = {right}{self.condition}", (), Finding.FALSE, self._sentence(member)
                if number:
                    return

    def _not_attained(self, node: tree.Chain) -> Iterator[Candidate]:
        r"""The equation with \inf for a \min and \sup for a \max, and with the values that these have."""
        extreme = node.members[0]
        if not isinstance(extreme, tree.ExtremeValue) or extreme.kind not in ENDS:
            return
        end, sentence = ENDS[extreme.kind]
        text = self.text.replace(rf"\{extreme.kind}", rf"\{end}", 1)
        yield text, (), Finding.FALSE, sentence
        if len(node.members) != 2:
            return
        for printed, kind, said in ((self.text, extreme.kind, FIRST_MEMBER), (text, end, sentence)):
            with suppress(NotAttainedError):
                for right in self._values(replace(extreme, kind=kind)):
                    yield printed[: printed.rindex("=") + 1] + f" {right}{self.condition}", (), Finding.FALSE, said

    @staticmethod
    def _closed(printed: str) -> str:
        """What is printed, with the brackets behind a name of which the last letter stands alone, as in x_{R}."""
        return printed + "}" * (printed.count("{") - printed.count("}"))

    def _repaired(self, node: tree.Chain) -> Iterator[Candidate]:
        """The chain with each wrong member replaced by what it is with one slip less, or by the derived value."""
        first, *members = node.members
        sentence = self._sentence(*node.members)
        is_derived = any(map(self._is_derived, node.members))
        only_slips = is_derived and not self._is_derived(first)  # what the first is called is said by the others
        budgets = self.interpreter.budgets
        value: Value | None
        if isinstance(first, tree.Name) and first.name in budgets:
            value = self.interpreter.value(tree.Name(budgets[first.name]))
            members = [m.arguments[0] for m in members if isinstance(m, tree.Apply) and m.function == "log"]
            written = None
        else:
            value = value_of(first, self.interpreter)
            written = self._shortest(value) if isinstance(value, RationalFunction) else None
        if value is None or len(members) + 1 < len(node.members):
            return
        text, slipped = self.text, False
        for member in reversed(members):
            if is_decimal(member) or value_of(member, self.interpreter) == value:
                continue
            found = without_slip(member, value, self.interpreter, self.given)
            right = self._with_a_term(member, value) if found is None else self._written(found)
            slipped = slipped or right is not None
            right = right or written
            if right is None or (only_slips and found is None):
                return
            text = text[: member.span[0]] + right + text[member.span[1] :]
        if slipped or len(members) > 1 or not is_derived:
            yield text, (), Finding.FALSE, sentence

    def _with_a_term(self, member: tree.Node, value: Value) -> str | None:
        """A printed member with what it lacks added, where that takes less than half of what is right."""
        own = value_of(member, self.interpreter)
        if not (isinstance(own, RationalFunction) and isinstance(value, RationalFunction)) or own.is_zero():
            return None
        term = self.writer.number(value - own)
        if 2 * length(term) > length(self.writer.value(value)):
            return None
        printed = self.text[slice(*member.span)]
        return f"{printed} - {term[1:]}" if term.startswith("-") else f"{printed} + {term}"

    def _sentence(self, *members: tree.Node) -> str:
        if len(members) == 1 and isinstance(members[0], (tree.ArgMin, tree.ArgMax)):
            return OPTIMUM
        names = {name for member in members for name in tree.names_in(member)}
        return DERIVED if any(map(self.own.is_derived, names)) else FIRST_MEMBER

    def _rounded(self, node: tree.Chain) -> Iterator[Candidate]:
        """The chain with its decimals replaced by the right ones."""
        if not any(map(is_decimal, node.members)) or not self.statement.at:
            return
        exact = next(m for m in node.members if not is_decimal(m))
        text, slight = self.text, True
        for member in reversed(node.members):
            if is_decimal(member):
                written, one_off = rounded_like(member, exact, self.statement, self.witness)
                slight = slight and one_off
                text = text[: member.span[0]] + written + text[member.span[1] :]
        yield text, (), Finding.ROUNDING if slight else Finding.FALSE, ROUNDED if slight else self._sentence(exact)

    def _is_derived(self, member: tree.Node) -> bool:
        """Whether a member speaks of what is derived from the mechanism, or is itself a limit or an extremum."""
        kinds = (tree.Limit, tree.ExtremeValue, tree.ArgMin, tree.ArgMax, tree.Operate)
        return any(
            isinstance(part, kinds) or (isinstance(part, tree.Name) and self.own.is_derived(part.name))
            for part in tree.nodes(member)
        )

    def _values(self, member: tree.Node) -> Iterator[str]:
        if isinstance(member, (tree.ArgMin, tree.ArgMax)):
            yield from self._optima(member)
            return
        if isinstance(member, tree.Name) and member.name in self.interpreter.budgets:
            value = self.interpreter.value(tree.Name(self.interpreter.budgets[member.name]))
            yield self.writer.largest_logarithm(self._simpler(value))
            return
        whole = self.interpreter.value(member)
        if isinstance(whole, Piecewise):
            with suppress(MeaninglessError):
                yield self.writer.value(whole)
                return
        for _, value in branches(whole):
            if isinstance(value, Extreme):
                yield from dict.fromkeys(self.writer.number(candidate) for _, candidate in value.candidates())
            else:
                yield self._shortest(self._simpler(value))

    def _shortest(self, value: Value) -> str:
        """A value as it is, or with what equations say of it, as is shorter."""
        return min((self.writer.value(v) for v in (value, settled(value, self.given)) if v is not None), key=length)

    def _simpler(self, value: Value) -> Value:
        """The largest of several without those that are never the largest one here."""
        return without_smaller(value, self.given, self.interpreter) if isinstance(value, Listed) else value

    def _optima(self, node: tree.ArgMin | tree.ArgMax) -> Iterator[str]:
        """Sets of ends and of stationary points."""
        interval = printed_interval(self.interpreter, node)
        if interval is None:
            return
        low, high = self.interpreter.number(interval.low), self.interpreter.number(interval.high)
        names = tuple(v.name for v in node.variables)
        assert node.expression is not None, "an optimum without an expression has no meaning"
        with self.interpreter.binding(names):
            body = self.interpreter.number(node.expression)
        few = few_values(self.interpreter, node, interval)
        if few is not None and len(names) == 1:
            yield from self._best_of_few(node, body, names[0], few)
            return
        inner = Extreme("min", body, names, ((low, high),), all_of(()))
        places = [low, high]
        with suppress(MeaninglessError):  # where one is no rational expression
            places += inner.stationary_points(names[0]) if not inner.is_affine() else ()
        if len(names) == 1:
            places += [place for place, _ in stationary_at_roots(self.interpreter, body, names[0])]
        written = [self.writer.number(place) for place in dict.fromkeys(places)]
        for place in written:
            yield rf"\left\{{{place}\right\}}"
        yield rf"\left\{{{written[0]}, {written[1]}\right\}}"

    def _best_of_few(
        self, node: tree.ArgMin | tree.ArgMax, body: RationalFunction, name: str, few: Sequence[RationalFunction]
    ) -> Iterator[str]:
        """The best of a few numbers, all that tie; where symbols decide, each alone and each with the next."""
        values = [body.substitute({name: place}) for place in few]
        if not any(value.names for value in values):
            best = (min if isinstance(node, tree.ArgMin) else max)(value.constant_value() for value in values)
            found = [[p for p, v in zip(few, values, strict=True) if v.constant_value() == best]]
        else:
            found = [*([place] for place in few), *(list(pair) for pair in pairwise(few))]
        for places in found:
            yield rf"\left\{{{', '.join(map(self.writer.number, places))}\right\}}"

    def _thresholds(self, node: tree.Connective, whole: tree.Node) -> Iterator[Candidate]:
        r"""After \iff, what the comparison before it says of the symbol that is compared there."""
        known = (*self.interpreter.given, *hypotheses_of(self.interpreter, whole))
        facts = frozenset((*self.own.domain.hypotheses(), *known))
        for compared, told in (node.members, node.members[::-1]):
            if not (isinstance(compared, tree.Chain) and isinstance(told, tree.Chain)):
                continue
            if not all(len(c.relations) == 1 and c.relations[0] in OTHERS for c in (compared, told)):
                continue
            first, second = map(self.interpreter.value, compared.members)
            if not isinstance(first, RationalFunction) or not isinstance(second, RationalFunction):
                continue
            comparison = without_root(first, compared.relations[0], second, self.interpreter.roots, facts)
            for symbol, bound in (told.members, told.members[::-1]):
                if not isinstance(symbol, tree.Name) or symbol.name in self.interpreter.notation.names:
                    continue
                name = self.interpreter.budgets.get(symbol.name, symbol.name)
                if is_decimal(bound):
                    for place in decimal_thresholds(*comparison, name, facts):
                        value = place if name == symbol.name else place.log()
                        right, slight = rounded_value(bound, value)
                        text = self.text[: bound.span[0]] + right + self.text[bound.span[1] :]
                        yield text, (), Finding.ROUNDING if slight else Finding.FALSE, ROUNDED if slight else THRESHOLD
                elif (found := threshold_of(*comparison, name, facts)) is not None:
                    yield self._told(told, symbol, bound, *found), (), Finding.FALSE, THRESHOLD
            if (slip := told_without_slip(told, comparison, facts, self.interpreter)) is not None:
                member, right = slip[0], self._written(slip[1])
                yield self.text[: member.span[0]] + right + self.text[member.span[1] :], (), Finding.FALSE, THRESHOLD

    def _told(
        self, told: tree.Chain, symbol: tree.Name, bound: tree.Node, relation: str, value: RationalFunction
    ) -> str:
        """The text with what is told of a symbol put right, as little as that needs."""
        is_budget = symbol.name in self.interpreter.budgets
        inside: tree.Node | None = bound  # whose value is told of the symbol, or of e^eps
        if is_budget:
            is_log = isinstance(bound, tree.Apply) and bound.function == "log"
            inside = bound.arguments[0] if isinstance(bound, tree.Apply) and is_log else None
        slip = None if inside is None else without_slip(inside, value, self.interpreter)
        if inside is not None and value_of(inside, self.interpreter) == value:
            right = self.text[slice(*bound.span)]
        elif inside is not None and slip is not None:
            before, after = self.text[bound.span[0] : inside.span[0]], self.text[inside.span[1] : bound.span[1]]
            right = before + self._written(slip) + after
        else:
            right = self.writer.logarithm(value) if is_budget else self._shortest(value)
        if relation == (told.relations[0] if told.members[0] is symbol else FLIPPED[told.relations[0]]):
            return self.text[: bound.span[0]] + right + self.text[bound.span[1] :]
        said = f"{self.text[slice(*symbol.span)]} {PRINTED[relation]} {right}"
        return self.text[: told.span[0]] + said + self.text[told.span[1] :]

    def _comparisons(self, node: tree.Chain) -> Iterator[Candidate]:
        (left, right), (relation,) = node.members, node.relations
        before, after = self.text[slice(*left.span)], self.text[slice(*right.span)]
        for other in OTHERS[relation]:
            yield f"{before} {PRINTED[other]} {after}{self.condition}", (), Finding.FALSE, OTHER_RELATION
        a, b = self.interpreter.value(left), self.interpreter.value(right)
        if isinstance(a, RationalFunction) and isinstance(b, RationalFunction):
            condition = condition_of(a, relation, b, self.own)
            if condition is not None:
                yield self.text, (condition,), Finding.MISSING_HYPOTHESIS, CONDITION
