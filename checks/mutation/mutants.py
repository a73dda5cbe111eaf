"""The mutants of a claim: its true statement, or its words, with one change.

What is changed is a printed formula, a hypothesis, a value, the statement in the logic, or the prose.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from checks.claims.claim import Claim, Statement
from checks.claims.claim_words import is_bound
from checks.mutation.statements import changed_statements, changed_words
from checks.papers.mutators import Surroundings, mutations, number, widened
from checks.reading import ReadingError, Symbols, read_latex, read_plain, to_latex, to_plain
from checks.reading import syntax as tree
from checks.verifying.stated import statement_of
from derivations.logic.definitions import Definition
from derivations.logic.terms import Term


@dataclass(frozen=True)
class Mutant:
    """A changed statement. `place` says what was changed, `before` and `after` how it prints.

    `trees` is the printed formula before and after the change; None where something else was changed. `prose` are the
    changed words. Of a changed statement in the logic `after` is the formula itself, which is written out where it is
    listed.
    """

    claim_id: str
    mutator: str
    place: str
    before: str
    after: str | Term
    statement: Statement
    trees: tuple[tree.Node, tree.Node] | None = None
    prose: str = ""

    @property
    def stated(self) -> Term | None:
        """The changed statement in the logic; None where something else was changed."""
        return None if isinstance(self.after, str) else self.after


def can_be_changed(claim: Claim, statement: Statement) -> bool:
    """Whether anything is printed or stated that can be changed."""
    return bool(statement.latex or statement.domain or statement.at or statement.statement or claim.prose)


def mutants(claim: Claim, statement: Statement, symbols: Symbols, own: Sequence[Definition] = ()) -> list[Mutant]:
    """All mutants of a claim, each once, in a fixed order; `own` are the words of its paper.

    ReadingError when the statement cannot be read.
    """
    found: dict[tuple[Statement, str, Term | None], Mutant] = {}
    for mutant in chain(
        _of_formulas(claim, statement, symbols),
        _of_domain(claim, statement, symbols),
        _of_values(claim, statement, symbols),
        _of_the_logic(claim, statement, own),
        _of_words(claim, statement),
    ):
        if mutant.statement != statement or mutant.prose or mutant.stated:
            found.setdefault((mutant.statement, mutant.prose, mutant.stated), mutant)
    return list(found.values())


def _of_the_logic(claim: Claim, statement: Statement, own: Sequence[Definition]) -> Iterator[Mutant]:
    if not statement.statement:
        return
    term = statement_of(statement.statement, tuple(own))
    seen = {term}
    for mutator, changed in changed_statements(term, own):
        if changed not in seen:
            seen.add(changed)
            yield Mutant(claim.id, mutator, "statement", statement.statement.strip(), changed, statement)


def _of_words(claim: Claim, statement: Statement) -> Iterator[Mutant]:
    for mutator, words in changed_words(claim.prose) if is_bound(claim) else ():
        yield Mutant(claim.id, mutator, "words", claim.prose, words, statement, prose=words)


def sampled(all_mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """`count` of the mutants of a claim, drawn by the seed and the claim alone, in their order."""
    if count >= len(all_mutants):
        return list(all_mutants)
    rng = random.Random(f"{seed} {all_mutants[0].claim_id}")
    return [all_mutants[i] for i in sorted(rng.sample(range(len(all_mutants)), count))]


def _of_formulas(claim: Claim, statement: Statement, symbols: Symbols) -> Iterator[Mutant]:
    try:
        roots = [read_latex(text, symbols, slash=statement.slash) for text in statement.latex]
    except ReadingError:
        if not statement.statement:
            raise
        yield from _of_unread_formulas(claim, statement)
        return
    around = Surroundings(symbols, frozenset().union(*map(tree.names_in, roots)))
    for i, (text, root) in enumerate(zip(statement.latex, roots, strict=True)):
        for mutation in mutations(root, around):
            after = to_latex(mutation.root, symbols)
            if not _reads_as(after, mutation.root, symbols):
                continue  # a tree that no print gives is no misprint
            latex = (*statement.latex[:i], after, *statement.latex[i + 1 :])
            place = f"formula {i + 1}" if len(roots) > 1 else "formula"
            changed = replace(statement, latex=latex)
            yield Mutant(claim.id, mutation.mutator, place, text, after, changed, (root, mutation.root))


def _of_unread_formulas(claim: Claim, statement: Statement) -> Iterator[Mutant]:
    """A print that only its statement reads is changed as words are."""
    for i, text in enumerate(statement.latex):
        for mutator, changed in changed_words(text):
            latex = (*statement.latex[:i], changed, *statement.latex[i + 1 :])
            yield Mutant(claim.id, mutator, "formula", text, changed, replace(statement, latex=latex))


def _reads_as(text: str, root: tree.Node, symbols: Symbols) -> bool:
    try:
        return read_latex(text, symbols) == root
    except ReadingError:
        return False


def _of_domain(claim: Claim, statement: Statement, symbols: Symbols) -> Iterator[Mutant]:
    for i, text in enumerate(statement.domain):
        before, after = statement.domain[:i], statement.domain[i + 1 :]
        dropped = replace(statement, domain=before + after)
        yield Mutant(claim.id, "drop a hypothesis", "domain", text, "(dropped)", dropped)
        for mutator, node in widened(read_plain(text, symbols)):
            new = to_plain(node)
            changed = replace(statement, domain=(*before, new, *after))
            yield Mutant(claim.id, mutator, "domain", text, new, changed)


def _of_values(claim: Claim, statement: Statement, symbols: Symbols) -> Iterator[Mutant]:
    for i, (name, text) in enumerate(statement.at):
        root = read_plain(text, symbols)
        for path, node in tree.walk(root):
            for other in number(node, Surroundings(symbols, frozenset())):
                new = to_plain(tree.replace_at(root, path, other))
                changed = replace(statement, at=(*statement.at[:i], (name, new), *statement.at[i + 1 :]))
                yield Mutant(claim.id, "value", f"value of {name}", text, new, changed)
