"""The words that a statement in the logic uses: the definitions of the field, and of its paper, on which it rests."""

from __future__ import annotations

from checks.claims.claim import Claim, Paper
from checks.verifying.stated import definitions, statement_of
from derivations.logic.definitions import LIBRARY, Definition
from derivations.logic.kernel import DEFINITIONS
from derivations.logic.printer import latex, latex_lines
from derivations.logic.reader import StatementError, read_term
from derivations.logic.terms import Abstract, Constant, Free, Term, Type, opened, parts, quantified


def words_of(paper: Paper) -> list[Definition]:
    """All words that a statement of a paper may use: those of the field, then the paper's own."""
    return [*LIBRARY.values(), *definitions(paper.definitions, paper.key)]


def words_in(statement: Term, known: list[Definition]) -> list[Definition]:
    """The words on which a statement rests, also by way of other words, in the order in which they build on another."""
    used: set[str] = set()
    stack = [statement]
    while stack:
        for part in parts(stack.pop()):
            if isinstance(part, Constant) and part.name in DEFINITIONS and part.name not in used:
                used.add(part.name)
                stack.append(DEFINITIONS[part.name])
    return [definition for definition in known if definition.name in used]


def in_latex(definition: Definition) -> str:
    """The definition as an equation in LaTeX: the word with its parameters, and its meaning."""
    meaning = DEFINITIONS[definition.name]
    word: Term = Constant(definition.name, meaning.type)
    for _ in range(definition.parameters):
        assert isinstance(meaning, Abstract)
        parameter = Free(meaning.hint, meaning.variable)
        word, meaning = word(parameter), opened(meaning, parameter)
    return rf"{latex(word)} := {latex(meaning)}"


def statement_in_latex(paper: Paper, statement: str) -> list[str]:
    """A statement of this paper as lines of LaTeX: its quantifiers, its premises, the parts of its conclusion."""
    return latex_lines(statement_of(statement, definitions(paper.definitions, paper.key)))


def condition_in_latex(paper: Paper, claim: Claim, condition: str) -> str | None:
    """A condition in the plain notation as LaTeX, with the names of the claim's statements; None where it is none."""
    own = definitions(paper.definitions, paper.key)
    names: dict[str, Type] = {}
    for said in claim.stated:
        formula = statement_of(said.statement, own)
        while (body := quantified(formula, "forall")) is not None:
            names[body.hint] = body.variable
            formula = opened(body, Free(body.hint, body.variable))
    try:
        return latex(read_term(condition, names, {definition.word: definition.name for definition in own}))
    except StatementError:
        return None


def words_in_claim(paper: Paper, claim: Claim) -> list[Definition]:
    """The words on which the statements of a claim rest."""
    known, own = words_of(paper), definitions(paper.definitions, paper.key)
    used = [words_in(statement_of(said.statement, own), known) for said in claim.stated]
    return [definition for definition in known if any(definition in words for words in used)]
