"""What of a statement is prose and what is a formula, as it is printed and as it is corrected."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from checks.claims.claim import Claim
from checks.claims.record import NO_VALUE
from checks.claims.typed_mathematics import with_dollars
from checks.show.latex.differences import formulas, joined, marked_words, words
from mechanisms.exact.domain import two_sides
from mechanisms.exact.formula import Condition, Relation
from mechanisms.exact.polynomial import Polynomial

RESTRICTED = r" \qquad \text{for } "  # between a corrected statement and the hypotheses that were added to it
_CONDITION = r" \qquad "  # comes before the condition under which a statement holds
_MEMBERS = re.compile(r"member (\d+) (\S+) member (\d+)")
_PRINTED = re.compile(r" \((?P<formula>(?:[=<>:]|\\[a-z]+).*?)(?P<line>, line \d+)?\)")  # at the end of a broken place
_INDEXED = re.compile(r"\b[A-Za-z]+_\w\b")  # letters alone are numerals of sections
_NUMBER_IN_BRACKETS = re.compile(r"\(([\d.]+)\)")
_NUMBER = r"-?\d+(?:/\d+)?"
_SUM = r"(?:\d+\*)?[A-Za-z]\w*(?: \+ (?:\d+\*)?[A-Za-z]\w*)*"
_RANGE = re.compile(
    rf"(?:(?P<low>{_NUMBER}) (?P<above><=?) )?(?P<name>{_SUM})"
    rf"(?: (?P<below><=?) (?P<high>{_NUMBER}))?(?P<kind>, integer)?"
    rf"|(?P<own>{_SUM}) (?P<sign>>=?) (?P<bound>{_NUMBER})"
)
_LEFT_OUT = re.compile(rf"(?P<name>{_SUM}) != (?P<number>{_NUMBER})")
_AGAINST_ZERO = re.compile(r"(?P<sum>[\w*/ +-]+) (?P<relation>>=|>|!=) 0")
_AGAINST: dict[str, Relation] = {">=": ">=", ">": ">", "!=": "!="}
_FRACTION = r"\d+(?:/\d+)?"
_TERM = re.compile(rf"[+-]?(?:(?:(?P<number>{_FRACTION})\*)?(?P<name>[A-Za-z]\w*)|(?P<constant>{_FRACTION}))")
_FUNCTION = re.compile(
    r"fun (?P<of>[A-Za-z]\w*(?: [A-Za-z]\w*)*)\. (?P<worth>.+)"
)  # in the plain notation of the logic
_RELATIONS = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "in": r"\in", "notin": r"\notin", "approx": r"\approx"}


@dataclass(frozen=True)
class Wording:
    """A statement: words, a formula of LaTeX, or words with the condition under which they are true as a formula."""

    words: str = ""
    formula: str = ""


@dataclass(frozen=True)
class _Range:
    """An interval of a name; an end is a number and whether it is left out."""

    name: str
    low: tuple[Fraction, bool] | None
    high: tuple[Fraction, bool] | None
    kind: str

    def within(self, other: _Range) -> _Range:
        """What satisfies both."""
        lows = [end for end in (self.low, other.low) if end is not None]
        highs = [end for end in (self.high, other.high) if end is not None]
        high = min(highs, key=lambda end: (end[0], not end[1]), default=None)
        return _Range(self.name, max(lows, default=None), high, self.kind or other.kind)

    def without(self, number: Fraction) -> _Range | None:
        """The range without a number that is an end of it, or not in it; None where it lies inside."""
        if self.low is not None and number <= self.low[0]:
            return replace(self, low=(self.low[0], self.low[1] or number == self.low[0]))
        if self.high is not None and number >= self.high[0]:
            return replace(self, high=(self.high[0], self.high[1] or number == self.high[0]))
        return None

    def __str__(self) -> str:
        if self.low is not None and self.high is None and not self.kind:
            return f"{self.name} {'>' if self.low[1] else '>='} {self.low[0]}"
        low = "" if self.low is None else f"{self.low[0]} {'<' if self.low[1] else '<='} "
        high = "" if self.high is None else f" {'<' if self.high[1] else '<='} {self.high[0]}"
        return f"{low}{self.name}{high}{self.kind}"


def as_printed(claim: Claim, statement: str) -> Wording:
    """The printed statement, which is a formula where the main reading has one."""
    return Wording(formula=statement) if _is_formula(claim) else Wording(words=statement)


def as_corrected(claim: Claim, corrected: str) -> Wording:
    """The corrected statement of a record: it may be a formula where the print is prose, or words beside a formula."""
    if claim.correction is not None and claim.correction.right == corrected:
        return Wording(words=corrected)
    if _is_formula(claim) or claim.correction is None or claim.correction.statement.printed:
        return Wording(formula=corrected)
    words = claim.printed
    if corrected.startswith(words + _CONDITION):
        return Wording(words, corrected.removeprefix(words + _CONDITION))
    return Wording(words=corrected)


def compared(printed: Wording, right: Wording, mark: Callable[[str], str]) -> tuple[Wording, Wording]:
    """Both with what differs marked, by `mark` in formulas and as `marked_words` in words."""
    if printed.words and right.words:
        first, second = (joined(segments, marked_words) for segments in words(printed.words, right.words))
        return replace(printed, words=first), replace(right, words=second)
    if printed.words or right.words:
        return printed, right
    statement, restricted, hypotheses = right.formula.partition(RESTRICTED)  # what was added stands apart unmarked
    first, second = (joined(segments, mark) for segments in formulas(printed.formula, statement))
    return replace(printed, formula=first), replace(right, formula=second + restricted + hypotheses)


def _is_formula(claim: Claim) -> bool:
    return bool(claim.readings and claim.main.statement.printed)


def both_sides(written: Sequence[str]) -> str:
    """What both sides of a relation are worth, in words: 1/3 and 3/4, or both 1."""
    if set(written) == {NO_VALUE}:
        return "both without a value"
    return f"both {written[0]}" if len(set(written)) == 1 < len(written) else " and ".join(written)


def coordinates(point: Mapping[str, str] | None) -> list[tuple[str, str]]:
    """The coordinates of a point, as one writes them: f(t) is 2 where f is the function `fun t. 2`."""
    found = []
    for name, value in (point or {}).items():
        function = _FUNCTION.fullmatch(value)
        found.append((f"{name}({', '.join(function['of'].split())})", function["worth"]) if function else (name, value))
    return found


def tightened(domain: str) -> str:
    """A domain in which each name, and each sum, has one range: of 0 <= d <= 1; d > 0; d != 1, 0 < d < 1 is left.

    What is compared with 0 is written as one does: p + q < 1 for -p - q + 1 > 0, p != 1/2 for 2*p - 1 != 0.
    """
    parts = [_as_one_writes(part) for part in domain.split("; ") if part]
    ranges: dict[str, _Range] = {}
    for part in parts:
        if (read := _range(part)) is not None:
            ranges[read.name] = read if read.name not in ranges else ranges[read.name].within(read)
    for part in list(parts):
        found = _LEFT_OUT.fullmatch(part)
        if found and (left := ranges.get(found["name"])) and (less := left.without(Fraction(found["number"]))):
            ranges[left.name] = less
            parts.remove(part)
    kept: dict[str, None] = {}
    for part in parts:
        read = _range(part)
        kept[part if read is None or ranges[read.name] == read else str(ranges[read.name])] = None
    return "; ".join(kept)


def _as_one_writes(part: str) -> str:
    """A sum of names that is compared with 0, with the number on the other side; anything else as it is."""
    found = _AGAINST_ZERO.fullmatch(part)
    text = found["sum"].replace(" ", "") if found is not None else ""
    terms = list(_TERM.finditer(text))
    if found is None or "".join(term[0] for term in terms) != text or not any(term["constant"] for term in terms):
        return part
    total = Polynomial.constant(0)
    for term in terms:
        number = Fraction(term["constant"] or term["number"] or 1) * (-1 if "-" in term[0] else 1)
        total += Polynomial({((term["name"], 1),) if term["name"] else (): number})
    relation = _AGAINST[found["relation"]]
    left, written, right = two_sides(Condition(total, relation))
    if len(total.names) == 1:  # 2*p != 1 of one name
        shares = Polynomial.constant(1 / left.leading_coefficient())
        left, right = left * shares, right * shares
    return f"{left} {written} {right}"


def _range(part: str) -> _Range | None:
    """One relation or two between a name and numbers; None for anything else."""
    found = _RANGE.fullmatch(part)
    if found is None or not (found["low"] or found["high"] or found["bound"]):
        return None
    low = (Fraction(found["low"]), found["above"] == "<") if found["low"] else None
    high = (Fraction(found["high"]), found["below"] == "<") if found["high"] else None
    if found["bound"]:
        end = (Fraction(found["bound"]), "=" not in found["sign"])
        low, high = (end, None) if found["sign"][0] == ">" else (None, end)
    return _Range(found["name"] or found["own"], low, high, found["kind"] or "")


def place_words(place: str) -> str:
    """The place of a claim in its paper, a name with an index between dollars."""
    return _INDEXED.sub(lambda name: with_dollars(name.group()), place)


def broken_place(breaks_at: str) -> str:
    """The place where a statement breaks, its formulas between dollars; of a member that was cut only the line."""
    label, formula, line = breaks_at, "", ""
    if (found := re.search(_PRINTED.pattern + "$", breaks_at)) is not None:
        label, line = breaks_at[: found.start()], found["line"] or ""
        whole = not found["formula"].endswith("...") and "$" not in found["formula"]
        formula = f" ${found['formula']}$" if whole else ""
    label = _MEMBERS.sub(lambda m: f"member {m[1]} ${_RELATIONS.get(m[2], m[2])}$ member {m[3]}", label)
    if label.startswith("entry at "):
        label = _NUMBER_IN_BRACKETS.sub(r"\1", label)
    return with_dollars(label) + (f" ({(formula + line).strip(' ,')})" if formula or line else "")
