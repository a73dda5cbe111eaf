"""The analysis of a numeric design in words: what each section says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from checks.claims.proofs import theorems
from checks.designs.analysis.estimation import Estimation, Estimator
from checks.designs.analysis.inference import Inference
from checks.designs.analysis.neighbours import RelaxationToRandomizedResponse
from checks.designs.analysis.optimality import Distance
from checks.designs.analysis.privacy_profile import DeltaPiece, PrivacyProfile
from checks.designs.analysis.summary import summary
from checks.show.sheet import (
    MOST,
    Fact,
    Grid,
    Section,
    Text,
    between,
    bits,
    exact,
    level,
    matrix,
    mixture,
    name,
    ratio,
    real,
    short,
    vector,
    with_unit,
)
from derivations.steps import Written
from mechanisms.design import Design
from mechanisms.guarantees.criteria.bayes import numbers
from mechanisms.guarantees.known_designs import recognised

if TYPE_CHECKING:
    from checks.designs.analysis.whole import Analysis

MANY_TIMES = 10  # as large as the optimum: percents say no more
CLOSE = Fraction(1, 10**6)  # relative
RELATIONS = {
    "more": "the design tells strictly more",
    "less": "the mechanism tells strictly more",
    "same": "equivalent: each can be had from the other",
    "incomparable": "incomparable",
}


def sections(found: Analysis, *, full: bool = False) -> tuple[Section, ...]:
    """All sections; unless all is asked for, large matrices and long numbers are cut."""
    return tuple(section for section in _sections(found, full) if section.parts)


def _sections(found: Analysis, full: bool) -> Iterator[Section]:
    yield Section("summary", "In short", tuple(summary(found)))
    yield Section("design", "Design", tuple(_design(found, full)))
    yield Section("identifiability", "Rank and identifiability", tuple(_identifiability(found, full)))
    if found.privacy is not None:
        yield Section("privacy", "Privacy", tuple(_privacy(found.privacy, found, full)))
    if found.inference is not None:
        yield Section("inference", "What a response gives away", tuple(_inference(found.inference, found, full)))
    if found.estimation is not None:
        yield Section("estimation", "Estimating the shares", tuple(_estimation(found.estimation, found, full)))
    yield Section("optimality", "Distance from the optimal design", tuple(_optimality(found, full)))
    yield Section("catalogue", "Beside the mechanisms of the catalogue", tuple(_order(found, full)))
    if found.relaxation is not None:
        yield Section("relaxation", "Relaxation", tuple(_relaxation(found.relaxation, found, full)))
    yield Section("admissibility", "Admissibility", tuple(_admissibility(found, full)))
    yield Section("unknown", "Not found", tuple(Fact(u.part, u.reason) for u in found.unknown))


def _design(found: Analysis, full: bool) -> Iterator[Fact | Grid | Text]:
    design = found.design
    yield Fact("size", f"{len(design.truths)} truths (rows), {len(design.responses)} responses (columns)")
    for sentence in recognised(design):
        yield Fact("known as", sentence)
    where = "uniform" if found.uniform else vector(found.prior, full=full)
    yield Fact("prior", where)
    if found.respondents is not None:
        yield Fact("respondents", str(found.respondents))
    for note in found.notes:
        yield Fact("in place of", note)
    yield matrix_grid(found, full=full)


def matrix_grid(found: Analysis, *, full: bool) -> Grid:
    """The matrix of the design as a table."""
    design = found.design
    return matrix(numbers(design), design.truths, design.responses, "P(response | truth)", full)


def _identifiability(found: Analysis, full: bool) -> Iterator[Fact | Grid | Text]:
    known = found.identifiability
    yield Fact("rank", f"{known.rank} of {known.truths}")
    if known.identifiable:
        yield Fact("identifiable", "yes: the law of the responses determines the law of the truths")
        return
    yield Fact("identifiable", "no: different laws of the truths lead to the same law of the responses")
    truths = found.design.truths
    for one in known.alike[: len(known.alike) if full else 6]:
        first, second = mixture(one.first, truths), mixture(one.second, truths)
        yield Fact("looks alike", Written(f"{first.text}  and  {second.text}",
                                          rf"{first.latex} \;\sim\; {second.latex}"))  # fmt: skip
    sure = [name(t) for t, is_known in zip(truths, known.estimable, strict=True) if is_known]
    yield Fact("estimable shares", ", ".join(sure) or "none of a single truth")


def _privacy(privacy: PrivacyProfile, found: Analysis, full: bool) -> Iterator[Fact | Grid | Text]:
    parity = privacy.parity
    yield Fact("smallest eps", level(parity.value))
    at = f"response {name(parity.response)}, truths {name(parity.likelier)} and {name(parity.other)}"
    yield Fact("attained at", at)
    if found.level is not None:
        low, high = privacy.delta(found.level)
        shown = exact(low, full=full) if low == high else between(low, high)
        yield Fact(f"delta at eps = {found.level}", shown)
    yield delta_grid(privacy, full=full)
    yield _parities(
        "parity of each response, its largest over its smallest probability",
        "response",
        [(name(p.response), p.value, name(p.likelier), name(p.other)) for p in privacy.responses],
        full,
    )
    yield _parities(
        "largest ratio of each truth to another one",
        "truth",
        [(name(r.truth), r.value, name(r.truth), name(r.other)) for r in privacy.rows],
        full,
    )


def delta_grid(privacy: PrivacyProfile, *, full: bool) -> Grid:
    """The smallest delta at every eps, in pieces."""
    pieces = privacy.pieces if full else privacy.pieces[:MOST]
    rows = tuple((_interval(p, full), _line(p, full)) for p in pieces)
    cut = f"the first of {len(privacy.pieces)} pieces" if len(pieces) < len(privacy.pieces) else ""
    return Grid("smallest delta, with x = e^eps", ("where", "delta"), rows, cut)


def _interval(piece: DeltaPiece, full: bool) -> Written:
    low = short(piece.low, full=full)
    if piece.high is None:
        return Written(f"x >= {low.text}", rf"x \geq {low.latex}")
    high = short(piece.high, full=full)
    return Written(f"{low.text} <= x <= {high.text}", rf"{low.latex} \leq x \leq {high.latex}")


def _line(piece: DeltaPiece, full: bool) -> Written:
    at, slope = short(piece.intercept, full=full), short(piece.slope, full=full)
    if not piece.slope:
        return at
    return Written(f"{at.text} - {slope.text} x", rf"{at.latex} - {slope.latex}\,x")


def _parities(caption: str, what: str, values: Sequence[tuple[str, Fraction | None, str, str]], full: bool) -> Grid:
    shown = values if full else values[:MOST]
    rows = tuple(
        (where, ratio(value) if value is None else short(value, full=full), first, second)
        for where, value, first, second in shown
    )
    cut = f"the first of {len(values)}" if len(shown) < len(values) else ""
    return Grid(caption, (what, "parity", "likeliest under", "least likely under"), rows, cut)


def _inference(learned: Inference, found: Analysis, full: bool) -> Iterator[Fact | Grid | Text]:
    parity = learned.factor
    if parity is not None and parity > 1:
        eta = exact(parity, full=full, decimals=False)
        yield Fact(
            "rho_1 to rho_2 privacy",
            Written(
                f"no breach exactly if rho_2 (1 - rho_1)/(rho_1 (1 - rho_2)) >= {eta.text}",
                rf"\text{{no breach exactly if }} \frac{{\rho_2 (1 - \rho_1)}}{{\rho_1 (1 - \rho_2)}} \geq {eta.latex}",
            ),
        )
    elif parity is None:
        yield Fact("rho_1 to rho_2 privacy", "breached for all 0 < rho_1 <= rho_2 < 1: some response excludes a truth")
    yield Fact("beta-factor", ratio(parity, full=full) if parity else "no beta is enough")
    if learned.average is not None:
        gain = learned.average
        yield Fact("average security", Written(
            f"phi >= {exact(gain.ratio, full=full).text}: the largest gain of predicting a property",
            rf"\varphi \geq {exact(gain.ratio, full=full).latex}"))  # fmt: skip
    diversity = learned.diversity
    possible = "all truths" if diversity.level == len(found.design.truths) else f"{diversity.level} truths"
    yield Fact(
        "local l-diversity",
        f"l = {diversity.level}, every response that occurs leaves {possible} equally plausible"
        if diversity.is_plain
        else f"not l-diverse: response {name(diversity.uneven)} has unequal positive probabilities; "
        f"every response leaves at least {diversity.level} truths possible",
    )
    at = "at the uniform prior" if found.uniform else "at the prior"
    yield Fact(f"guessing, {at}", exact(learned.guess.probability, full=full))
    yield Fact("without a response", exact(learned.leakage.before, full=full))
    yield Fact("min-entropy leakage", bits(learned.leakage.ratio))
    yield Fact("over all priors", bits(learned.capacity))
    yield Fact("mutual information", with_unit(real(learned.information, full=full), "nats"))
    yield Fact("entropy of the truth", with_unit(real(learned.entropy, full=full), "nats"))
    yield Grid(
        "posterior of an event, whatever the prior; the upper end is the least rho_2 of rho_1 to rho_2 privacy",
        ("probability before", "posterior at least", "posterior at most"),
        tuple((short(b.before), short(b.low, full=full), short(b.high, full=full)) for b in learned.bounds),
    )
    ranges = list(zip(found.design.truths, learned.ranges, strict=True))
    shown = ranges if full else ranges[:MOST]
    yield Grid(
        f"posterior of each truth over the responses, {at}",
        ("truth", "before", "least", "largest"),
        tuple((name(t), *(short(v, full=full) for v in (r.before, r.low, r.high))) for t, r in shown),
        f"the first of {len(ranges)}" if len(shown) < len(ranges) else "",
    )


def _estimation(estimated: Estimation, found: Analysis, full: bool) -> Iterator[Fact | Grid | Text]:
    design, n = found.design, found.respondents
    at = "the uniform prior" if found.uniform else "the prior"
    chosen = estimated.best or estimated.estimator
    if estimated.freedom:
        count = len(estimated.freedom)
        what = f"combination of {count} vectors" if count > 1 else "multiple of one vector"
        yield Fact(
            "unbiased estimators", f"many: to each of their {len(design.truths)} columns any {what} may be added"
        )
        if estimated.best is None:
            yield Fact("least variance", f"at {at}: the weights of least norm")
        else:
            yield Fact("least variance", f"at {at}: the weights below; those of least norm have "
                       f"n Var = {exact(estimated.estimator.variance, full=full).text} in all")  # fmt: skip
    else:
        yield Fact("unbiased estimators", "one only: it weighs the responses as below, and attains Cramer and Rao's "
                   "bound at every prior")  # fmt: skip
    yield Fact("n Var, summed", exact(chosen.variance, full=full))
    yield Fact("added variance, summed", exact(chosen.total_added_variance, full=full))
    worst = estimated.smallest_worst_case
    yield Fact("worst case of n Var", exact(worst.worst.value, full=full))
    yield Fact("worst prior", vector(worst.worst.prior, full=full))
    if estimated.freedom:
        yield Fact("of all estimators", _least(worst.worst.value, estimated.least_risk, full))
    yield matrix(chosen.weights, design.responses, design.truths, "weight of each response (row) for each truth", full)
    if estimated.freedom and full:
        yield matrix(estimated.freedom, range(1, len(estimated.freedom) + 1), design.responses,
                     "what may be added to a column of weights", full)  # fmt: skip
    yield _errors(chosen, found, at, full)
    yield matrix(chosen.covariance, design.truths, design.truths, f"n times the covariance, at {at}", full)
    if estimated.information is not None:
        others = design.truths[1:]
        caption = f"Fisher information of one response, at {at}, in the shares of all truths but the first"
        yield matrix(estimated.information, others, others, caption, full)
    else:
        yield "The Fisher information is not finite: some response is impossible at the prior."
    if n is not None:
        yield f"With n = {n} respondents the covariance is that of the table divided by n."


def _least(worst: Fraction, bound: Fraction, full: bool) -> Written | str:
    """How the worst case of the best estimator that is known compares with that of all."""
    gap = worst - bound
    if not gap:
        return "no unbiased one has a smaller worst case"
    if gap < CLOSE * worst:
        return f"no unbiased one has a worst case that is smaller by more than {float(gap):.1e}"
    least = exact(bound, full=full)
    return Written(
        f"the least worst case lies between {least.text} and this",
        rf"\text{{the least worst case lies between }} {least.latex} \text{{ and this}}",
    )


def _errors(chosen: Estimator, found: Analysis, at: str, full: bool) -> Grid:
    n = found.respondents
    header: tuple[Text, ...] = ("truth", "n Var", "added variance")
    rows = []
    for x, truth in list(enumerate(found.design.truths))[: None if full else MOST]:
        variance = chosen.covariance[x][x]
        cells: tuple[Text, ...] = (
            name(truth), short(variance, full=full), short(chosen.added_variance[x], full=full)
        )  # fmt: skip
        rows.append((*cells, f"{(float(variance) / n) ** 0.5:.6g}") if n is not None else cells)
    if n is not None:
        header = (*header, "standard error")
    cut = f"the first of {len(found.design.truths)}" if len(rows) < len(found.design.truths) else ""
    return Grid(f"errors at {at}", header, tuple(rows), cut)


def _optimality(found: Analysis, full: bool) -> Iterator[Fact | Grid | Text]:
    if found.compared_at is None:
        return
    x, delta = found.compared_at.x, found.compared_at.delta
    privacy = Written(
        f"eps = {level(x).text}, delta = {exact(delta).text}",
        rf"\epsilon = {level(x).latex},\ \delta = {exact(delta).latex}",
    )
    yield Fact("among designs with", privacy)
    yield optimum_grid(found, full=full)
    for one in found.distances:
        if one.as_given is not None and one.as_given != one.own:
            yield Fact(one.objective, f"a response taken for the truth at its place errs {exact(one.as_given).text}; "
                       "read in the best way, as in the table")  # fmt: skip
    rules = [theorem.rule for one in found.distances for _, theorem in one.theorems]
    if rules:
        yield Fact("proved by", theorems(len(rules), rules))
    for one in found.distances:
        yield Fact(one.objective, one.meaning + (", at the prior" if one.objective != "minimax" else ""))


def optimum_grid(found: Analysis, *, full: bool, names: Mapping[str, str] | None = None) -> Grid:
    """What the design attains for each objective, and the best of its class; `names` choose objectives, and rename."""
    chosen = [d for d in found.distances if names is None or d.objective in names]
    rows = tuple(
        ((names or {}).get(d.objective, d.objective), real(d.own, full=full), _optimum(d, full), _difference(d, full))
        for d in chosen
    )
    return Grid("value of the design and the proved optimum", ("objective", "design", "optimum", "distance"), rows)


def _optimum(one: Distance, full: bool) -> Written:
    return real(one.optimum, full=full) if one.exact else between(one.low, one.high)


def _difference(one: Distance, full: bool) -> Written | str:
    if one.is_optimal:
        return "optimal"
    if one.ratio is not None and one.ratio >= MANY_TIMES:
        times = short(one.ratio, full=full)
        return Written(f"{times.text} times", rf"{times.latex} \text{{ times}}")
    if one.ratio is not None:
        times, percent = short(one.ratio, full=full), f"{100 * float(one.ratio - 1):.4g}"
        return Written(
            f"{times.text} times, {percent} % more",
            rf"{times.latex} \text{{ times, }} {percent}\,\%\text{{ more}}",
        )
    if one.gap is None:
        return "the optimum is enclosed only"
    own = float(one.own) / float(one.high) if one.high else 0.0
    return Written(
        f"{float(one.gap):.6g} less, {100 * own:.4g} % of it",
        rf"{float(one.gap):.6g} \text{{ less, }} {100 * own:.4g}\,\%",
    )


def _order(found: Analysis, full: bool) -> Iterator[Fact | Grid | Text]:
    if not found.neighbours:
        return
    x = None if found.privacy is None else found.privacy.x
    caption = (
        f"at eps = {level(x).text}" if x is not None else "mechanisms of other kinds of privacy, eps being infinite"
    )
    yield Grid(
        f"Blackwell's order, {caption}",
        ("mechanism", "who tells more"),
        tuple((n.name, RELATIONS[n.relation]) for n in found.neighbours),
    )
    yield Fact("proved by", f"{2 * len(found.neighbours)} theorems of the kernel, one a direction")


def _relaxation(relaxed: RelaxationToRandomizedResponse, found: Analysis, full: bool) -> Iterator[Fact | Grid | Text]:
    k = len(found.design.truths)
    if relaxed.x is None:
        yield Fact("to randomized response", "at no level: a response that excludes a truth cannot be had from one "
                   "that excludes none; only from the truth itself")  # fmt: skip
        return
    if relaxed.x == 1:
        yield Fact("to anything", "the response says nothing, so every later response is without loss")
        return
    least = level(relaxed.x)
    without_loss = Written(
        f"without loss exactly at eps' >= {least.text}",
        rf"\text{{without loss exactly at }} \epsilon' \geq {least.latex}",
    )
    yield Fact(f"to {k}-ary randomized response", without_loss)
    if relaxed.x == relaxed.own:
        yield Fact("which is", "its own eps: nothing is lost on the way")
    if relaxed.channel is not None:
        rows = numbers(relaxed.channel)
        yield matrix(rows, found.design.truths, relaxed.channel.responses,
                     "the channel from randomized response at this level back to the design", full)  # fmt: skip
        yield "The next response is drawn by Bayes' rule from this channel; `rrproof relax` writes its law."


def _admissibility(found: Analysis, full: bool) -> Iterator[Fact | Grid | Text]:
    for one in found.admissibilities:
        if one.admissible:
            yield Fact(one.criterion, "admissible: no design of this class tells strictly more")
        else:
            assert isinstance(one.better, Design)
            yield Fact(one.criterion, f"not admissible: splitting response {name(one.response)} gives a design of "
                       f"{len(one.better.responses)} responses that tells strictly more")  # fmt: skip
