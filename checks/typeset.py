"""The outcome of a claim as a LaTeX fragment, ready for an erratum; it needs amsmath and amssymb."""

from __future__ import annotations

import re
from collections.abc import Mapping

from checks.claim import Claim, Paper
from checks.latex.line_breaks import displayed, lines
from checks.reading import ReadingError, Symbols, read_plain, to_latex
from checks.record import ClaimRecord, StepRecord
from checks.wording import Wording, as_corrected, as_printed, broken_place

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≠": r"$\neq$",
    "∈": r"$\in$",
    "∞": r"$\infty$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "⊢": r"$\vdash$",
    "–": "--",
    "—": "---",
    "’": "'",
    "“": "``",
    "”": "''",
}  # fmt: skip
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ϵ": "epsilon", "ζ": "zeta",
    "η": "eta", "θ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho",
    "σ": "sigma", "τ": "tau", "φ": "varphi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta",
    "Θ": "Theta", "Λ": "Lambda", "Π": "Pi", "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_KIND_OF_NUMBER = re.compile(r",? (integer|real)$")  # at the end of a range, as domains print it
_COORDINATE = re.compile(r"\w+ = [^,;$]+")
THE_RELATION = "the relation"  # the place where a statement with one relation breaks; nothing to say
LONGEST_WORD = 30  # characters that are not broken
_BREAKABLE = frozenset("_./:,)=}")
_DISPLAYED = re.compile(r"\$\\displaystyle ([^$]+)\$")  # the formula of a step
ITEM = 400.0  # points that a formula in a list may be wide
_MATHEMATICS = re.compile(r"\$[^$]+\$")


def escape(text: str) -> str:
    """Plain text for LaTeX's text mode: nothing in it is a command. Long words, such as paths, may be broken."""
    return "".join(_escape_word(part) for part in re.split(r"(\s+)", text))


def _escape_word(word: str) -> str:
    escaped = (_SPECIAL.get(c) or (f"$\\{_GREEK[c]}$" if c in _GREEK else c) for c in word)
    if len(word) <= LONGEST_WORD:
        return "".join(escaped)
    return "".join(part + (r"\allowbreak{}" if c in _BREAKABLE else "") for c, part in zip(word, escaped, strict=True))


def pieces(text: str) -> list[tuple[bool, str]]:
    """Text in which `$...$` is mathematics, as (is it mathematics, words or LaTeX without its dollars)."""
    parts, end = [], 0
    for formula in _MATHEMATICS.finditer(text):
        parts += [(False, text[end : formula.start()]), (True, formula.group()[1:-1])]
        end = formula.end()
    return [(is_formula, part) for is_formula, part in [*parts, (False, text[end:])] if part]


def prose(text: str) -> str:
    """Text in which `$...$` is mathematics, and all else is escaped."""
    return "".join(f"${part}$" if is_formula else escape(part) for is_formula, part in pieces(text))


def fragment(
    paper: Paper, claim: Claim, record: ClaimRecord, *, with_authors: bool = True, with_derivation: bool = True
) -> str:
    """Print, verdict, counterexample, correction, derivation, witnesses of a claim."""
    symbols = vocabulary_of(paper)
    verdict = f"{record.verdict}: {record.finding}" if record.finding else record.verdict
    source = f"{paper.authors}, {record.place}" if with_authors else record.place
    head = escape(f"{record.id} ({source}; {record.kind}): {verdict}.")
    lines = [rf"\paragraph{{{head}}}", "Printed:", _statement(as_printed(claim, record.statement))]
    if record.domain:
        lines.append(f"for {', '.join(_formula(part, symbols) for part in record.domain.split('; '))}.")
    main = next((r for r in record.readings if r.needed), None)
    if main is not None and main.breaks_at and main.breaks_at != THE_RELATION:
        lines.append(f"It breaks at {prose(broken_place(main.breaks_at))}.")
    if record.counterexample:
        lines.append(f"Counterexample: {_point(record.counterexample, symbols)}.")
    if record.right:
        lines += ["What holds instead:", _statement(as_corrected(claim, record.right))]
    if record.note:
        lines.append(rf"\par\noindent {prose(record.note)}")
    if len(record.readings) > 1:
        lines += items(
            "itemize",
            [
                escape(f"{r.name}: {r.verdict}{' (needed by the paper)' if r.needed else ''}. ") + prose(r.note)
                for r in record.readings
            ],
        )
    if with_derivation:
        lines += derivation(record)
    if record.witnesses:
        lines.append(r"\par\noindent\emph{Second witnesses.}")
        lines += items("itemize", [prose(f"{w.method}: {witness_words(w.summary, symbols)}") for w in record.witnesses])
    trust = escape(", ".join(record.oracles)) or "no oracle"
    lines.append(rf"\par\noindent\emph{{Trusted besides the kernel:}} {trust}.")
    return "\n".join(lines)


def derivation(record: ClaimRecord) -> list[str]:
    """The steps of the derivation that a record has; nothing where it has none."""
    if not record.derivation:
        return []
    steps = [_step(s) for s in record.derivation]
    return [r"\par\noindent\emph{Derivation.}", *items("enumerate", steps)]


def _step(step: StepRecord) -> str:
    """A step in one line where its formula fits on one, else displayed."""
    formula = _DISPLAYED.fullmatch(step.latex)
    if formula is None or len(lines(formula[1], ITEM)) == 1:
        return f"{step.latex}\\\\ {prose(step.justification)}"
    return f"{displayed(formula[1], ITEM)}\n{prose(step.justification)}"


def vocabulary_of(paper: Paper) -> Symbols:
    """How the paper spells its names."""
    from checks.verification import paper_model

    return paper_model(paper.name).notation.vocabulary


def _statement(wording: Wording) -> str:
    """A displayed formula, or a paragraph where it is prose."""
    if not wording.words:
        return displayed(wording.formula)
    condition = f" ${wording.formula}$" if wording.formula else ""
    return f"\\begin{{quote}}\n{prose(wording.words)}{condition}\n\\end{{quote}}"


def items(environment: str, texts: list[str]) -> list[str]:
    """A list of paragraphs in an environment such as itemize."""
    return [rf"\begin{{{environment}}}", *(rf"\item {text}" for text in texts), rf"\end{{{environment}}}"]


def _point(values: Mapping[str, str], symbols: Symbols) -> str:
    return ", ".join(_formula(f"{name} = {value}", symbols) for name, value in values.items())


def _formula(plain: str, symbols: Symbols) -> str:
    """A formula in the plain notation, in the paper's own spelling; as it stands where it is no formula."""
    written = written_out(plain, symbols)
    return rf"\texttt{{{escape(plain)}}}" if written is None else f"${written[0]}${written[1]}"


def witness_words(summary: str, symbols: Symbols) -> str:
    """What a witness says, the coordinates of the point at which it sees a failure as formulas between dollars."""

    def formula(coordinate: re.Match[str]) -> str:
        written = written_out(coordinate.group(), symbols)
        return coordinate.group() if written is None else f"${written[0]}$"

    words, fails, point = summary.partition(" fails at ")
    return words + fails + _COORDINATE.sub(formula, point)


def written_out(plain: str, symbols: Symbols) -> tuple[str, str] | None:
    """A formula in the plain notation as LaTeX in the paper's own spelling, and what is said of the kind of number.

    None where it is no formula.
    """
    formula, kind = plain, ""
    if found := _KIND_OF_NUMBER.search(plain):
        formula, kind = plain[: found.start()], found.group()
    try:
        return to_latex(read_plain(formula, symbols), symbols), kind
    except ReadingError:
        return None
