"""Sections 3.1 and 3.2: reports and estimates as vectors, the likelihood of the reports, Theorem 1 and its proof."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from checks.interpreter import NUMERIC, Interpreter
from checks.papers.mw.encodings.common import (
    ONE,
    ZERO,
    Encoding,
    fact,
    in_force,
    numbered,
    proved,
    put_names,
    row,
    speaking_of,
    with_names,
    with_operators,
)
from checks.papers.mw.notation import with_matrix
from checks.papers.mw.notation_survey import here
from checks.papers.mw.surveys import SIZE, SURVEYS, Survey, variable
from checks.reading import syntax as tree
from checks.values import MatrixValue, MeaninglessError, Value
from checks.verdict import Outcome
from checks.verification import Context, Part
from derivations.lemmas import substitute_rational
from derivations.linear_algebra import determinant, total
from derivations.linear_algebra import product as matrix_product
from derivations.moments import fixed_count_moments
from derivations.multinomial_maximum import (
    MultinomialMaximum,
    ascent_term,
    bias_of_maximum_for_one,
    multinomial_maximum,
)
from derivations.sampling_model import design_rows
from mechanisms.formula import Formula, all_of, any_of
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction

ANSWERS = (0, 1, 2)
SHARES = (variable("pi0"), variable("pi1"), ONE - variable("pi0") - variable("pi1"))
COUNTS = (variable("N0"), variable("N1"), SIZE - variable("N0") - variable("N1"))


def general() -> Survey:
    """The survey through the general design with three answers."""
    return SURVEYS["P_general"]()


def reported_cells(survey: Survey) -> list[Formula]:
    """Every report has a positive probability, so that log L has a value."""
    return [fact(cell, ">", 0) for cell in survey.cells]


# -- vectors of shares and counts --------------------------------------------------------------------------------------


def shares_of_counts(context: Context) -> Sequence[Part]:
    """N_2 is what is left of N, and the shares pi = N / N are a law: not negative, with sum one."""
    counts = numbered("T", 3)
    (left, vector) = context.trees()
    given = [fact(total(counts), "=", SIZE), *(fact(count, ">=", 0) for count in counts), fact(SIZE, ">=", 1)]
    reader = with_names(
        context.interpreter,
        **{f"N{k}": count for k, count in enumerate(counts)},
        N_vector=row(*counts),
        pi_vector=row(*(count / SIZE for count in counts)),
    ).assuming(*given)
    return [
        *reader.obligations(left, "what is left"),
        *reader.obligations(vector, "shares"),
        context.shown("the shares sum to one", fact(total(count / SIZE for count in counts), "=", 1), *given),
        *(
            context.shown(
                f"share {k} is a proportion", all_of([fact(0, "<=", c / SIZE), fact(c / SIZE, "<=", 1)]), *given
            )
            for k, c in enumerate(counts)
        ),
    ]


def expected_reports(context: Context) -> Sequence[Part]:
    """pi tilde is the law of a report of somebody drawn at random: pi P by total probability."""
    survey = general()
    reader = with_names(context.interpreter, pi_vector=row(*SHARES), pi_reported=row(*survey.cells))
    return [part for node in context.trees() for part in reader.obligations(node)]


def observed_reports(context: Context) -> Sequence[Part]:
    """pi tilde are the observed shares of the reports, N tilde their observed numbers."""
    counts = numbered("T", 3)
    reader = with_names(
        context.interpreter,
        pi_vector=row(*SHARES),
        pi_reported=row(*(count / SIZE for count in COUNTS)),
        N_vector=row(*counts),
        N_reported=row(*COUNTS),
    )
    return [part for node in context.trees() for part in reader.obligations(node)]


def solved_equations(context: Context) -> Sequence[Part]:
    """The estimates are the solution e of e P = pi tilde: for whatever e, the print gives e back from e P."""
    (node,) = context.trees()
    estimates = numbered("e", 3)
    reported = matrix_product((estimates,), design_rows(general().design))
    reader = with_names(context.interpreter, pi_estimated=row(*estimates), pi_reported=MatrixValue(reported))
    return reader.obligations(node)


def expected_counts(context: Context) -> Sequence[Part]:
    """N tilde are the expected numbers of the reports when it is fixed who has which answer; N hat solves for them."""
    reported, estimated = _conjuncts(context)
    truths = [Polynomial.variable(f"T{t}") for t in ANSWERS]
    counted = fixed_count_moments(general().design, truths).mean
    vector = row(*(RationalFunction(count) for count in truths))
    reader = with_names(context.interpreter, N_vector=vector, N_reported=row(*counted), N_estimated=vector)
    return [*reader.obligations(reported, "expected reports"), *reader.obligations(estimated, "solved for the truths")]


def _conjuncts(context: Context) -> list[tree.Node]:
    (node,) = context.trees()
    return list(node.items) if isinstance(node, tree.Conjunction) else [node]


def truthful_reports(context: Context) -> Sequence[Part]:
    """Where all p_ii = 1 the reports are the truths, in number and in share: no count varies."""
    survey = general()
    rows = design_rows(survey.design)
    given = [fact(rows[i][i], "=", 1) for i in ANSWERS]
    given += [fact(entry, ">=", 0) for line in rows for entry in line]
    truths = [Polynomial.variable(f"T{t}") for t in ANSWERS]
    moments = fixed_count_moments(survey.design, truths)
    vector = row(*(RationalFunction(count) for count in truths))
    reader = with_names(
        context.interpreter,
        pi_vector=row(*SHARES),
        pi_reported=row(*survey.cells),
        N_vector=vector,
        N_reported=row(*moments.mean),
    ).assuming(*given)
    parts: list[Part] = [part for node in context.trees() for part in reader.obligations(node)]
    for y in ANSWERS:
        parts.append(
            context.shown(f"the number of reports {y} is certain", fact(moments.covariance[y][y], "=", 0), *given)
        )
    return parts


def permutations_are_deterministic(context: Context) -> Sequence[Part]:
    """An entry of a permutation matrix is 0 or 1, so that no report varies: p (1 - p) = 0 for each of any m x m."""
    entry = variable("entry")
    given = fact(entry * (entry - 1), "=", 0)
    return [context.shown("the variance of the indicator of a report", fact(entry - entry**2, "=", 0), given)]


def sums_are_one(context: Context) -> Sequence[Part]:
    """Each printed sum is one: of the shares, of the observed shares of the reports, of the estimates."""
    survey = general()
    values: dict[str, Value] = {}
    for k in ANSWERS:
        values[f"pi{k}_reported"] = COUNTS[k] / SIZE
        values[f"pi{k}_estimated"] = survey.estimates[k]
    reader = with_names(context.interpreter, **values)
    return [part for node in context.trees() for part in reader.obligations(node)]


def convergence_is_unbiasedness(context: Context) -> Sequence[Part]:
    """An estimator with the mean pi + c/N, which converges to pi as N grows, has the mean pi."""
    return [context.shown("the mean is the share", fact(variable("pi0") + variable("c") / SIZE, "=", variable("pi0")))]


def equality_is_unbiasedness(context: Context) -> Sequence[Part]:
    """Of estimators with the mean pi + c/N, exactly those with c = 0 have the mean pi for every pi and N."""
    mean, c = variable("pi0") + variable("c") / SIZE, variable("c")
    return [
        context.shown("c = 0 is enough", fact(mean, "=", variable("pi0")), fact(c, "=", 0)),
        context.shown("nothing else is", fact(c, "=", 0), fact(mean, "=", variable("pi0"))),
    ]


# -- the maximum of the likelihood -------------------------------------------------------------------------------------


@cache
def maximum_of(survey: Survey) -> MultinomialMaximum:
    """The likelihood of a survey as a function of its free shares, and its maximum."""
    names = [share.numerator.names[0] for share in survey.proportions[:-1]]
    return multinomial_maximum(survey.design, names, survey.counts, SIZE)


def way_up(context: Context, survey: Survey) -> list[Part]:
    """The likelihood is largest where the cells are the reported frequencies: the derived root is its only maximum.

    Among all real shares for which the cells are a law: at the root they are N_y / N, and from anywhere else the slope
    of log L towards the root is positive, term by term (r - q)^2 / q for the frequency r of a report with the cell q.
    """
    return [
        part if isinstance(part, Outcome) else context.shown(part[0], part[1], *part[2])
        for part in _way_up_facts(survey)
    ]


@cache
def _way_up_facts(survey: Survey) -> tuple[Outcome | tuple[str, Formula, tuple[Formula, ...]], ...]:
    """(label, fact, hypotheses), and theorems at hand."""
    found = maximum_of(survey)
    possible, someone = reported_cells(survey), fact(SIZE, ">=", 1)
    weak, strict = ascent_term()
    gaps = total(count / SIZE - cell for count, cell in zip(found.counts, found.cells, strict=True))
    return (
        *(
            (f"report {y} has its frequency at the root", fact(cell, "=", count / SIZE), ())
            for y, (cell, count) in enumerate(zip(found.cells_at_root(), found.counts, strict=True))
        ),
        ("slope towards the root", fact(found.slope_towards_root, "=", found.ascent), (*possible, someone)),
        proved("each term is at least r - q", weak),
        proved("and more where they differ", strict),
        ("the r - q sum to zero", fact(gaps, "=", 0), (someone,)),
    )


def _equations(context: Context) -> list[tree.Node]:
    """The printed estimators, one equation each."""
    return [
        node for tree_ in context.trees() for node in (tree_.items if isinstance(tree_, tree.Conjunction) else [tree_])
    ]


def maximum_over_all_shares(matrix: str) -> Encoding:
    """The printed formulas are the only maximum of the likelihood among all real shares that give reports a law."""

    def parts(context: Context) -> Sequence[Part]:
        reader = with_matrix(context.interpreter, matrix)
        printed = [part for node in _equations(context) for part in reader.obligations(node, "the root")]
        return [*printed, *way_up(context, SURVEYS[matrix]())]

    return parts


def maximum_over_proportions(matrix: str) -> Encoding:
    """The printed formulas are the maximum of the likelihood over the proportions, so that they are proportions."""

    def parts(context: Context) -> Sequence[Part]:
        shares = [here(context.interpreter, share) for share in SURVEYS[matrix]().estimates]
        inside = [
            context.shown(f"estimate {k} is a proportion", all_of([fact(0, "<=", share), fact(share, "<=", 1)]))
            for k, share in enumerate(shares)
        ]
        return [*inside, *maximum_over_all_shares(matrix)(context)]

    return parts


def score_vanishes_at_maximum(matrix: str) -> Encoding:
    """At the maximum of the likelihood among all real shares the printed equations hold, and have a meaning.

    The maximum is the derived root, where the cells are the frequencies N_y / N; where a report was not seen, the
    logarithm of its cell has no value there.
    """

    def parts(context: Context) -> Sequence[Part]:
        there = speaking_of(context, matrix)
        survey = SURVEYS[matrix]()
        return [*vanishing_at_root(there.interpreter, _equations(there), survey), *way_up(there, survey)]

    return parts


def vanishing_at_root(reader: Interpreter, equations: Sequence[tree.Node], survey: Survey) -> list[Part]:
    """Each printed "derivative = 0" at the derived root: it has a value there and the printed relation holds.

    The derivatives are the slopes of log L in its shares, one each: away from the root they do not all vanish, since
    there log L rises towards it, and so the equations determine the root.
    """
    found = maximum_of(survey)
    if len(equations) != len(found.shares):
        raise MeaninglessError("the maximum is determined by one equation for each share")
    root = dict(zip(found.shares, (here(reader, value) for value in found.root), strict=False))
    parts: list[Part] = []
    for equation, score in zip(equations, found.score, strict=True):
        match equation:
            case tree.Chain(
                members=(tree.Derivative(order=1) as slope, tree.Number(text="0")), relations=(relation,)
            ) if relation in NUMERIC:
                pass
            case _:
                raise MeaninglessError(f"'{reader.print(equation)}' sets no slope to zero")
        with reader.apart() as (divisors, required):
            value = reader.number(slope)
        label = f"{reader.print(equation)} at the maximum"
        demands = [(why, substitute_rational(a, root), substitute_rational(b, root)) for why, a, b in required]
        named = f"{reader.print(slope)} is a slope of log L"
        parts.append(reader.shown(named, fact(value, "=", here(reader, score)), tuple(reported_cells(survey))))
        parts += reader.definedness(label, [divisor.substitute(root) for divisor in divisors], demands)
        parts.append(reader.shown(label, fact(value.substitute(root), NUMERIC[relation], 0), ()))
    return parts


def root_over_proportions(matrix: str) -> Encoding:
    """The maximum of the likelihood over the proportions is where the printed equations hold: the root is there."""

    def parts(context: Context) -> Sequence[Part]:
        inside = [
            context.shown(f"root {k} is a proportion", all_of([fact(0, "<=", root), fact(root, "<=", 1)]))
            for k, root in enumerate(SURVEYS[matrix]().estimates)
        ]
        return [*inside, *score_vanishes_at_maximum(matrix)(context)]

    return parts


def estimators_are_unbiased(matrix: str) -> Encoding:
    """The mean of every estimate, the root of the score, is the share that it estimates: for symbolic N."""

    def parts(context: Context) -> Sequence[Part]:
        survey = SURVEYS[matrix]()
        return [
            context.shown(f"estimate {k}", fact(survey.expectation(estimate), "=", share))
            for k, (estimate, share) in enumerate(zip(survey.estimates, survey.proportions, strict=True))
        ]

    return parts


def maximum_over_proportions_is_unbiased(context: Context) -> Sequence[Part]:
    """The mean of the maximum likelihood estimator over the proportions, for EWRR3 with one participant."""
    truth = context.interpreter.at["p"].evaluate({})
    rows = [[e.substitute({"p": truth}).evaluate({}) for e in line] for line in SURVEYS["P"]().design.entries]
    bias = bias_of_maximum_for_one(rows, dict(enumerate(SHARES)))
    return [context.shown(f"bias of estimate {k} is zero", fact(value, "=", 0)) for k, value in enumerate(bias)]


def second_partials_make_a_maximum(context: Context) -> Sequence[Part]:
    """Where both second partial derivatives are negative, the matrix of second derivatives is negative definite."""
    first, second, mixed = variable("h00"), variable("h11"), variable("h01")
    definite = fact(first * second - mixed**2, ">", 0)
    return [context.shown("negative definite", definite, fact(first, "<", 0), fact(second, "<", 0))]


def hessian_is_negative_definite(context: Context) -> Sequence[Part]:
    """The Hessian of log L is negative definite wherever log L has a value, if every answer was reported.

    With weights w_y = N_y / P(x_i = y)^2 it is -sum_y w_y d_y d_y', where d_y is the gradient of the cell y. The d_y
    sum to zero, so its determinant is (w_0 w_1 + w_0 w_2 + w_1 w_2) D^2 with D = det(d_0, d_1), that is det P.
    """
    survey = general()
    weights = numbered("weight", 3)
    first = (variable("d0"), variable("d1"), -variable("d0") - variable("d1"))
    second = (variable("g0"), variable("g1"), -variable("g0") - variable("g1"))
    pairs = ((first, first), (second, second), (first, second))
    h00, h11, h01 = (-total(w * a * b for w, a, b in zip(weights, left, right, strict=True)) for left, right in pairs)
    minor = first[0] * second[1] - first[1] * second[0]
    mixed = weights[0] * weights[1] + weights[0] * weights[2] + weights[1] * weights[2]
    gradients = [[cell.derivative(name) for name in ("pi0", "pi1")] for cell in survey.cells]
    gradient_minor = gradients[0][0] * gradients[1][1] - gradients[1][0] * gradients[0][1]
    positive = [*(fact(w, ">", 0) for w in weights), fact(minor, "!=", 0)]
    return [
        *second_derivatives_by_weights(context, survey),
        context.shown("the gradients have the determinant of P", fact(gradient_minor, "=", volume())),
        context.shown("determinant of the Hessian", fact(h00 * h11 - h01**2, "=", mixed * minor**2)),
        context.shown("it is positive", fact(mixed * minor**2, ">", 0), *positive),
        *(
            context.shown(f"second derivative {k} is not positive", fact(value, "<=", 0), *positive[:3])
            for k, value in enumerate((h00, h11))
        ),
    ]


def volume() -> RationalFunction:
    """det P of the general design."""
    return determinant(design_rows(general().design))


def second_derivatives_by_weights(context: Context, survey: Survey) -> list[Part]:
    """The second derivatives of log L are -sum_y w_y d_y d_y' with the weights w_y = N_y / q_y^2, which are positive.

    Term by term: the cells are affine in the shares, and a term c log q with q affine has the second derivative
    -c d d' / q^2, where d is the derivative of q.
    """
    names = [name for share in survey.proportions[:-1] for name in share.numerator.names]
    count, constant, d, g = (variable(name) for name in ("count", "constant", "d0", "g0"))
    cell = constant + d * variable("pi0") + g * variable("pi1")
    score = [count * cell.derivative(name) / cell for name in ("pi0", "pi1")]
    possible, seen = fact(cell, ">", 0), fact(count, ">", 0)
    parts: list[Part] = []
    for y, own in enumerate(survey.cells):
        bent = [own.derivative(a).derivative(b) for a, b in product(names, repeat=2)]
        parts.append(context.shown(f"cell {y} is affine in the shares", all_of(fact(value, "=", 0) for value in bent)))
    for k, (a, b) in enumerate(product((0, 1), repeat=2)):
        curved = score[a].derivative(("pi0", "pi1")[b])
        said = -(count / cell**2) * (d, g)[a] * (d, g)[b]
        parts.append(context.shown(f"second derivative {k} of a term", fact(curved, "=", said), possible))
    weight = fact(count / cell**2, ">", 0)
    return [*parts, context.shown("the weight of a report that was seen", weight, possible, seen)]


def curvature_by_weights(name: str) -> Encoding:
    """The printed second derivative is that of log L; it is negative, being -sum_y w_y d_y^2 with positive weights."""

    def parts(context: Context) -> Sequence[Part]:
        there = speaking_of(context, "P_general")
        (node,) = there.trees()
        match node:
            case tree.Chain(
                members=(
                    tree.Derivative(order=2, variable=tree.Name(name=printed_name)) as left,
                    printed,
                    tree.Number(text="0"),
                ),
                relations=("=", "<"),
            ) if printed_name == name:
                pass
            case _:
                raise MeaninglessError(f"a second derivative in {name} is printed with its value, which is below 0")
        survey = general()
        reader = there.interpreter
        slopes = [cell.derivative(name) for cell in survey.cells]
        by_weights = -total(
            count / cell**2 * slope**2 for count, cell, slope in zip(survey.counts, survey.cells, slopes, strict=True)
        )
        weights = numbered("weight", 3)
        d0, d1 = variable("d0"), variable("d1")
        negative = -total(w * d**2 for w, d in zip(weights, (d0, d1, d0 + d1), strict=True))
        moving = any_of(fact(d, "!=", 0) for d in (d0, d1))
        seen = [there.shown(f"report {y} was seen", fact(count, ">", 0)) for y, count in enumerate(survey.counts)]
        return [
            *reader.link(left, "=", printed, "the second derivative"),
            there.shown("the sum over the reports", fact(reader.number(printed), "=", by_weights)),
            *second_derivatives_by_weights(there, survey),
            *seen,
            there.shown(
                "where no cell depends on the share, det P = 0",
                fact(volume(), "=", 0),
                *(fact(slope, "=", 0) for slope in slopes[:2]),
            ),
            there.shown("the sum is negative", fact(negative, "<", 0), *(fact(w, ">", 0) for w in weights), moving),
        ]

    return parts


# -- the proof of unbiasedness -----------------------------------------------------------------------------------------


def mean_count_of_each_answer(context: Context) -> Sequence[Part]:
    """The printed identity for every answer i, where x_i is the report, 0, 1 or 2, of the i-th participant."""
    survey = general()

    plain = with_matrix(context.interpreter, "P_general")

    def expected(interpreter: Interpreter, node: tree.Operate) -> Value:
        (argument,) = node.arguments
        if argument in (tree.Name("x_i"), tree.Name("x_j")):
            return total(cell * y for y, cell in enumerate(survey.cells))
        return plain.notation.operators["E"](interpreter, node)

    return _for_each_answer(context, with_operators(plain, E=expected))


def each_answer(context: Context) -> Sequence[Part]:
    """The printed identity for every answer i, where x_j^2 = i stands for the square of the indicator of x_j = i."""
    indicator = variable("indicator")
    event = fact(indicator * (indicator - 1), "=", 0)
    reader = context.interpreter
    powers = [part for node in context.trees() for part in tree.nodes(node) if isinstance(part, tree.Power)]
    return [
        *(
            context.shown(
                f"{reader.print(power)}: an indicator is its own power",
                fact(indicator ** int(reader.number(power.exponent).evaluate({})), "=", indicator),
                event,
            )
            for power in powers
        ),
        *_for_each_answer(context, with_matrix(reader, "P_general")),
    ]


def each_answer_literally(context: Context) -> Sequence[Part]:
    """The printed identity for every answer i, where x_j^2 = i is the event that the square of the report is i."""
    plain = with_matrix(context.interpreter, "P_general")

    def expected(interpreter: Interpreter, node: tree.Operate) -> Value:
        match node.arguments:
            case (tree.Chain(members=(tree.Power(base=tree.Name()), report), relations=("=",)),):
                square = interpreter.number(report).evaluate({})
                return here(interpreter, total(cell for y, cell in enumerate(general().cells) if y**2 == square))
        return plain.notation.operators["E"](interpreter, node)

    return _for_each_answer(context, with_operators(plain, E=expected))


def _for_each_answer(context: Context, reader: Interpreter) -> list[Part]:
    parts: list[Part] = []
    for answer in ANSWERS:
        names: dict[str, tree.Node] = {"i": tree.Number(str(answer)), "N_i": tree.Name(f"N{answer}")}
        for node in context.trees():
            parts += reader.obligations(put_names(node, names), f"i = {answer}")
    return parts


def expected_score(name: str) -> Encoding:
    """The printed expression is the score with the means of the counts in place of the counts, and it vanishes."""

    def parts(context: Context) -> Sequence[Part]:
        survey = general()
        score = dict(zip(("pi0", "pi1"), maximum_of(survey).score, strict=True))[name]
        means = {"N0": survey.moments.mean[0], "N1": survey.moments.mean[1]}
        derived = score.substitute(means)
        plain = speaking_of(context, "P_general").interpreter
        reader = with_operators(plain, Pi_hat=lambda interpreter, node: here(interpreter, derived))
        return [part for node in context.trees() for part in reader.obligations(node)]

    return parts


def means_for_counts(context: Context) -> Sequence[Part]:
    """Whatever function of a count gives the share at the mean of the count has the share as its mean.

    For functions c0 + c1 N_0 + c2 N_0^2 of the count of one answer; the mean is derived from the law of the count.
    """
    return _means_for_counts(context, variable("c2"))


def means_for_counts_in_affine_functions(context: Context) -> Sequence[Part]:
    """The same for affine functions; and the solution of the equations (9) is affine in the counts."""
    parts = _means_for_counts(context, ZERO)
    for k, root in enumerate(general().estimates):
        bent = [root.derivative(a).derivative(b) for a, b in product(("N0", "N1"), repeat=2)]
        parts += [context.shown(f"estimate {k} is affine in the counts", all_of(fact(c, "=", 0) for c in bent))]
    return [*parts, *way_up(context, general())]


def _means_for_counts(context: Context, curvature: RationalFunction) -> list[Part]:
    survey = general()
    c0, c1 = variable("c0"), variable("c1")

    def function(count: RationalFunction) -> RationalFunction:
        return c0 + c1 * count + curvature * count**2

    at_mean = function(survey.moments.mean[0])
    mean = survey.expectation(function(variable("N0")))
    share = variable("pi0")
    return [context.shown("the mean is the share", fact(mean, "=", share), fact(at_mean, "=", share))]


def variance_term_by_term(context: Context) -> Sequence[Part]:
    """A sum of monomials Gamma N_i has the variance in which each is replaced by Gamma^2 Var(N_i)."""
    survey = general()
    weights = numbered("Gamma", 2)
    value = weights[0] * variable("N0") + weights[1] * variable("N1")
    by_rule = total(w**2 * survey.variance(variable(f"N{k}")) for k, w in enumerate(weights))
    return [context.shown("two monomials", fact(survey.variance(value), "=", by_rule))]


ENCODINGS: dict[str, Encoding] = {
    **{
        function.__name__: function
        for function in (
            shares_of_counts,
            expected_reports,
            observed_reports,
            solved_equations,
            expected_counts,
            truthful_reports,
            permutations_are_deterministic,
            sums_are_one,
            convergence_is_unbiasedness,
            equality_is_unbiasedness,
            maximum_over_proportions_is_unbiased,
            second_partials_make_a_maximum,
            hessian_is_negative_definite,
            mean_count_of_each_answer,
            each_answer,
            each_answer_literally,
            means_for_counts,
            means_for_counts_in_affine_functions,
            variance_term_by_term,
        )
    },
    "general_design": in_force("P_general"),
    "two_classes": in_force("P_lumped"),
    "many_answers": in_force("P_n"),
    "first_of_many_answers": in_force("P_n_first"),
    "estimators_of_general_design_unbiased": estimators_are_unbiased("P_general"),
    "curvature_in_pi0": in_force("P_general"),
    "curvature_in_pi1": in_force("P_general"),
    "curvature_in_pi0_by_weights": curvature_by_weights("pi0"),
    "curvature_in_pi1_by_weights": curvature_by_weights("pi1"),
    "expected_score_in_pi0": expected_score("pi0"),
    "expected_score_in_pi1": expected_score("pi1"),
    "score_of_general_design_vanishes": score_vanishes_at_maximum("P_general"),
    "root_is_maximum_over_proportions": root_over_proportions("P_general"),
}
