"""What responses reveal: how far the probability of any event can move, and the posterior of each truth."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from checks.show.plots.canvas import COLOURS, GREY, MARKERS, drawing, few_digits, line, new_figure, plain
from checks.show.plots.heat_map import short_labels
from mechanisms.guarantees.criteria.bayes import Prior, numbers, posterior, prior_numbers, uniform_prior
from mechanisms.guarantees.criteria.parity import Parity, response_parities

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from matplotlib.figure import Figure

    from mechanisms.design import Design

POINTS = 200
MOST_RESPONSES = 40
MOST_TRUTHS = 7


class TooManyResponsesError(ValueError):
    """A design has more responses than can be shown side by side."""


@drawing
def posterior_ranges(design: Design, prior: Prior | None = None) -> Figure:
    """Left: the range of the posterior of any event after a response, against its prior probability; right: at a prior.

    On the left priors and events are arbitrary: after a response of parity eta the posterior of an event of probability
    p lies between p/(p + eta (1 - p)) and eta p/(eta p + 1 - p), and both ends are attained. Responses of one parity
    share a band. On the right each truth is shown at the given prior, uniform if none is given.

    Raises CriterionError for a prior that is no distribution and for a design with parameters, TooManyResponsesError
    for more than MOST_RESPONSES responses.
    """
    numbers(design)
    weights = prior_numbers(design, uniform_prior(design) if prior is None else prior)
    if len(design.responses) > MOST_RESPONSES:
        raise TooManyResponsesError(
            f"posteriors of at most {MOST_RESPONSES} responses are shown side by side, not of {len(design.responses)}"
        )
    figure = new_figure(10.5, 4.6)
    left, right = figure.subplots(1, 2)
    names = dict(zip(design.responses, short_labels(design.responses), strict=True))
    _bands(left, by_parity(design), names)
    _posteriors(right, design, weights, names)
    figure.suptitle(plain(design.name, 80) or "What a response reveals", fontsize=11)
    return figure


def by_parity(design: Design) -> list[tuple[Parity, list[Hashable]]]:
    """The possible responses, those of the same parity together, the largest parity first."""
    groups: dict[Fraction | None, tuple[Parity, list[Hashable]]] = {}
    for parity, column in zip(response_parities(design), zip(*design.entries, strict=True), strict=True):
        if not all(entry.is_zero() for entry in column):
            groups.setdefault(parity.value, (parity, []))[1].append(parity.response)
    infinite = [groups.pop(None)] if None in groups else []
    return infinite + [groups[value] for value in sorted(groups, key=lambda v: -(v or 0))]


def _bands(axes: Any, groups: Sequence[tuple[Parity, list[Hashable]]], names: Mapping[Hashable, str]) -> None:
    priors = [i / POINTS for i in range(POINTS + 1)]
    for number, (parity, responses) in enumerate(groups):
        low, high = zip(
            *(_range(p, None if parity.value is None else float(parity.value)) for p in priors), strict=True
        )
        style = line(number)
        axes.fill_between(priors, low, high, color=style["color"], alpha=0.12, linewidth=0)
        eta = r"\infty" if parity.value is None else few_digits(parity.value)
        named = plain(", ".join(names[response] for response in responses), 26)
        axes.plot(priors, high, label=rf"response {named} ($\eta={eta}$)", **style)
        axes.plot(priors, low, **style)
    axes.plot([0, 1], [0, 1], color=GREY, linewidth=0.9)
    axes.set_xlabel("prior probability of an event")
    axes.set_ylabel("posterior probability, least and largest")
    axes.set_title("after a response of parity $\\eta$, for all priors", fontsize=10)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.02)
    axes.legend(loc="lower right", fontsize=8)


def _range(p: float, parity: float | None) -> tuple[float, float]:
    if parity is None:
        return (0.0 if p < 1 else 1.0), (1.0 if p > 0 else 0.0)
    return p / (p + parity * (1 - p)), parity * p / (parity * p + 1 - p)


def _posteriors(axes: Any, design: Design, weights: Sequence[Fraction], names: Mapping[Hashable, str]) -> None:
    prior = dict(zip(design.truths, weights, strict=True))
    possible = [y for y, q in design.response_distribution(prior).items() if not q.is_zero()]
    after = [posterior(design, prior, y) for y in possible]
    places = range(len(possible))
    for place, found in zip(places, after, strict=True):
        values = [float(v.constant_value()) for v in found.values()]
        axes.plot([place, place], [min(values), max(values)], color=GREY, linewidth=1, zorder=1)
    for number, truth in enumerate(design.truths):
        few = len(design.truths) <= MOST_TRUTHS
        colour = COLOURS[number % len(COLOURS)] if few else COLOURS[0]
        values = [float(found[truth].constant_value()) for found in after]
        marker = MARKERS[number % len(MARKERS)] if few else "o"
        label = plain(f"truth {truth}, prior {prior[truth]}", 30) if few else ""
        axes.plot(places, values, marker, color=colour, markersize=6, fillstyle="none", label=label)
    for weight in sorted(set(weights)):
        axes.axhline(float(weight), color=GREY, linestyle=":", linewidth=1)
    axes.set_xticks(places, [names[response] for response in possible])
    if max(len(names[response]) for response in possible) > 50 / len(possible):
        axes.tick_params(axis="x", labelrotation=60)
    axes.margins(x=0.1 if len(possible) < 12 else 0.02)
    axes.set_ylim(-0.03, 1.03)
    axes.set_xlabel("response")
    axes.set_ylabel("posterior probability of a truth")
    axes.set_title("at this prior (dotted)", fontsize=10)
    if len(design.truths) <= MOST_TRUTHS:
        axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.0, 1.0))
