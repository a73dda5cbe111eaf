"""`rrproof design`: the best mechanism for an objective under local differential privacy, with proof.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from checks.commands.design_output import write_proof_file
from checks.commands.exits import FAILED, BadInput
from checks.commands.options import (
    as_bad_input,
    as_json_option,
    check_one_format,
    exact_number,
    file_option,
    latex_option,
    law_option,
    plot_option,
    print_json,
    print_table,
    proof_option,
)
from checks.designs.optimal.objectives import LOSSES, OBJECTIVES, WORTHS, needs_a_rational
from checks.inputs.prior import PriorError, read_prior
from checks.show.plots.canvas import MissingPlotPackageError, PlotFileError, save
from lp.certificates.vipr import write_vipr
from mechanisms.exact.privacy_level import LevelError

if TYPE_CHECKING:
    from fractions import Fraction

    from checks.designs.optimal.question import Answer, Question, Refusal
    from lp.constraints.constraint import Constraint
    from lp.parametric.level_input import Level

MOST_CATEGORIES = 10**9

EXAMPLES = """\b
Examples:
  rrproof design -k 5 --epsilon 'log(3)' --objective hamming
  rrproof design -k 4 --epsilon 'log(5/2)' --objective l1 --pi 1/2,1/4,1/8,1/8
  rrproof design --epsilon 'log(3)' --objective loss.csv --vipr certificate.vipr
  rrproof design -k 3 --epsilon 'log(2)' --objective mse --delta 1/10
  rrproof design -k 4 --objective hamming --constraints demands.toml
  rrproof design -k 6 --epsilon 'log(2)' --objective mutual-information
  rrproof design -k 4 --epsilon 'log(3)' --objective l1 --cvxpy model.py --solver HIGHS
  rrproof design -k 4 --objective l1 --parametric --plot l1.svg
  rrproof design -k 1000000 --epsilon 'log(3)' --objective minimax
  rrproof recheck certificate.vipr

\b
A file with a loss has one row a truth and one column a response: whole numbers,
decimals, or fractions such as 1/3; as text with blanks or commas between them,
or as .json or .toml, there with fractions in quotes.

\b
A file with constraints holds tables such as
  [[constraint]]
  kind = "posterior"      # or local-privacy, parity, guess, entry, near, ...
  prior = ["1/2", "1/3", "1/6"]
  most = "3/4"
The page "Yes-no questions, and demands on a design" has all kinds.

