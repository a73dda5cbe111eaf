"""A proof in the logic, replayed in Coq: every step is an application of the lemma of `Logic.v` that its rule names.

What Coq's computation shows anyway (beta, eta, definitions, and what follows from these by congruence) is left out. A
step that is used once is written where it is used; another one is a lemma of its own over its free variables and its
hypotheses. A step by arithmetic is a lemma about any numbers in the place of its atoms.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from derivations.coq.arithmetic import fact
from derivations.coq.polynomials import PolynomialReplay
from derivations.coq.terms import (
    defined_name,
    identifier,
    inhabitant,
    leaves,
    lemma_name,
    term_text,
    type_text,
    variables_in,
)
from derivations.logic.kernel import DEFINITIONS, Proved
from derivations.logic.terms import (
    AND,
    AT_MOST,
    INTEGER,
    Abstract,
    Bound,
    Constant,
    Free,
    Number,
    Term,
    applied,
    opened,
    substituted,
)

_CONVERSIONS = {"reflexive", "beta", "define"}
_CONGRUENCES = {"congruent", "replace", "abstracted", "instantiate"}
_ETA = ("axiom", "eta")
_MOST_INLINE = 60  # steps that are written into one


@dataclass(frozen=True)
class _Step:
    """The text that proves a step, the free variables in it, and how many steps it is made of."""

    text: str
    variables: frozenset[Free]
    size: int = 1


class _Renamed:
    """Numbers hypotheses, and variables of the same name, as they come: lemmas that say the same look the same."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.counts: Counter[str] = Counter()

    def text(self, text: str) -> str:
        """The text with the names of the lemma."""
        return re.sub(r"\bh_\d+\b|\b[A-Za-z_]\w*'\d+\b", lambda m: self._name(m.group()), text)

    def _name(self, name: str) -> str:
        if name not in self.names:
            base = "h" if name.startswith("h_") and "'" not in name else name.partition("'")[0] + "'"
            place = self.counts[base]
            self.counts[base] += 1
            self.names[name] = f"h_{place}" if base == "h" else f"{base}{place + 1}"
        return self.names[name]


def in_order(theorem: Proved, known: Callable[[Proved], bool]) -> list[Proved]:
    """The theorem and all that it rests on but for what is known, premises before conclusions, each once."""
    order: list[Proved] = []
    done: set[int] = set()
    stack = [(theorem, False)]
    while stack:
        step, expanded = stack.pop()
        if id(step) in done or known(step):
            continue
        if expanded:
            done.add(id(step))
            order.append(step)
        else:
            stack.append((step, True))
            stack += [(premise, False) for premise in reversed(step.premises)]
    return order


