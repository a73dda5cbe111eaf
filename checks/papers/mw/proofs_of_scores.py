"""Scripts for the derivatives of the log-likelihood of three answers in their shares: (13a), (13b) and their signs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from checks.papers.mw.own_words import meant, said
from checks.papers.mw.proofs_of_likelihoods import three_counts
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    decided,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import FALSE, Free, Number, Term, applied, equal, quantified
from derivations.theory.automatic import automatic, conditions, found, given_facts, written_out
from derivations.theory.calculus import (
    as_absolute,
    as_derivative,
    of_affine,
    of_counts,
    of_log_likelihood,
    of_quadratic,
    of_quadratic_twice,
    of_score,
    only_derivative,
)
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
class Responses:
    """N reports w on three answers by a design, and what is known of them."""

    names: Mapping[str, Term]
    known: list[Proved]

    @classmethod
    def of(cls, goal: Goal) -> Responses:
        """The survey that a statement speaks of."""
        return cls(goal.names, given_facts(goal))

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
        return derived.follow(symmetric(plain), as_derivative(sides(plain.conclusion)[1], affine))

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


@lemma("forall f g h n p q z r s t. 0 < f and 0 < g and 0 < h and 1 <= n and z = -p - q implies "
       "r = f/n and s = g/n and t = h/n implies 0 + f*(p/r) + g*(q/s) + h*(z/t) = 0")  # fmt: skip
def level(goal: Goal) -> Proved:
    """The derivatives of the log-likelihood vanish at the observed shares."""
    names = dict(zip("fghnpqzrst", goal.variables, strict=True))
    terms = [
        arithmetic(term(text, **names), *goal.given) for text in ("f*(p/r) = n*p", "g*(q/s) = n*q", "h*(z/t) = n*z")
    ]
    return arithmetic(goal.conclusion, *terms, goal.given[0])


@script("curvature")
def curvature(goal: Goal) -> Proved:
    """(13a) and (13b): the second derivative in a share."""
    survey = Responses.of(goal)
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
    printed = derived.transitive(printed, normal(sides(printed.conclusion)[1], by(last_count), by(third)))
    chances = [survey.slope_of_chance(share, y) for y in (1, 2)]
    _, _, slope = applied(own.conclusion, "second_derivative", 3) or ()
    opened_at = with_values(goal.conclusion, (slopes[0], slopes[1], slope))
    *_, wanted, _ = conjuncts(kernel.assume(opened_at[-1]))
    same = normal(sides(wanted.conclusion)[1], *map(by, values[:2]))
    same = derived.transitive(printed, symmetric(same))
    shown = conjoined(*chances, own, same, bends)
    for formula, value in zip(reversed(opened_at[:-1]), (slope, slopes[1], slopes[0]), strict=True):
        shown = kernel.witness(formula, value, shown)
    return shown


@lemma("forall f g h n a b c q r z. 0 < q and 0 < r and 0 < z and c = -a - b and h = n - f - g implies "
       "0 + f*(a/q) + g*(b/r) + h*(c/z) = (f + g - n)/z*a + (f + g - n)/z*b + f/q*a + g/r*b")  # fmt: skip
def score_as_printed(goal: Goal) -> Proved:
    """The derivative of the log-likelihood as it is printed."""
    return automatic(goal)


@script("score")
def score(goal: Goal) -> Proved:
    """(12a) and (12b): the derivative of the log-likelihood in a share."""
    survey = Responses.of(goal)
    names = survey.names
    share = "u" if _varies(goal.conclusion, names["u"]) else "v"
    own = survey.differentiated(share, of_log_likelihood)
    slopes = [survey.slope(share, y) for y in (1, 2, 3)]
    laws = [survey.affine(share, y) for y in (1, 2, 3)]
    values = survey.values(share)
    positive = [arithmetic(term("0 < q", q=law), *survey.known, *values) for law in laws]
    last_slope = arithmetic(term("c = -a - b", **dict(zip("abc", slopes, strict=True))), *survey.rows())
    last_count = three_counts(names["N"], names["w"], survey.known)
    printed = at(
        score_as_printed(), *survey.counts(), names["N"], *slopes, *laws, given=[*positive, last_slope, last_count]
    )
    third = arithmetic(term("r = 1 - p - q", **dict(zip("pqr", laws, strict=True))), *survey.rows())
    printed = derived.transitive(printed, normal(sides(printed.conclusion)[1], by(third)))
    chances = [survey.slope_of_chance(share, y) for y in (1, 2)]
    _, _, slope = applied(own.conclusion, "derivative", 3) or ()
    values_of = slopes[0], slopes[1], slope
    opened_at = with_values(goal.conclusion, values_of)
    *_, wanted = conjuncts(kernel.assume(opened_at[-1]))
    same = normal(sides(wanted.conclusion)[1], *map(by, values[:2]))
    shown = conjoined(*chances, own, derived.transitive(printed, symmetric(same)))
    for formula, value in zip(reversed(opened_at[:-1]), reversed(values_of), strict=True):
        shown = kernel.witness(formula, value, shown)
    return shown


def with_values(formula: Term, values: Sequence[Term]) -> list[Term]:
    """What is said to exist, with these values one after the other."""
    steps = [formula]
    for value in values:
        steps.append(instance(steps[-1], value))
    return steps


def _varies(formula: Term, share: Term) -> bool:
    """Whether the second derivative that a formula speaks of is one at this share."""
    while quantified(formula, "exists"):
        formula = instance(formula, Free("any #0"))
    found = applied(formula, "and", 2)
    assert found is not None
    first = applied(found[0], "derivative", 3)
    assert first is not None
    return first[1] == share


# where the only report has the same probability whatever the share: its rows are those of the shares and the third
INDIFFERENT = {
    "u": ((("1/2", "1/4", "1/4"), ("1/4", "1/2", "1/4"), ("1/2", "1/8", "3/8"))),
    "v": ((("1/4", "1/2", "1/4"), ("1/2", "1/4", "1/4"), ("1/2", "1/8", "3/8"))),
}


@script("no curvature")
def no_curvature(goal: Goal) -> Refuted:
    """One participant, whose report has the same probability for two answers: the second derivative is 0."""
    names = goal.names
    share = "u" if _varies(goal.conclusion, names["u"]) else "v"
    rows = INDIFFERENT[share]
    third = Fraction(1, 3)
    point = {"P": matrix(rows), "u": Number(third), "v": Number(third), "N": Number(1), "w": term("fun t. 1")}
    here = specialise(kernel.assume(goal.statement), *(point[name] for name in names))
    premises, some = applied(here.conclusion, "implies", 2) or ()
    whole = kernel.detach(here, found(premises))
    free = [Free(f"{name} #0") for name in "abs"]
    *_, last = steps = with_values(some, free)
    slope, _, _, value, negative = conjuncts(kernel.assume(last))
    function, at_share, own = applied(slope.conclusion, "derivative", 3) or ()
    flat = term("derivative(f, a, 0)", f=function, a=at_share)
    plain = normal(flat, meant("report", "three"), unfolding("response"), written_out, conditions)
    constant = specialise(of_affine(), Number(Fraction(5, 12)), Number(0), at_share)
    flat_here = derived.follow(symmetric(plain), as_derivative(sides(plain.conclusion)[1], constant))
    level = at(only_derivative(), function, at_share, own, Number(0), given=[slope, flat_here], premises=2)
    contradiction = found(FALSE, level, value, negative)
    for body, variable in zip(reversed(steps[:-1]), reversed(free), strict=True):
        contradiction = kernel.unpack(
            whole if body == whole.conclusion else kernel.assume(body), variable, contradiction
        )
    shown_at = {"P": str(rows).replace("'", ""), "u": "1/3", "v": "1/3", "N": "1", "w": "(1)"}
    return Refuted(derived.reject(goal.statement, contradiction), tuple(shown_at.items()), (Fraction(0), Fraction(0)))


def matrix(rows: Sequence[Sequence[str]]) -> Term:
    """A design of three answers by its rows."""
    choices = [f"(if y = 1 then {a} else if y = 2 then {b} else {c})" for a, b, c in rows]
    return term(f"fun x y. if x = 1 then {choices[0]} else if x = 2 then {choices[1]} else {choices[2]}")


@script("second partials are not enough")
def second_partials(goal: Goal) -> Refuted:
    """4 x y - x^2 - y^2 has negative second partial derivatives at 0, and is larger on the diagonal near it."""
    nothing, r = Number(0), Free("r #0")
    saddle = term("fun x y. 4*x*y - x^2 - y^2")
    here = specialise(kernel.assume(goal.statement), saddle, nothing, nothing)
    said_there = derived.follow(normal(here.conclusion), here)
    premises, _ = applied(said_there.conclusion, "implies", 2) or ()
    parabola = nothing, nothing, Number(-1), nothing
    slope, bend = specialise(of_quadratic(), *parabola), specialise(of_quadratic_twice(), *parabola)
    shown = []
    for premise in conjuncts(kernel.assume(premises)):
        wanted = premise.conclusion
        if quantified(wanted, "exists") is None:
            shown.append(as_derivative(wanted, slope))
        else:
            negative, curved = applied(instance(wanted, Number(-2)), "and", 2) or ()
            both = kernel.conjoin(arithmetic(negative), as_derivative(curved, bend))
            shown.append(kernel.witness(wanted, Number(-2), both))
    exists = kernel.detach(said_there, conjoined(*shown))
    near_zero = kernel.assume(instance(exists.conclusion, r))
    positive, _ = conjuncts(near_zero)
    half = term("r / 2", r=r)
    gap = term("h - z", h=half, z=nothing)
    step = at(as_absolute(), gap, half, given=[arithmetic(term("-h <= g and g <= h", h=half, g=gap), positive)])
    near = arithmetic(term("abs(g) < r", g=gap, r=r), step, positive)
    _, everywhere = conjuncts(near_zero)
    larger = at(everywhere, half, half, given=[near])
    contradiction = kernel.unpack(exists, r, arithmetic(FALSE, larger, positive))
    corner = (("r", "1"), ("x", "1/2"), ("y", "1/2"))  # as it is nearer by, at x = y = r/2
    shown_at = (("f", "(x, y) -> 4*x*y - x^2 - y^2"), ("u", "0"), ("v", "0"), *corner)
    return Refuted(derived.reject(goal.statement, contradiction), shown_at, (Fraction(1, 2), Fraction(0)))
