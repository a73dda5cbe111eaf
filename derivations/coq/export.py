"""Files for Coq: `Logic.v`, written by hand, the definitions, the lemmas of the theory, and what is exported."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
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
from derivations.logic.tactics import LEMMAS
from derivations.logic.terms import Constant, Term, parts

BY_HAND = ("Logic", "Enclosures", "Derivatives", "Programs")
_ENCLOSED = re.compile(r"\b(erf|enclosed|refute)\b")  # what Enclosures.v defines
_HOME: dict[type, str] = {DerivativeOf: "Derivatives", Optimal: "Programs", Infeasible: "Programs"}


@dataclass(frozen=True)
class Exported:
    """What became of the theorems of one file: how many are in it, and why others are not."""

    path: Path
    theorems: int
    left_out: tuple[str, ...]
    axioms: tuple[str, ...]


def write_library(directory: Path) -> dict[str, tuple[str, ...]]:
    """Write the files on which all others rest; each with those that it needs, in order."""
    directory.mkdir(parents=True, exist_ok=True)
    for stem in BY_HAND:
        text = resources.files("derivations.coq").joinpath(f"{stem}.v").read_text(encoding="utf-8")
        _write(directory / f"{stem}.v", [], [text])
    meanings = [_definition(name, LIBRARY[name].sentence) for name in LIBRARY]
    _write(directory / "Definitions.v", ["Logic"], meanings)
    needed: dict[str, tuple[str, ...]] = {stem: ("Logic",) if stem != "Logic" else () for stem in BY_HAND}
    needed["Definitions"] = ("Logic",)
    known: dict[Term, str] = {}
    home: dict[str, str] = {}
    for stem, lemmas in theory().items():
        replay = Replay(prefix=f"{stem}_", known=known)
        for name, theorem in lemmas.items():
            replay.theorem(name, theorem)
            known[theorem.conclusion] = name
            home[name] = stem
        cited = {home[name] for name in replay.cited} - {stem}
        needed[stem] = ("Definitions", *_enclosures(replay.lines), *sorted(cited))
        _write(directory / f"{stem}.v", ["Logic", *needed[stem]], replay.lines)
    whole = [*theory()]
    _write(directory / "Theory.v", [], [], export=whole)
    (directory / "_CoqProject").write_text("-Q . rrproof\n", encoding="utf-8")
    return {**needed, "Theory": tuple(whole)}


def theory() -> dict[str, dict[str, Proved]]:
    """The lemmas of the theory by file and name; each file rests on those before it."""
    for module in iter_modules(derivations.theory.__path__):
        import_module(f"derivations.theory.{module.name}")
    found: dict[str, dict[str, Proved]] = {}
    for qualified, lemma in LEMMAS.items():
        place, _, name = qualified.rpartition(".")
        room, _, module_name = place.rpartition(".")
        if room == derivations.theory.__name__:
            found.setdefault(_file_name(module_name), {})[name] = lemma()
    return found


def _file_name(module: str) -> str:
    return "".join(word.capitalize() for word in module.split("_"))


def _write(path: Path, required: Sequence[str], texts: Sequence[str], export: Sequence[str] = ()) -> None:
    lines = [f"From rrproof Require Import {' '.join(required)}.\n"] if required else []
    lines += [f"From rrproof Require Export {' '.join(export)}.\n"] if export else []
    text = "\n".join([*lines, *texts])
    if not path.exists() or path.read_text(encoding="utf-8") != text:  # what is compiled stays so
        path.write_text(text, encoding="utf-8")


def write_theorems(directory: Path, name: str, print_: str, found: Sequence[tuple[str, Theorem | Proved]]) -> Exported:
    """Write theorems, each with its label, into one file whose head shows the print."""
    stem = identifier(name.replace("-", "_"))
    lines: list[str] = []
    left_out: list[str] = []
    axioms: dict[str, str] = {}
    used, cited = set[str](), set[str]()
    proved: dict[str, str] = {}
    known = {theorem.conclusion: lemma for lemmas in theory().values() for lemma, theorem in lemmas.items()}
    home = {lemma: stem for stem, lemmas in theory().items() for lemma in lemmas}
    for number, (label, theorem) in enumerate(found, 1):
        own: list[str] = []
        here = dict(proved)
        statement = f"{stem}_{number}"
        try:
            if isinstance(theorem, Proved):
                replay = Replay(prefix=f"t{number}_", known=known, lines=own, axioms=axioms, proved=here)
                replay.theorem(statement, theorem)
                used |= _defined(theorem)
                cited |= replay.cited
            else:
                _polynomial(own, axioms, here, statement, f"t{number}_", theorem)
        except NotExportableError as error:
            left_out.append(f"{label}: {error}")
            continue
        proved = here
        lines += [f"(** {_comment(label)}: {_comment(str(theorem.statement))} *)\n", *own]
    meanings = [_definition(name, "") for name in DEFINITIONS if name in used and name not in LIBRARY]
    path = directory / f"{stem}.v"
    head = [f"(** {_comment(name)}: {_comment(print_)} *)\n"]
    kinds = {_HOME[type(t.statement)] for _, t in found if isinstance(t, Theorem) and type(t.statement) in _HOME}
    _write(
        path,
        [*sorted(kinds), "Logic", *_enclosures(lines), "Definitions", *sorted({home[name] for name in cited})],
        [*head, *meanings, *lines],
    )
    return Exported(path, len(found) - len(left_out), tuple(left_out), tuple(sorted(set(axioms.values()))))


def _enclosures(lines: Sequence[str]) -> list[str]:
    """The file with the tactics that enclose numbers, where a proof uses them."""
    return ["Enclosures"] if any(map(_ENCLOSED.search, lines)) else []


def _polynomial(
    lines: list[str], axioms: dict[str, str], proved: dict[str, str], name: str, prefix: str, theorem: Theorem
) -> None:
    count = iter(range(1, 10**9))
    replay = PolynomialReplay(lines, lambda kind: f"{prefix}{kind}_{next(count)}", axioms, proved)
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


def _defined(theorem: Proved) -> set[str]:
    """The defined constants that a proof speaks of, with those in their definitions."""
    seen: set[int] = set()
    found: set[str] = set()
    terms = []
    stack = [theorem]
    while stack:
        step = stack.pop()
        if id(step) not in seen:
            seen.add(id(step))
            stack += step.premises
            terms += [step.conclusion, *step.hypotheses]
    while terms:
        for part in parts(terms.pop()):
            if isinstance(part, Constant) and part.name in DEFINITIONS and part.name not in found:
                found.add(part.name)
                terms.append(DEFINITIONS[part.name])
    return found


def _comment(text: str) -> str:
    """A text that neither ends nor opens a comment of Coq, nor a string in it."""
    return " ".join(text.split()).replace("(*", "( *").replace("*)", "* )").replace('"', "''")