\b
Exit codes: 0 the optimum is proved, 1 no design meets the demands (proved as
well), 2 bad input.
"""

_path = click.Path(dir_okay=False, path_type=Path)


def _delta(context: click.Context, parameter: click.Parameter, value: str) -> Fraction:
    delta = exact_number(context, parameter, value)
    if not 0 <= delta <= 1:
        raise click.BadParameter(f"delta is a probability, from 0 to 1, not {value}")
    return delta


@click.command(epilog=EXAMPLES)
@click.option("-k", "--categories", type=click.IntRange(2, MOST_CATEGORIES), metavar="K", help="How many categories.")
@click.option("--epsilon", "--eps", "epsilon", metavar="EPS", help="Privacy of a response: log(3), 0.5, or x=3, e^eps.")
@click.option(
    "--objective",
    required=True,
    metavar="NAME|FILE",
    help=f"To be least: {', '.join(LOSSES)}, the loss of the matrix in FILE, or minimax; largest: {', '.join(WORTHS)}.",
)
@click.option(
    "--delta", callback=_delta, default="0", metavar="D", help="Of (eps, delta)-LDP, all events.  [default: 0]"
)
@law_option
@click.option("--constraints", type=_path, metavar="FILE", help="Further demands on the design, as TOML.")
@click.option("--parametric", is_flag=True, help="For every eps at once, each interval with its design.")
@click.option("--rational", is_flag=True, help="Take an irrational e^eps as a rational number just below it.")
@plot_option("--plot", text="With --parametric: the optimum against eps; .svg, .png, .pdf.")
@as_json_option
@latex_option()
@file_option("--vipr", text="Write a certificate in the VIPR format, for any checker.")
@file_option("--cvxpy", text="Write the program as a short Python script in cvxpy, to go on from.")
@click.option("--solver", metavar="NAME", help="Solve it in floats as well, by a solver of cvxpy, such as CLARABEL.")
@proof_option()
def design(
    categories: int | None,
    epsilon: str | None,
    objective: str,
    delta: Fraction,
    prior: str | None,
    constraints: Path | None,
    parametric: bool,
    rational: bool,
    plot: Path | None,
    as_json: bool,
    latex: bool,
    vipr: Path | None,
    cvxpy: Path | None,
    solver: str | None,
    proof: Path | None,
) -> None:
    """The design matrix that is best for an objective under local differential privacy, exactly.

    A solver proposes, exact arithmetic settles, the proof kernel accepts: what is printed as the optimum is proved.
    """
    from checks.designs.optimal.question import QuestionError
    from checks.inputs.exact_files import ExactFileError
    from derivations.theorems.subsets.subset_minimax import NoSuchDesignError
    from lp.constraints.constraint import ConstraintError
    from lp.losses.column_objectives import ObjectiveError
    from lp.losses.linear_loss import LossError
    from lp.parametric.level_input import read_level
    from lp.parametric.program import ParametricError

    check_one_format(latex, as_json)
    wrong = (QuestionError, ExactFileError, LossError, ConstraintError, LevelError, NoSuchDesignError, ObjectiveError)
    with as_bad_input(*wrong, ParametricError, PriorError):
        below = rational or needs_a_rational(objective, categories, vipr is not None)
        level = None if epsilon is None else read_level(epsilon, rational=below)
        question = read_question(categories, level, objective, delta, prior, constraints, vipr is not None, parametric)
        if parametric and solver is not None:
            raise QuestionError(
                "--solver: solvers of floats answer at one --epsilon; --cvxpy writes a script for a curve"
            )
        if parametric:
            if cvxpy is not None:
                _write_curve(question, cvxpy)
            _answer_for_all(question, as_json, latex, plot, proof)
        elif plot is not None:
            raise QuestionError("--plot shows how the optimum depends on eps, and goes with --parametric")
        else:
            _answer(question, as_json, latex, vipr, proof, cvxpy, solver)


def _answer(
    question: Question,
    as_json: bool,
    latex: bool,
    vipr: Path | None,
    proof: Path | None,
    script: Path | None,
    solver: str | None,
) -> None:
    from checks.designs.optimal import output as design_output
    from checks.designs.optimal.losses import answer
    from checks.designs.optimal.question import Refusal

    found = answer(question)
    if script is not None or solver is not None:
        found = _modelled(question, found, script, solver)
    _write_files(question, found, vipr, proof)
    if isinstance(found, Refusal):
        if as_json:
            print_json(design_output.refusal_data(found))
        else:
            print_table(design_output.shown_refusal(found))
        raise click.exceptions.Exit(FAILED)
    if as_json:
        print_json(design_output.as_data(found))
    elif latex:
        click.echo(design_output.as_latex(found))
    else:
        print_table(design_output.shown(found))


def _modelled(question: Question, found: Answer | Refusal, script: Path | None, solver: str | None) -> Answer | Refusal:
    """The answer with what a solver says in floats beside it; the script is written."""
    from checks.designs.optimal.cvxpy_model import model_of, solver_name
    from checks.designs.optimal.question import Refusal

    name = None if solver is None else solver_name(solver)
    refused = isinstance(found, Refusal)
    model = model_of(question, name, possible=not refused)
    if script is not None:
        with as_bad_input(OSError):
            script.write_text(model.script, encoding="utf-8")
    if name is None or isinstance(found, Refusal):
        return found
    value = model.in_floats(name)
    return replace(
        found, facts=f"{found.facts}; {name} finds {value:.9g} in floats, {abs(value - found.decimal):.1g} off"
    )


def _write_curve(question: Question, script: Path) -> None:
    """The script that goes through some levels; what cannot be answered for every eps is refused later."""
    from checks.designs.optimal.cvxpy_model import model_of
    from checks.designs.optimal.question import QuestionError

    if question.objective == "minimax":
        raise QuestionError("--parametric: the objective minimax is answered at one --epsilon only")
    with as_bad_input(OSError):
        script.write_text(model_of(question, None, curve=True).script, encoding="utf-8")


def _answer_for_all(question: Question, as_json: bool, latex: bool, plot: Path | None, proof: Path | None) -> None:
    from checks.designs.optimal import parametric as parametric_answers

    found = parametric_answers.answer_for_all(question)
    if plot is not None:
        with as_bad_input(MissingPlotPackageError, PlotFileError):
            save(parametric_answers.drawn_for_all(found), plot)
    if proof is not None:
        write_proof_file(found.theorems, found.asked, proof)
    if as_json:
        print_json(parametric_answers.data_for_all(found))
    elif latex:
        click.echo(parametric_answers.latex_for_all(found))
    else:
        print_table(parametric_answers.shown_for_all(found))


def read_question(
    categories: int | None,
    level: Level | None,
    objective: str,
    delta: Fraction,
    prior: str | None,
    constraints: Path | None,
    wants_program: bool,
    parametric: bool,
) -> Question:
    """The question that the options ask; QuestionError where they do not go together."""
    from checks.designs.optimal.question import Question, QuestionError, level_words
    from checks.inputs.exact_files import read_matrix
    from lp.constraints.files import read_constraints

    loss = None
    if objective not in OBJECTIVES:
        if not (Path(objective).suffix or Path(objective).exists()):
            known = ", ".join(OBJECTIVES)
            raise QuestionError(f"--objective: {objective[:40]!r} is neither one of {known} nor a file with a loss")
        loss = read_matrix(Path(objective))
        if categories not in (None, len(loss)):
            raise QuestionError(f"--categories is {categories}, but {objective} has {len(loss)} rows, one per truth")
        categories = len(loss)
    if categories is None:
        raise QuestionError("--categories: how many categories are there? For example: --categories 5")
    demands: tuple[Constraint, ...] = () if constraints is None else read_constraints(constraints)
    if parametric and (level is not None or wants_program):
        given = "--epsilon" if level is not None else "--vipr"
        raise QuestionError(f"--parametric answers for every eps at once, so that {given} has no place beside it")
    if level is None and not demands and not parametric:
        raise QuestionError(
            "--epsilon: a privacy level is needed, for example --epsilon 'log(3)', or --constraints FILE"
        )
    if level is None and delta and not parametric:
        raise QuestionError("--delta goes with --epsilon; a file of constraints can hold its own")
    return Question(
        objective=objective if loss is None else "loss",
        categories=categories,
        x=None if level is None else level.rational,
        level="" if level is None else level_words(level),
        irrational=None if level is None or level.rational is not None else level,
        note="" if level is None else level.note,
        delta=delta,
        prior=None if prior is None else _prior(prior, categories),
        loss=loss,
        loss_name="" if loss is None else Path(objective).name,
        constraints=demands,
        wants_program=wants_program,
    )


def _prior(text: str, categories: int) -> tuple[Fraction, ...] | None:
    """The weights, checked; None for the uniform prior."""
    if text.strip() == "uniform":
        return None
    weights = read_prior(text, range(categories), "--pi")
    return None if len(set(weights)) == 1 else weights


def _write_files(question: Question, found: Answer | Refusal, vipr: Path | None, proof: Path | None) -> None:
    """The certificates that were asked for."""
    from checks.designs.optimal.question import Refusal

    if vipr is not None:
        if found.program is None:
            raise BadInput("--vipr: no linear program stands behind this answer; --proof writes its theorems")
        with as_bad_input(OSError):
            names = () if isinstance(found, Refusal) else found.variables
            write_vipr(found.program, vipr, names, comment=found.asked)
    if proof is not None:
        from checks.designs.optimal.evidence import evidence

        write_proof_file(evidence(question, found), found.asked, proof)
