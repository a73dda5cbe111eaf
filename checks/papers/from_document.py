"""A claims file made from a LaTeX document, in which symbols, mechanism and names are left to say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from checks.papers.of_design import kind_of, quoted
from checks.reading.document import Passage, read_document
from checks.reading.errors import ReadingError
from checks.reading.latex.reader import read_latex
from checks.reading.macros import Macros
from checks.reading.symbols import Declaration, Symbols, symbol

_OPERATOR = re.compile(r"\\(?:operatorname\*?|mathbb|mathrm|mathsf|Pr)(?![A-Za-z])|[EV]$")
_MOST_NAMES = 60  # undeclared names in one formula
_STATES = re.compile(r"\\(?:leq?|geq?|leqslant|geqslant|neq?|iff)(?![A-Za-z])|[=<>]")
_DERIVED = re.compile(r"\\(?:hat|widehat|tilde|bar|overline|operatorname|mathbb|Pr)(?![A-Za-z])")
_TO_SAY = r"""
# Say of each letter where it lives, and take the # away; ranges matter, since counterexamples come from them. A privacy
# budget is { latex = '\epsilon', budget = true }. `rrproof init paper` writes an example of all that may stand here.
#"""
_MECHANISM = """\
# [mechanism]
# truths = ["no", "yes"]
# responses = ["no", "yes"]
# protocol = { coin = "p", heads = "truth", tails = "yes" }    # or matrix = [...], or catalogue = "grr"
# prior = ["1 - pi", "pi"]
# respondents = "n"
"""
_NAMES = """\
# What these mean, such as { mle = "yes" }, { variance = "yes" }, { response = "yes" }, { epsilon = true }; each is then
# derived from the mechanism.
#"""


def claims_of_document(path: Path) -> str:
    """The text of a claims file on the equations and theorems of a document.

    An equation is a claim; where the reader cannot read it, whatever is declared, it stands as a comment that says why.
    A theorem in words stands as a comment, with the statement to be written. Raises DocumentError.
    """
    document = read_document(path)
    macros = Macros(document.macros)
    key = re.sub(r"[^A-Z]", "", path.stem.upper())[:4] or "P"
    equations = [passage for passage in document.passages if not passage.name]
    declared, unread = _names_in(equations, macros)
    lines = [f"# The formulas of {path.name}. Verify them:   rrproof verify FILE", "", "[paper]", f'key = "{key}"']
    lines += [f"title = {quoted(document.title or path.stem)}", f"authors = {quoted(document.authors or 'N. N.')}"]
    used = document.definitions_for(passage.latex for passage in document.passages)
    lines += [f"macros = {quoted(used)}"] if used else []
    letters = [name for name in declared if not _DERIVED.search(name)]
    lines += ["", f"[symbols]{_TO_SAY}"]
    lines += [_comment(f"{plain_name(letter)} = {{ latex = {quoted(letter)}, range = '...' }}") for letter in letters]
    lines += ["", _MECHANISM, "[names]", _NAMES]
    lines += [_comment(f"{quoted(name)} = {{ ... }}") for name in declared if name not in letters]
    for number, passage in enumerate(document.passages, 1):
        lines += ["", *_claim(f"{key}-{number:02}", passage, unread.get(passage, ""))]
    return "\n".join(lines) + "\n"


def _names_in(equations: list[Passage], macros: Macros) -> tuple[list[str], dict[Passage, str]]:
    """The names that the reader has to be told of, the most frequent first, and why it cannot read an equation."""
    counted: Counter[str] = Counter()
    unread: dict[Passage, str] = {}
    for equation in equations:
        own: list[Declaration] = []
        while True:
            try:
                read_latex(equation.latex, Symbols(*own, macros=macros))
            except ReadingError as error:
                if error.undeclared and len(own) < _MOST_NAMES:
                    own.append(symbol(f"x{len(own)}", _whole_name(error.undeclared, macros.put_in(equation.latex))))
                    continue
                unread[equation] = error.reason
            break
        if equation not in unread:
            counted.update(name for declaration in own for name in declaration.spellings)
    return [name for name, _ in counted.most_common()], unread


def _whole_name(printed: str, formula: str) -> str:
    """A name as it is declared: an operator such as Var or E with what stands in its brackets."""
    start = formula.find(printed)
    behind = formula[start + len(printed) :].lstrip().removeprefix(r"\left") if start >= 0 else ""
    if not _OPERATOR.match(printed) or behind[:1] not in ("(", "["):
        return printed
    depth = 0
    for place, character in enumerate(behind):
        depth += (character in "([") - (character in ")]")
        if not depth:
            return (
                printed + behind[: place + 1].removesuffix(r"\right)") + ")" * behind[: place + 1].endswith(r"\right)")
            )
    return printed


def _claim(name: str, passage: Passage, unread: str) -> Iterator[str]:
    """The table of a claim; as a comment where a hand is needed."""
    if passage.name:
        yield "# In words; write the statement in the logic, or the formula as latex, and take the # away."
    elif unread:
        yield f"# Not read: {unread}"
    mark = "# " if passage.name or unread else ""
    yield f"{mark}[[claim]]"
    yield f'{mark}id = "{name}"'
    yield f"{mark}place = {quoted(passage.place)}"
    yield f'{mark}kind = "{kind_of(passage.latex) if not passage.name else "identity"}"'
    content = f"{'prose' if passage.name else 'latex'} = {quoted(' '.join(passage.latex.split()))}"
    yield _comment(content) if mark else content
    if passage.name:
        formulas = filter(_STATES.search, passage.formulas)
        yield from (_comment(f"latex = {quoted(' '.join(formula.split()))}") for formula in formulas)
        yield "# statement = '''...'''"


def _comment(text: str) -> str:
    return "\n".join(f"# {line}" for line in text.splitlines())


def plain_name(spelling: str) -> str:
    """A name for files from how LaTeX spells it: \\pi_{A} is pi_A."""
    name = re.sub(r"\\(?:mathrm|mathbf|mathcal|mathsf|text)(?![A-Za-z])|[\\{}\s,^]", "", spelling)
    return re.sub(r"[^A-Za-z0-9_]+", "_", name.replace("*", "_star").replace("'", "_prime")).strip("_") or "x"