@dataclass
class Replay:
    """Writes the lemmas of one file; `known` names statements that are theorems of Coq already, `cited` those used.

    `proved` names the lemmas of the file so far by what they say, binders first, such that each is written once.
    """

    known: Mapping[Term, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    axioms: dict[str, str] = field(default_factory=dict)
    proved: dict[str, str] = field(default_factory=dict)
    cited: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.defined: set[str] = set()  # what the last theorem speaks of
        self._names: dict[Free, str] = {}
        self._taken: set[str] = set()
        self._hypotheses: dict[Term, int] = {}
        self._numbers: Counter[str] = Counter()
        self._done: dict[int, _Step] = {}
        self._trivial: dict[int, bool] = {}
        self._uses: Counter[int] = Counter()
        self._kept: list[Proved] = []
        self._polynomials = PolynomialReplay(self.lines, self.axioms, self.proved)

    def theorem(self, name: str, theorem: Proved, keyword: str = "Theorem") -> None:
        """Write a theorem that assumes nothing, and all that it rests on."""
        statement = theorem.statement
        self._kept.append(theorem)
        order = in_order(theorem, self._is_known)
        self._names, self._hypotheses, self._done, self._trivial = {}, {}, {}, {}
        self._numbers.clear()
        self.defined = _constants(order)
        self._taken = {defined_name(n) for n in self.defined}.union(self.known.values())
        for step in order:
            self._trivial[id(step)] = _is_trivial(step, self._trivial)
        self._uses = _uses(order, self._trivial)
        for step in order:
            if not self._trivial[id(step)]:
                self._done[id(step)] = self._named_if_needed(step)
        last = self._use(theorem)
        leftover = sorted(last.variables, key=str)
        text = last.text
        if leftover:
            binders = " ".join(f"({self._name(v)} : {type_text(v.type)})" for v in leftover)
            text = f"(fun {binders} => {text}) {' '.join(inhabitant(v.type) for v in leftover)}"
        self._lemma(keyword, name, "", self._term(statement), text)

    # -- names and texts -----------------------------------------------------------------------------------------------

    def _name(self, variable: Free) -> str:
        if variable not in self._names:
            name = identifier(variable.name.partition(" ")[0])
            if name in self._taken:
                self._numbers[name] += 1
                name = f"{name}'{self._numbers[name]}"
            self._names[variable] = name
            self._taken.add(name)
        return self._names[variable]

    def _hypothesis(self, formula: Term) -> str:
        return f"h_{self._place(formula)}"

    def _place(self, formula: Term) -> int:
        return self._hypotheses.setdefault(formula, len(self._hypotheses))

    def _term(self, term: Term, argument: bool = False) -> str:
        for variable in sorted(variables_in(term), key=str):
            self._name(variable)
        return term_text(term, self._names, argument)

    def _lemma(self, keyword: str, name: str, binders: str, statement: str, proof: str) -> None:
        self.lines.append(f"{keyword} {name}{binders} :\n  {statement}.\nProof. exact ({proof}). Qed.\n")

    # -- steps ---------------------------------------------------------------------------------------------------------

    def _named_if_needed(self, step: Proved) -> _Step:
        made = self._written(step)
        if step.rule in ("assume", "axiom", "literal") or (self._uses[id(step)] < 2 and made.size <= _MOST_INLINE):
            return made
        said = self._term(step.conclusion)
        mentioned = set(re.findall(r"\bh_\d+\b", made.text))
        hypotheses = [h for h in sorted(step.hypotheses, key=self._place) if self._hypothesis(h) in mentioned]
        variables = made.variables.union(*map(variables_in, hypotheses), variables_in(step.conclusion))
        ordered = sorted(variables, key=self._name)
        binders = [f"({self._name(v)} : {type_text(v.type)})" for v in ordered]
        binders += [f"({self._hypothesis(h)} : {self._term(h)})" for h in hypotheses]
        given = [*map(self._name, ordered), *map(self._hypothesis, hypotheses)]
        here = _Renamed()
        together = "".join(f" {here.text(b)}" for b in binders)
        said = here.text(said)
        statement = f"{together} :\n  {said}"
        if statement not in self.proved:
            name = lemma_name("step", statement)
            self._lemma("Lemma", name, together, said, here.text(made.text))
            self.proved[statement] = name
        return _Step(_call(self.proved[statement], *given), variables)

    def _use(self, premise: Proved) -> _Step:
        if self._is_known(premise):
            self.cited.add(self.known[premise.conclusion])
            return _Step(self.known[premise.conclusion], frozenset())
        if self._trivial[id(premise)]:
            term = applied(premise.conclusion, "=", 2)
            assert term is not None
            return _Step(f"(Rule.reflexive {self._term(term[0], True)})", variables_in(term[0]))
        return self._done[id(premise)]

    def _written(self, step: Proved) -> _Step:
        return _WRITERS[step.rule](self, step)

    def _is_known(self, step: Proved) -> bool:
        return not step.hypotheses and step.conclusion in self.known

    def _is_trivial(self, premise: Proved) -> bool:
        return self._trivial.get(id(premise), False)

    def _call(self, rule: str, step: Proved, *terms: Term) -> _Step:
        """The lemma of a rule, given terms and then the proofs of the premises."""
        premises = [self._use(p) for p in step.premises]
        texts = [*(self._term(t, True) for t in terms), *(p.text for p in premises)]
        variables = frozenset[Free]().union(*map(variables_in, terms), *(p.variables for p in premises))
        return _Step(_call(f"Rule.{rule}", *texts), variables, 1 + sum(p.size for p in premises))

    def _under(self, made: _Step, variables: Sequence[Free], hypotheses: Sequence[Term], typed: bool) -> _Step:
        """fun variables and hypotheses => proof"""
        if not variables and not hypotheses:
            return made
        binders = [f"({self._name(v)} : {type_text(v.type)})" for v in variables]
        for h in hypotheses:
            binders.append(f"({self._hypothesis(h)} : {self._term(h)})" if typed else self._hypothesis(h))
        left = made.variables.difference(variables)
        if typed:
            left = left.union(*map(variables_in, hypotheses))
        return _Step(f"(fun {' '.join(binders)} => {made.text})", left, made.size)

    # -- one method for each shape of rule -----------------------------------------------------------------------------

    def assume(self, step: Proved) -> _Step:
        """The hypothesis itself."""
        return _Step(self._hypothesis(step.conclusion), frozenset())

    def discharge(self, step: Proved) -> _Step:
        """A function of a proof of the hypothesis."""
        return self._under(self._use(step.premises[0]), [], [step.arguments[0]], typed=True)

    def applied_to(self, step: Proved) -> _Step:
        """detach, specialise: what is shown is a function of Coq."""
        function = self._use(step.premises[0])
        value = step.arguments[1]
        if isinstance(value, Proved):
            given = self._use(value)
        else:
            given = _Step(self._term(value, True), variables_in(value), 0)
        return _Step(
            _call(function.text, given.text), function.variables | given.variables, function.size + given.size + 1
        )

    def plain(self, step: Proved) -> _Step:
        """The lemma of the rule."""
        return self._call(step.rule, step)

    def part(self, step: Proved) -> _Step:
        """One of the two sides."""
        return self._call(f"part_{step.arguments[1]}", step)

    def cases(self, step: Proved) -> _Step:
        """Both sides, each under its own hypothesis."""
        whole, left, right = map(self._use, step.premises)
        sides = applied(step.premises[0].conclusion, "or", 2) or ()
        first, second = (self._under(p, [], [side], typed=False) for p, side in zip((left, right), sides, strict=True))
        variables = whole.variables | first.variables | second.variables
        text = _call("Rule.cases", whole.text, first.text, second.text)
        return _Step(text, variables, whole.size + left.size + right.size + 1)

    def generalise(self, step: Proved) -> _Step:
        """A function of the variable."""
        return self._under(self._use(step.premises[0]), [step.arguments[0]], [], typed=True)

    def witness(self, step: Proved) -> _Step:
        """The predicate, its witness and the proof."""
        formula, value = step.arguments[:2]
        found = applied(formula, "exists", 1) or ()
        return self._call("witness", step, *found, value)

    def unpack(self, step: Proved) -> _Step:
        """What is concluded of any witness."""
        existence, inner = map(self._use, step.premises)
        variable = step.arguments[1]
        body = (applied(step.premises[0].conclusion, "exists", 1) or ())[0]
        assert isinstance(body, Abstract)
        under = self._under(inner, [variable], [opened(body, variable)], typed=False)
        text = _call("Rule.unpack", existence.text, under.text)
        return _Step(text, existence.variables | under.variables, existence.size + under.size + 1)

    def instantiate(self, step: Proved) -> _Step:
        """The premise as a function of its variables and hypotheses, at the values."""
        values: Mapping[Free, Term] = step.arguments[1]
        (premise,) = step.premises
        made = self._use(premise)
        hypotheses = sorted(premise.hypotheses, key=self._place)
        ordered = sorted(values, key=str)
        under = self._under(made, ordered, [], typed=True)
        if hypotheses:
            inner = self._under(made, [], hypotheses, typed=True)
            under = self._under(inner, ordered, [], typed=True)
        given = [self._term(values[v], True) for v in ordered]
        given += [self._hypothesis(substituted(h, values)) for h in hypotheses]
        variables = under.variables.union(*(variables_in(values[v]) for v in ordered))
        return _Step(_call(under.text, *given) if given else made.text, variables, under.size + 1)

    def replace(self, step: Proved) -> _Step:
        """The pattern says where, in short where it is all, or the right side; nothing is seen by computation."""
        if self._is_trivial(step.premises[0]):
            return self._use(step.premises[1])
        pattern = step.arguments[1]
        if pattern.body == Bound(0, pattern.variable):
            return self._call("follow", step)
        sides = applied(pattern.body, "=", 2)
        if not sides or sides[0].loose or sides[1] != Bound(0, pattern.variable):
            return self._call("replace", step, pattern)
        if self._is_trivial(step.premises[1]):
            return self._use(step.premises[0])
        return self._call("transitive", step)

    def abstracted(self, step: Proved) -> _Step:
        """An equation for every value."""
        inner = self._under(self._use(step.premises[0]), [step.arguments[0]], [], typed=True)
        return _Step(_call("Rule.abstracted", inner.text), inner.variables, inner.size + 1)

    def induction(self, step: Proved) -> _Step:
        """Predicate, base and step."""
        base, inner = map(self._use, step.premises)
        predicate, n = step.arguments[2:]
        known = AND(INTEGER(n), AT_MOST(Number(0), n))
        under = self._under(inner, [n], [known, opened(predicate, n)], typed=False)
        text = _call("Rule.induction", self._term(predicate, True), base.text, under.text)
        variables = base.variables | under.variables | variables_in(predicate)
        return _Step(text, variables, base.size + under.size + 1)

    def literal(self, step: Proved) -> _Step:
        """The integer."""
        return _Step(f"(Rule.literal ({step.arguments[0].value}))", frozenset())

    def axiom(self, step: Proved) -> _Step:
        """The lemma of this name, of any type."""
        return _Step(f"Law.{step.arguments[0]}", frozenset())

    def oracle(self, step: Proved) -> _Step:
        """An axiom of its own, whose name tells who says so."""
        name, formula = step.arguments
        variables = sorted(variables_in(formula), key=str)
        binders = "".join(f" ({self._name(v)} : {type_text(v.type)})" for v in variables)
        statement = f"{f'forall{binders}, ' if binders else ''}{self._term(formula)}"
        axiom = lemma_name(f"believed_{identifier(name)}", statement)
        if axiom not in self.proved:
            self.proved[axiom] = axiom
            self.lines.append(f"Axiom {axiom} : {statement}.\n")
        self.axioms[axiom] = name
        return _Step(_call(axiom, *map(self._name, variables)), frozenset(variables))

    def by_arithmetic(self, step: Proved) -> _Step:
        """A lemma about any numbers, at the atoms."""
        theorem, hypotheses, conclusion, atoms = step.arguments
        found = fact(self._polynomials, theorem, hypotheses, conclusion, atoms)
        if found.statement not in self.proved:
            name = lemma_name("fact", found.statement)
            self.lines.append(f"Lemma {name}{found.statement}.\nProof. {found.proof} Qed.\n")
            self.proved[found.statement] = name
        given = [self._term(atom, True) for atom in found.atoms]
        given += [f"(eq_refl {term_text(c, {}, True)})" for c in found.constants]
        given += [self._hypothesis(h) for h in found.hypotheses]
        variables = frozenset[Free]().union(*map(variables_in, found.atoms))
        return _Step(_call(self.proved[found.statement], *given), variables)


_WRITERS: dict[str, Callable[[Replay, Proved], _Step]] = {
    "assume": Replay.assume,
    "discharge": Replay.discharge,
    "detach": Replay.applied_to,
    "conjoin": Replay.plain,
    "part": Replay.part,
    "cases": Replay.cases,
    "generalise": Replay.generalise,
    "specialise": Replay.applied_to,
    "witness": Replay.witness,
    "unpack": Replay.unpack,
    "instantiate": Replay.instantiate,
    "replace": Replay.replace,
    "congruent": Replay.plain,
    "abstracted": Replay.abstracted,
    "induction": Replay.induction,
    "by_arithmetic": Replay.by_arithmetic,
    "literal": Replay.literal,
    "oracle": Replay.oracle,
    "axiom": Replay.axiom,
}


def _call(function: str, *arguments: str) -> str:
    return f"({function} {' '.join(arguments)})" if arguments else function


def _constants(order: Iterable[Proved]) -> set[str]:
    found: set[str] = set()
    for step in order:
        found.update(leaf.name for leaf in leaves(step.conclusion) if isinstance(leaf, Constant))
    return found & DEFINITIONS.keys()


def _is_trivial(step: Proved, trivial: Mapping[int, bool]) -> bool:
    """Whether Coq's computation shows the equation."""
    before = step.premises
    if step.rule in _CONVERSIONS or (step.rule == "specialise" and (before[0].rule, before[0].arguments[0]) == _ETA):
        return True
    seen = step.rule in _CONGRUENCES and all(trivial.get(id(p), False) for p in before)
    return seen and applied(step.conclusion, "=", 2) is not None


def _uses(order: Iterable[Proved], trivial: Mapping[int, bool]) -> Counter[int]:
    return Counter(id(p) for step in order if not trivial[id(step)] for p in step.premises)
