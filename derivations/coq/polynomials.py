"""Proofs of the kernel of arithmetic in Coq: a lemma for each step, with its certificate written out.

A condition on a polynomial p is `p = 0`, `p <> 0`, `0 < p` or `0 <= p`. A comparison stands as it is written, joined to
what says that its divisors are not zero.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from derivations.coq.terms import identifier, number_text
from mechanisms.exact.formula import (
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


# -- steps ---------------------------------------------------------------------------------------------------------


class _Here(dict[str, str]):
    """The names of the variables of a step; what else occurs in its proof may have any value, and has 0."""

    def __missing__(self, name: str) -> str:
        return "0"


class PolynomialReplay:
    """Writes the lemmas of theorems about polynomials into `lines`; `proved` names what the file has shown so far."""

    def __init__(
        self, lines: list[str], fresh: Callable[[str], str], axioms: dict[str, str], proved: dict[str, str]
    ) -> None:
        self.lines = lines
        self.fresh = fresh
        self.axioms = axioms
        self.proved = proved
        self.done: dict[int, str] = {}
        self.kept: list[Theorem] = []
        self.names: dict[str, str] = {}
        self.here = _Here()
        self.at_hand: dict[Formula, str] = {}
        self.facts = count()

    def sequent(self, theorem: Theorem) -> str:
        """The name of the lemma of a theorem that is a sequent, over `variables_of` it and its `hypotheses_of` it."""
        order: list[Theorem] = []
        stack = [(theorem, False)]
        seen: set[int] = set()
        while stack:
            step, expanded = stack.pop()
            if id(step) in self.done or id(step) in seen:
                continue
            if expanded:
                seen.add(id(step))
                order.append(step)
            else:
                stack.append((step, True))
                stack += [(p, False) for p in reversed(step.premises)]
        for step in order:
            self.kept.append(step)
            self.done[id(step)] = self._step(step)
        return self.done[id(theorem)]

    def statement(self, sequent: Sequent) -> str:
        """forall variables, hypotheses -> conclusion"""
        self._know(sequent)
        ordered = variables_of(sequent)
        binders = f"forall {' '.join(self.names[v] for v in ordered)} : R, " if ordered else ""
        premises = "".join(f"{formula_text(h, self.names)} -> " for h in hypotheses_of(sequent))
        return f"{binders}{premises}{formula_text(sequent.conclusion, self.names)}"

    def refuted(self, name: str, refuted: Refuted) -> None:
        """A theorem: the sequent does not hold, for it fails at a point."""
        point = dict(refuted.point)
        values = " ".join(number_text(point.get(v, Fraction(0))) for v in variables_of(refuted.sequent))
        proof = f"intros claim. pose proof (claim {values}) as fails. clear claim. refute fails."
        self.lines.append(f"Theorem {name} :\n  ~ ({self.statement(refuted.sequent)}).\nProof. {proof} Qed.\n")

    def _know(self, sequent: Sequent) -> None:
        for name in variables_of(sequent):
            if name not in self.names:
                self.names[name] = identifier(name, _IN_PROOFS.union(self.names.values()))

    def _step(self, step: Theorem) -> str:
        sequent = step.sequent
        self._know(sequent)
        self.here = _Here({v: self.names[v] for v in variables_of(sequent)})
        self.facts = count()
        self.at_hand = {h: f"h_{i}" for i, h in enumerate(hypotheses_of(sequent))}
        if step.rule == "oracle":
            axiom = self.fresh(f"believed_{identifier(str(step.arguments[0]))}")
            self.axioms[axiom] = str(step.arguments[0])
            self.lines.append(f"Axiom {axiom} :\n  {self.statement(sequent)}.\n")
            return axiom
        rule = getattr(self, f"_{step.rule}", None)
        if rule is None:
            raise NotExportableError(f"the rule {step.rule} of the kernel")
        binders = "".join(f" ({self.names[v]} : R)" for v in variables_of(sequent))
        binders += "".join(
            f"\n    (h_{i} : {formula_text(h, self.names)})" for i, h in enumerate(hypotheses_of(sequent))
        )
        statement = f"{binders} :\n  {formula_text(sequent.conclusion, self.names)}"
        if statement not in self.proved:
            name = self.fresh("step")
            self.lines.append(f"Lemma {name}{statement}.\nProof. {rule(step)} Qed.\n")
            self.proved[statement] = name
        return self.proved[statement]

    def _lemma(self, premise: Theorem, given: Mapping[str, str] | None = None) -> str:
        """The lemma of a premise at the values of its variables."""
        values = self.here if given is None else given
        return " ".join([f"@{self.done[id(premise)]}", *(values[v] for v in variables_of(premise.sequent))])

    def _apply(self, premise: Theorem, extra: Mapping[Formula, str] | None = None) -> str:
        """The same at what is assumed here, or known besides."""
        known = {**self.at_hand, **(extra or {})}
        return f"({' '.join([self._lemma(premise), *(known[h] for h in hypotheses_of(premise.sequent))])})"

    def _from_others(
        self, premise: Theorem, sources: Mapping[Formula, str], values: Mapping[str, str] | None = None
    ) -> str:
        """Show the conclusion of a premise, each of whose hypotheses says the same as another formula that is known."""
        given = _Here({**self.here, **(values or {})})
        lines, shown = [], []
        for i, hypothesis in enumerate(hypotheses_of(premise.sequent)):
            lines.append(f"assert (x_{i} : {formula_text(hypothesis, given)}) by likewise {sources[hypothesis]}.")
            shown.append(f"x_{i}")
        lines.append(f"pose proof ({' '.join([self._lemma(premise, given), *shown])}) as shown.")
        return " ".join(lines)

    def _assume(self, step: Theorem) -> str:
        return f"exact {self.at_hand[step.sequent.conclusion]}."

    def _weaken(self, step: Theorem) -> str:
        return f"exact {self._apply(step.premises[0])}."

    def _cut(self, step: Theorem) -> str:
        lemma, theorem = step.premises
        return f"pose proof {self._apply(lemma)} as a. exact {self._apply(theorem, {lemma.sequent.conclusion: 'a'})}."

    def _conjoin(self, step: Theorem) -> str:
        shown = " ".join(f"pose proof {self._apply(p)}." for p in step.premises)
        return f"{shown} taken_apart. repeat split; assumption."

    def _project(self, step: Theorem) -> str:
        return f"pose proof {self._apply(step.premises[0])}. taken_apart. repeat split; assumption."

    def _unpack(self, step: Theorem) -> str:
        whole: AllOf = step.arguments[0]
        parts = {part: f"p_{i}" for i, part in enumerate(whole.parts)}
        pattern = {0: "_", 1: "p_0"}.get(len(parts), f"({' & '.join(f'p_{i}' for i in range(len(whole.parts)))})")
        return f"pose proof {self.at_hand[whole]} as {pattern}. exact {self._apply(step.premises[0], parts)}."

    def _choose(self, step: Theorem) -> str:
        disjunction: AnyOf = step.arguments[0]
        place = disjunction.parts.index(step.premises[0].sequent.conclusion)
        last = place == len(disjunction.parts) - 1
        sides = "right; " * place + ("" if last else "left; ")
        return f"{sides}exact {self._apply(step.premises[0])}."

    def _cases(self, step: Theorem) -> str:
        disjunction: AnyOf = step.arguments[0]
        used = [
            f"exact {self._apply(p, {part: 'd'})}." for part, p in zip(disjunction.parts, step.premises, strict=True)
        ]
        pattern = "d"
        for _ in step.premises[1:]:
            pattern = f"[d|{pattern}]"
        opened = f"pose proof {self.at_hand[disjunction]} as d. "
        if len(used) == 1:
            return opened + used[0]
        return f"{opened}destruct d as {pattern}. {' '.join(f'{{ {one} }}' for one in used)}"

    def _excluded_middle(self, step: Theorem) -> str:
        formula = formula_text(step.arguments[0], self.here)
        return f"destruct (classic {formula}) as [d|d]; [left; exact d | right; {self._negated(step.arguments[0])}]."

    def _absurd(self, step: Theorem) -> str:
        opposite = negation(step.arguments[0])
        assumed = f"assert (e : {formula_text(opposite, self.here)}) by {self._negated(step.arguments[0])}."
        return f"apply NNPP; intros d. {assumed} exact {self._apply(step.premises[0], {opposite: 'e'})}."

    def _negated(self, formula: Formula) -> str:
        """A tactic that shows the negation of a formula, which speaks of polynomials, from d : ~ formula."""
        plain = in_polynomials(formula)
        if plain is formula:
            return "negated d"
        fact = f"k_{next(self.facts)}"
        said = f"intro shown; apply d; clear - shown; taken_apart; {self._as_written(formula)}"
        return f"(assert ({fact} : ~ {formula_text(plain, self.here)}) by ({said}); negated {fact})"

    def _instantiate(self, step: Theorem) -> str:
        values = step.arguments[0]
        texts = {n: polynomial_text(Polynomial.of(v), self.here) for n, v in values.items()}
        sources = {h: self.at_hand[substitute(h, values)] for h in step.premises[0].sequent.hypotheses}
        return f"{self._from_others(step.premises[0], sources, texts)} likewise shown."

    def _eliminate(self, step: Theorem) -> str:
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

    def _compare(self, step: Theorem) -> str:
        premise = step.premises[0]
        lines, plain = [], {}
        for hypothesis, name in self.at_hand.items():
            formula = in_polynomials(hypothesis)
            if formula is not hypothesis:
                facts, plain[formula] = self._in_polynomials(hypothesis, name)
                lines.append(facts)
        lines.append(f"pose proof {self._apply(premise, plain)} as shown. clear - shown. taken_apart.")
        return " ".join([*lines, self._as_written(step.sequent.conclusion) + "."])

    def _in_polynomials(self, formula: Formula, name: str) -> tuple[str, str]:
        """What shows, of a formula that is known, what it says in polynomials, and the name that this gets."""
        plain = in_polynomials(formula)
        fact = f"k_{next(self.facts)}"
        if isinstance(formula, Comparison):
            if divisors_of(formula):
                return f"pose proof ({self._bridge(formula, False)} {name}) as {fact}.", fact
            return f"assert ({fact} : {formula_text(plain, self.here)}) by restate {name}.", fact
        if plain is formula or not isinstance(formula, (AllOf, AnyOf)):
            return "", name
        names = [f"k_{next(self.facts)}" for _ in formula.parts]
        shown = [self._in_polynomials(part, own)[0] for part, own in zip(formula.parts, names, strict=True)]
        if isinstance(formula, AllOf):
            how = f"{_opened(name, names, ' & ', '()')}. {' '.join(shown)} taken_apart. gathered."
        else:
            branches = " ".join(f"{{ {one} taken_apart. gathered. }}" for one in shown)
            how = f"{_opened(name, names, '|', '[]')}. {branches}"
        return f"assert ({fact} : {formula_text(plain, self.here)}). {{ {how} }}", fact

    def _as_written(self, formula: Formula) -> str:
        """A tactic that shows a formula when what it says in polynomials is at hand."""
        plain = in_polynomials(formula)
        if isinstance(formula, Comparison):
            if divisors_of(formula):
                return f"(apply ({self._bridge(formula, True)}); gathered)"
            fact = f"k_{next(self.facts)}"
            return f"(assert ({fact} : {formula_text(plain, self.here)}) by gathered; restate {fact})"
        if plain is formula or not isinstance(formula, (AllOf, AnyOf)) or not formula.parts:
            return "gathered"
        *others, text = map(self._as_written, formula.parts)
        if isinstance(formula, AllOf):
            for one in reversed(others):
                text = f"(split; [{one} | {text}])"
            return text
        for one in reversed(others):
            text = f"(first [left; {one} | right; {text}])"
        names = [f"k_{next(self.facts)}"] * (len(plain.parts) if isinstance(plain, AnyOf) else 1)
        taken = _opened(names[0], names, "|", "[]") if names else "contradiction"
        fact = names[0] if names else f"k_{next(self.facts)}"
        return f"(assert ({fact} : {formula_text(plain, self.here)}) by gathered; {taken}; taken_apart; {text})"

    def _bridge(self, comparison: Comparison, written: bool) -> str:
        """The lemma that a comparison follows from what it says in polynomials, or that it says this."""
        names = sorted(names_of(comparison))
        texts = formula_text(in_polynomials(comparison), self.here), formula_text(comparison, self.here)
        binders = "".join(f" ({self.here[n]} : R)" for n in names)
        statement = f"{binders} :\n  " + " ->\n  ".join(texts if written else texts[::-1])
        if statement not in self.proved:
            self.proved[statement] = self.fresh("compared")
            proof = f"intros shown; taken_apart. {bridge_proof(comparison, written, self.here)}"
            self.lines.append(f"Lemma {self.proved[statement]}{statement}.\nProof. {proof} Qed.\n")
        return " ".join([f"@{self.proved[statement]}", *(self.here[n] for n in names)])

    def _contradiction(self, step: Theorem) -> str:
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

    def _one_variable(self, step: Theorem) -> str:
        return one_variable_proof(step.sequent, self.here)

    def _round_up(self, step: Theorem) -> str:
        name, bound, strict = step.arguments
        least = floor(bound) + 1 if strict else -floor(-bound)
        return f"rounded_up {self.here[name]} ({least - 1})%Z."

    def _integer_cases(self, step: Theorem) -> str:
        name, low, high = step.arguments
        return f"one_of {self.here[name]} ({low})%Z ({high})%Z."

    def _induction(self, step: Theorem) -> str:
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
                f"- pose proof {self._apply(base)} as shown. restate shown.",
                "- intros m_0 [im lm] ih.",
                f"assert (whole : integer (m_0 + {first})) by",
                f"(apply Law.integer_plus; split; [exact im | now exists ({start})%Z]).",
                f"assert (above : {formula_text(known, shifted)}) by (clear - lm; lra).",
                f"pose proof ({' '.join([self._lemma(inner, shifted), *arguments])}) as shown. restate shown. }}",
                f"assert (im : integer ({n} - {first})) by",
                f"(replace ({n} - {first}) with ({n} + IZR (- ({start}))%Z) by (rewrite opp_IZR; ring);",
                f"apply Law.integer_plus; split; [exact {whole} | now exists (- ({start}))%Z]).",
                f"assert (lm : 0 <= {n} - {first}) by (clear - {above}; lra).",
                "pose proof (all_ _ (conj im lm)) as shown. clear - shown. restate shown.",
            ]
        )

    def _enclose(self, step: Theorem) -> str:
        constant, low, high = step.arguments
        value = value_text(constant)
        between = f"{number_text(low)} < {value} /\\ {value} < {number_text(high)}"
        return f"assert (between : {between}) by enclosed. rewrite h_0 in *. destruct between. split; lra."


def _opened(name: str, names: Sequence[str], sign: str, brackets: str) -> str:
    """A tactic that takes a conjunction or a disjunction apart; one of a single part stands for this part."""
    if len(names) == 1:
        return f"pose proof {name} as {names[0]}" if names[0] != name else "idtac"
    text = names[-1] if names else brackets
    for other in reversed(names[:-1]):
        text = f"{brackets[0]}{other}{sign}{text}{brackets[1]}"
    return f"destruct {name} as {text}"


def _is_atom(formula: Formula) -> bool:
    return isinstance(formula, (IntegerValued, NamedConstant))


def variables_of(sequent: Sequent) -> list[str]:
    """The names that a sequent writes, in order."""
    return sorted(frozenset[str]().union(*map(names_of, (*sequent.hypotheses, sequent.conclusion))))


def hypotheses_of(sequent: Sequent) -> list[Formula]:
    """The hypotheses, in order."""
    return sorted(sequent.hypotheses, key=lambda formula: (str(formula), type(formula).__name__))
