"""Pure protocols: moments of the counts that estimate how many have a value, for every size, whatever the protocol.

The truths a(1), ..., a(n) are given, and only responses are random, or they are drawn with the shares pi.

Source: Wang, Blocki, Li, Jha 2017, Definition 2 and Theorem 2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
    decided,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import Abstract, Free, Number, Term, equal
from derivations.theory import sums
from derivations.theory.independent_responses import (
    chance_of_value,
    covariance_of_affine,
    independent_affine,
    independent_of_one,
    square_of_indicator,
    variance_of_affine,
)
from derivations.theory.likelihood import response_is_law
from derivations.theory.linear_estimates import sums_exchanged
from derivations.theory.relaxation import response_adds_up, response_positive
from derivations.theory.single_terms import at, by_conditions, each, one_other, summed
from derivations.theory.subsets import square_of_bit
from derivations.theory.sums import ONE, in_range, in_sums, meeting
from derivations.theory.surveys import (
    dispersion_of_affine,
    expectation_of_affine,
    expectation_of_one,
    in_expectations,
    mean_of_one,
    moments,
)

SIZES = "integer(n) and 1 <= n implies integer(k) and 1 <= k implies integer(m) and 0 <= m implies"
PURE = f"{SIZES} design(k, m, P) implies pure(k, m, P, S, p, q) implies p != q implies"
INDEX = "integer({0}) and 1 <= {0} <= k implies"
GIVEN = f"{PURE} word(n, k, a) implies {INDEX.format('i')}"
CHANCE = "q + (p - q) * indicator(x = i)"
COUNT, SHARE = "estimated_count(n, S, p, q, i)", "estimated_share(n, S, p, q, i)"
RESPONSE_SPREAD = "q * (1 - q) + (p - q) * (1 - p - q) * indicator(x = i)"
RESPONSE_TOGETHER = "-(q * q) - q * (p - q) * (indicator(x = i) + indicator(x = j))"
Facts = list[Term | Proved]
TWO = Number(2)


# -- one response ----------------------------------------------------------------------------------------------------

RESPONSE = ("integer(k) and 1 <= k implies integer(m) and 0 <= m implies design(k, m, P) implies "
            "pure(k, m, P, S, p, q) "
       f"implies {INDEX.format('x')} {INDEX.format('i')}")  # fmt: skip


@lemma(f"forall k m P S p q x i. {RESPONSE} mean(m, P(x), fun y. S(y, i)) = {CHANCE}")
def chance_of_support(goal: Goal) -> Proved:
    """A response supports a value with probability p, if it is the truth, or q."""
    *_, x, i = goal.variables
    pure = rewritten(kernel.assume(goal.given[3]), unfolding("pure"))
    found = at(at(kernel.part(pure, 1), x, given=goal.given), i, given=goal.given)
    found = rewritten(found, unfolding("mean"))
    return reduced(normal(goal.conclusion, unfolding("indicator", "mean")), lambda it: by_conditions(it, found))


def _one(goal: Goal, *indices: Term) -> tuple[Facts, list[Proved]]:
    """What is known of one response: sizes and that its probabilities add up to one, and its chances of support."""
    k, m, P, S, p, q, x = goal.variables[:7]
    given: Facts = [*goal.given, kernel.part(kernel.assume(goal.given[0]), 0)]
    row = at(rewritten(kernel.assume(goal.given[2]), unfolding("design", "law")), x, given=given)
    *_, whole = conjuncts(row)
    chances = [at(chance_of_support(), k, m, P, S, p, q, x, i, given=given, premises=6) for i in indices]
    return [*given, whole], [whole, *chances]


@lemma(f"forall k m P S p q x i. {RESPONSE} variance(m, P(x), fun y. S(y, i)) = {RESPONSE_SPREAD}")
def variance_of_support(goal: Goal) -> Proved:
    """Whether a response supports a value is a yes or no."""
    _k, m, P, S, _p, _q, x, i = goal.variables
    given, known = _one(goal, i)
    y = Free("y #0")
    pure = rewritten(kernel.assume(goal.given[3]), unfolding("pure"))
    bit = at(at(kernel.part(pure, 0), y, given=[*given, kernel.assume(in_range(y, m))]), i, given=given)
    own = at(square_of_bit(), term("S(y, i)", S=S, y=y, i=i), given=[bit])
    names = {"P": P, "S": S, "x": x, "y": y, "i": i}
    square = summed(y, m, arithmetic(term("P(x, y) * (S(y, i) * S(y, i)) = P(x, y) * S(y, i)", **names), own), given)
    return _second_moment(goal, "variance", given, [*known, square, specialise(square_of_indicator(), equal(x, i))])


def _second_moment(goal: Goal, word: str, given: Facts, facts: Sequence[Proved]) -> Proved:
    """A variance or covariance of supports, from what is known of sums over the responses."""
    left, right = sides(goal.conclusion)
    steps = [unfolding(word), in_expectations(given), by(mean_of_one(), given)]
    first = chain(left).rewrite(*steps).rewrite(unfolding("mean"), in_sums(given))
    return first.arithmetic(right, *(rewritten(fact, unfolding("mean"), in_sums(given)) for fact in facts)).theorem


@lemma(f"forall k m P S p q x i j. {RESPONSE} {INDEX.format('j')} i != j implies "
       "(forall y in 1..m. S(y, i) * S(y, j) = 0) implies "
       f"covariance(m, P(x), fun y. S(y, i), fun y. S(y, j)) = {RESPONSE_TOGETHER}")  # fmt: skip
def covariance_of_exclusive(goal: Goal) -> Proved:
    """Where no response supports two values, the supports of two are never both there."""
    _k, m, P, S, _p, _q, x, i, j = goal.variables
    given, known = _one(goal, i, j)
    y = Free("y #0")
    none = at(kernel.assume(goal.given[8]), y, given=[kernel.assume(in_range(y, m))])
    names = {"P": P, "S": S, "x": x, "y": y, "i": i, "j": j}
    product = summed(y, m, arithmetic(term("P(x, y) * (S(y, i) * S(y, j)) = P(x, y) * 0", **names), none), given)
    never = normal(term("indicator(x = i) * indicator(x = j) = 0", **names), unfolding("indicator"))
    never = derived.follow(symmetric(never), by_conditions(sides(never.conclusion)[1], goal.given[7]))
    return _second_moment(goal, "covariance", given, [*known, product, never])


# -- n responses, the truths given -----------------------------------------------------------------------------------


def _as_affine(statistic: Term, names: Mapping[str, Term], scale: str, offset: str, *given: Term) -> Proved:
    """An estimate is linear in the count of the responses that support its value."""
    plain = normal(statistic, unfolding("estimated_share", "estimated_count", "supporting"))
    if not isinstance(whole := sides(plain.conclusion)[1], Abstract):
        plain = derived.transitive(plain, symmetric(derived.eta(whole)))
    w = Free("w #0", term("fun t. t + 0").type)
    inner = normal(sides(plain.conclusion)[1](w))
    start = offset or f"-n * q * {scale}"
    linear = term(f"{start} + {scale} * total(n, fun y. S(y, i))(w)", **names, w=w)
    worked = arithmetic(equal(sides(inner.conclusion)[1], linear), *given)
    return derived.transitive(plain, kernel.abstracted(w, worked))


def _of_estimates(goal: Goal, law: Proved, one: Proved, scale: str, *statistics: str, offset: str = "") -> Proved:
    """A moment of estimates, from that of affine statistics and from what each response adds to it."""
    n, k, m, P, S, p, q, a, i, *others = goal.variables
    names = {"n": n, "k": k, "m": m, "P": P, "S": S, "p": p, "q": q, "a": a}
    given: Facts = [*goal.given, arithmetic(term("0 <= n", n=n), goal.given[0])]
    given.append(kernel.part(kernel.assume(goal.given[0]), 0))
    t = Free("t #0")
    x = term("a(t)", a=a, t=t)
    inside = kernel.assume(in_range(t, n))
    truth = at(rewritten(kernel.assume(goal.given[6]), unfolding("word")), t, given=[inside])
    *_, row = conjuncts(at(rewritten(kernel.assume(goal.given[3]), unfolding("design", "law")), x, given=[truth]))
    given.append(each(t, n, row))
    left, right = sides(goal.conclusion)
    changed, linear, scores = chain(left), list[Term](), list[Term]()
    for statistic, index in zip(statistics, (i, *others), strict=True):
        own = {**names, "i": index}
        changed = changed.rewrite(by(_as_affine(term(statistic, **own), own, scale, offset, *goal.given[:6:5])))
        linear += [term(offset or f"-n * q * {scale}", **own), term(scale, **own)]
        scores.append(term("fun y. S(y, i)", **own))
    found = at(law, n, m, term("fun t. P(a(t))", P=P, a=a), *scores, *linear, given=given, premises=3)
    each_response = at(one, k, m, P, S, p, q, x, i, *others, given=[*given, truth], premises=9)
    steps = [in_sums(given), by(sums.sum_of_ones(), given)]
    total = rewritten(summed(t, n, each_response, given), *steps)
    wanted = chain(right).rewrite(unfolding("frequency", "empirical"))
    worked = changed.then(found).rewrite(*steps)
    return meeting(worked, wanted, total, goal.given[0], goal.given[5])


BY_COUNT, BY_SHARE = "(1 / (p - q))", "(1 / (n * (p - q)))"
GIVEN_LAW = "n, m, fun t. P(a(t))"


@lemma(f"forall n k m P S p q a i. {GIVEN} independent({GIVEN_LAW}, {COUNT}) = frequency(n, i)(a)")
def expected_count_given(goal: Goal) -> Proved:
    """The estimate of a count is unbiased, whatever the truths of the respondents."""
    return _of_estimates(goal, independent_affine(), chance_of_support(), BY_COUNT, COUNT)


@lemma(f"forall n k m P S p q a i. {GIVEN} independent({GIVEN_LAW}, {SHARE}) = empirical(n, a)(i)")
def expected_share_given(goal: Goal) -> Proved:
    """The estimate of a share is unbiased, whatever the truths of the respondents."""
    return _of_estimates(goal, independent_affine(), chance_of_support(), BY_SHARE, SHARE)


SPREAD = "n * q * (1 - q) / (p - q)^2 + frequency(n, i)(a) * (1 - p - q) / (p - q)"
TOGETHER = "-(n * q^2 + q * (p - q) * (frequency(n, i)(a) + frequency(n, j)(a))) / (p - q)^2"
EXCLUSIVE = f"{INDEX.format('j')} i != j implies (forall y in 1..m. S(y, i) * S(y, j) = 0) implies"


@lemma(f"forall n k m P S p q a i. {GIVEN} independent_variance({GIVEN_LAW}, {COUNT}) = {SPREAD}")
def variance_of_count_given(goal: Goal) -> Proved:
    """The variance of the estimate of a count."""
    return _of_estimates(goal, variance_of_affine(), variance_of_support(), BY_COUNT, COUNT)


@lemma(f"forall n k m P S p q a i. {GIVEN} independent_variance({GIVEN_LAW}, {SHARE}) = ({SPREAD}) / n^2")
def variance_of_share_given(goal: Goal) -> Proved:
    """The variance of the estimate of a share."""
    return _of_estimates(goal, variance_of_affine(), variance_of_support(), BY_SHARE, SHARE)


@lemma(f"forall n k m P S p q a i j. {GIVEN} {EXCLUSIVE} "
       f"independent_covariance({GIVEN_LAW}, {COUNT}, {COUNT.replace('i)', 'j)')}) = {TOGETHER}")  # fmt: skip
def covariance_of_counts(goal: Goal) -> Proved:
    """The covariance of the estimates of two counts, where no response supports both values."""
    return _of_estimates(goal, covariance_of_affine(), covariance_of_exclusive(), BY_COUNT, COUNT, COUNT)


@lemma(f"forall n k m P S p q a i j. {GIVEN} {EXCLUSIVE} "
       f"independent_covariance({GIVEN_LAW}, {SHARE}, {SHARE.replace('i)', 'j)')}) = ({TOGETHER}) / n^2")  # fmt: skip
def covariance_of_shares_given(goal: Goal) -> Proved:
    """The covariance of the estimates of two shares, where no response supports both values."""
    return _of_estimates(goal, covariance_of_affine(), covariance_of_exclusive(), BY_SHARE, SHARE, SHARE)


# -- n responses, the truths drawn -----------------------------------------------------------------------------------

DRAWN_ONE = ("integer(k) and 1 <= k implies integer(m) and 0 <= m implies design(k, m, P) implies "
             f"pure(k, m, P, S, p, q) implies law(k, pi) implies {INDEX.format('i')}")  # fmt: skip
DRAWN_LAW = "response(k, pi, P)"
RATE = "(q + (p - q) * pi(i))"
OTHER_RATE = RATE.replace("(i)", "(j)")


@lemma(f"forall k m P S p q pi i. {DRAWN_ONE} mean(m, {DRAWN_LAW}, fun y. S(y, i)) = {RATE}")
def rate_of_support(goal: Goal) -> Proved:
    """How likely a response supports a value, whose share is pi(i)."""
    k, m, P, S, p, q, pi, i = goal.variables
    names = {"k": k, "m": m, "P": P, "S": S, "p": p, "q": q, "pi": pi, "i": i}
    x, y = Free("x #0"), Free("y #0")
    given: Facts = [*goal.given, arithmetic(term("0 <= k", k=k), goal.given[0])]
    given.append(kernel.part(kernel.assume(goal.given[0]), 0))
    inside = kernel.assume(in_range(x, k))
    one = at(chance_of_support(), k, m, P, S, p, q, x, i, given=[*given, inside], premises=6)
    turn = arithmetic(term("S(y, i) * P(x, y) = P(x, y) * S(y, i)", **names, x=x, y=y))
    row = derived.transitive(summed(y, m, turn, given), rewritten(one, unfolding("mean")))
    scaled = kernel.congruent(kernel.reflexive(term("fun s. pi(x) * s", pi=pi, x=x)), row)
    exchanged = at(sums_exchanged(), k, m, term("fun y. S(y, i)", **names), pi, P, given=given, premises=2)
    left, right = sides(goal.conclusion)
    plain = chain(left).rewrite(unfolding("mean", "response"))
    swap = term("(sum x in 1..k. pi(x) * P(x, y)) * S(y, i) = S(y, i) * (sum x in 1..k. pi(x) * P(x, y))", **names, y=y)
    whole = plain.then(summed(y, m, arithmetic(swap), given)).then(exchanged)
    whole = whole.then(summed(x, k, rewritten(scaled), given))
    *_, shares = conjuncts(rewritten(kernel.assume(goal.given[4]), unfolding("law")))
    return whole.rewrite(unfolding("indicator"), in_sums(given), one_other(given)).arithmetic(right, shares).theorem


def _drawn(goal: Goal, *indices: Term) -> tuple[Facts, list[Proved]]:
    """Sizes and that the law of the responses adds up to one; the rates of support."""
    k, m, P, S, p, q, pi = goal.variables[:7]
    given: Facts = [*goal.given, arithmetic(term("0 <= k", k=k), goal.given[0])]
    given.append(kernel.part(kernel.assume(goal.given[0]), 0))
    responses = at(response_is_law(), k, m, P, pi, given=given, premises=4)
    *_, whole = conjuncts(rewritten(responses, unfolding("law")))
    rates = [at(rate_of_support(), k, m, P, S, p, q, pi, i, given=given, premises=6) for i in indices]
    return [*given, whole], [whole, *rates]


@lemma(f"forall k m P S p q pi i. {DRAWN_ONE} variance(m, {DRAWN_LAW}, fun y. S(y, i)) = {RATE} * (1 - {RATE})")
def variance_of_support_drawn(goal: Goal) -> Proved:
    """Whether a response supports a value is a yes or no."""
    k, m, P, S, _p, _q, pi, i = goal.variables
    given, known = _drawn(goal, i)
    y = Free("y #0")
    pure = rewritten(kernel.assume(goal.given[3]), unfolding("pure"))
    bit = at(at(kernel.part(pure, 0), y, given=[*given, kernel.assume(in_range(y, m))]), i, given=given)
    own = at(square_of_bit(), term("S(y, i)", S=S, y=y, i=i), given=[bit])
    names = {"k": k, "P": P, "pi": pi, "S": S, "y": y, "i": i}
    square = arithmetic(
        term("response(k, pi, P)(y) * (S(y, i) * S(y, i)) = response(k, pi, P)(y) * S(y, i)", **names), own
    )
    return _second_moment(goal, "variance", given, [*known, summed(y, m, square, given)])


@lemma(f"forall k m P S p q pi i j. {DRAWN_ONE} {EXCLUSIVE} "
       f"covariance(m, {DRAWN_LAW}, fun y. S(y, i), fun y. S(y, j)) = -({RATE} * {OTHER_RATE})")  # fmt: skip
def covariance_of_exclusive_drawn(goal: Goal) -> Proved:
    """Where no response supports two values, the supports of two are never both there."""
    k, m, P, S, _p, _q, pi, i, j = goal.variables
    given, known = _drawn(goal, i, j)
    y = Free("y #0")
    none = at(kernel.assume(goal.given[8]), y, given=[kernel.assume(in_range(y, m))])
    names = {"k": k, "P": P, "pi": pi, "S": S, "y": y, "i": i, "j": j}
    product = arithmetic(term("response(k, pi, P)(y) * (S(y, i) * S(y, j)) = response(k, pi, P)(y) * 0", **names), none)
    return _second_moment(goal, "covariance", given, [*known, summed(y, m, product, given)])


RESPONSES = "integer(n) and 0 <= n implies integer(m) and 0 <= m implies (sum y in 1..m. q(y)) = 1 implies"


@lemma(f"forall n m q g h a b c d. {RESPONSES} "
       "codispersion(n, m, q, fun w. a + b * total(n, g)(w), fun w. c + d * total(n, h)(w)) = "
       "b * d * (n * covariance(m, q, g, h))")  # fmt: skip
def codispersion_of_affine(goal: Goal) -> Proved:
    """The covariance of statistics that are linear in total scores is n times that of the scores."""
    left, right = sides(goal.conclusion)
    steps = [*moments(goal.given), unfolding("codispersion", "covariance")]
    return meeting(chain(left).rewrite(*steps), chain(right).rewrite(*steps))


def _of_drawn_estimates(goal: Goal, law: Proved, one: Proved, scale: str, *statistics: str, offset: str = "") -> Proved:
    """A moment of estimates where the truths are drawn, from that of affine statistics and that of one response."""
    n, k, m, P, S, p, q, pi, i, *others = goal.variables
    names = {"n": n, "k": k, "m": m, "P": P, "S": S, "p": p, "q": q, "pi": pi}
    given: Facts = [
        *goal.given,
        *(arithmetic(term("0 <= n", n=size), f) for size, f in zip((n, k), goal.given[:2], strict=True)),
    ]
    given += [kernel.part(kernel.assume(fact), 0) for fact in goal.given[:2]]
    responses = at(response_is_law(), k, m, P, pi, given=given, premises=4)
    *_, whole = conjuncts(rewritten(responses, unfolding("law")))
    left, right = sides(goal.conclusion)
    changed, linear, scores = chain(left), list[Term](), list[Term]()
    for statistic, index in zip(statistics, (i, *others), strict=True):
        own = {**names, "i": index}
        changed = changed.rewrite(by(_as_affine(term(statistic, **own), own, scale, offset, *goal.given[:6:5])))
        linear += [term(offset or f"-n * q * {scale}", **own), term(scale, **own)]
        scores.append(term("fun y. S(y, i)", **own))
    q_ = term(DRAWN_LAW, **names)
    found = at(law, n, m, q_, *scores, *linear, given=[*given, whole], premises=3)
    each_response = at(one, k, m, P, S, p, q, pi, i, *others, given=given, premises=9)
    return changed.then(found).rewrite(by(each_response)).arithmetic(right, goal.given[0], goal.given[5]).theorem


DRAWN = f"{PURE} law(k, pi) implies {INDEX.format('i')}"
DRAWN_RESPONSES = f"n, m, {DRAWN_LAW}"
DRAWN_SPREAD = f"n * {RATE} * (1 - {RATE}) / (p - q)^2"
DRAWN_TOGETHER = f"-(n * {RATE} * {OTHER_RATE}) / (p - q)^2"


@lemma(f"forall n k m P S p q pi i. {DRAWN} expectation({DRAWN_RESPONSES}, {COUNT}) = n * pi(i)")
def expected_count_drawn(goal: Goal) -> Proved:
    """The estimate of a count is unbiased for the expected count."""
    return _of_drawn_estimates(goal, expectation_of_affine(), rate_of_support(), BY_COUNT, COUNT)


@lemma(f"forall n k m P S p q pi i. {DRAWN} expectation({DRAWN_RESPONSES}, {SHARE}) = pi(i)")
def expected_share_drawn(goal: Goal) -> Proved:
    """The estimate of a share is unbiased."""
    return _of_drawn_estimates(goal, expectation_of_affine(), rate_of_support(), BY_SHARE, SHARE)


@lemma(f"forall n k m P S p q pi i. {DRAWN} dispersion({DRAWN_RESPONSES}, {COUNT}) = {DRAWN_SPREAD}")
def variance_of_count_drawn(goal: Goal) -> Proved:
    """The variance of the estimate of a count."""
    return _of_drawn_estimates(goal, dispersion_of_affine(), variance_of_support_drawn(), BY_COUNT, COUNT)


@lemma(f"forall n k m P S p q pi i. {DRAWN} dispersion({DRAWN_RESPONSES}, {SHARE}) = ({DRAWN_SPREAD}) / n^2")
def variance_of_share_drawn(goal: Goal) -> Proved:
    """The variance of the estimate of a share."""
    return _of_drawn_estimates(goal, dispersion_of_affine(), variance_of_support_drawn(), BY_SHARE, SHARE)


@lemma(f"forall n k m P S p q pi i j. {DRAWN} {EXCLUSIVE} "
       f"codispersion({DRAWN_RESPONSES}, {COUNT}, {COUNT.replace('i)', 'j)')}) = {DRAWN_TOGETHER}")  # fmt: skip
def covariance_of_counts_drawn(goal: Goal) -> Proved:
    """The covariance of the estimates of two counts, where no response supports both values."""
    return _of_drawn_estimates(goal, codispersion_of_affine(), covariance_of_exclusive_drawn(), BY_COUNT, COUNT, COUNT)


@lemma(f"forall n k m P S p q pi i j. {DRAWN} {EXCLUSIVE} "
       f"codispersion({DRAWN_RESPONSES}, {SHARE}, {SHARE.replace('i)', 'j)')}) = ({DRAWN_TOGETHER}) / n^2")  # fmt: skip
def covariance_of_shares_drawn(goal: Goal) -> Proved:
    """The covariance of the estimates of two shares, where no response supports both values."""
    return _of_drawn_estimates(goal, codispersion_of_affine(), covariance_of_exclusive_drawn(), BY_SHARE, SHARE, SHARE)


# -- randomized response ---------------------------------------------------------------------------------------------

LEVEL = "integer(k) and 2 <= k implies 1 <= x implies"
RR, RR_P, RR_Q = "randomized_response(k, x)", "x / (x + k - 1)", "1 / (x + k - 1)"


@lemma(f"forall k x. {LEVEL} design(k, k, {RR}) and pure(k, k, {RR}, itself, {RR_P}, {RR_Q})")
def randomized_response_is_pure(goal: Goal) -> Proved:
    """Randomized response supports the value that is reported: p* = x/(x + k - 1), q* = 1/(x + k - 1)."""
    k, x = goal.variables
    names = {"k": k, "x": x}
    a, y, i = Free("a #0"), Free("y #0"), Free("i #0")
    size = arithmetic(term("1 <= k and 0 <= k", k=k), goal.given[0])
    given: Facts = [*goal.given, size, kernel.part(kernel.assume(goal.given[0]), 0)]
    inside = [kernel.assume(in_range(v, k)) for v in (a, y, i)]
    positive = at(response_positive(), k, x, a, y, given=[arithmetic(term("2 <= k and 1 <= x", **names), *goal.given)])
    positive = arithmetic(term("0 <= randomized_response(k, x)(a, y)", **names, a=a, y=y), positive)
    adds_up = at(response_adds_up(), k, x, a, given=[*given, inside[0]], premises=3)
    row = kernel.conjoin(each(y, k, positive), rewritten(adds_up))
    both = [each(a, k, row)]
    chance = at(chance_of_value(), k, x, a, i, given=[*given, inside[2]], premises=3)
    plain = rewritten(chance, unfolding("indicator"))
    wanted = term(f"s = (if a = i then {RR_P} else {RR_Q})", **names, a=a, i=i, s=sides(plain.conclusion)[0])
    rates = each(a, k, each(i, k, by_conditions(wanted, plain, *goal.given)))
    bit = normal(term("itself(y, i) = 0 or itself(y, i) = 1", y=y, i=i), unfolding("itself", "indicator"))
    bits = each(y, k, each(i, k, derived.follow(symmetric(bit), by_conditions(sides(bit.conclusion)[1]))))
    both.append(kernel.conjoin(bits, rates))
    folded = normal(goal.conclusion, unfolding("design", "law", "pure", "itself", "indicator"))
    return derived.follow(symmetric(folded), rewritten(kernel.conjoin(*both), unfolding("itself", "indicator")))


@lemma("forall k m P S p q r s. integer(k) and 2 <= k implies pure(k, m, P, S, p, q) implies pure(k, m, P, S, r, s) "
       "implies p = r and q = s")  # fmt: skip
def pure_once(goal: Goal) -> Proved:
    """A pure protocol has one p* and one q*."""
    k = goal.variables[0]
    size = [
        kernel.conjoin(kernel.literal(i), arithmetic(term("1 <= i <= k", i=i, k=k), goal.given[0])) for i in (ONE, TWO)
    ]
    chances = []
    for given in goal.given[1:]:
        _, rates = conjuncts(rewritten(kernel.assume(given), unfolding("pure", "mean")))
        at_one = at(rates, ONE, given=size)
        chances.append([rewritten(at(at_one, i, given=size), decided([])) for i in (ONE, TWO)])
    return arithmetic(goal.conclusion, *(fact for pair in chances for fact in pair))


# -- counts of supports ----------------------------------------------------------------------------------------------

SUPPORTING = "supporting(n, S, i)"


@lemma(f"forall n k m P S p q a i. {GIVEN} independent({GIVEN_LAW}, {SUPPORTING}) = "
       "n * q + (p - q) * frequency(n, i)(a)")  # fmt: skip
def expected_support(goal: Goal) -> Proved:
    """How many responses support a value, on average."""
    return _of_estimates(goal, independent_affine(), chance_of_support(), "1", SUPPORTING, offset="0")


@lemma(f"forall n k m P S p q pi i. {DRAWN} expectation({DRAWN_RESPONSES}, {SUPPORTING}) = n * {RATE}")
def expected_support_drawn(goal: Goal) -> Proved:
    """How many responses support a value, on average, where the truths are drawn."""
    return _of_drawn_estimates(goal, expectation_of_affine(), rate_of_support(), "1", SUPPORTING, offset="0")


# -- two supports at once --------------------------------------------------------------------------------------------


@lemma("forall m i j. i != j implies (forall y in 1..m. itself(y, i) * itself(y, j) = 0)")
def values_exclude(goal: Goal) -> Proved:
    """A response that is a value supports one value."""
    return reduced(normal(goal.conclusion, unfolding("itself", "indicator")), lambda it: by_conditions(it, *goal.given))


SUPPORTS_APART = (
    "(forall x in 1..k. mean(m, P(x), fun y. S(y, i) * S(y, j)) = "
    "mean(m, P(x), fun y. S(y, i)) * mean(m, P(x), fun y. S(y, j))) implies"
)


@lemma(f"forall k m P S p q x i j. {RESPONSE} {INDEX.format('j')} i != j implies {SUPPORTS_APART} "
       "covariance(m, P(x), fun y. S(y, i), fun y. S(y, j)) = 0")  # fmt: skip
def covariance_of_apart(goal: Goal) -> Proved:
    """Supports of two values that are independent have no covariance."""
    _k, _m, _P, _S, _p, _q, x, i, j = goal.variables
    given, known = _one(goal, i, j)
    both = at(kernel.assume(goal.given[8]), x, given=given)
    return _second_moment(goal, "covariance", given, [*known, both])


APART = f"{INDEX.format('j')} i != j implies {SUPPORTS_APART}"


@lemma(f"forall n k m P S p q a i j. {GIVEN} {APART} "
       f"independent_covariance({GIVEN_LAW}, {COUNT}, {COUNT.replace('i)', 'j)')}) = 0")  # fmt: skip
def no_covariance_of_counts(goal: Goal) -> Proved:
    """The estimates of two counts have no covariance where the supports of their values are independent."""
    return _of_estimates(goal, covariance_of_affine(), covariance_of_apart(), BY_COUNT, COUNT, COUNT)


@lemma(f"forall n k m P S p q a i j. {GIVEN} {APART} "
       f"independent_covariance({GIVEN_LAW}, {SHARE}, {SHARE.replace('i)', 'j)')}) = 0")  # fmt: skip
def no_covariance_of_shares(goal: Goal) -> Proved:
    """The estimates of two shares have no covariance where the supports of their values are independent."""
    return _of_estimates(goal, covariance_of_affine(), covariance_of_apart(), BY_SHARE, SHARE, SHARE)


@lemma(f"forall n k m P S p q a. {PURE} word(n, k, a) implies independent({GIVEN_LAW}, fun w. 1) = 1")
def expected_one(goal: Goal) -> Proved:
    """The probabilities of all responses."""
    n, _k, m, P, _S, _p, _q, a = goal.variables
    t = Free("t #0")
    given: Facts = [*goal.given, arithmetic(term("0 <= n", n=n), goal.given[0])]
    given.append(kernel.part(kernel.assume(goal.given[0]), 0))
    truth = at(rewritten(kernel.assume(goal.given[6]), unfolding("word")), t, given=[kernel.assume(in_range(t, n))])
    rows = rewritten(kernel.assume(goal.given[3]), unfolding("design", "law"))
    *_, row = conjuncts(at(rows, term("a(t)", a=a, t=t), given=[truth]))
    law = term("fun t. P(a(t))", P=P, a=a)
    return at(independent_of_one(), n, m, law, given=[*given, each(t, n, row)], premises=3)


@lemma(f"forall n k m P S p q pi. {PURE} law(k, pi) implies expectation({DRAWN_RESPONSES}, fun w. 1) = 1")
def expected_one_drawn(goal: Goal) -> Proved:
    """The probabilities of all responses, where the truths are drawn."""
    n, k, m, P, _S, _p, _q, pi = goal.variables
    given: Facts = [
        *goal.given,
        *(arithmetic(term("0 <= n", n=s), f) for s, f in zip((n, k), goal.given, strict=False)),
    ]
    given += [kernel.part(kernel.assume(fact), 0) for fact in goal.given[:2]]
    responses = at(response_is_law(), k, m, P, pi, given=given, premises=4)
    *_, whole = conjuncts(rewritten(responses, unfolding("law")))
    return at(expectation_of_one(), n, m, term(DRAWN_LAW, k=k, pi=pi, P=P), given=[*given, whole], premises=3)
