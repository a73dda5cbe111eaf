"""The definitions of the field, each once, in the logic: the files beside this one, read in the order of `FILES`.

An entry is `name(parameters) := meaning` in the plain notation of `derivations.logic.reader`; below it, indented, is
how it is written in LaTeX (`latex:`, with #1, #2, ... for the arguments), an `example:` of it where what is drawn is
seldom one, and a sentence that says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.notation import NOTATIONS, Shape
from derivations.logic.reader import StatementError, read_term
from derivations.logic.terms import Abstract, Apply, Bound, Number, Term, applied

FILES = (
    "sums.txt",
    "surveys.txt",
    "random_variables.txt",
    "privacy.txt",
    "relaxation.txt",
    "calculus.txt",
    "densities.txt",
    "laplace.txt",
    "geometric.txt",
    "staircase.txt",
    "mixtures.txt",
    "histograms.txt",
    "frequency_oracles.txt",
)


EXAMPLES: dict[str, tuple[tuple[Term, ...], ...]] = {}
"""Arguments of which a defined constant holds, by its name: the second witness draws them."""


@dataclass(frozen=True)
class Definition:
    """A defined constant: its word, how many parameters, its text, what it says, and the theorem |- name = meaning.

    `latex` is how it is written, empty where as a word; `examples` are arguments, without variables, of which it holds.
    """

    name: str
    word: str
    parameters: int
    text: str
    sentence: str
    theorem: Proved
    latex: str = ""
    examples: tuple[tuple[Term, ...], ...] = ()


def read_definitions(text: str, source: str, known: Mapping[str, str] | None = None) -> list[Definition]:
    """The definitions in a text, in its order; `known` are words that stand for constants defined elsewhere.

    With `known`, also what is defined here gets a constant of its own, whose name ends in a fingerprint of its meaning,
    so that two papers may give one word two meanings. Raises StatementError, which names the source and the word.
    """
    words = dict(known or {})
    found = []
    for block in re.split(r"\n(?=[A-Za-z_]\w*(?:\(|\s*:=))", "\n" + text):
        if ":=" in block:
            found.append(_definition(block, source, words, known is not None))
            words[found[-1].word] = found[-1].name
    write_as(found)
    return found


def write_as(definitions: Iterable[Definition]) -> None:
    """Write these words from now on as their definitions say; two papers may write one word each in its own way."""
    for definition in definitions:
        NOTATIONS.pop(definition.name, None)
        if definition.latex:
            NOTATIONS[definition.name] = Shape(definition.latex, definition.parameters)


def _definition(block: str, source: str, words: Mapping[str, str], of_their_own: bool) -> Definition:
    head, *notes = [line for line in block.splitlines() if line.strip() and not line.startswith("#")]
    continued = [line for line in notes if line.startswith("        ")]
    notes = [line.strip() for line in notes if line not in continued]
    head = " ".join([head, *map(str.strip, continued)])
    signature, meaning = head.split(":=", 1)
    word, _, parameters = signature.strip().partition("(")
    names = [name.strip() for name in parameters.rstrip(") ").split(",") if name.strip()]
    try:
        term = read_term(f"fun {' '.join(names)}. {meaning}" if names else meaning, defined=words)
        name = f"{word}@{fingerprint(term)}" if of_their_own else word
        theorem = kernel.define(name, term)
        named = {**words, word: name}
        examples = tuple(_example(line, name, len(names), named) for line in _after("example:", notes))
    except (StatementError, kernel.LogicError) as error:
        raise StatementError(f"{source}: definition of {word}: {error}") from error
    if examples:
        EXAMPLES[name] = examples
    latex = next(_after("latex:", notes), "")
    sentence = " ".join(note for note in notes if not note.startswith(("latex:", "example:")))
    return Definition(name, word, len(names), " ".join(head.split()), sentence, theorem, latex, examples)


def _after(mark: str, notes: Iterable[str]) -> Iterator[str]:
    return (note.removeprefix(mark).strip() for note in notes if note.startswith(mark))


def _example(text: str, name: str, parameters: int, words: Mapping[str, str]) -> tuple[Term, ...]:
    """The arguments of a word in an example of it, written as the word applied to them."""
    arguments = applied(read_term(text, defined=words), name, parameters)
    if not parameters or arguments is None:
        raise StatementError(f"an example is the word with its {parameters} arguments, not {text!r}")
    return arguments


def fingerprint(term: Term) -> str:
    """Eight hexadecimal digits that tell a term from others: of its parts, with the full names of constants."""
    digest = sha256()

    def add(part: Term, depth: int) -> None:
        if isinstance(part, Apply):
            digest.update(b"(")
            add(part.function, depth)
            add(part.argument, depth)
        elif isinstance(part, Abstract):
            digest.update(f"fun {part.variable}.".encode())
            add(part.body, depth + 1)
        elif isinstance(part, Bound):
            digest.update(f"#{part.index} ".encode())
        else:
            said = part.value if isinstance(part, Number) else getattr(part, "name", "")
            digest.update(f"{type(part).__name__} {said} : {part.type} ".encode())

    add(term, 0)
    return digest.hexdigest()[:8]


def _library(file: str) -> list[Definition]:
    text = resources.files(__name__).joinpath(file).read_text(encoding="utf-8")
    return read_definitions(text, f"definitions/{file}")


LIBRARY: dict[str, Definition] = {d.name: d for file in FILES for d in _library(file)}
"""All definitions, by name, in the order in which they build on one another."""
