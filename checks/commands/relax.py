"""`rrproof relax`: responses that are followed by better ones, without loss or within a joint budget.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from checks.commands.blackwell import data_of, show
from checks.commands.completion import complete_design
from checks.commands.design_output import (
    design_data,
    design_table,
    label,
    number_table,
    with_digits,
    write_proof_file,
)
from checks.commands.options import (
    DESIGN_HELP,
    LAW_METAVAR,
    LAW_NAMES,
    as_bad_input,
    as_json_option,
    check_one_format,
    latex_option,
    numeric_design,
    print_json,
    print_sentence,
    print_table,
    proof_option,
    rational_privacy_level,
    values_option,
)
from checks.inputs.design import DesignArgumentError, of_the_same_truths
from checks.inputs.prior import PriorError, read_prior
from lp.programs.outcomes import SolverError
from lp.programs.uniqueness import Unique

if TYPE_CHECKING:
    from checks.recheck.proof_files import Evidence
    from derivations.arithmetic.kernel import Theorem
    from lp.losses.optimal_design import OptimalDesign
    from lp.relaxations.costs import RelaxationCost
    from lp.relaxations.joint_releases import Overspent
    from lp.relaxations.relaxation import BestRelaxation
    from mechanisms.design import Design
    from mechanisms.exact.privacy_level import PrivacyLevel
    from mechanisms.protocols.relaxation import Relaxation

Weights = tuple["Fraction", ...]
COSTS = ("change", "distance")
MOST_ROWS = 60  # of the law of the next response

EPILOG = (
    DESIGN_HELP
    + """
\b
Examples:
  rrproof relax 'grr(k=3, x=2)' 'grr(k=3, x=5)'
  rrproof relax 'grr(k=2, x=2)' 'grr(k=2, x=3)' 'grr(k=2, x=5)' --json
  rrproof relax coarse.csv fine.csv --minimise change --proof relax.json
  rrproof relax low.csv high.csv --budget 'log(4)'
