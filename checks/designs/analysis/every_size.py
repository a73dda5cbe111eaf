r"""The analysis of a frequency oracle for every number of values: `grr(k=k, eps=eps)`, k and eps being symbols.

What is printed here of a protocol is a claim like that of a paper: it is read as a statement of the logic about the
protocol, for all sizes, all respondents and all that they may have, and is shown only where the kernel has a theorem
that is this statement. n respondents have their values, and only their responses are random.

Of a protocol whose responses are numbers, `she(k=5, eps=1)`, which no matrix holds, the formulas are shown likewise,
and beside them what they are worth.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import sympy

from checks.claims.claim import Statement
from checks.designs.analysis.formulas import Derived, FormulaAnalysis, NotDerived
from checks.inputs.declarations import read_declarations
from checks.inputs.design import ALIASES, MAXIMAL_DIGITS, DesignArgumentError, call_of
from checks.inputs.own_notation import OwnNotation
from checks.inputs.sized_protocols import ENCODINGS
from checks.interpreter import Interpreter, Notation
from checks.reading import Symbols, read_latex, read_plain, to_latex, to_plain
from checks.reading import syntax as tree
from checks.show.sheet import Fact, exact, formula
from checks.verifying.every_size import of_every_size
from derivations.logic.kernel import Proved
from derivations.steps import Written
from lp.parametric.level_input import read_level
from mechanisms.exact.domain import Domain
from mechanisms.exact.privacy_level import LevelError

NAMES: Mapping[str, Mapping[str, Any]] = {
    r"\varepsilon^*": {"epsilon": True},
    "p^*": {"p_star": True},
    "q^*": {"q_star": True},
    "f_i": {"prior": "i"},
    "f_j": {"prior": "j"},
    "I_i": {"supporting": "i"},
    r"\hat f_i": {"estimator": "i"},
    "V_i": {"variance": "i"},
    "V^*_i": {"rare_variance": "i"},
    "C_{i,j}": {"covariance": ["i", "j"]},
}
"""What is spoken of: shares, not counts."""
OTHERS: Mapping[str, tuple[str, Mapping[str, str], Mapping[str, Mapping[str, Any]]]] = {
    "oue": ("oue", {"eps": "eps"}, {r"V^*_{\mathrm{OUE},i}": {"rare_variance": "i"}}),
    "ue": (
        "unary-encoding",
        {"p": "p", "q": "q"},
        {r"V^*_{\mathrm{UE},i}": {"rare_variance": "i"}, r"\varepsilon_{\mathrm{UE}}": {"epsilon": True}},
    ),
}
"""What protocols are compared with."""
GREEK: Mapping[str, str] = {"eps": r"\varepsilon", "theta": r"\theta"}
RESERVED = frozenset("ijnefpqIVC")
MEANS = (
    Fact("random", "the responses only: the n respondents have their values, whatever these are"),
    Fact("a rare value", "one that no respondent has"),
)
NUMBERS = ("epsilon", "variance", "total_variance")
"""Of which formulas it is told what they are worth."""
BEST = r"\frac{4e^E}{n(e^E-1)^2}"


@dataclass(frozen=True)
class Oracle:
    """What is printed of a protocol: K, E, G, L, B, F and T stand for the symbols of its size and parameters.

    Attributes:
        parameters: their letters, each with the parameter of the shell and its range.
        given: the parameters of a claims file.
        rare: n times the variance at a value that nobody has; `slope` is what a share f adds to it, times f.
        worst: the share at which the variance of one estimate is largest, where it depends on the share and that is
            always the same.
        covariance: n times that of two estimates, where it is known.
        compared: claims about other protocols, `others` of OTHERS, with the words for them.
        counted: what I_i is. A protocol whose responses are numbers supports no value, and has no p and q.

    """

    catalogue: str
    parameters: Mapping[str, tuple[str, str]]
    given: Mapping[str, str]
    epsilon: str
    p: str
    q: str
    estimator: str
    rare: str
    slope: str
    worst: str = ""
    covariance: str = ""
    compared: tuple[tuple[str, str], ...] = ()
    others: tuple[str, ...] = ()
    counted: str = "the responses that support i"

    def with_letters(self, letters: Mapping[str, str]) -> Oracle:
        """What is printed, with the symbols that were asked for."""
        printed = ("epsilon", "p", "q", "estimator", "rare", "slope", "worst", "covariance")
        texts: dict[str, Any] = {key: _with(letters, getattr(self, key)) for key in printed}
        return replace(self, **texts, compared=tuple((words, _with(letters, claim)) for words, claim in self.compared))


_EPS = {"E": ("eps", "E > 0")}
_ABOVE, _BELOW = r"e^{\frac{E}{2}(T-1)}", r"e^{-\frac{E}{2}T}"  # twice the chances that a bit is wrong
_HALF_HASH = {
    "epsilon": "E",
    "p": r"\frac{e^E}{e^E+1}",
    "q": r"\frac12",
    "estimator": r"\frac{(e^E+1)(2I_i-n)}{n(e^E-1)}",
    "rare": r"\frac{(e^E+1)^2}{(e^E-1)^2}",
    "slope": "-1",
    "worst": "0",
    "compared": (("at a rare value, no better than OUE", r"V^*_i \geq V^*_{\mathrm{OUE},i}"),),
    "others": ("oue",),
}
ORACLES: Mapping[str, Oracle] = {
    "grr": Oracle(
        "grr",
        _EPS,
        {"eps": "E"},
        "E",
        r"\frac{e^E}{e^E+K-1}",
        r"\frac{1}{e^E+K-1}",
        r"\frac{(e^E+K-1)I_i-n}{n(e^E-1)}",
        r"\frac{K-2+e^E}{(e^E-1)^2}",
        r"\frac{K-2}{e^E-1}",
        "1",
        r"-\frac{1}{(e^E-1)^2}-\frac{f_i+f_j}{e^E-1}",
        (("at a rare value, better than OUE", r"V^*_i < V^*_{\mathrm{OUE},i} \iff K < 3e^E+2"),),
        ("oue",),
    ),
    "oue": Oracle(
        "oue",
        _EPS,
        {"eps": "E"},
        "E",
        r"\frac12",
        r"\frac{1}{e^E+1}",
        r"\frac{2(e^E+1)I_i-2n}{n(e^E-1)}",
        r"\frac{4e^E}{(e^E-1)^2}",
        "1",
        "1",
        "0",
        (
            (
                "at a rare value, the best of all unary encodings (p, q) of its eps",
                r"V^*_{\mathrm{UE},i} \geq \frac{4e^{\varepsilon_{\mathrm{UE}}}}{n(e^{\varepsilon_{\mathrm{UE}}}-1)^2}",
            ),
        ),
        ("ue",),
    ),
    "sue": Oracle(
        "sue",
        _EPS,
        {"eps": "E"},
        "E",
        r"\frac{e^{E/2}}{e^{E/2}+1}",
        r"\frac{1}{e^{E/2}+1}",
        r"\frac{(e^{E/2}+1)I_i-n}{n(e^{E/2}-1)}",
        r"\frac{e^{E/2}}{(e^{E/2}-1)^2}",
        "0",
        covariance="0",
        compared=(("at a rare value, worse than OUE", r"V^*_i > V^*_{\mathrm{OUE},i}"),),
        others=("oue",),
    ),
    "blh": Oracle("blh", _EPS, {"eps": "E"}, **_HALF_HASH),  # type: ignore[arg-type]
    "hadamard-response": Oracle("hadamard-response", _EPS, {"eps": "E"}, **_HALF_HASH),  # type: ignore[arg-type]
    "olh": Oracle(
        "olh",
        {**_EPS, "G": ("g", "G >= 2")},
        {"eps": "E", "g": "G"},
        "E",
        r"\frac{e^E}{e^E+G-1}",
        r"\frac{1}{G}",
        r"\frac{(e^E+G-1)(G I_i-n)}{n(G-1)(e^E-1)}",
        r"\frac{(e^E-1+G)^2}{(e^E-1)^2(G-1)}",
        r"\frac{(G-1)^2-e^E}{(G-1)(e^E-1)}",
        compared=(
            ("at a rare value, no better than OUE", r"V^*_i \geq V^*_{\mathrm{OUE},i}"),
            ("variance at a rare value, as small as that of OUE", rf"V^*_i = {BEST} \text{{ for }} G = e^E+1"),
        ),
        others=("oue",),
    ),
    "subset-selection": Oracle(
        "subset-selection",
        {**_EPS, "L": ("l", "1 <= L < K")},
        {"eps": "E", "l": "L"},
        "E",
        r"\frac{L e^E}{L e^E+K-L}",
        r"\frac{L((L-1)e^E+K-L)}{(K-1)(L e^E+K-L)}",
        r"\frac{(K-1)(L e^E+K-L)I_i-L n((L-1)e^E+K-L)}{L n(K-L)(e^E-1)}",
        r"\frac{((L-1)e^E+K-L)(L e^E+K-L-1)}{L(K-L)(e^E-1)^2}",
        r"\frac{(K-L)(K-L-1)-L(L-1)e^E}{L(K-L)(e^E-1)}",
    ),
    "unary-encoding": Oracle(
        "unary-encoding",
        {"B": ("b", "1/2 < B < 1")},
        {"p": "B", "q": "1 - B"},
        r"2\ln\frac{B}{1-B}",
        "B",
        "1-B",
        r"\frac{I_i-n(1-B)}{n(2B-1)}",
        r"\frac{B(1-B)}{(2B-1)^2}",
        "0",
        covariance="0",
    ),
    "rappor-permanent": Oracle(
        "rappor",
        {"F": ("f", "0 < F < 1")},
        {"f": "F"},
        r"2\ln\frac{2-F}{F}",
        r"1-\frac{F}{2}",
        r"\frac{F}{2}",
        r"\frac{2I_i-n F}{2n(1-F)}",
        r"\frac{F(2-F)}{4(1-F)^2}",
        "0",
        covariance="0",
    ),
    "the": Oracle(
        "the",
        {**_EPS, "T": ("theta", "0 < T < 1")},
        {"eps": "E", "theta": "T"},
        rf"\frac{{E}}{{2}}+\ln\left((2-{_ABOVE})(2-{_BELOW})\right)",
        rf"1-\frac12 {_ABOVE}",
        rf"\frac12 {_BELOW}",
        rf"\frac{{2I_i-n {_BELOW}}}{{n(2-{_ABOVE}-{_BELOW})}}",
        rf"\frac{{(2-{_BELOW}){_BELOW}}}{{(2-{_ABOVE}-{_BELOW})^2}}",
        rf"\frac{{{_ABOVE}-{_BELOW}}}{{2-{_ABOVE}-{_BELOW}}}",
        covariance="0",
    ),
    "she": Oracle(
        "she",
        _EPS,
        {"eps": "E"},
        "E",
        "",
        "",
        r"\frac{I_i}{n}",
        r"\frac{8}{E^2}",
        "0",
        covariance="0",
        compared=(("at a rare value, worse than OUE", r"V^*_i > V^*_{\mathrm{OUE},i}"),),
        others=("oue",),
        counted="the sum of all responses at i",
    ),
}
"""The protocols that are analysed for every number of values."""


def analysis_of_every_size(
    text: str,
    *,
    at: Mapping[str, str] = MappingProxyType({}),
    respondents: int | None = None,
    progress: Callable[[str], None] = lambda part: None,
    keys: Container[str] | None = None,
) -> FormulaAnalysis:
    """What is known of a protocol for every number of values; DesignArgumentError where it is none of ORACLES.

    `at` are further values as --at gives them; only the formulas with these keys are derived, all if left out.
    """
    oracle, letters, own, known = _read(text, at)
    if respondents is not None:
        if ENCODINGS[oracle.catalogue].is_pure:
            raise DesignArgumentError(f"{text}: a number of respondents needs a number of truths: give k a number")
        known["n"] = sympy.Integer(respondents)
    found: list[Derived] = []
    unknown: list[NotDerived] = []
    for key, about, printed in _claims(oracle.with_letters(letters), letters["K"], own.vocabulary):
        if keys is not None and key not in keys:
            continue
        progress(about)
        judges = [of_every_size(Statement(latex=(latex,)), own) for latex in printed]
        outcomes = [judge.proved() for judge in judges if judge is not None]
        reason = next((o.reason or "the formula is false" for o in outcomes if not _is_proved(o)), "")
        if reason:
            unknown.append(NotDerived(about, reason))
            continue
        for latex, outcome in zip(printed, outcomes, strict=True):
            assert isinstance(outcome.theorem, Proved)
            found.append(Derived(key, about, _written(latex, own), str(outcome.statement), outcome.theorem))
    counts = Fact("f_i, I_i", f"the share of the respondents who have the value i; {oracle.counted}")
    means = (Fact("for all", _ranges(oracle, letters)), counts, *MEANS)
    numbers = tuple(_numbers(found, own, known)) if known else ()
    return FormulaAnalysis(text.strip(), _ranges(oracle, letters), tuple(found), tuple(unknown), means, numbers=numbers)


def _numbers(found: Sequence[Derived], own: OwnNotation, known: Mapping[str, sympy.Expr]) -> Iterator[Fact]:
    """The values that are known, and what the formulas of these alone are worth."""
    yield from (Fact(name, formula(value)) for name, value in known.items())
    reader = Interpreter(Notation(own.vocabulary, Domain()))
    for derived in found:
        if derived.key in NUMBERS:
            value = reader.number(read_plain(derived.formula.text, own.vocabulary)).to_sympy(known)
            yield Fact(derived.about, _worth(value))


def _worth(value: sympy.Expr) -> Written:
    """A value; a number has six digits beside it."""
    if value.is_Rational:
        return exact(Fraction(int(value.p), int(value.q)))
    number = formula(value)
    if value.free_symbols:
        return number
    digits = f"{float(value):.6g}"
    return Written(f"{number.text} ~ {digits}", rf"{number.latex} \approx {digits}")


def _is_proved(outcome: Any) -> bool:
    return outcome.theorem is not None and outcome.theorem.conclusion == outcome.statement


def _claims(oracle: Oracle, size: str, vocabulary: Symbols) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """What is claimed of a protocol for so many values: a key, what it is about, and formulas."""

    def over_n(latex: str, factor: str = "") -> str:
        fractions, times = (read_latex(text, vocabulary) if text else None for text in (latex, factor))
        assert fractions is not None
        return to_latex(_over_n(fractions, times), vocabulary)

    def slope(share: str) -> str:
        if oracle.slope in ("0", "1", "-1"):
            return "" if oracle.slope == "0" else rf" {oracle.slope[:-1] or '+'} \frac{{{share or 1}}}{{n}}"
        return f" + {over_n(oracle.slope, share)}"

    yield "epsilon", "smallest eps", (rf"\varepsilon^* = {oracle.epsilon}",)
    if oracle.p:
        yield "p_star", "p*, of the truth", (f"p^* = {oracle.p}",)
        yield "q_star", "q*, of another value", (f"q^* = {oracle.q}",)
    yield "estimator", "unbiased estimate of f_i", (rf"\hat f_i = {oracle.estimator}",)
    rare = over_n(oracle.rare)
    yield "variance", "variance", (f"V_i = {rare}{slope('f_i')}",)
    yield "rare_variance", "variance at a rare value", (f"V^*_i = {rare}",)
    if oracle.covariance:
        said = rf"C_{{i,j}} = {over_n(oracle.covariance)} \text{{ for }} i \neq j"
        yield "covariance", "covariance of two values", (said,)
    yield (
        "total_variance",
        "variance, summed over values",
        (rf"\sum_{{i=1}}^{{{size}}} V_i = {over_n(oracle.rare, size)}{slope('')}",),
    )
    if oracle.worst:
        worst = rf"{rare}{slope('') if oracle.worst == '1' else ''}"
        yield "greatest_variance", "variance, at most", (rf"V_i \leq {worst}",)
        yield "worst_case", "which it is", (rf"V_i = {worst} \text{{ for }} f_i = {oracle.worst}",)
    for words, claim in oracle.compared:
        yield "comparison", words, (claim,)


def _over_n(node: tree.Node, factor: tree.Node | None) -> tree.Node:
    """A/B as factor A/(n B), and so each of the fractions that are added or subtracted."""
    match node:
        case tree.Sum(terms=terms):
            return tree.Sum(tuple(_over_n(term, factor) for term in terms))
        case tree.Negate(term=term):
            return tree.Negate(_over_n(term, factor))
        case tree.Quotient(numerator=above, denominator=below):
            return tree.Quotient(_times(factor, above), _times(tree.Name("n"), below))
    return node if node == tree.Number("0") else tree.Quotient(_times(factor, node), tree.Name("n"))


def _times(factor: tree.Node | None, node: tree.Node) -> tree.Node:
    """A product, its number in front."""
    factors = node.factors if isinstance(node, tree.Product) else (node,)
    if factor is None or factors == (tree.Number("1"),):
        return factor or node
    numbers = [each for each in factors if isinstance(each, tree.Number)]
    return tree.Product((*numbers, factor, *(each for each in factors if each not in numbers)))


def _with(letters: Mapping[str, str], template: str) -> str:
    """A template with the symbols that were asked for."""
    return re.sub(
        r"(?<![A-Za-z\\{])[KEGLBFT](?![A-Za-z])|(?<=\{)[KEGLBFT](?![A-Za-z])", lambda m: letters[m[0]], template
    )


def _written(latex: str, own: OwnNotation) -> Written:
    """A formula twice: what stands after the equals sign, or all of it."""
    node = read_latex(latex, own.vocabulary)
    shown = node
    if isinstance(node, tree.Chain) and node.relations in (("=",), ("<=",)):
        shown = node.members[1]
    elif isinstance(node, tree.Connective) and tree.CONDITIONALS.issuperset(node.connectives):
        (first, *conditions) = node.members
        assert isinstance(first, tree.Chain)
        shown = replace(node, members=(first.members[1], *conditions))
    plain = to_plain(shown)
    for canonical, name in own.sized_named.items():
        alias = re.sub(r"[\\{}]|mathrm", "", name.spelling).replace("varepsilon", "eps")
        plain = re.sub(rf"\b{canonical}\b", alias, plain)
    return Written(plain, to_latex(shown, own.vocabulary).replace(r"\varepsilon", r"\epsilon"))


def _read(text: str, at: Mapping[str, str]) -> tuple[Oracle, dict[str, str], OwnNotation, dict[str, sympy.Expr]]:
    """The protocol, how its symbols are written in LaTeX, the notation of claims about it, and values of symbols.

    Values have only the symbols of a protocol that no matrix holds.
    """
    call = call_of(text)
    assert call is not None
    name, values = ALIASES.get(call[0].lower(), call[0].lower()), dict(call[1])
    if twice := [key for key in at if key in values]:
        raise DesignArgumentError(f"--at: {twice[0]} is given twice")
    values |= at
    if name not in ORACLES:
        raise DesignArgumentError(
            f"{text}: with k as a symbol {', '.join(ORACLES)} are analysed; {name} is none of them: give k a number"
        )
    oracle = ORACLES[name]
    numbers = {} if ENCODINGS[oracle.catalogue].is_pure else _taken(values, text)
    wanted = {"K": "k"} | {letter: parameter for letter, (parameter, _) in oracle.parameters.items()}
    for parameter in wanted.values():
        values.setdefault(parameter, parameter)
    if unknown := [key for key in values if key not in wanted.values()]:
        raise DesignArgumentError(f"{text}: {name} has the parameters {', '.join(wanted.values())}, not {unknown[0]}")
    plain = {letter: values[parameter] for letter, parameter in wanted.items()}
    symbols: dict[str, Any] = {"n": {"range": "n >= 1", "integer": True}}
    for letter, value in plain.items():
        is_number = letter in "GL" and value.isdigit()
        is_own = value == wanted[letter] or (re.fullmatch("[A-Za-z]", value) and value not in RESERVED)
        if not is_number and value not in GREEK and not is_own:
            raise DesignArgumentError(
                f"{text}: {wanted[letter]} is a letter of its own here, such as {wanted[letter]}={wanted[letter]}"
                f"{', or a number' if letter in 'GL' else ''}; {value!r} is none, or stands for something else"
            )
    given = [value for value in plain.values() if not value.isdigit()]
    if len(set(given)) != len(given):
        raise DesignArgumentError(f"{text}: each parameter has a letter of its own")
    ranges = {"K": "K >= 2"} | {letter: known for letter, (_, known) in oracle.parameters.items()}
    conditions = []
    for letter, value in plain.items():
        known = _with(plain, ranges[letter])
        if value.isdigit():
            conditions.append(known)
            continue
        own: dict[str, Any] = {"range": known}
        own |= {"integer": True} if letter in "KGL" else {}
        own |= {"latex": _latex(value)} if value in GREEK else {}
        own |= {"budget": True} if letter == "E" else {}
        symbols[value] = own
    if "ue" in oracle.others:
        symbols |= {"p": "0 < p < 1", "q": "0 < q < p"}
    data = {
        "symbols": symbols,
        "conditions": conditions,
        "mechanisms": dict(_mechanisms(oracle, plain)),
        "names": {
            spelling: {**meaning, "of": of}
            for of, names in (("it", NAMES), *((other, OTHERS[other][2]) for other in oracle.others))
            for spelling, meaning in names.items()
        },
    }
    letters = {letter: _latex(value) for letter, value in plain.items()}
    return oracle, letters, OwnNotation(read_declarations(data, text), text), numbers


def _taken(values: dict[str, str], text: str) -> dict[str, sympy.Expr]:
    """The numbers of k and eps, which are taken out of the values; DesignArgumentError for one out of range."""
    found: dict[str, sympy.Expr] = {}
    if not re.fullmatch(r"[A-Za-z]\w*", size := values.get("k", "k")):
        if not size.isdigit() or len(size) > MAXIMAL_DIGITS or int(size) < 2:
            raise DesignArgumentError(f"{text}: k is an integer from 2 on, not {size}")
        found["k"] = sympy.Integer(int(values.pop("k")))
    key = "x" if "x" in values else "eps"
    if key in values and not re.fullmatch(r"[A-Za-z]\w*", values[key]):
        try:
            level = read_level(values[key] if key == "eps" else f"x = {values['x']}")
        except LevelError as error:
            raise DesignArgumentError(f"{text}: {error}") from error
        found["eps"] = sympy.log(level.to_sympy())
        if not found["eps"]:
            raise DesignArgumentError(f"{text}: eps is above 0")
        del values[key]
    return found


def _mechanisms(oracle: Oracle, plain: Mapping[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    common = {"truths": f"1..{plain['K']}", "respondents": "n", "data": "given"}
    own = {parameter: _with(plain, text) for parameter, text in oracle.given.items()}
    yield "it", {**common, "catalogue": oracle.catalogue, "parameters": own}
    for other in oracle.others:
        catalogue, parameters, _ = OTHERS[other]
        given = {key: plain["E"] if value == "eps" else value for key, value in parameters.items()}
        yield other, {**common, "catalogue": catalogue, "parameters": given}


def _latex(value: str) -> str:
    return GREEK.get(value, value)


def _ranges(oracle: Oracle, letters: Mapping[str, str]) -> str:
    """What the symbols are, in words."""
    plain = {letter: next((name for name, sign in GREEK.items() if sign == value), value)
             for letter, value in letters.items()}  # fmt: skip
    known = ["K >= 2", *(text for letter, (_, text) in oracle.parameters.items())]
    said = [_with(plain, text) for text in known]
    return ", ".join([*(text for text in said if any(map(str.isalpha, text))), "n >= 1"])
