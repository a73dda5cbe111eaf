"""Cutting LaTeX into tokens.

LaTeX is cut as TeX cuts it, one token for each letter and each digit, so that `\\frac12` and `e^x` mean what
they print. Spellings that print alike become the same tokens: spacing disappears, `\\dfrac` is `\\frac`,
`\\left(` is `(`, `\\hat{\\Pi}` is `\\hat\\Pi`, `p_{0}` is `p_0`, `\\operatorname{Var}` is `\\mathrm{Var}`,
`^{\\prime}` is a prime, and the lines of `aligned` are one line. Spans always refer to the text as given.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from . import limits
from .brackets import check_brackets, pair_sized_brackets
from .errors import ReadingError
from .layout import joined_lines
from .lexis import ACCENTS_AND_FONTS, GRID_ENVIRONMENTS, LINE_ENVIRONMENTS, NORMS, OPTIONAL_PLACES, Token, check_text
from .scripts import lower_scripts_first, unified_scripts

_SPACING = frozenset(
    [
        *["\\ ", "~"],
        *[r"\,", r"\;", r"\!", r"\:", r"\>", r"\quad", r"\qquad", r"\displaystyle", r"\textstyle"],
        *[r"\limits", r"\nolimits", r"\displaylimits", r"\nonumber", r"\notag", r"\allowbreak", r"\nobreak", r"\break"],
        *[r"\scriptstyle", r"\strut", r"\mathstrut", r"\xspace", r"\hfill", r"\noindent", r"\/", r"\relax"],
        *[r"\therefore", r"\thinspace", r"\enspace", r"\enskip", r"\negthinspace", r"\qed", r"\qedhere"],
    ]
)
_RELATIONS = {
    "=": "=",
    "<": "<",
    ">": ">",
    r"\lt": "<",
    r"\gt": ">",
    r"\le": "<=",
    r"\leq": "<=",
    r"\leqslant": "<=",
    r"\leqq": "<=",
    r"\geqq": ">=",
    r"\ge": ">=",
    r"\geq": ">=",
    r"\geqslant": ">=",
    r"\ne": "!=",
    r"\neq": "!=",
    r"\in": "in",
    r"\notin": "notin",
    r"\subset": "subset",
    r"\subseteq": "subseteq",
    r"\supset": "supset",
    r"\supseteq": "supseteq",
    **dict.fromkeys([r"\approx", r"\simeq", r"\cong", r"\doteq", r"\approxeq", r"\thickapprox"], "approx"),
    r"\sim": "~",
    r"\coloneqq": ":=",
    r"\triangleq": ":=",
    r"\coloneq": ":=",
    r"\equiv": "=",
    "=:": "=",
}
_NEGATED_RELATIONS = {"=": "!=", r"\in": "notin"}
_CONNECTIVES = {
    r"\iff": "iff",
    r"\Leftrightarrow": "iff",
    r"\Longleftrightarrow": "iff",
    r"\implies": "implies",
    r"\Rightarrow": "implies",
    r"\Longrightarrow": "implies",
    r"\forall": "for all",
}
_SET_OPERATIONS = {
    r"\cup": "cup",
    r"\cap": "cap",
    r"\setminus": "setminus",
    r"\smallsetminus": "setminus",
    r"\backslash": "setminus",
}
_OPERATORS = {
    r"\cdot": "*",
    r"\ast": "*",
    r"\times": "times",
    r"\div": "/",
    r"\lbrace": r"\{",
    r"\rbrace": r"\}",
    r"\{": r"\{",
    r"\}": r"\}",
    r"\lvert": "|left",
    r"\rvert": "|right",
    r"\vert": "|",
    r"\mid": "|mid",
    r"\colon": ":",
    r"\to": "->",
    r"\rightarrow": "->",
    r"\land": "and",
    r"\wedge": "and",
    r"\lor": "or",
    r"\vee": "or",
    "\\\\": "\\\\",
}
_SAME_COMMAND = {
    r"\dfrac": r"\frac",
    r"\tfrac": r"\frac",
    r"\cfrac": r"\frac",
    r"\dbinom": r"\binom",
    r"\tbinom": r"\binom",
    r"\nicefrac": r"\frac",
    r"\sfrac": r"\frac",
    r"\widehat": r"\hat",
    r"\widetilde": r"\tilde",
    **dict.fromkeys([r"\dots", r"\cdots", r"\dotsb", r"\dotsc", r"\dotsm", r"\dotso", r"\hdots"], r"\ldots"),
    r"\varnothing": r"\emptyset",
}
KNOWN_COMMANDS = [
    *(
        command
        for table in (_RELATIONS, _CONNECTIVES, _SET_OPERATIONS, _OPERATORS, _SAME_COMMAND, sorted(ACCENTS_AND_FONTS))
        for command in table
        if len(command) > 2 and command.startswith("\\")
    ),
    *[r"\frac", r"\sqrt", r"\binom", r"\sum", r"\prod", r"\ldots", r"\log", r"\exp", r"\operatorname", r"\text"],
]
"""Commands that the reader knows, for suggestions."""
_PHRASES = {
    "and": ("and", "and"),
    "or": ("or", "or"),
    "iff": ("connective", "iff"),
    "ifandonlyif": ("connective", "iff"),
    "implies": ("connective", "implies"),
    "onlyif": ("connective", "implies"),
    "then": ("then", "then"),
    "else": ("word", "otherwise"),
    "elsewhere": ("word", "otherwise"),
    "o.w": ("word", "otherwise"),
    **dict.fromkeys(["if", "for", "when", "whenever", "given", "provided"], ("connective", "if")),
    **dict.fromkeys(["providedthat", "giventhat", "assuming", "assumingthat", "aslongas"], ("connective", "if")),
    **dict.fromkeys(["forall", "forevery", "foreach", "forany"], ("connective", "for all")),
    "as": ("connective", "as"),
    **dict.fromkeys(["where", "with"], ("connective", "where")),
}
"""What words between formulas say, without their spaces."""

CONDITIONS = "if, for, for all, when, where, provided that"
"""Words before a condition, for messages."""

_LATEX = re.compile(
    r"""(?P<space>[ \t\r\n]+)
      | (?P<line>\\\\(?:\*|\[-?[0-9.]+\s*(?:pt|em|ex|mm|cm)\])?)
      | (?P<text>\\(?:text(?:rm|normal|up|it|bf|sf|tt|sc|sl)?|[mh]box)(?![A-Za-z])\s*
            (?:\{(?P<words>(?:[^{}\\]|\\[,;:!>\ ])*)\}|(?P<single>[A-Za-z])))
      | (?P<word>\\(?:operatorname|mathrm)(?![A-Za-z])\*?\s*
            (?:\{(?P<letters>(?:[A-Za-z0-9\s~]|\\[,;:!>\ ])*)[.,;]?\}|(?P<letter>[A-Za-z])))
      | (?P<font>\\math(?:sf|it|tt|bf)\s*\{(?P<fontword>[A-Za-z]{3,})\})
      | (?P<sized>\\(?P<size>left|right|middle|(?:big|Big|bigg|Bigg)[lrm]?)(?![A-Za-z])\s*
            (?P<delimiter>\\[{}|]|\\(?:[lr]?Vert|lvert|rvert|vert|mid|lbrace|rbrace|lfloor|rfloor|lceil|rceil)(?![A-Za-z])|[()\[\]|./]))
      | (?P<environment>\\(?P<edge>begin|end)\s*\{(?P<which>[A-Za-z]+\*?)\})
      | (?P<negated>\\not\s*(?:=|\\in(?![A-Za-z])))
      | (?P<command>\\[A-Za-z]+|\\.)
      | (?P<thousands>(?<=[0-9])(?:\{,\}|\\,|\{\\,\})(?=[0-9]{3}(?![0-9])))
      | (?P<dots>\.\.\.)
      | (?P<floating>(?<=[0-9])e[-+][0-9]+)
      | (?P<letter_alone>[A-Za-z])
      | (?P<digit>[0-9])
      | (?P<operator>:=|=:|[-+*/^_(){}\[\]|,;:.!'&~=<>])""",
    re.VERBOSE | re.ASCII,
)
_REASON = re.compile(r"[(\[]?(?:by|from)(?:Lemma|Theorem|Eq|Equation|Definition|Def|Proposition|Corollary|\(|\[|[0-9])")
"""The beginning of a remark such as "(by Lemma 1)", without its spaces; it gives a reason and no condition."""
_HINTS = {
    "%": r"; leave comments out, and write \% for a percent sign",
    "$": "; dollar signs stand around the whole formula, or around a formula inside of \\text",
}
_TRIGONOMETRY = [
    r"\sin",
    r"\cos",
    r"\tan",
    r"\cot",
    r"\sec",
    r"\csc",
    r"\arcsin",
    r"\arccos",
    r"\arctan",
]
_MISREAD = (
    (re.compile(r"\\in\s*(?:\\left\s*)?\]"), "an open interval is written (0, 1), not ]0, 1["),
    (
        re.compile(r"\[[^][]*\w\s*\.\.\s*\w[^][]*\]"),
        r"a range of whole numbers is written \{1, \ldots, k\}, not [1..k]",
    ),
    (
        re.compile(r"(?<![0-9])0\{,\}[0-9]|[0-9]\{,\}(?![0-9]{3}(?![0-9]))[0-9]"),
        "the decimal 0{,}5 is written 0.5; {,} stands before three digits of a whole number, as in 1{,}200",
    ),
)
"""What is not read as other sources mean it, and what is written instead."""
_UNREAD = {
    **dict.fromkeys(
        [r"\cases", r"\matrix", r"\pmatrix"], r"write \begin{cases} p & i = j \\ q & i \ne j \end{cases}, or pmatrix"
    ),
    r"\#": "write out what is counted",
    r"\$": "only formulas are read",
    r"\&": "only formulas are read",
    r"\input": "no file is included",
    r"\include": "no file is included",
    r"\int": "integrals have no meaning here",
    r"\lg": r"its base is 2 in some sources and 10 in others; write \log_2 or \log_{10}",
    r"\bmod": "write the remainder as a name that is declared",
    r"\mod": "write the remainder as a name that is declared",
    r"\over": r"braces go around both sides, as in {a \over b}; write \frac{a}{b}",
    r"\nleq": "write >",
    r"\nless": r"write \ge",
    r"\ngeq": "write <",
    r"\ngtr": r"write \le",
    r"\oint": "integrals have no meaning here",
    r"\iint": "integrals have no meaning here",
    r"\pm": "write one statement for each sign",
    r"\mp": "write one statement for each sign",
    r"\propto": "write the factor of proportionality",
    r"\ll": "state an inequality",
    r"\gg": "state an inequality",
    r"\lesssim": "state an inequality",
    r"\gtrsim": "state an inequality",
    r"\mapsto": "write f(x) = ...",
    **dict.fromkeys(_TRIGONOMETRY, "trigonometric functions have no meaning here"),
}
"""Commands that newcomers may write, and what to do instead."""
_ARRAY_COLUMNS = re.compile(r"\s*(?:\[[tbc]?\])?\s*\{(?:[^{}]|\{[^{}]*\})*\}", re.ASCII)
_ENVIRONMENT_OPTIONS = re.compile(r"\s*(?:\[[tbc]?\])?", re.ASCII)
_NUMBER_OF_COLUMNS = re.compile(r"\s*\{\s*[0-9]+\s*\}", re.ASCII)


def latex_tokens(text: str) -> list[Token]:
    """The normalised tokens of a LaTeX formula, the last one of kind `end`.

    Raises ReadingError for a character or an environment that is not read, and for a bracket without partner.
    """
    check_text(text)
    for pattern, instead in _MISREAD:
        if (found := pattern.search(text)) is not None:
            raise ReadingError(instead, text, found.start())
    tokens = pair_sized_brackets(text, list(_cut(text)))
    tokens = joined_lines(text, tokens)
    tokens = lower_scripts_first(unified_scripts(tokens))
    if len(tokens) > limits.TOKENS:
        raise ReadingError(f"more than {limits.TOKENS} tokens", text, tokens[limits.TOKENS].start)
    check_brackets(text, tokens)
    return [*tokens, Token("end", "the end", len(text), len(text))]


def _cut(text: str) -> Iterator[Token]:
    position = 0
    while position < len(text):
        match = _LATEX.match(text, position)
        if match is None:
            raise ReadingError(f"{text[position]!r} is not read here{_HINTS.get(text[position], '')}", text, position)
        start, position = match.span()
        group = (
            match.lastgroup
            if match.lastgroup in ("space", "thousands", "line", "negated", "letter_alone", "digit")
            else None
        )
        if group in ("space", "thousands"):
            continue
        if group == "line":
            yield Token("operator", "\\\\", start, position)
        elif group == "negated":
            yield Token("relation", _NEGATED_RELATIONS[match[0].removeprefix(r"\not").strip()], start, position)
        elif group == "letter_alone":
            yield Token("letter", match[0], start, position)
        elif group == "digit":
            yield Token("digit", match[0], start, position)
        elif match["dots"] is not None:
            yield Token("command", r"\ldots", start, position)
        elif match["floating"] is not None:
            reason = f"{match[0]} after a digit has two readings; a power of ten is written 10^{{{match[0][1:]}}}, and "
            raise ReadingError(f"{reason}Euler's number has a space or \\cdot before it", text, start)
        elif match["text"] is not None:
            yield from _words(text, match["words"] or match["single"] or "", start, position)
        elif match["word"] is not None:
            word = re.sub(r"\\.|[\s~]", "", match["letters"] or match["letter"] or "")
            if word in _PHRASES:
                yield Token(*_PHRASES[word], start, position)
            elif word:
                yield from _word(word, start, position)
        elif match["fontword"] is not None:
            yield from _word(match["fontword"], start, position)
        elif match["sized"] is not None:
            yield Token("sized", f"{match['size']} {match['delimiter']}", start, position)
        elif match["environment"] is not None:
            name = match["which"]
            if name not in LINE_ENVIRONMENTS | GRID_ENVIRONMENTS:
                near = difflib.get_close_matches(name, sorted(LINE_ENVIRONMENTS | GRID_ENVIRONMENTS), n=1)
                known = f"did you mean {near[0]}?" if near else "known are align, array, cases, pmatrix and their like"
                raise ReadingError(f"the environment {name} is not read; {known}", text, start)
            if match["edge"] == "begin":
                position = _after_options(text, name, position)
            yield Token("environment" if match["edge"] == "begin" else "end of environment", name, start, position)
        else:
            yield from _symbol(text, match[0], start, position)


def _after_options(text: str, environment: str, position: int) -> int:
    """The position after what `\\begin{...}` takes beside its name."""
    if environment == "array":
        columns = _ARRAY_COLUMNS.match(text, position)
        if columns is None:
            raise ReadingError("expected the columns of the array, such as {cc}", text, position)
        return columns.end()
    if environment in ("alignat", "alignat*", "alignedat"):
        columns = _NUMBER_OF_COLUMNS.match(text, position)
        if columns is None:
            raise ReadingError(f"expected the number of columns of {environment}, such as {{2}}", text, position)
        return columns.end()
    options = _ENVIRONMENT_OPTIONS.match(text, position) if environment in OPTIONAL_PLACES else None
    return position if options is None else options.end()


def _word(word: str, start: int, end: int) -> Iterator[Token]:
    r"""An upright word; digits are the same in every font; \Pr prints as \mathrm{Pr}, whichever is declared."""
    if word.isdigit():
        yield from (Token("digit", digit, start, end) for digit in word)
    else:
        yield Token("command", r"\Pr", start, end) if word == "Pr" else Token("word", word, start, end)


def _words(text: str, words: str, start: int, end: int) -> Iterator[Token]:
    """What words between formulas say; a single word may be a declared name."""
    said = re.sub(r"\\.|[\s~]", "", words)
    phrase = said.strip(".,;:-")
    if phrase.lower() in _PHRASES:
        kind, value = _PHRASES[phrase.lower()]
        yield Token(kind, value, start, end)
    elif phrase.isalnum():
        yield from _word(phrase, start, end)
    elif _REASON.match(phrase):
        return
    elif phrase:
        reason = f"the words '{words.strip()}' are not read; before a condition stand {CONDITIONS}"
        raise ReadingError(reason, text, start)
    elif "," in said:
        yield Token("operator", ",", start, end)


def _symbol(text: str, printed: str, start: int, end: int) -> Iterator[Token]:
    if printed in _SPACING:
        return
    printed = _SAME_COMMAND.get(printed, printed)
    if printed in _UNREAD:
        raise ReadingError(f"{printed} is not read: {_UNREAD[printed]}", text, start)
    if printed in NORMS:
        yield Token("norm", r"\|", start, end)
    elif printed == r"\%":
        yield Token("operator", "%", start, end)
    elif printed == r"\prime":
        yield Token("operator", "'", start, end)
    elif printed == ":=":
        yield Token("relation", ":=", start, end)
    elif printed in _RELATIONS:
        yield Token("relation", _RELATIONS[printed], start, end)
    elif printed in _CONNECTIVES:
        yield Token("connective", _CONNECTIVES[printed], start, end)
    elif printed in _SET_OPERATIONS:
        yield Token("set operation", _SET_OPERATIONS[printed], start, end)
    elif printed in _OPERATORS or not printed.startswith("\\"):
        value = _OPERATORS.get(printed, printed)
        yield Token(value if value in ("and", "or") else "operator", value, start, end)
    else:
        yield Token("command", printed, start, end)
