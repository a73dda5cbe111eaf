"""Proofs of the kernel of arithmetic in Coq: a lemma for each step, with its certificate written out.

A condition on a polynomial p is `p = 0`, `p <> 0`, `0 < p` or `0 <= p`. A comparison stands as it is written, joined to
what says that its divisors are not zero.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import floor

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Certificate, Refuted, Sequent
from derivations.coq.comparisons import bridge_proof
from derivations.coq.formulas import (
    NotExportableError,
    divisors_of,
    formula_text,
    names_of,
    polynomial_text,
    value_text,
)
from derivations.coq.one_variable import one_variable_proof
from derivations.coq.terms import identifier, lemma_name, number_text
from derivations.coq.trimmed import Step, in_sequence, trimmed
from mechanisms.exact.formula import (
    FALSE,
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    equal_to,
    in_polynomials,
    negation,
    substitute,
)
from mechanisms.exact.polynomial import Polynomial

_IN_PROOFS = {
    "a",
    "between",
    "d",
    "e",
    "bottom",
    "known",
    "value",
    "z",
    "gap",
    "sign",
    "shown",
}


_TERMS = {
    "assume", "cut", "conjoin", "project", "unpack", "choose", "cases", "excluded_middle", "absurd", "from_false",
    "compare", "instantiate",
}  # fmt: skip
_OF_LEMMAS = {"instantiate", "eliminate", "induction"}  # whose premises are lemmas
_MOST_INLINE, _LONGEST = 60, 20_000  # steps that are written into one, and characters


# -- steps ---------------------------------------------------------------------------------------------------------


class _Here(dict[str, str]):
    """The names of the variables of a step; what else occurs in its proof may have any value, and has 0."""

    def __missing__(self, name: str) -> str:
        return "0"


class _Names(dict[str, str]):
    """Names of variables, which remembers of which ones it was asked."""

    def __init__(self, names: Mapping[str, str]) -> None:
        super().__init__(names)
        self.used: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.used.add(name)
        return super().__getitem__(name)


@dataclass(frozen=True)
class _Made:
    """The text that proves a step, the variables in it, and how many steps it is made of."""

    text: str
    variables: frozenset[str]
    size: int


class PolynomialReplay:
    """Writes the lemmas of theorems about polynomials into `lines`; `proved` names what the file has shown so far.

    What a step of propositional logic shows is written as a term where it is used, if this is once; other steps are
    lemmas. Hypotheses are named by what they say.
    """

    def __init__(self, lines: list[str], axioms: dict[str, str], proved: dict[str, str]) -> None:
        self.lines = lines
        self.axioms = axioms
        self.proved = proved
        self.named: dict[Step, str] = {}
        self.made: dict[Step, _Made] = {}
        self.uses: Counter[Step] = Counter()
        self.names: dict[str, str] = {}
        self.here: dict[str, str] = _Here()
        self.at_hand: dict[Formula, str] = {}
        self.assumed: dict[Formula, str] = {}
        self.places = count()
        self.facts = count()

    def sequent(self, theorem: Theorem) -> tuple[str, Sequent]:
        """The lemma of a theorem, and the sequent that it shows, over whose variables and hypotheses it is."""
        last = trimmed(theorem)
        order: list[Step] = []
        stack = [(last, False)]
        seen: set[Step] = set()
        while stack:
            step, expanded = stack.pop()
            if step in seen:
                continue
            if expanded:
                seen.add(step)
                order.append(step)
            else:
                stack.append((step, True))
                stack += [(p, False) for p in reversed(step.premises)]
        self.uses = Counter(p for step in order for p in step.premises)
        apart = {p for step in order if step.rule in _OF_LEMMAS for p in step.premises} | {last}
        for step in order:
            self._know(variables_of(step.sequent))
            if step.rule == "instantiate":
                self._know(sorted({n for v in step.arguments[0].values() for n in Polynomial.of(v).names}))
            if step.rule not in _TERMS:
                self.named[step] = self._step(step)
                continue
            self.here = used = _Names(self.names)
            text = getattr(self, f"_{step.rule}")(step)
            inside = [self.made[p] for p in step.premises if p in self.made]
            variables = frozenset(used.used).union(*(m.variables for m in inside))
            self.made[step] = made = _Made(text, variables, 1 + sum(m.size for m in inside))
            often = self.uses[step] > 1 and step.rule != "assume"
            if step in apart or often or made.size > _MOST_INLINE or len(text) > _LONGEST:
                self.named[step] = self._written_out(step, self.made.pop(step))
        return self.named[last], last.sequent

    def _written_out(self, step: Step, made: _Made) -> str:
        """The lemma of a step that is a term."""
        ordered = variables_of(step.sequent)
        text = made.text
        if others := sorted(made.variables.difference(ordered)):
            text = f"((fun {' '.join(self.names[v] for v in others)} : R => {text}){' 0' * len(others)})"
        hypotheses = hypotheses_of(step.sequent)
        local = {self._assumption(h): f"h_{i}" for i, h in enumerate(hypotheses)}
        text = re.sub(r"\bh_\d+\b", lambda m: local.setdefault(m.group(), f"h_{len(local)}"), text)
        return self._lemma_of("step", step.sequent, f"exact {text}.")

    def _lemma_of(self, kind: str, sequent: Sequent, proof: str) -> str:
        """The name of the lemma that shows a sequent, which is written unless it is there."""
        binders = "".join(f" ({self.names[v]} : R)" for v in variables_of(sequent))
        binders += "".join(
            f"\n    (h_{i} : {formula_text(h, self.names)})" for i, h in enumerate(hypotheses_of(sequent))
        )
        return self._once(kind, f"{binders} :\n  {formula_text(sequent.conclusion, self.names)}", proof)

    def _once(self, kind: str, statement: str, proof: str) -> str:
        if statement not in self.proved:
            name = self.proved[statement] = lemma_name(kind, statement)
            self.lines.append(f"Lemma {name}{statement}.\nProof. {proof} Qed.\n")
        return self.proved[statement]

    def statement(self, sequent: Sequent) -> str:
        """forall variables, hypotheses -> conclusion"""
        ordered = variables_of(sequent)
        self._know(ordered)
        binders = f"forall {' '.join(self.names[v] for v in ordered)} : R, " if ordered else ""
        premises = "".join(f"{formula_text(h, self.names)} -> " for h in hypotheses_of(sequent))
        return f"{binders}{premises}{formula_text(sequent.conclusion, self.names)}"

    def applied_to_names(self, lemma: str, sequent: Sequent, statement: Sequent) -> str:
        """A lemma that assumes less as a proof of what is stated."""
        names = [self.names[v] for v in variables_of(statement)]
        given = {h: f"h_{i}" for i, h in enumerate(hypotheses_of(statement))}
        called = [
            f"@{lemma}",
            *(self.names[v] for v in variables_of(sequent)),
            *(given[h] for h in hypotheses_of(sequent)),
        ]
        return f"(fun {' '.join([*names, *given.values()])} => {' '.join(called)})" if names or given else called[0]

    def refuted(self, name: str, refuted: Refuted) -> None:
        """A theorem: the sequent does not hold, for it fails at a point."""
        point = dict(refuted.point)
        values = " ".join(number_text(point.get(v, Fraction(0))) for v in variables_of(refuted.sequent))
        proof = f"intros claim. pose proof (claim {values}) as fails. clear claim. refute fails."
        self.lines.append(f"Theorem {name} :\n  ~ ({self.statement(refuted.sequent)}).\nProof. {proof} Qed.\n")

    def _know(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.names:
                self.names[name] = identifier(name, _IN_PROOFS.union(self.names.values()))

    def _step(self, step: Step) -> str:
        """The lemma of a step whose proof is not a term."""
        sequent = step.sequent
        self.here = _Here({v: self.names[v] for v in variables_of(sequent)})
        self.facts = count()
        self.at_hand = {h: f"h_{i}" for i, h in enumerate(hypotheses_of(sequent))}
        if step.rule == "oracle":
            statement = self.statement(sequent)
            axiom = lemma_name(f"believed_{identifier(str(step.arguments[0]))}", statement)
            self.axioms[axiom] = str(step.arguments[0])
            if axiom not in self.proved:
                self.proved[axiom] = axiom
                self.lines.append(f"Axiom {axiom} :\n  {statement}.\n")
            return axiom
        rule = getattr(self, f"_{step.rule}", None)
        if rule is None:
            raise NotExportableError(f"the rule {step.rule} of the kernel")
        return self._lemma_of("step", sequent, rule(step))

    def _lemma(self, premise: Step, given: Mapping[str, str] | None = None) -> str:
        """The lemma of a premise at the values of its variables."""
        values = self.here if given is None else given
        return " ".join([f"@{self.named[premise]}", *(values[v] for v in variables_of(premise.sequent))])

    def _apply(self, premise: Step, extra: Mapping[Formula, str] | None = None) -> str:
        """The same at what is assumed here, or known besides."""
        known = {**self.at_hand, **(extra or {})}
        return f"({' '.join([self._lemma(premise), *(known[h] for h in hypotheses_of(premise.sequent))])})"

    # -- steps that are terms ------------------------------------------------------------------------------------------

    def _assumption(self, formula: Formula) -> str:
        """The name of a hypothesis."""
        return self.assumed.setdefault(formula, f"h_{next(self.places)}")

    def _new(self) -> str:
        return f"h_{next(self.places)}"

    def _use(self, premise: Step) -> str:
        """A premise from what is assumed where it is used."""
        if premise in self.made:
            return self.made[premise].text
        return f"({' '.join([self._lemma(premise), *map(self._assumption, hypotheses_of(premise.sequent))])})"

    def _given(self, formula: Formula, proof: str, text: str, conclusion: Formula) -> str:
        """A proof of the conclusion in which a formula is known by its name.

        This is a function applied to the proof: what Coq's `let` binds, it would look into again and again.
        """
        name = self._assumption(formula)
        if text == name:
            return proof
        if proof == name:
            return text
        if not text.startswith("((fun h_"):
            text = f"({text} : {formula_text(conclusion, self.here)})"
        return f"((fun {name} : {formula_text(formula, self.here)} => {text}) {proof})"

    def _assume(self, step: Step) -> str:
        return self._assumption(step.sequent.conclusion)

    def _cut(self, step: Step) -> str:
        lemma, theorem = step.premises
        return self._given(lemma.sequent.conclusion, self._use(lemma), self._use(theorem), step.sequent.conclusion)

    def _conjoin(self, step: Step) -> str:
        shown: dict[Formula, str] = {}
        taken: list[tuple[Step, str]] = []
        for premise in step.premises:
            said = premise.sequent.conclusion
            if not isinstance(said, AllOf):
                shown.setdefault(said, self._use(premise))
                continue
            taken.append((premise, self._assumption(said)))
            for i, part in enumerate(said.parts):
                shown.setdefault(part, part_of(taken[-1][1], i, len(said.parts)))
        text = conjunction(list(shown.values()))
        for premise, _ in reversed(taken):
            text = self._given(premise.sequent.conclusion, self._use(premise), text, step.sequent.conclusion)
        return text

    def _project(self, step: Step) -> str:
        (premise,) = step.premises
        whole = premise.sequent.conclusion
        assert isinstance(whole, AllOf)
        shown = f"({self._use(premise)} : {formula_text(whole, self.here)})"
        return part_of(shown, whole.parts.index(step.arguments[0]), len(whole.parts))

    def _unpack(self, step: Step) -> str:
        whole: AllOf = step.arguments[0]
        text = self._use(step.premises[0])
        for i, part in enumerate(whole.parts):
            if part in step.premises[0].sequent.hypotheses and part not in whole.parts[:i]:
                proof = part_of(self._assumption(whole), i, len(whole.parts))
                text = self._given(part, proof, text, step.sequent.conclusion)
        return text

    def _choose(self, step: Step) -> str:
        disjunction: AnyOf = step.arguments[0]
        place = disjunction.parts.index(step.premises[0].sequent.conclusion)
        return side(self._use(step.premises[0]), place, len(disjunction.parts))

    def _cases(self, step: Step) -> str:
        disjunction: AnyOf = step.arguments[0]
        branches = [
            (self._assumption(part), self._use(p)) for part, p in zip(disjunction.parts, step.premises, strict=True)
        ]
        return self._by_cases(self._assumption(disjunction), branches)

    def _by_cases(self, source: str, branches: Sequence[tuple[str, str]]) -> str:
        """A term for each part of a disjunction, in which it is known by a name."""
        if not branches:
            return f"(False_ind _ {source})"
        (name, text), *others = branches
        if not others:
            return text if name == source else f"(let {name} := {source} in {text})"
        rest = others[0][0] if len(others) == 1 else self._new()
        inner = others[0][1] if len(others) == 1 else self._by_cases(rest, others)
        return f"(match {source} with or_introl {name} => {text} | or_intror {rest} => {inner} end)"

    def _excluded_middle(self, step: Step) -> str:
        formula = step.arguments[0]
        name, other = self._assumption(formula), self._new()
        opposite = f"or_intror {self._opposite(formula, other)}"
        text = formula_text(formula, self.here)
        return f"(match classic {text} with or_introl {name} => or_introl {name} | or_intror {other} => {opposite} end)"

    def _absurd(self, step: Step) -> str:
        conclusion: Formula = step.arguments[0]
        opposite, denied = negation(conclusion), self._new()
        (premise,) = step.premises
        text = None
        if premise.rule == "unpack" and premise in self.made and isinstance(conclusion, AnyOf):
            assert isinstance(opposite, AllOf)
            (inner,) = premise.premises
            if premise.arguments[0] == opposite and opposite not in inner.sequent.hypotheses:
                text = self._use(inner)
                for i, (part, one) in enumerate(zip(opposite.parts, conclusion.parts, strict=True)):
                    if part in inner.sequent.hypotheses:
                        proof = self._opposite_of_part(conclusion, i, one, denied)
                        text = self._given(part, proof, text, FALSE)
        if text is None:
            text = self._given(opposite, self._opposite(conclusion, denied), self._use(premise), FALSE)
        return f"(NNPP _ (fun {denied} : ~ {formula_text(conclusion, self.here)} => {text}))"

    def _from_false(self, step: Step) -> str:
        return f"(False_ind _ {self._use(step.premises[0])})"

    def _opposite(self, formula: Formula, denied: str) -> str:
        """The negation of a formula, pushed down to the conditions, from a proof of not F."""
        if isinstance(formula, Comparison):
            shown, plain = self._new(), in_polynomials(formula)
            said = f"(fun {shown} : {formula_text(plain, self.here)} => {denied} {self._as_written(formula, shown)})"
            return self._opposite(plain, said)
        if isinstance(formula, AnyOf):
            return conjunction([self._opposite_of_part(formula, i, one, denied) for i, one in enumerate(formula.parts)])
        if isinstance(formula, AllOf):
            if len(formula.parts) < 2:
                return self._opposite(formula.parts[0], denied) if formula.parts else f"({denied} I)"
            first, rest = self._new(), self._new()
            one, others = self._opposite(formula.parts[0], first), self._opposite(AllOf(formula.parts[1:]), rest)
            sides = f"or_introl {first} => or_introl {one} | or_intror {rest} => or_intror {others}"
            return f"(match not_and_or _ _ {denied} with {sides} end)"
        assert isinstance(formula, Condition)
        if formula.relation == "=":
            return denied
        if formula.relation == "!=":
            return f"(NNPP _ {denied})"
        texts = formula_text(formula, self.here), formula_text(negation(formula), self.here)
        law = "Rnot_lt_le" if formula.relation == ">" else "Rnot_le_lt"
        proof = f"intros denied. pose proof ({law} _ _ denied) as known. clear denied. lra."
        return self._small("opposite", names_of(formula), f"~ {texts[0]} -> {texts[1]}", proof, denied)

    def _opposite_of_part(self, formula: AnyOf, place: int, part: Formula, denied: str) -> str:
        if len(formula.parts) == 1:
            return self._opposite(part, denied)
        name = self._new()
        said = f"{denied} {side(name, place, len(formula.parts))}"
        return self._opposite(part, f"(fun {name} : {formula_text(part, self.here)} => {said})")

    def _small(self, kind: str, names: Iterable[str], said: str, proof: str, source: str) -> str:
        """A lemma with one premise, at its proof."""
        ordered = sorted(names)
        binders = "".join(f" ({self.names[n]} : R)" for n in ordered)
        name = self._once(kind, f"{binders} :\n  {said}", proof)
        return f"({' '.join([f'@{name}', *(self.here[n] for n in ordered), source])})"

    def _instantiate(self, step: Step) -> str:
        values: Mapping[str, Polynomial] = {n: Polynomial.of(v) for n, v in step.arguments[0].items()}
        (premise,) = step.premises
        texts = {v: polynomial_text(value, self.here) for v, value in values.items()}
        given = [texts[v] if v in texts else self.here[v] for v in variables_of(premise.sequent)]
        shown = [
            self._alike(h, values, self._assumption(substitute(h, values)), inward=True)
            for h in hypotheses_of(premise.sequent)
        ]
        said = f"({' '.join([f'@{self.named[premise]}', *given, *shown])})"
        conclusion = step.sequent.conclusion
        if isinstance(conclusion, (AllOf, AnyOf)):
            name, general = self._new(), premise.sequent.conclusion
            there = formula_text(general, {n: texts[n] if n in texts else self.here[n] for n in names_of(general)})
            outer = f"({self._alike(general, values, name, inward=False)} : {formula_text(conclusion, self.here)})"
            return f"((fun {name} : {there} => {outer}) {said})"
        return self._alike(premise.sequent.conclusion, values, said, inward=False)

    def _alike(self, formula: Formula, values: Mapping[str, Polynomial], source: str, inward: bool) -> str:
        """A formula whose variables have values, from what it becomes there, or this from it (not inward)."""
        if isinstance(formula, (AllOf, AnyOf)):
            size = len(formula.parts)
            if isinstance(formula, AllOf):
                parts = [self._alike(p, values, part_of(source, i, size), inward) for i, p in enumerate(formula.parts)]
                return conjunction(parts)
            names = [self._new() for _ in formula.parts]
            pairs = [(n, self._alike(p, values, n, inward)) for p, n in zip(formula.parts, names, strict=True)]
            return self._by_cases(source, [(n, side(m, i, size)) for i, (n, m) in enumerate(pairs)])
        if values.keys().isdisjoint(names_of(formula)):
            return source
        at = {n: polynomial_text(values[n], self.names) if n in values else self.names[n] for n in names_of(formula)}
        there = substitute(formula, values)
        free = set(names_of(there)).union(*(values[n].names if n in values else {n} for n in names_of(formula)))
        texts = formula_text(there, self.names), formula_text(formula, at)
        if texts[0] == texts[1]:
            return source
        first, second = texts if inward else texts[::-1]
        return self._small("likewise", free, f"{first} -> {second}", "intros shown. restate shown.", source)

    def _compare(self, step: Step) -> str:
        premise = step.premises[0]
        inner = premise
        while inner.rule == "unpack" and inner in self.made:
            inner = inner.premises[0]
        known = self._known_in_polynomials(step.sequent, inner.sequent.hypotheses)
        if known is None:
            inner = premise
            known = self._known_in_polynomials(step.sequent, inner.sequent.hypotheses)
        assert known is not None
        plain, written = premise.sequent.conclusion, step.sequent.conclusion
        text = self._use(inner)
        if plain is not written:
            whole = self._assumption(plain)
            text = self._given(plain, text, self._as_written(written, whole), written)
        for formula, proof in known.items():
            text = self._given(formula, proof, text, written)
        return text

    def _known_in_polynomials(self, sequent: Sequent, wanted: frozenset[Formula]) -> dict[Formula, str] | None:
        """What is wanted of what hypotheses say in polynomials, each with its proof; None where some is not said."""
        found: dict[Formula, str] = {}
        for hypothesis in hypotheses_of(sequent):
            source = self._assumption(hypothesis)
            plain = in_polynomials(hypothesis)
            if plain in wanted:
                found.setdefault(plain, self._in_polynomials(hypothesis, source))
            elif isinstance(plain, AllOf):
                for part, proof in self._pieces(hypothesis, source):
                    if part in wanted and part not in found:
                        found[part] = proof()
        return found if wanted <= found.keys() else None

    def _pieces(self, formula: Formula, source: str) -> list[tuple[Formula, Callable[[], str]]]:
        """The parts of what a formula says in polynomials, each with what writes its proof."""
        plain = in_polynomials(formula)
        if plain is not formula and isinstance(formula, AllOf):
            size = len(formula.parts)
            return [p for i, one in enumerate(formula.parts) for p in self._pieces(one, part_of(source, i, size))]
        if not isinstance(plain, AllOf):
            return [(plain, lambda: self._in_polynomials(formula, source))]
        size = len(plain.parts)

        def proof(i: int) -> Callable[[], str]:
            return lambda: part_of(self._in_polynomials(formula, source), i, size)

        return [(part, proof(i)) for i, part in enumerate(plain.parts)]

    def _in_polynomials(self, formula: Formula, source: str) -> str:
        """What a formula says in polynomials, from its proof."""
        plain = in_polynomials(formula)
        if plain is formula:
            return source
        if isinstance(formula, Comparison):
            return f"({self._bridge(formula, False)} {source})"
        if isinstance(formula, AllOf):
            pieces = dict(reversed(self._pieces(formula, source)))
            parts = plain.parts if isinstance(plain, AllOf) and plain not in pieces else (plain,)
            return conjunction([pieces[part]() for part in parts])
        assert isinstance(formula, AnyOf)
        return self._each_among(formula, source, _flat(formula))

    def _among(self, formula: Formula, source: str, targets: Sequence[Formula]) -> str:
        """The disjunction of the targets, from a formula that says one of them, or some, in polynomials."""
        plain = in_polynomials(formula)
        if plain in targets:
            return side(self._in_polynomials(formula, source), targets.index(plain), len(targets))
        assert isinstance(plain, AnyOf)
        if isinstance(formula, AnyOf):
            return self._each_among(formula, source, targets)
        return self._each_among(
            plain, f"({self._in_polynomials(formula, source)} : {formula_text(plain, self.here)})", targets
        )

    def _each_among(self, formula: AnyOf, source: str, targets: Sequence[Formula]) -> str:
        names = [self._new() for _ in formula.parts]
        branches = [(n, self._among(part, n, targets)) for n, part in zip(names, formula.parts, strict=True)]
        return self._by_cases(source, branches)

    def _as_written(self, formula: Formula, source: str) -> str:
        """A formula from the name of a proof of what it says in polynomials."""
        plain = in_polynomials(formula)
        if plain is formula:
            return source
        if isinstance(formula, Comparison):
            return f"({self._bridge(formula, True)} {source})"
        if isinstance(formula, AllOf):
            targets: list[Formula] = list(plain.parts) if isinstance(plain, AllOf) else [plain]
            return self._from_pieces(formula, {p: part_of(source, i, len(targets)) for i, p in enumerate(targets)})
        assert isinstance(formula, AnyOf)
        targets = _flat(formula)
        names = [self._new() for _ in targets]
        branches = [(n, self._from_part(formula, target, n)) for n, target in zip(names, targets, strict=True)]
        return self._by_cases(source, branches)

    def _from_pieces(self, formula: Formula, known: Mapping[Formula, str]) -> str:
        """A formula from proofs of the parts of what it says in polynomials."""
        plain = in_polynomials(formula)
        if isinstance(formula, AllOf) and (plain is not formula or formula not in known):
            return conjunction([self._from_pieces(part, known) for part in formula.parts])
        if plain not in known:
            assert isinstance(plain, AllOf)
            return self._as_written(formula, conjunction([known[p] for p in plain.parts]))
        return self._as_written(formula, known[plain])

    def _from_one(self, formula: Formula, target: Formula, source: str) -> str:
        """A formula from one of the things that it says in polynomials."""
        plain = in_polynomials(formula)
        if plain == target:
            return self._as_written(formula, source)
        assert isinstance(plain, AnyOf)
        if isinstance(formula, AnyOf):
            return self._from_part(formula, target, source)
        one = side(source, plain.parts.index(target), len(plain.parts))
        return self._as_written(formula, f"({one} : {formula_text(plain, self.here)})")

    def _from_part(self, formula: AnyOf, target: Formula, source: str) -> str:
        said = list(map(in_polynomials, formula.parts))
        place = next(i for i, s in enumerate(said) if s == target or (isinstance(s, AnyOf) and target in s.parts))
        return side(self._from_one(formula.parts[place], target, source), place, len(said))

    def _bridge(self, comparison: Comparison, written: bool) -> str:
        """The lemma that a comparison follows from what it says in polynomials, or that it says this."""
        names = sorted(names_of(comparison))
        binders = "".join(f" ({self.names[n]} : R)" for n in names)
        texts = formula_text(in_polynomials(comparison), self.names), formula_text(comparison, self.names)
        statement = f"{binders} :\n  " + " ->\n  ".join(texts if written else texts[::-1])
        if statement not in self.proved:
            proof = "intros shown. restate shown."
            if divisors_of(comparison):
                proof = f"intros shown; taken_apart. {bridge_proof(comparison, written, self.names)}"
            self._once("compared", statement, proof)
        return " ".join([f"@{self.proved[statement]}", *(self.here[n] for n in names)])

    # -- steps that are lemmas -----------------------------------------------------------------------------------------

    def _eliminate(self, step: Step) -> str:
        name, value = step.arguments[:2]
        equation = self.at_hand[equal_to(Polynomial.variable(name), value)]
        text = polynomial_text(value, self.here)
        lines = [f"assert (e : {self.here[name]} = {text}) by (clear - {equation}; lra)."]
        substituted = {substitute(h, {name: value}): t for h, t in self.at_hand.items() if not _is_atom(h)}
        premise = step.premises[0]
        for i, h in enumerate(hypotheses_of(premise.sequent)):
            if _is_atom(h) or h not in substituted:
                lines.append(f"pose proof {self.at_hand[h]} as x_{i}.")
            else:
                at = f"let x := fresh in pose proof {substituted[h]} as x; try rewrite e in x; likewise x"
                lines.append(f"assert (x_{i} : {formula_text(h, self.here)}) by ({at}).")
        known = {h: f"x_{i}" for i, h in enumerate(hypotheses_of(premise.sequent))}
        lines.append(f"pose proof {self._apply(premise, known)} as shown. try rewrite e. likewise shown.")
        return " ".join(lines)

    def _contradiction(self, step: Step) -> str:
        certificate: Certificate = step.arguments[1]
        scale, powers = certificate.positive

        def poly(p: Polynomial) -> str:
            return polynomial_text(p, self.here)

        positive = " * ".join([number_text(scale), *(f"{poly(c.polynomial)} ^ {k}" for c, k in powers)])
        cone = [
            " * ".join([number_text(w), f"({poly(r)} * {poly(r)})", *(poly(c.polynomial) for c in factors)])
            for w, r, factors in certificate.cone
        ]
        zero = [f"{poly(m)} * {poly(c.polynomial)}" for m, c in certificate.equations]
        return (
            f"apply (Arithmetic.contradiction ({positive}) ({' + '.join(cone) or '0'}) ({' + '.join(zero) or '0'}));"
            " [positive | not_negative | vanishing | identity]."
        )

    def _one_variable(self, step: Step) -> str:
        return one_variable_proof(step.sequent, self.here)

    def _round_up(self, step: Step) -> str:
        name, bound, strict = step.arguments
        least = floor(bound) + 1 if strict else -floor(-bound)
        return f"rounded_up {self.here[name]} ({least - 1})%Z."

    def _integer_cases(self, step: Step) -> str:
        name, low, high = step.arguments
        return f"one_of {self.here[name]} ({low})%Z ({high})%Z."

    def _induction(self, step: Step) -> str:
        name, start = step.arguments
        base, inner = step.premises
        n, claim, first = self.here[name], step.sequent.conclusion, number_text(Fraction(start))
        known = Condition(Polynomial.variable(name) - start, ">=")
        shifted = _Here({**self.here, name: f"(m_0 + {first})"})
        from_start = formula_text(claim, shifted)
        whole, above = self.at_hand[IntegerValued(name)], self.at_hand[known]
        given = {IntegerValued(name): "whole", known: "above", claim: "ih"}
        arguments = [given.get(h) or self.at_hand[h] for h in hypotheses_of(inner.sequent)]
        return " ".join(
            [
                f"assert (all_ : forall m_0 : R, integer m_0 /\\ 0 <= m_0 -> {from_start}).",
                f"{{ apply (Rule.induction (fun m_0 => {from_start})).",
                f"- pose proof {self._apply(base)} as shown. likewise shown.",
                "- intros m_0 [im lm] ih.",
                f"assert (whole : integer (m_0 + {first})) by",
                f"(apply Law.integer_plus; split; [exact im | now exists ({start})%Z]).",
                f"assert (above : {formula_text(known, shifted)}) by (clear - lm; lra).",
                f"pose proof ({' '.join([self._lemma(inner, shifted), *arguments])}) as shown. likewise shown. }}",
                f"assert (im : integer ({n} - {first})) by",
                f"(replace ({n} - {first}) with ({n} + IZR (- ({start}))%Z) by (rewrite opp_IZR; ring);",
                f"apply Law.integer_plus; split; [exact {whole} | now exists (- ({start}))%Z]).",
                f"assert (lm : 0 <= {n} - {first}) by (clear - {above}; lra).",
                "pose proof (all_ _ (conj im lm)) as shown. clear - shown. likewise shown.",
            ]
        )

    def _enclose(self, step: Step) -> str:
        constant, low, high = step.arguments
        value = value_text(constant)
        between = f"{number_text(low)} < {value} /\\ {value} < {number_text(high)}"
        return f"assert (between : {between}) by enclosed. rewrite h_0 in *. destruct between. split; lra."


def part_of(source: str, place: int, size: int) -> str:
    """A part of a conjunction."""
    if size == 1:
        return source
    rest = f"{'(proj2 ' * place}{source}{')' * place}"
    return rest if place == size - 1 else f"(proj1 {rest})"


def side(proof: str, place: int, size: int) -> str:
    """A disjunction from a proof of one of its parts."""
    if size == 1:
        return proof
    rest = proof if place == size - 1 else f"(or_introl {proof})"
    deep = min(place, size - 1)
    return f"{'(or_intror ' * deep}{rest}{')' * deep}"


def conjunction(proofs: Sequence[str]) -> str:
    """A conjunction from proofs of its parts."""
    if not proofs:
        return "I"
    return f"{''.join(f'(conj {proof} ' for proof in proofs[:-1])}{proofs[-1]}{')' * (len(proofs) - 1)}"


def _flat(formula: AnyOf) -> list[Formula]:
    """The parts of what a disjunction says in polynomials."""
    parts = list(map(in_polynomials, formula.parts))
    flat = [p for part in parts for p in (part.parts if isinstance(part, AnyOf) else (part,))]
    return flat if len(flat) == 1 else list(dict.fromkeys(flat))


def _is_atom(formula: Formula) -> bool:
    return isinstance(formula, (IntegerValued, NamedConstant))


def variables_of(sequent: Sequent) -> list[str]:
    """The names that a sequent writes, in order."""
    return sorted(frozenset[str]().union(*map(names_of, (*sequent.hypotheses, sequent.conclusion))))


def hypotheses_of(sequent: Sequent) -> list[Formula]:
    """The hypotheses, in order."""
    return in_sequence(sequent.hypotheses)