"""
)


@click.command(epilog=EPILOG)
@click.argument("designs", nargs=-1, required=True, metavar="FROM TO [NEXT]...", shell_complete=complete_design)
@click.option(
    "--minimise",
    type=click.Choice(COSTS),
    help="Where more channels than one lead back: change the answer least often, or least far.",
)
@click.option(
    "--budget",
    callback=rational_privacy_level,
    metavar="EPS",
    help="Any joint law of the responses that is private at EPS, not only one without loss: log(3).",
)
@click.option(
    *LAW_NAMES,
    "prior",
    metavar=LAW_METAVAR,
    help="Weights of the truths of FROM for --minimise.  [default: equal]",
)
@values_option
@as_json_option
@latex_option()
@proof_option()
def relax(
    designs: tuple[str, ...],
    at: tuple[str, ...],
    minimise: str | None,
    budget: PrivacyLevel | None,
    prior: str | None,
    as_json: bool,
    latex: bool,
    proof: Path | None,
) -> None:
    """How a response by FROM is followed by one by TO (and NEXT, ...), so that the last one tells all.

    Without loss this is possible exactly if FROM = TO C for a channel C; then the next response is drawn by Bayes'
    rule. Otherwise a decision problem shows that FROM tells something that TO does not. With --budget the question is
    whether all responses together can be private at EPS. Every answer is a theorem of the kernel.
    """
    if len(designs) < 2:
        raise click.UsageError("two designs are needed at least: FROM and TO.")
    check_one_format(latex, as_json)
    if prior is not None and minimise is None:
        raise click.UsageError("--pi weighs the truths for --minimise, which is missing")
    from mechanisms.design import DesignError
    from mechanisms.guarantees.criteria.bayes import CriterionError

    with as_bad_input(DesignArgumentError, DesignError, CriterionError, SolverError, PriorError):
        read, note = of_the_same_truths([numeric_design(argument, at=at) for argument in designs])
        weights = None if prior is None else read_prior(prior, read[0].truths, "--pi")
        answer = (
            _Within(read, budget, minimise, weights) if budget is not None else _WithoutLoss(read, minimise, weights)
        )
    if proof is not None:
        write_proof_file(answer.evidence(), ", ".join(designs), proof)
    if as_json:
        print_json({"verdict": answer.verdict, "note": note, **answer.data()})
    elif latex:
        click.echo(answer.latex())
    else:
        for i, argument in enumerate(designs, 1):
            click.echo(f"P{i} = {argument}")
        click.echo()
        print_sentence(answer.verdict + (f"  ({note})" if note else "") + "\n")
        answer.print()


class _WithoutLoss:
    """A chain of relaxations, or its first step that there is none for."""

    def __init__(self, designs: tuple[Design, ...], minimise: str | None, prior: Weights | None) -> None:
        from lp.relaxations.blackwell import Separation, channel_between
        from lp.relaxations.relaxation import relaxation_between
        from mechanisms.protocols.relaxation import Relaxation

        self.designs = designs
        self.steps: list[Relaxation] = []
        self.best: list[BestRelaxation] = []
        self._theorems: list[Theorem] = []
        self.broken: Separation | None = None
        for first, last in itertools.pairwise(designs):
            if minimise is None:
                found = channel_between(last, first)
                self._theorems.append(found.theorem)
                if isinstance(found, Separation):
                    self.broken = found
                    break
                self.steps.append(Relaxation(first, last, found.channel))
                continue
            best = relaxation_between(first, last, _cost(minimise, prior))
            self._theorems.append(best.theorem)
            if isinstance(best, Separation):
                self.broken = best
                break
            self.best.append(best)
            self.steps.append(best.relaxation)

    @property
    def verdict(self) -> str:
        """In words."""
        if self.broken is None:
            return "There is a relaxation without loss: the last response tells all that the history does."
        i = len(self.steps) + 1
        return (
            f"There is no relaxation without loss from P{i} to P{i + 1}: P{i} tells something that P{i + 1} does not."
        )

    def evidence(self) -> list[Evidence]:
        from checks.recheck.proof_files import Evidence
        from checks.recheck.questions import Channel

        found = []
        for i, (theorem, (first, last)) in enumerate(zip(self._theorems, itertools.pairwise(self.designs)), 1):  # noqa: B905 (a chain may break before its end)
            found.append(Evidence(f"P{i} to P{i + 1}", theorem, Channel(last, first, (f"P{i + 1}", f"P{i}"))))
        return found

    def data(self) -> dict[str, Any]:
        steps = []
        for i, step in enumerate(self.steps):
            known = {"channel": design_data(step.channel), "next_response": _law_data(step), "only": _is_only(step)}
            if self.best:
                known |= {"cost": str(self.best[i].value), "only_of_this_cost": self.best[i].another is None}
            steps.append(known)
        found: dict[str, Any] = {"possible": self.broken is None, "steps": steps}
        if self.broken is not None:
            found["separation"] = data_of(self.broken, self.designs[len(self.steps)])
        return found

    def latex(self) -> str:
        parts = []
        for i, step in enumerate(self.steps, 1):
            parts.append(f"$\\displaystyle P_{i} = P_{i + 1} C_{i},\\quad C_{i} = {step.channel.to_latex()}$")
        if self.broken is not None:
            parts.append(self.broken._repr_latex_())
        return "\n".join(parts)

    def print(self) -> None:
        for i, step in enumerate(self.steps, 1):
            only = "the only channel" if _is_only(step) else "one of many channels"
            click.echo(f"P{i} = P{i + 1} C, where C is {only}:")
            print_table(design_table(step.channel))
            if self.best:
                best = self.best[i - 1]
                alone = "no other channel does" if best.another is None else "other channels do as well"
                click.echo(f"It attains the least {best.cost.name} = {with_digits(best.value)}; {alone}.\n")
            click.echo(f"Response {i + 1} (column), given the truth and response {i} (row):")
            _print_law(step)
        if self.broken is not None:
            i = len(self.steps) + 1
            show(f"P{i + 1}", f"P{i}", self.broken)


class _Within:
    """A joint law of all responses within a budget."""

    def __init__(
        self, designs: tuple[Design, ...], budget: PrivacyLevel, minimise: str | None, prior: Weights | None
    ) -> None:
        from lp.relaxations.joint_releases import Overspent, joint_releases

        assert budget.x is not None
        self.level = budget
        weight = None if minimise is None else _cost_of_histories(minimise)
        self.name = {"change": "expected number of changes", "distance": "expected distance"}.get(minimise or "")
        self.found: OptimalDesign | Overspent = joint_releases(designs, budget.x).solve(weight, prior)
        self.possible = not isinstance(self.found, Overspent)

    @property
    def verdict(self) -> str:
        """In words."""
        if self.possible:
            return f"The responses can be given so that all of them together are private at eps = {self.level}."
        return f"However the responses are given, all of them together are not private at eps = {self.level}."

    def evidence(self) -> list[Evidence]:
        from checks.recheck.proof_files import Evidence
        from lp.relaxations.joint_releases import Overspent

        found = self.found
        return [Evidence("the joint law", found.theorem if isinstance(found, Overspent) else found.optimum.theorem)]

    def data(self) -> dict[str, Any]:
        from lp.relaxations.joint_releases import Overspent

        if isinstance(self.found, Overspent):
            return {"possible": False}
        cost = {} if self.name is None else {"cost": str(self.found.value)}
        return {"possible": True, "joint": design_data(self.found.design), **cost}

    def latex(self) -> str:
        return self.found._repr_latex_()

    def print(self) -> None:
        from lp.relaxations.joint_releases import Overspent

        if isinstance(self.found, Overspent):
            click.echo("Multipliers of Farkas show it; --proof writes them.")
            return
        if self.name is not None:
            click.echo(f"The least {self.name} is {with_digits(self.found.value)}; it is attained by:")
        design = self.found.design
        click.echo("The probability of a history (row) under a truth (column):")
        rows = [[entry.evaluate({}) for entry in row] for row in design.entries]
        print_table(number_table(design.responses, design.truths, [list(column) for column in zip(*rows, strict=True)]))


def _cost(name: str, prior: Weights | None) -> RelaxationCost:
    from lp.relaxations.costs import change, distance

    return {"change": change, "distance": distance}[name](prior)


def _cost_of_histories(name: str) -> Any:
    """The number of changes, or the distance in all, of a history."""
    from lp.relaxations.costs import difference

    def cost(_: object, history: tuple[Any, ...]) -> Fraction:
        steps = (Fraction(b != a) if name == "change" else difference(b, a) for b, a in itertools.pairwise(history))
        return sum(steps, Fraction(0))

    return cost


def _is_only(step: Relaxation) -> bool:
    from lp.relaxations.relaxation import only_channel

    return isinstance(only_channel(step), Unique)


def _law_rows(step: Relaxation) -> list[tuple[Any, Any, list[Fraction]]]:
    """(truth, response so far, probabilities of the next response), where the response so far is possible."""
    return [
        (truth, before, [p.evaluate({}) for p in step.law(truth, before).values()])
        for truth in step.first.truths
        for before in step.first.responses
        if not step.first.entry(truth, before).is_zero()
    ]


def _law_data(step: Relaxation) -> list[dict[str, Any]]:
    return [
        {"truth": label(truth), "response": label(before), "next": [str(p) for p in law]}
        for truth, before, law in _law_rows(step)
    ]


def _print_law(step: Relaxation) -> None:
    rows = _law_rows(step)
    shown = rows[:MOST_ROWS]
    names = [f"{label(truth)}, {label(before)}" for truth, before, _ in shown]
    print_table(number_table(names, step.last.responses, [law for _, _, law in shown]))
    if len(rows) > MOST_ROWS:
        click.echo(f"... and {len(rows) - MOST_ROWS} more rows; --json has them all.")
