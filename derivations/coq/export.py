"""Files for Coq: `Logic.v`, written by hand, the definitions, the lemmas of the theory, and what is exported."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module, resources
from pathlib import Path
from pkgutil import iter_modules

import derivations.theory
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import DerivativeOf, Infeasible, Optimal, Refuted, Sequent
from derivations.coq.formulas import NotExportableError
from derivations.coq.other_theorems import other_theorem
from derivations.coq.polynomials import PolynomialReplay
from derivations.coq.steps import Replay
from derivations.coq.terms import defined_name, identifier, term_text, type_text
from derivations.logic.definitions import LIBRARY
from derivations.logic.kernel import DEFINITIONS, Proved
from derivations.logic.tactics import LEMMAS, PROVED
from derivations.logic.terms import Constant, Term, parts

BY_HAND = {
    "Logic": (),
    "Enclosures": ("Logic",),
    "Derivatives": ("Logic",),
    "Programs": ("Logic",),
    "FiniteTypes": ("Logic", "Definitions"),
    "NumericAnswers": ("Logic", "Definitions", "FiniteTypes"),
}
"""The files written by hand, each with those that it needs."""
_ENCLOSED = re.compile(r"\b(erf|enclosed|refute)\b")  # what Enclosures.v defines
_HOME: dict[type, str] = {DerivativeOf: "Derivatives", Optimal: "Programs", Infeasible: "Programs"}


@dataclass(frozen=True)
class Exported:
    """The text of one file: how many theorems are in it, which other files it needs, and why others are not in it."""

    name: str
    texts: tuple[str, ...]
    needs: tuple[str, ...]
    theorems: int
    left_out: tuple[str, ...]
    axioms: tuple[str, ...]

    @property
    def text(self) -> str:
        """The file."""
        return _file(self.needs, self.texts)

    def write(self, directory: Path) -> Path:
        """Write the file into the directory in which the theory is."""
        path = directory / f"{self.name}.v"
        _write(path, self.text)
        return path


class Shared:
    """Files of which each has only what no file before it has: the others it requires."""

    def __init__(self) -> None:
        self._homes: dict[str, str] = {}
        self._whole: dict[str, Exported] = {}
        self._needs: dict[str, frozenset[str]] = {}

    def add(self, exported: Exported) -> Exported:
        """The file without the definitions and lemmas that are in files before it."""
        self._whole[exported.name] = exported
        rest = self._rest_of(exported)
        direct = self._needs.keys() & rest.needs
        self._needs[exported.name] = frozenset(direct).union(*(self._needs[name] for name in direct))
        return rest

    def without(self, refused: str) -> list[Exported]:
        """The files that rest on one which is refused, written again without it."""
        again = [name for name, needs in self._needs.items() if refused in needs]
        for name in (refused, *again):
            del self._needs[name]
        self._homes = {lemma: home for lemma, home in self._homes.items() if home in self._needs}
        return [self.add(self._whole[name]) for name in again]

    def _rest_of(self, exported: Exported) -> Exported:
        own, elsewhere = list[str](), dict[str, str]()
        for text in exported.texts:
            name = _name_of(text)
            if name in self._homes:
                elsewhere[name] = self._homes[name]
                continue
            own.append(text)
            if name:
                self._homes[name] = exported.name
        mentioned = elsewhere.keys() & re.findall(r"\w+", "\n".join(own))
        needs = (*exported.needs, *sorted({elsewhere[name] for name in mentioned}))
        return replace(exported, texts=tuple(own), needs=needs)


def _name_of(text: str) -> str:
    """The name of a definition, an axiom or a lemma, which says what it is; none of a theorem of a claim."""
    found = re.match(r"(?:Definition|Lemma|Axiom) (\w+)", text)
    return found.group(1) if found else ""


def write_library(directory: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Write the files on which all others rest; the name of each as it is written, with those that it needs."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "_CoqProject").write_text("-Q . rrproof\n", encoding="utf-8")
    meanings = [_definition(name, LIBRARY[name].sentence) for name in LIBRARY]
    _write(directory / "Definitions.v", _file(["Logic"], meanings))
    for stem, needed in BY_HAND.items():
        text = resources.files("derivations.coq").joinpath(f"{stem}.v").read_text(encoding="utf-8")
        _write(directory / f"{stem}.v", text)
        yield stem, needed
        if stem == "Logic":
            yield "Definitions", ("Logic",)
    known: dict[Term, str] = {}
    home: dict[str, str] = {}
    for stem, lemmas in theory().items():
        replay = Replay(known=known)
        for name, lemma in lemmas.items():
            theorem = lemma()
            replay.theorem(name, theorem)
            known[theorem.conclusion] = name
            home[name] = stem
        cited = {home[name] for name in replay.cited} - {stem}
        needs = ("Logic", "Definitions", *_enclosures(replay.lines), *sorted(cited))
        _write(directory / f"{stem}.v", _file(needs, replay.lines))
        yield stem, needs
    whole = tuple(theory())
    _write(directory / "Theory.v", f"From rrproof Require Export {' '.join(whole)}.\n\n")
    yield "Theory", whole


def theory() -> dict[str, dict[str, Callable[[], Proved]]]:
    """What proves the lemmas of the theory, by file and name; each file rests on those before it."""
    for module in iter_modules(derivations.theory.__path__):
        import_module(f"derivations.theory.{module.name}")
    found: dict[str, dict[str, Callable[[], Proved]]] = {}
    for qualified, lemma in LEMMAS.items():
        if place := _place(qualified):
            found.setdefault(place[0], {})[place[1]] = lemma
    return found


def _place(qualified: str) -> tuple[str, str] | None:
    """The file of a lemma of the theory and its name there."""
    module, _, name = qualified.rpartition(".")
    room, _, module_name = module.rpartition(".")
    return (_file_name(module_name), name) if room == derivations.theory.__name__ else None


def _file_name(module: str) -> str:
    return "".join(word.capitalize() for word in module.split("_"))


def _file(required: Sequence[str], texts: Sequence[str]) -> str:
    return "\n".join([f"From rrproof Require Import {' '.join(required)}.\n", *texts])


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:  # what is compiled stays so
        path.write_text(text, encoding="utf-8")


def export_theorems(name: str, print_: str, found: Sequence[tuple[str, Theorem | Proved]]) -> Exported:
    """Theorems, each with its label, as one file whose head shows the print.

    What they take from the theory is cited: the lemmas that have been asked for in this process.
    """
    stem = identifier(name.replace("-", "_"))
    lines: list[str] = []
    left_out: list[str] = []
    axioms: dict[str, str] = {}
    used, cited = set[str](), set[str]()
    proved: dict[str, str] = {}
    places = {theorem.conclusion: place for name, theorem in PROVED.items() if (place := _place(name))}
    known = {conclusion: lemma for conclusion, (_, lemma) in places.items()}
    for number, (label, theorem) in enumerate(found, 1):
        own: list[str] = []
        here = dict(proved)
        statement = f"{stem}_{number}"
        try:
            if isinstance(theorem, Proved):
                replay = Replay(known=known, lines=own, axioms=axioms, proved=here)
                replay.theorem(statement, theorem)
                used |= replay.defined
                cited |= replay.cited
            else:
                _polynomial(own, axioms, here, statement, theorem)
        except NotExportableError as error:
            left_out.append(f"{label}: {error}")
            continue
        proved = here
        lines += [f"(** {_comment(label)}: {_comment(str(theorem.statement))} *)\n", *own]
    defined = _with_their_own(used)
    meanings = [_definition(name, "") for name in DEFINITIONS if name in defined and name not in LIBRARY]
    kinds = {_HOME[type(t.statement)] for _, t in found if isinstance(t, Theorem) and type(t.statement) in _HOME}
    homes = {file for file, lemma in places.values() if lemma in cited}
    needs = (*sorted(kinds), "Logic", *_enclosures(lines), "Definitions", *sorted(homes))
    head = f"(** {_comment(name)}: {_comment(print_)} *)\n"
    texts = (head, *meanings, *lines)
    return Exported(stem, texts, needs, len(found) - len(left_out), tuple(left_out), tuple(sorted({*axioms.values()})))


def _enclosures(lines: Sequence[str]) -> list[str]:
    """The file with the tactics that enclose numbers, where a proof uses them."""
    return ["Enclosures"] if any(map(_ENCLOSED.search, lines)) else []


def _polynomial(lines: list[str], axioms: dict[str, str], proved: dict[str, str], name: str, theorem: Theorem) -> None:
    replay = PolynomialReplay(lines, axioms, proved)
    if isinstance(theorem.statement, Refuted):
        replay.refuted(name, theorem.statement)
    elif isinstance(theorem.statement, Sequent):
        lemma, sequent = replay.sequent(theorem)
        statement = replay.statement(theorem.statement)
        proof = f"exact {replay.applied_to_names(lemma, sequent, theorem.statement)}."
        lines.append(f"Theorem {name} :\n  {statement}.\nProof. {proof} Qed.\n")
    else:
        lines.append(other_theorem(name, theorem.statement, theorem.arguments))


def _definition(name: str, sentence: str) -> str:
    meaning = DEFINITIONS[name]
    note = f"(** {_comment(sentence)} *)\n" if sentence else ""
    return f"{note}Definition {defined_name(name)} : {type_text(meaning.type)} :=\n  {term_text(meaning, {})}.\n"


def _with_their_own(names: Iterable[str]) -> set[str]:
    """Defined constants with those in their definitions."""
    found = set(names)
    left = [*found]
    while left:
        for part in parts(DEFINITIONS[left.pop()]):
            if isinstance(part, Constant) and part.name in DEFINITIONS and part.name not in found:
                found.add(part.name)
                left.append(part.name)
    return found


def _comment(text: str) -> str:
    """A text that neither ends nor opens a comment of Coq, nor a string in it."""
    return " ".join(text.split()).replace("(*", "( *").replace("*)", "* )").replace('"', "''")
