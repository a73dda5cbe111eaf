"""The mutants of a claim: its true statement with one printed formula, hypothesis or value changed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from checks.claim import Claim, Statement
from checks.mutation.mutators import Surroundings, mutations, number, widened
from checks.reading import ReadingError, Symbols, read_latex, read_plain, to_latex, to_plain
from checks.reading import syntax as tree


@dataclass(frozen=True)
class Mutant:
    """A changed statement. `place` says what was changed, `before` and `after` how it prints.

    `trees` is the printed formula before and after the change; None where a hypothesis or a value was changed.
    """

    claim_id: str
    mutator: str
    place: str
    before: str
    after: str
    statement: Statement
    trees: tuple[tree.Node, tree.Node] | None = None


def has_formulas(statement: Statement) -> bool:
    """Whether anything is printed in it that can be changed."""
    return bool(statement.latex or statement.domain or statement.at)


def mutants(claim: Claim, statement: Statement, symbols: Symbols) -> list[Mutant]:
    """All mutants of a statement, each once, in a fixed order. ReadingError when the statement cannot be read."""
    found: dict[Statement, Mutant] = {}
    for mutant in chain(
        _of_formulas(claim, statement, symbols),
        _of_domain(claim, statement, symbols),
        _of_values(claim, statement, symbols),
    ):
        if mutant.statement != statement:
            found.setdefault(mutant.statement, mutant)
    return list(found.values())


def sampled(all_mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """`count` of the mutants of a claim, drawn by the seed and the claim alone, in their order."""
    if count >= len(all_mutants):
        return list(all_mutants)
    rng = random.Random(f"{seed} {all_mutants[0].claim_id}")
    return [all_mutants[i] for i in sorted(rng.sample(range(len(all_mutants)), count))]


def _of_formulas(claim: Claim, statement: Statement, symbols: Symbols) -> Iterator[Mutant]:
    roots = [read_latex(text, symbols, slash=statement.slash) for text in statement.latex]
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
