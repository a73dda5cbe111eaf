"""What is right instead of a printed equation: the name that it speaks of, with the value that is derived for it."""

from __future__ import annotations

import sympy

from checks.claim import Claim, Correction, Statement
from checks.interpreter import Interpreter
from checks.own_papers.notation import OwnNotation
from checks.reading import ReadingError, read_latex
from checks.reading import syntax as tree
from checks.values import Listed, MeaninglessError, Value
from checks.verdict import Finding
from mechanisms.rational import RationalFunction

SENTENCE = "This is what the declared mechanism gives."


def derived_correction(claim: Claim, own: OwnNotation) -> Correction | None:
    """The corrected equation where one equation is printed, with a name in it that has a derived value."""
    statement = claim.main.statement
    if len(statement.latex) != 1 or statement.encode:
        return None
    try:
        node = read_latex(statement.latex[0], own.vocabulary, slash=statement.slash)
        if not isinstance(node, tree.Chain) or set(node.relations) - {"=", ":="}:
            return None
        name = next((m.name for m in node.members if isinstance(m, tree.Name) and m.name in own.named), None)
        right = None if name is None else _right_side(name, own)
    except (ReadingError, MeaninglessError):
        return None
    if name is None or right is None:
        return None
    latex = f"{own.named[name].spelling} = {right}"
    try:
        read_latex(latex, own.vocabulary)
    except ReadingError:
        return None  # such as a spelling that joins with what follows it
    corrected = Statement((latex,), domain=statement.domain, at=statement.at)
    return Correction(corrected, Finding.FALSE, SENTENCE)


def _right_side(name: str, own: OwnNotation) -> str | None:
    interpreter = Interpreter(own.notation)
    if own.named[name].meaning == "epsilon":
        ratios = own.value(own.named[name], interpreter)
        if isinstance(ratios, RationalFunction):
            return _logarithm(ratios, own)
        return _largest_logarithm(ratios, own)
    value = interpreter.value(tree.Name(name))
    return _written(value, own) if isinstance(value, (RationalFunction, Listed)) else None


def _logarithm(value: RationalFunction, own: OwnNotation) -> str:
    return rf"\ln\left({_written(value, own)}\right)"


def _largest_logarithm(value: Value, own: OwnNotation) -> str:
    assert isinstance(value, Listed), "the largest ratio is one number, or the largest of some"
    return rf"\max\left\{{{', '.join(_logarithm(v, own) for v in value.values)}\right\}}"


def _written(value: Value, own: OwnNotation) -> str:
    if isinstance(value, Listed):
        return rf"\{value.kind}\left\{{{', '.join(_written(v, own) for v in value.values)}\right\}}"
    assert isinstance(value, RationalFunction)
    spelled = {sympy.Symbol(s.name): s.spellings[0] for s in own.declared.symbols}
    for budget, variable in own.domain.exponentials:
        if budget not in own.named:
            spelled[sympy.Symbol(variable)] = f"e^{{{own.vocabulary[budget].spellings[0]}}}"
    return str(sympy.latex(value.to_sympy(), symbol_names=spelled))
