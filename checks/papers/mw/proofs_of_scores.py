"""Scripts for the derivatives of the log-likelihood of three answers in their shares, and for the roots of (9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from checks.papers.mw.own_words import meant, said
from checks.papers.mw.proofs_of_estimates import Estimate, Fit, three_are_all
from checks.papers.mw.proofs_of_likelihoods import three_counts
from checks.verifying.stated import Refuted, Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    decided,
    generalise,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import FALSE, LOG, Free, Number, Term, applied, equal, opened, quantified
from derivations.theory.automatic import automatic, conditions, facts_of, found, written_out
from derivations.theory.calculus import (
    as_absolute,
    as_derivative,
    of_affine,
    of_counts,
    of_log_likelihood,
    of_logarithm,
    of_quadratic,
    of_quadratic_twice,
    of_score,
    only_derivative,
)
from derivations.theory.likelihood import fitting_is_most_likely_signed
from derivations.theory.single_terms import at

# what varies in the share of the first or the second answer, or in both, and the affine probabilities of the reports
IN_SHARE = {
    "u": ("fun t. report(P, t, v)", "fun y. v*P(2, y) + (1 - v)*P(3, y)", "fun y. P(1, y) - P(3, y)"),
    "v": ("fun t. report(P, u, t)", "fun y. u*P(1, y) + (1 - u)*P(3, y)", "fun y. P(2, y) - P(3, y)"),
    "along": (
        "fun t. report(P, u + a*t, v + b*t)",
        "fun y. u*P(1, y) + v*P(2, y) + (1 - u - v)*P(3, y)",
        "fun y. a*(P(1, y) - P(3, y)) + b*(P(2, y) - P(3, y))",
    ),
}


@dataclass(frozen=True)
class Survey:
    """N reports w on three answers by a design, and what is known of them."""

    names: Mapping[str, Term]
    known: list[Proved]

    @classmethod
    def of(cls, goal: Goal) -> Survey:
        """The survey that a statement speaks of."""
        given = [fact for formula in goal.given for fact in conjuncts(kernel.assume(formula))]
        known = [*given, *(fact for premise in given for fact in facts_of(premise))]
        return cls({variable.name.split(" ")[0]: variable for variable in goal.variables}, known)

    def said(self, text: str, **more: Term) -> Term:
        """A term about the survey, in the words of the paper."""
        return said(text, **self.names, **more)

    def family(self, share: str) -> tuple[Term, Term, Term]:
        """The law of a report as a function of a share, and what it is affine by."""
        law, base, slope = (self.said(text) for text in IN_SHARE[share])
        return law, base, slope

    def affine(self, share: str, y: int) -> Term:
        """The probability of a report, affine in a share."""
        _, base, slope = self.family(share)
        return sides(normal(term("b(y) + c(y)*x", b=base, c=slope, x=self.names[share], y=Number(y))).conclusion)[1]

    def slope(self, share: str, y: int) -> Term:
        """The slope of the probability of a report."""
        *_, slope = self.family(share)
        return sides(normal(term("c(y)", c=slope, y=Number(y))).conclusion)[1]

    def counts(self) -> list[Term]:
        """How many gave each answer."""
        return [self.said(f"frequency(N, {y})(w)") for y in (1, 2, 3)]

    def regular(self) -> Proved:
        """The determinant, by what the rows differ in, is not 0."""
        entries = [self.said(f"P({x}, {y})") for x in (1, 2, 3) for y in (1, 2, 3)]
        regular = next(fact for fact in self.known if "determinant" in str(fact.conclusion))
        same = at(minor(), *entries, given=self.rows())
        _, differs = sides(same.conclusion)
        return arithmetic(term("d != 0", d=differs), same, rewritten(regular, meant("determinant")))

    def fitted(self, *vanish: Proved) -> Proved:
        """That the reports have the observed shares where both derivatives vanish."""
        equations = []
        for share, root in zip("uv", vanish, strict=True):
            own = self.differentiated(share, of_log_likelihood)
            function, _, slope = applied(own.conclusion, "derivative", 3) or ()
            level = at(only_derivative(), function, self.names[share], slope, Number(0), given=[own, root], premises=2)
            equations.append(rewritten(level, *(by(symmetric(value)) for value in self.values(share))))
        chances = [self.said(f"report(P, u, v)({y})") for y in (1, 2, 3)]
        rows = [[self.said(f"P({x}, {y}) - P(3, {y})") for y in (1, 2, 3)] for x in (1, 2)]
        whole = found(self.said("report(P, u, v)(1) + report(P, u, v)(2) + report(P, u, v)(3) = 1"), *self.known)
        last_count = three_counts(self.names["N"], self.names["w"], self.known)
        given = [*self.plain(), *self.rows(), whole, last_count]
        sums = []
        for slopes, level in zip(rows, equations, strict=True):
            same = at(by_differences(), *self.counts(), *slopes, *chances, given=given)
            sums.append(arithmetic(equal(sides(same.conclusion)[1], Number(0)), same, level))
        names = dict(zip("fghrst", [*self.counts(), *chances], strict=True))
        gaps = [term(text, **names) for text in ("f/r - h/t", "g/s - h/t")]
        entries = [slope for slopes in rows for slope in slopes[:2]]
        none = at(independent_columns(), *entries, *gaps, given=[self.regular(), *sums], premises=2)
        return at(proportional(), *self.counts(), self.names["N"], *chances, given=[*given, none], premises=2)

    def vanishing(self, fits: Sequence[Proved], wanted: Sequence[Term]) -> list[Proved]:
        """That both derivatives vanish where the reports have the observed shares."""
        last_count = three_counts(self.names["N"], self.names["w"], self.known)
        given = [*self.plain(), *fits, last_count, *self.rows()]
        roots = []
        for derivative, share, x in zip(wanted, "uv", (1, 2), strict=True):
            own = self.differentiated(share, of_log_likelihood)
            slopes = [self.said(f"P({x}, {y}) - P(3, {y})") for y in (1, 2, 3)]
            nothing = at(level(), *self.counts(), self.names["N"], *slopes, *self.chances(), given=given, premises=2)
            roots.append(as_derivative(derivative, own, rewritten(nothing, *map(by, self.values(share)))))
        return roots

    def chances(self) -> list[Term]:
        """The probabilities of the reports."""
        return [self.said(f"report(P, u, v)({y})") for y in (1, 2, 3)]

    def values(self, share: str) -> list[Proved]:
        """That the reports have these probabilities."""
        return [found(equal(self.said(f"report(P, u, v)({y})"), self.affine(share, y))) for y in (1, 2, 3)]

    def plain(self) -> list[Proved]:
        """What is known of numbers, without the reports and the matrix as such."""
        words = ("word", "law", "design")
        return [
            fact
            for fact in self.known
            if not any(applied(fact.conclusion, word, k) for word, k in zip(words, (3, 2, 3), strict=True))
        ]

    def rows(self) -> list[Proved]:
        """That the rows of the design add up to 1."""
        return [found(self.said(f"P({x}, 1) + P({x}, 2) + P({x}, 3) = 1"), *self.known) for x in (1, 2, 3)]

    def differs(self, row: int) -> Proved:
        """That a row of an invertible design is not the third one."""
        entries = [self.said(f"P({x}, {y})") for x in (1, 2, 3) for y in (1, 2, 3)]
        regular = next(fact for fact in self.known if "determinant" in str(fact.conclusion))
        given = [*self.rows(), rewritten(regular, meant("determinant"))]
        return kernel.part(at(rows_differ(), *entries, given=given, premises=2), row - 1)

    def slope_of_chance(self, share: str, y: int) -> Proved:
        """The derivative of the probability of a report."""
        law, base, slope = self.family(share)
        values = [sides(normal(term("b(y)", b=family, y=Number(y))).conclusion)[1] for family in (base, slope)]
        wanted = normal(term("derivative(fun t. q(t, y), a, c)", q=law, y=Number(y), a=self.names[share], c=values[1]))
        plain = normal(
            sides(wanted.conclusion)[1], meant("report", "three"), unfolding("response"), written_out, decided([])
        )
        affine = specialise(of_affine(), *values, self.names[share])
        return kernel.follow(symmetric(plain), as_derivative(sides(plain.conclusion)[1], affine))

    def differentiated(self, share: str, law: Callable[[], Proved]) -> Proved:
        """The derivative of the log-likelihood in a share that a lemma says, written out."""
        names = self.names
        return of_counts(law(), names["N"], names["w"], self.family(share), names[share], self.known, 3)


@lemma("forall f g h a b c q r z. 0 < q and 0 < r and 0 < z and c = -a - b implies "
       "0 - f*(a/q)^2 - g*(b/r)^2 - h*(c/z)^2 = -(f/q^2*a^2) - g/r^2*b^2 - h/z^2*(a + b)^2")  # fmt: skip
def as_printed(goal: Goal) -> Proved:
    """The second derivative as it is printed."""
    return automatic(goal)


@lemma("forall f g h a b c q r z. 0 < f and 0 < g and 0 <= h implies 0 < q and 0 < r and 0 < z implies "
       "(a != 0 or b != 0) implies 0 - f*(a/q)^2 - g*(b/r)^2 - h*(c/z)^2 < 0")  # fmt: skip
def bent(goal: Goal) -> Proved:
    """Minus a sum of weighted squares that do not all vanish."""
    names = dict(zip("fghabcqrz", goal.variables, strict=True))
    weights, positive, some = map(kernel.assume, goal.given)
    products = [
        arithmetic(term(f"0 <= {weight}*({slope}/{law})^2", **names), weights, positive)
        for weight, slope, law in ("faq", "gbr", "hcz")
    ]
    first, second = (kernel.assume(formula) for formula in applied(some.conclusion, "or", 2) or ())
    cases = []
    for case, (weight, slope, law) in ((first, "faq"), (second, "gbr")):
        ratio = arithmetic(term(f"0 < ({slope}/{law})^2", **names), case, positive)
        larger = arithmetic(term(f"0 < {weight}*({slope}/{law})^2", **names), ratio, weights)
        cases.append(arithmetic(goal.conclusion, larger, *products))
    return kernel.cases(some, *cases)


DETERMINANT = "a*(e*i - f*h) - b*(d*i - f*g) + c*(d*h - e*g)"


@lemma("forall a b c d e f g h i. a + b + c = 1 and d + e + f = 1 and g + h + i = 1 implies "
       f"{DETERMINANT} != 0 implies (a - g != 0 or b - h != 0) and (d - g != 0 or e - h != 0)")  # fmt: skip
def rows_differ(goal: Goal) -> Proved:
    """The rows of an invertible design of three answers differ."""
    names = dict(zip("abcdefghi", goal.variables, strict=True))
    found = []
    for first, second in ("ab", "de"):
        same = kernel.assume(term(f"{first} = g and {second} = h", **names))
        third = arithmetic(term(f"{'c' if first == 'a' else 'f'} = i", **names), same, goal.given[0])
        nothing = arithmetic(FALSE, kernel.assume(goal.given[1]), same, third)
        other = kernel.discharge(same.conclusion, nothing)
        found.append(arithmetic(term(f"{first} - g != 0 or {second} - h != 0", **names), other))
    return kernel.conjoin(*found)


def curvature(goal: Goal) -> Proved:
    """(13a) and (13b): the second derivative in a share."""
    survey = Survey.of(goal)
    names = survey.names
    share = "u" if _varies(goal.conclusion, names["u"]) else "v"
    row = {"u": 1, "v": 2}[share]
    own = survey.differentiated(share, of_score)
    counts = [survey.said(f"frequency(N, {y})(w)") for y in (1, 2, 3)]
    slopes = [survey.said(f"P({row}, {y}) - P(3, {y})") for y in (1, 2, 3)]
    laws = [survey.affine(share, y) for y in (1, 2, 3)]
    values = survey.values(share)
    positive = [arithmetic(term("0 < q", q=law), *survey.known, *values) for law in laws]
    last_count = three_counts(survey.names["N"], survey.names["w"], survey.known)
    last_slope = arithmetic(term("c = -a - b", **dict(zip("abc", slopes, strict=True))), *survey.rows())
    printed = at(as_printed(), *counts, *slopes, *laws, given=[*positive, last_slope])
    bends = at(
        bent(), *counts, *slopes, *laws, given=[*survey.plain(), *positive, last_count, survey.differs(row)], premises=3
    )
    third = arithmetic(term("r = 1 - p - q", **dict(zip("pqr", laws, strict=True))), *survey.rows())
    printed = kernel.transitive(printed, normal(sides(printed.conclusion)[1], by(last_count), by(third)))
    chances = [survey.slope_of_chance(share, y) for y in (1, 2)]
    _, _, slope = applied(own.conclusion, "second_derivative", 3) or ()
    opened_at = _with_values(goal.conclusion, (slopes[0], slopes[1], slope))
    *_, wanted, _ = conjuncts(kernel.assume(opened_at[-1]))
    same = normal(sides(wanted.conclusion)[1], *map(by, values[:2]))
    same = kernel.transitive(printed, symmetric(same))
    shown = conjoined(*chances, own, same, bends)
    for formula, value in zip(reversed(opened_at[:-1]), (slope, slopes[1], slopes[0]), strict=True):
        shown = kernel.witness(formula, value, shown)
    return shown


def _with_values(formula: Term, values: Sequence[Term]) -> list[Term]:
    """What is said to exist, with these values one after the other."""
    steps = [formula]
    for value in values:
        body = quantified(steps[-1], "exists")
        assert body is not None
        steps.append(opened(body, value))
    return steps


def _varies(formula: Term, share: Term) -> bool:
    """Whether the second derivative that a formula speaks of is one at this share."""
    while body := quantified(formula, "exists"):
        formula = opened(body, Free("any #0"))
    found = applied(formula, "and", 2)
    assert found is not None
    first = applied(found[0], "derivative", 3)
    assert first is not None
    return first[1] == share


# where the only report has the same probability whatever the share: its rows are those of the shares and the third
LEVEL = {
    "u": ((("1/2", "1/4", "1/4"), ("1/4", "1/2", "1/4"), ("1/2", "1/8", "3/8"))),
    "v": ((("1/4", "1/2", "1/4"), ("1/2", "1/4", "1/4"), ("1/2", "1/8", "3/8"))),
}


def no_curvature(goal: Goal) -> Refuted:
    """One participant, whose report has the same probability for two answers: the second derivative is 0."""
    names = {variable.name.split(" ")[0]: variable for variable in goal.variables}
    share = "u" if _varies(goal.conclusion, names["u"]) else "v"
    rows = LEVEL[share]
    third = Fraction(1, 3)
    point = {"P": _matrix(rows), "u": Number(third), "v": Number(third), "N": Number(1), "w": term("fun t. 1")}
    instance = specialise(kernel.assume(goal.statement), *(point[name] for name in names))
    premises, some = applied(instance.conclusion, "implies", 2) or ()
    whole = kernel.detach(instance, found(premises))
    free = [Free(f"{name} #0") for name in "abs"]
    *_, last = steps = _with_values(some, free)
    slope, _, _, value, negative = conjuncts(kernel.assume(last))
    function, at_share, own = applied(slope.conclusion, "derivative", 3) or ()
    flat = term("derivative(f, a, 0)", f=function, a=at_share)
    plain = normal(flat, meant("report", "three"), unfolding("response"), written_out, conditions)
    constant = specialise(of_affine(), Number(Fraction(5, 12)), Number(0), at_share)
    flat_here = kernel.follow(symmetric(plain), as_derivative(sides(plain.conclusion)[1], constant))
    level = at(only_derivative(), function, at_share, own, Number(0), given=[slope, flat_here], premises=2)
    contradiction = found(FALSE, level, value, negative)
    for body, variable in zip(reversed(steps[:-1]), reversed(free), strict=True):
        contradiction = kernel.unpack(
            whole if body == whole.conclusion else kernel.assume(body), variable, contradiction
        )
    shown_at = {"P": str(rows).replace("'", ""), "u": "1/3", "v": "1/3", "N": "1", "w": "(1)"}
    return Refuted(kernel.reject(goal.statement, contradiction), tuple(shown_at.items()), (Fraction(0), Fraction(0)))


def _matrix(rows: Sequence[Sequence[str]]) -> Term:
    """A design of three answers by its rows."""
    choices = [f"(if y = 1 then {a} else if y = 2 then {b} else {c})" for a, b, c in rows]
    return term(f"fun x y. if x = 1 then {choices[0]} else if x = 2 then {choices[1]} else {choices[2]}")


def second_partials(goal: Goal) -> Refuted:
    """4 x y - x^2 - y^2 has negative second partial derivatives at 0, and is larger on the diagonal near it."""
    nothing, r = Number(0), Free("r #0")
    saddle = term("fun x y. 4*x*y - x^2 - y^2")
    instance = normal(specialise(kernel.assume(goal.statement), saddle, nothing, nothing).conclusion)
    said_there = kernel.follow(instance, specialise(kernel.assume(goal.statement), saddle, nothing, nothing))
    premises, _ = applied(said_there.conclusion, "implies", 2) or ()
    parabola = nothing, nothing, Number(-1), nothing
    slope, bend = specialise(of_quadratic(), *parabola), specialise(of_quadratic_twice(), *parabola)
    shown = []
    for premise in conjuncts(kernel.assume(premises)):
        wanted = premise.conclusion
        body = quantified(wanted, "exists")
        if body is None:
            shown.append(as_derivative(wanted, slope))
        else:
            negative, curved = applied(opened(body, Number(-2)), "and", 2) or ()
            both = kernel.conjoin(arithmetic(negative), as_derivative(curved, bend))
            shown.append(kernel.witness(wanted, Number(-2), both))
    exists = kernel.detach(said_there, conjoined(*shown))
    body = quantified(exists.conclusion, "exists")
    assert body is not None
    own = kernel.assume(opened(body, r))
    positive, _ = conjuncts(own)
    half = term("r / 2", r=r)
    gap = term("h - z", h=half, z=nothing)
    step = at(as_absolute(), gap, half, given=[arithmetic(term("-h <= g and g <= h", h=half, g=gap), positive)])
    near = arithmetic(term("abs(g) < r", g=gap, r=r), step, positive)
    _, everywhere = conjuncts(own)
    larger = at(everywhere, half, half, given=[near])
    contradiction = kernel.unpack(exists, r, arithmetic(FALSE, larger, positive))
    corner = (("r", "1"), ("x", "1/2"), ("y", "1/2"))  # as it is nearer by, at x = y = r/2
    shown_at = (("f", "(x, y) -> 4*x*y - x^2 - y^2"), ("u", "0"), ("v", "0"), *corner)
    return Refuted(kernel.reject(goal.statement, contradiction), shown_at, (Fraction(1, 2), Fraction(0)))


@lemma("forall a b c d e f g h i. a + b + c = 1 and d + e + f = 1 and g + h + i = 1 implies "
       f"{DETERMINANT} = (a - g)*(e - h) - (b - h)*(d - g)")  # fmt: skip
def minor(goal: Goal) -> Proved:
    """The determinant of a design of three answers, by what its rows differ in."""
    names = dict(zip("abcdefghi", goal.variables, strict=True))
    last = [
        arithmetic(term(text, **names), goal.given[0]) for text in ("c = 1 - a - b", "f = 1 - d - e", "i = 1 - g - h")
    ]
    return arithmetic(goal.conclusion, *last)


@lemma("forall p q r s a b. p*s - q*r != 0 implies (a != 0 or b != 0) implies a*p + b*r != 0 or a*q + b*s != 0")
def independent_rows(goal: Goal) -> Proved:
    """Two rows with a determinant are combined to 0 in no other way than by zeros."""
    names = dict(zip("pqrsab", goal.variables, strict=True))
    same = kernel.assume(term("a*p + b*r = 0 and a*q + b*s = 0", **names))
    zeros = [arithmetic(term(f"{name}*(p*s - q*r) = 0", **names), same) for name in "ab"]
    both = conjoined(
        *(arithmetic(term(f"{name} = 0", **names), zero, goal.given[0]) for name, zero in zip("ab", zeros, strict=True))
    )
    return arithmetic(goal.conclusion, kernel.discharge(same.conclusion, both), goal.given[1])


@lemma("forall p q r s x y. p*s - q*r != 0 implies x*p + y*q = 0 and x*r + y*s = 0 implies x = 0 and y = 0")
def independent_columns(goal: Goal) -> Proved:
    """Two equations with a determinant have no other solution than zeros."""
    names = dict(zip("pqrsxy", goal.variables, strict=True))
    zeros = [arithmetic(term(f"{name}*(p*s - q*r) = 0", **names), goal.given[1]) for name in "xy"]
    return conjoined(
        *(arithmetic(term(f"{name} = 0", **names), zero, goal.given[0]) for name, zero in zip("xy", zeros, strict=True))
    )


@lemma("forall f g h p q z r s t. 0 < r and 0 < s and 0 < t and z = -p - q implies "
       "0 + f*(p/r) + g*(q/s) + h*(z/t) = (f/r - h/t)*p + (g/s - h/t)*q")  # fmt: skip
def by_differences(goal: Goal) -> Proved:
    """A derivative of the log-likelihood, by what two of the slopes leave of the third."""
    return automatic(goal)


@lemma("forall f g h n r s t. 0 < r and 0 < s and 0 < t and r + s + t = 1 and f + g + h = n and 1 <= n implies "
       "f/r - h/t = 0 and g/s - h/t = 0 implies r = f/n and s = g/n and t = h/n")  # fmt: skip
def proportional(goal: Goal) -> Proved:
    """Counts in the proportion of the probabilities make these the observed shares."""
    names = dict(zip("fghnrst", goal.variables, strict=True))
    products = [arithmetic(term(text, **names), *goal.given) for text in ("f*t = h*r", "g*t = h*s")]
    last = arithmetic(term("h = n*t", **names), *products, goal.given[0])
    others = [
        arithmetic(term(text, **names), last, product, goal.given[0])
        for text, product in zip(("f = n*r", "g = n*s"), products, strict=True)
    ]
    return arithmetic(goal.conclusion, last, *others, goal.given[0])


def roots_are_maximum(goal: Goal) -> Proved:
    """The Hessian is negative definite; where both derivatives vanish, the reports have the observed shares."""
    every, roots = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    survey = Survey.of(goal)
    return kernel.conjoin(_bends_every_way(survey, every), _roots(survey, roots))


def _bends_every_way(survey: Survey, wanted: Term) -> Proved:
    a, b = Free("a #0"), Free("b #0")
    premise, some = applied(_instance(wanted, a, b), "implies", 2) or (wanted, wanted)
    along = Survey({**survey.names, "a": a, "b": b, "along": Number(0)}, survey.known)
    own = along.differentiated("along", of_score)
    slopes = [along.slope("along", y) for y in (1, 2, 3)]
    laws = [along.affine("along", y) for y in (1, 2, 3)]
    positive = [arithmetic(term("0 < q", q=law), *survey.known, *along.values("along")) for law in laws]
    rows = [along.said(f"P({x}, {y}) - P(3, {y})") for x in (1, 2) for y in (1, 2)]
    moves = at(independent_rows(), *rows, a, b, given=[survey.regular(), premise], premises=2)
    last_count = three_counts(survey.names["N"], survey.names["w"], survey.known)
    given = [*survey.plain(), *positive, last_count, moves]
    negative = at(bent(), *along.counts(), *slopes, *laws, given=given, premises=3)
    _, _, slope = applied(own.conclusion, "second_derivative", 3) or ()
    shown = kernel.witness(some, slope, kernel.conjoin(negative, own))
    return generalise(kernel.discharge(premise, shown), a, b)


def _instance(formula: Term, *values: Term) -> Term:
    for value in values:
        body = quantified(formula, "forall")
        assert body is not None
        formula = opened(body, value)
    return formula


def _roots(survey: Survey, wanted: Term) -> Proved:
    premise, _ = applied(wanted, "implies", 2) or (wanted, wanted)
    fits = survey.fitted(*conjuncts(kernel.assume(premise)))
    names, shares = survey.names, survey.said("three(u, v)")
    response = term("response(3, pi, P)", pi=shares, P=names["P"])
    observed = term("empirical(N, w)", N=names["N"], w=names["w"])
    own = [rewritten(fit, meant("report"), unfolding("empirical")) for fit in conjuncts(fits)]
    equal_each = [found(term(f"q({y}) = e({y})", q=response, e=observed), fit) for y, fit in enumerate(own, 1)]
    same = at(three_are_all(), response, observed, given=equal_each, premises=3)
    chances = [rewritten(fact, meant("report")) for fact in survey.known]
    allowed = found(term("signed_shares(3, 3, P, pi)", P=names["P"], pi=shares), *chances)
    three = Number(3)
    given = [*survey.known, kernel.literal(three), arithmetic(term("0 <= three", three=three)), allowed, same]
    values = names["N"], three, three, names["P"], shares, names["w"]
    return kernel.discharge(premise, at(fitting_is_most_likely_signed(), *values, given=given, premises=7))


@lemma("forall f g h n p q z r s t. 0 < f and 0 < g and 0 < h and 1 <= n and z = -p - q implies "
       "r = f/n and s = g/n and t = h/n implies 0 + f*(p/r) + g*(q/s) + h*(z/t) = 0")  # fmt: skip
def level(goal: Goal) -> Proved:
    """The derivatives of the log-likelihood vanish at the observed shares."""
    names = dict(zip("fghnpqzrst", goal.variables, strict=True))
    terms = [
        arithmetic(term(text, **names), *goal.given) for text in ("f*(p/r) = n*p", "g*(q/s) = n*q", "h*(z/t) = n*z")
    ]
    return arithmetic(goal.conclusion, *terms, goal.given[0])


class Roots(Fit):
    """The most likely shares are roots of (9)."""

    def of_design(self) -> list[Proved]:
        """The rows add up to 1."""
        return Survey(self.names, list(self.known)).rows()

    def unique(self, every: Term, others: Proved) -> Proved:
        """Where the reports have the observed shares, all of them positive, both derivatives vanish."""
        body = quantified(every, "forall")
        assert body is not None
        rho = Free("rho #0", body.variable)
        premise, roots = applied(opened(body, rho), "implies", 2) or (every, every)
        allowed, fitted = conjuncts(at(others, rho, given=[kernel.assume(premise)]))
        whole = next(
            fact
            for fact in conjuncts(rewritten(allowed, unfolding("signed_shares")))
            if applied(fact.conclusion, "=", 2)
        )
        shares = {"u": term("rho(1)", rho=rho), "v": term("rho(2)", rho=rho)}
        survey = Survey({**self.names, **shares}, list(self.known))
        chances = [survey.said(f"report(P, u, v)({y})") for y in (1, 2, 3)]
        last_count = three_counts(self.n, self.w, self.known)
        facts = [whole, *facts_of(fitted)]
        fits = [
            found(term("q = f/n", q=chance, f=count, n=self.n), *facts)
            for chance, count in zip(chances, survey.counts(), strict=True)
        ]
        positive = [
            arithmetic(term("0 < q", q=chance), fit, *survey.plain(), last_count)
            for chance, fit in zip(chances, fits, strict=True)
        ]
        survey = Survey(survey.names, [*self.known, *positive])
        found_roots = survey.vanishing(fits, [root.conclusion for root in conjuncts(kernel.assume(roots))])
        return generalise(kernel.discharge(premise, conjoined(*found_roots)), rho)


_EVALUATED = (unfolding("response", "chance"), written_out, conditions)

# by Cramer's rule, from the observed shares a/N and b/N
_VOLUME = "((P(1, 1) - P(3, 1))*(P(2, 2) - P(3, 2)) - (P(1, 2) - P(3, 2))*(P(2, 1) - P(3, 1)))"
ROOTS = Estimate(
    f"((a/N - P(3, 1))*(P(2, 2) - P(3, 2)) - (b/N - P(3, 2))*(P(2, 1) - P(3, 1)))/{_VOLUME}",
    f"((P(1, 1) - P(3, 1))*(b/N - P(3, 2)) - (P(1, 2) - P(3, 2))*(a/N - P(3, 1)))/{_VOLUME}",
    (
        "(P(1, 1) - P(3, 1))*u + (P(2, 1) - P(3, 1))*v = d - P(3, 1)",
        "(P(1, 2) - P(3, 2))*u + (P(2, 2) - P(3, 2))*v = e - P(3, 2)",
    ),
    Roots,
)


def estimates_are_roots(goal: Goal) -> Proved:
    """Theorem 1: the design has an inverse, by which the shares follow from the observed ones."""
    survey = Survey.of(goal)
    regular = survey.regular()
    shown = ROOTS(replace(goal, given=(*goal.given, regular.conclusion)))
    return cut(shown, regular)


TRUTHFUL = (("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1"))


def no_root(goal: Goal) -> Refuted:
    """One participant who tells the truth 0: log L is the logarithm of pi_0, whose derivative is 0 nowhere."""
    point = {"P": _matrix(TRUTHFUL), "N": Number(1), "w": term("fun t. 1")}
    both = _granted_at(goal, point)
    some, every = kernel.part(both, 0), kernel.part(both, 1)
    body = quantified(some.conclusion, "exists")
    assert body is not None
    pi = Free("pi #0", body.variable)
    own = kernel.assume(opened(body, pi))
    _, largest = conjuncts(rewritten(own, unfolding("most_likely_signed")))
    certain = term("fun x. if x = 1 then 1 else 0")
    premise, _ = applied(_instance(largest.conclusion, certain), "implies", 2) or ()
    as_likely = kernel.detach(specialise(largest, certain), found(premise))
    positive = found(term("0 < pi(1)", pi=pi), as_likely)
    root, _ = conjuncts(kernel.detach(specialise(every, pi), own))
    contradiction = kernel.unpack(some, pi, _never_level(root, positive))
    shown_at = (("P", "((1, 0, 0), (0, 1, 0), (0, 0, 1))"), ("N", "1"), ("w", "(1)"), ("pi", "(1, 0, 0)"))
    return Refuted(kernel.reject(goal.statement, contradiction), shown_at, (Fraction(1), Fraction(0)))


def no_pair_of_roots(goal: Goal) -> Refuted:
    """The same for EWRR3 with p = 1."""
    some = kernel.part(_granted_at(goal, {"p": Number(1), "N": Number(1), "w": term("fun t. 1")}), 0)
    u, v = Free("u #0"), Free("v #0")
    steps = _with_values(some.conclusion, (u, v))
    chance, *_, root, _ = conjuncts(kernel.assume(steps[-1]))
    contradiction = _never_level(root, found(term("0 < u", u=u), rewritten(chance, meant("even", "report"))))
    contradiction = kernel.unpack(kernel.assume(steps[1]), v, contradiction)
    contradiction = kernel.unpack(some, u, contradiction)
    shown_at = (("p", "1"), ("N", "1"), ("w", "(1)"), ("u", "1"), ("v", "0"))
    return Refuted(kernel.reject(goal.statement, contradiction), shown_at, (Fraction(1), Fraction(0)))


def _granted_at(goal: Goal, point: Mapping[str, Term]) -> Proved:
    """What a statement says at a point at which its premises hold."""
    instance = kernel.assume(goal.statement)
    for variable in goal.variables:  # as it stands: what exists keeps its name
        instance = kernel.specialise(instance, point[variable.name.split(" ")[0]])
    premises, _ = applied(instance.conclusion, "implies", 2) or ()
    return kernel.detach(instance, found(premises))


def _never_level(root: Proved, positive: Proved) -> Proved:
    """|- false, as log t has the derivative 1/t and not 0."""
    function, share, nothing = applied(root.conclusion, "derivative", 3) or ()
    slope = at(of_logarithm(), Number(0), Number(1), share, given=[arithmetic(term("0 < 0 + 1*s", s=share), positive)])
    t = Free("t #0")
    worked_out = normal(term("f(t)", f=function, t=t), meant("report", "three", "even"), *_EVALUATED)
    (value,) = applied(sides(worked_out.conclusion)[1], "log", 1) or ()
    same = kernel.congruent(kernel.reflexive(LOG), arithmetic(equal(value, term("0 + 1*t", t=t))))
    whole = kernel.abstracted(t, kernel.transitive(worked_out, same))
    whole = kernel.congruent(kernel.reflexive(term("derivative")), whole)
    for argument in (share, nothing):
        whole = kernel.congruent(whole, kernel.reflexive(argument))
    logarithm, _, inverse = applied(slope.conclusion, "derivative", 3) or ()
    level_there = kernel.follow(rewritten(whole), root)
    zero = at(only_derivative(), logarithm, share, inverse, nothing, given=[slope, level_there], premises=2)
    return arithmetic(FALSE, zero, positive)


def roots_are_estimates(goal: Goal) -> Proved:
    """Of EWRR3: the reports have the observed shares at (15), and the derivatives vanish nowhere else."""
    some, every = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    survey = Survey.of(goal)
    matrix = survey.said("even(3, p)")
    numbers = survey.plain()
    regular = found(survey.said("determinant(P) != 0", P=matrix), *numbers)
    design = found(term("design(3, 3, P)", P=matrix), *numbers)
    survey = Survey({**survey.names, "P": matrix}, [*survey.known, regular, design])
    return kernel.conjoin(_some_root(survey, some), _only_root(survey, every))


def _worked_out(equations: Sequence[Proved]) -> list[Proved]:
    """Equations with the entries of EWRR3 on the right."""
    rights = [normal(sides(one.conclusion)[1], meant("even"), conditions) for one in equations]
    return [kernel.transitive(one, right) for one, right in zip(equations, rights, strict=True)]


def _only_root(survey: Survey, wanted: Term) -> Proved:
    u, v = Free("u #0"), Free("v #0")
    premise, printed = applied(_instance(wanted, u, v), "implies", 2) or (wanted, wanted)
    *positive, first, second = conjuncts(kernel.assume(premise))
    here = Survey({**survey.names, "u": u, "v": v}, [*survey.known, *positive])
    fits = [*conjuncts(here.fitted(first, second))]
    values = _worked_out(here.values("u"))
    return generalise(kernel.discharge(premise, arithmetic(printed, *fits, *values, *survey.plain())), u, v)


def _some_root(survey: Survey, wanted: Term) -> Proved:
    u, v = Free("u #0"), Free("v #0")
    texts = [f"((1 - p)*(N - 2*frequency(N, {y})(w)) - 2*p*frequency(N, {y})(w))/((1 - 3*p)*N)" for y in (1, 2)]
    estimates = [survey.said(text) for text in texts]
    are = [kernel.assume(equal(share, value)) for share, value in zip((u, v), estimates, strict=True)]
    here = Survey({**survey.names, "u": u, "v": v}, survey.known)
    last_count = three_counts(survey.names["N"], survey.names["w"], survey.known)
    values = _worked_out(here.values("u"))
    facts = [*survey.plain(), last_count, *are, *values]
    fits = [
        arithmetic(term("q = f/n", q=chance, f=count, n=survey.names["N"]), *facts)
        for chance, count in zip(here.chances(), here.counts(), strict=True)
    ]
    numbers = [*survey.plain(), last_count]
    positive = [
        arithmetic(term("0 < q", q=chance), fit, *numbers) for chance, fit in zip(here.chances(), fits, strict=True)
    ]
    steps = _with_values(wanted, (u, v))
    *_, first, second = conjuncts(kernel.assume(steps[-1]))
    here = Survey(here.names, [*here.known, *positive])
    roots = here.vanishing(fits, [first.conclusion, second.conclusion])
    shown = kernel.conjoin(conjoined(*positive), conjoined(*roots))
    for fact in reversed(are):
        shown = kernel.discharge(fact.conclusion, shown)
    shown = kernel.instantiate(shown, dict(zip((u, v), estimates, strict=True)))
    for value in estimates:
        shown = kernel.detach(shown, kernel.reflexive(value))
    steps = _with_values(wanted, estimates)
    for formula, value in zip(reversed(steps[:-1]), reversed(estimates), strict=True):
        shown = kernel.witness(formula, value, shown)
    return shown


SCRIPTS: Mapping[str, Script] = {
    "curvature": curvature,
    "no curvature": no_curvature,
    "no root": no_root,
    "no pair of roots": no_pair_of_roots,
    "roots are the estimates": roots_are_estimates,
    "estimates are roots": estimates_are_roots,
    "roots are the maximum": roots_are_maximum,
    "second partials are not enough": second_partials,
}
