"""What `rrproof recheck` finds out of a file of proofs, from the file and the claims alone.

The kernel makes each theorem again. Of a design, the statement is rebuilt from the question that stands beside the
proof; of a claim, from the claims file of today: what the proof states must be one of the things that the claim has to
show. A statement that is neither is shown as the kernel states it, and nothing is said of what it means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from checks.claims.argued import VALUES_OF_NAMES
from checks.claims.proof_data import recheck
from checks.claims.proofs import Outline, RecheckError, outline
from checks.claims.verdict import ARGUED, Outcome, failure_at_constants, is_failure_at_constants
from checks.interpreter import with_domain
from checks.papers.collection import paper_model
from checks.recheck.proof_files import ProofFile, labels
from checks.recheck.questions import Question, QuestionFileError
from checks.recheck.read_question import read_question
from checks.system.versions import version_of
from checks.verifying.known import in_the_words_of_the_logic
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.proof_file import ProofFileError
from derivations.arithmetic.statements import Refuted, Sequent, Statement
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.terms import NOT, Term

if TYPE_CHECKING:
    from checks.claims.claim import Claim

Said = Statement | Term
OF_A_DESIGN = "the design and the formula in the file"


@dataclass(frozen=True)
class Checked:
    """A proof that the kernel has checked again.

    Attributes:
        number: of the proof in the file, from 1.
        words: what the file calls it; nothing of it is checked.
        theorem: what the kernel has made again.
        question: what it answers, rebuilt and compared; None where the file says none.
        shows: of a claim, which of the things that the claim has to show the statement is; else "".

    """

    number: int
    words: tuple[str, ...]
    theorem: Theorem | Proved
    question: Question | None = None
    shows: str = ""

    @property
    def outline(self) -> Outline:
        """Which rules the proof uses, and what it trusts."""
        return outline(self.theorem)

    @property
    def is_rebuilt(self) -> bool:
        """Whether the statement was rebuilt, from a question or from a claim, and is the same."""
        return self.question is not None or bool(self.shows)

    @property
    def states(self) -> str:
        """What is proved: in words of the field where it was rebuilt, else as the kernel states it."""
        said = self.theorem.statement
        return self.question.words(said) if self.question is not None and not isinstance(said, Term) else str(said)

    def to_json(self) -> dict[str, Any]:
        """Plain data; `label` is marked as unchecked by its name."""
        return {
            "number": self.number,
            "states": self.states,
            "rebuilt": self.is_rebuilt,
            "shows": self.shows or None,
            "question": self.question.data() if self.question is not None else None,
            "unchecked_label": ", ".join(self.words),
            "rules": self.outline.rules,
            "oracles": list(self.outline.oracles),
        }


@dataclass(frozen=True)
class Result:
    """What all proofs of a file amount to."""

    file: ProofFile
    claim: Claim | None
    proofs: tuple[Checked, ...]
    missing: tuple[str, ...] = ()

    @property
    def paper(self) -> str:
        """Where the claim stands."""
        if self.file.of is not None:
            return self.file.of.title
        return "" if self.claim is None else self.claim.paper

    @property
    def lacking(self) -> tuple[Question, ...]:
        """The steps of arguments that are not in the file, while others of the same argument are."""
        asked = [one.question for one in self.proofs if one.question is not None]
        return tuple(dict.fromkeys(other for one in asked for other in one.others if other not in asked))

    @property
    def oracles(self) -> tuple[str, ...]:
        """The oracles that the proofs trust, those apart that stand for an argument."""
        return tuple(sorted({o for one in self.proofs for o in one.theorem.oracles if not o.startswith(ARGUED)}))

    @property
    def argued(self) -> tuple[str, ...]:
        """The arguments in words on which the proofs rest."""
        in_proofs = {o for one in self.proofs for o in one.theorem.oracles if o.startswith(ARGUED)}
        asked = {one.question.argued for one in self.proofs if one.question is not None and one.question.argued}
        return tuple(sorted(in_proofs | {f"{ARGUED}{words}" for words in asked}))

    @property
    def summary(self) -> str:
        """The last line: how many proofs check, and what has to be believed beside the kernel."""
        count, unknown, lacking = len(self.proofs), sum(not one.is_rebuilt for one in self.proofs), len(self.lacking)
        told = f", {unknown} of unknown meaning" if unknown else ""
        told += f", {lacking} step{'s' * (lacking != 1)} missing" if lacking else ""
        argued = f"{len(self.argued)} step{'s' * (len(self.argued) != 1)} argued" if self.argued else "nothing argued"
        oracles = f"trusts {', '.join(self.oracles)}" if self.oracles else "no oracle"
        return f"{count} proof{'s' * (count != 1)} check{'s' * (count == 1)}{told}, {argued}, {oracles}"

    @property
    def rebuilt(self) -> str:
        """How many of the statements were rebuilt."""
        count, whole = sum(one.is_rebuilt for one in self.proofs), len(self.proofs)
        source = "the questions in the file"
        if self.claim is not None:
            source = f"claim {self.claim.id} of {self.paper}" if self.file.of is None else OF_A_DESIGN
        if count == whole:
            return f"every statement was rebuilt from {source} and is the same"
        if not count:
            return "no statement was rebuilt: the file says no question that these proofs answer"
        return (
            f"{count} of {whole} statements were rebuilt from {source} and are the same; "
            "the others are shown as the kernel states them"
        )

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "file": str(self.file.path),
            "sha256": self.file.sha256,
            "written_by": self.file.version or None,
            "checked_by": version_of("rrproof"),
            "claim": None if self.claim is None else {"id": self.claim.id, "paper": self.paper,
                                                      "place": self.claim.place, "printed": self.claim.printed},
            "proofs": [one.to_json() for one in self.proofs],
            "missing": list(self.missing),
            "missing_steps": [one.data() for one in self.lacking],
            "rebuilt": sum(one.is_rebuilt for one in self.proofs),
            "argued": list(self.argued),
            "oracles": list(self.oracles),
            "summary": self.summary,
        }  # fmt: skip


class Rechecking:
    """Goes through the proofs of a file. With a claim, what they state is compared with what it has to show."""

    def __init__(self, file: ProofFile, claim: Claim | None = None) -> None:
        self.file, self.claim = file, claim
        self._done: list[Checked] = []

    def proofs(self) -> Iterator[Checked]:
        """Each proof once the kernel has checked it. RecheckError for the first that does not check or fit."""
        for number, item in enumerate(self.file.proofs, 1):
            words = tuple(labels(item))
            where = f"{self.file.path}: proof {number}" + (f', called "{", ".join(words)}" there,' if words else "")
            try:
                theorem = recheck(item["proof"])
                said = theorem.statement
            except (ProofFileError, LogicError) as error:
                raise RecheckError(f"{where} does not check: {error}") from error
            question = self._question(item, said, where)
            shows = self._obligation(item, theorem, where) if self.claim is not None else ""
            self._done.append(Checked(number, words, theorem, question, shows))
            yield self._done[-1]

    def result(self) -> Result:
        """What the proofs that were gone through amount to."""
        said = {one.theorem.statement for one in self._done}
        shown = {one.sequent if isinstance(one, Refuted) else one for one in said}
        stated = self._stated if self.claim is not None else {}
        missing = [name for name, statements in stated.items() if shown.isdisjoint(statements)]
        return Result(self.file, self.claim, tuple(self._done), tuple(missing))

    def _question(self, item: Mapping[str, Any], said: Said, where: str) -> Question | None:
        if "question" not in item:
            return None
        try:
            question = read_question(item["question"])
            answered = not isinstance(said, Term) and question.answered_by(said)
        except (QuestionFileError, ValueError) as error:
            raise RecheckError(f"{where} has a question that asks nothing: {error}") from error
        if not answered:
            raise RecheckError(
                f"{where} does not answer the question beside it: rebuilt from the question, the statement is another"
            )
        return question

    def _obligation(self, item: Mapping[str, Any], theorem: Theorem | Proved, where: str) -> str:
        assert self.claim is not None
        said = theorem.statement
        if theorem.rule == "oracle" and len(theorem.oracles) == 1 and next(iter(theorem.oracles)).startswith(ARGUED):
            (name,) = theorem.oracles
            if name.removeprefix(ARGUED) not in arguments_of(self.claim):
                raise RecheckError(f"{where} rests on an argument that {self.claim.id} does not cite: {name}")
            return f"{item.get('part', '')}: {name}"
        own = f"{item.get('part', '')}: {item.get('label', '')}"
        for name in (own, *self._stated):
            statements = self._stated.get(name, ())
            if said in statements or (isinstance(said, Refuted) and said.sequent in statements):
                return name
        derived = item.get("part") == "correction" and self.claim.correction is None
        if derived or (isinstance(said, Sequent) and is_failure_at_constants(said)):
            return ""  # found by search: the claims file does not say it
        raise RecheckError(f"{where} states nothing that {self.claim.id} has to show: {said}")

    @cached_property
    def _stated(self) -> dict[str, tuple[Said, ...]]:
        """What the claim has to show, rebuilt from its file: by reading and label, the forms of the statement."""
        assert self.claim is not None
        return stated_by(self.claim)


def arguments_of(claim: Claim) -> frozenset[str]:
    """The arguments in words that a claim may rest on: those that it cites, and that its names have their values."""
    statements = [reading.statement for reading in claim.readings]
    statements += [claim.correction.statement] if claim.correction is not None else []
    return frozenset({VALUES_OF_NAMES, *(name for statement in statements for name in statement.argued)})


def stated_by(claim: Claim) -> dict[str, tuple[Said, ...]]:
    """What a claim and its correction have to show, by part and label; a statement may have two forms.

    A statement in the logic is shown by its theorem, or refuted by that of its negation. Other forms are those of the
    search: with the domain of the symbols that occur, or with all that is linked to them, which is said in the logic as
    well where the claim uses others; and the failure at named constants that would refute them.
    """
    from checks.verifying.verification import statement_parts

    model = paper_model(claim.paper)
    parts = [(reading.name, reading.statement) for reading in claim.readings]
    parts += [("correction", claim.correction.statement)] if claim.correction is not None else []
    found: dict[str, tuple[Said, ...]] = {}
    for name, statement in parts:
        for part in statement_parts(claim, statement, model):
            forms: Sequence[Said]
            if isinstance(part, Outcome) and isinstance(part.statement, Term):
                forms = [part.statement, NOT(part.statement)]
            elif isinstance(part, Outcome):
                forms = [part.statement]
            else:
                forms = [with_domain(part.sequent, model.notation.domain),
                         with_domain(part.sequent, model.notation.domain, linked=True)]  # fmt: skip
            if model.uses(claim) and isinstance(forms[-1], Sequent):
                in_the_logic = in_the_words_of_the_logic(forms[-1])
                forms = [*forms, *([] if in_the_logic is None else [in_the_logic])]
            failures = [failure_at_constants(form) for form in forms if isinstance(form, Sequent)]
            key = f"{name}: {part.label}"
            found[key] = (*found.get(key, ()), *forms, *(one for one in failures if one is not None))
    return found
