"""`rrproof audit`: whether a sampler that somebody else wrote answers as a design says.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

import re
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from checks.commands.certificate import check_certificate_name, write_page, write_proofs
from checks.commands.completion import complete_design
from checks.commands.exits import FAILED, INTERRUPTED, UNDECIDED, BadInput
from checks.commands.options import (
    DESIGN_HELP,
    LEVEL_NAMES,
    as_bad_input,
    as_json_option,
    consoles,
    exact_number,
    file_option,
    notes_told,
    numeric_design,
    print_json,
    print_table,
    privacy_level,
    remark,
    values_option,
    write_text,
)
from checks.inputs.design import DesignArgumentError, is_numeric
from checks.samplers.audit.auditing import audit as audited
from checks.samplers.audit.auditing import audit_log
from checks.samplers.audit.calling import Calling
from checks.samplers.audit.cells import as_given, read_borders, truths_of
from checks.samplers.audit.commands import CommandSampler, words_of
from checks.samplers.audit.labels import from_zero, labels_of, value_of
from checks.samplers.audit.logs import as_labels, as_numbers, names_of_responses, read_log
from checks.samplers.audit.offered import offered
from checks.samplers.audit.output import as_page, shown
from checks.samplers.audit.peers import PEERS, design_of, is_adapter
from checks.samplers.audit.provenance import chosen, files_of_command, files_of_module, provenance, seeded_by
from checks.samplers.audit.result import Verdict
from checks.samplers.audit.samplers import ProcessSampler
from checks.samplers.audit.settings import AuditError, Settings
from checks.system.envelope import enveloped

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from checks.inputs.numeric_design import NumericDesign
    from checks.samplers.audit.auditing import Progress
    from checks.samplers.audit.result import Audit
    from mechanisms.design import Design
    from mechanisms.exact.privacy_level import PrivacyLevel

_readable = click.Path(exists=True, dir_okay=False, path_type=Path)
ROUNDED = "0.000000000001"  # the tolerance when e^eps is rounded
_SAMPLER = re.compile(r"(?P<module>[^:\s][^:]*):(?P<function>\w+(?:\.\w+)*(?:-\w+)?)")
_GIVEN = re.compile(r"(?P<name>[A-Za-z_]\w*)=(?P<value>.*)", re.DOTALL)

EPILOG = (
    DESIGN_HELP
    + """
\b
A sampler of another library comes with its design (extra `peers`), among them
  opendp:randomized_response, diffprivlib:Binary, pure_ldp:DEClient,
  multi_freq_ldpy:OUE; `rrproof audit peers` lists them

\b
Exit codes:
  0    consistent with the design
  1    refuted
  2    bad input, or --run-this-code is missing
  4    undecided: a limit was reached
  130  stopped with Ctrl-C; what was found is shown

\b
Examples:
  rrproof audit my_survey:answer --design 'warner(p_w=2/3)' --run-this-code
  rrproof audit clients.py:Client.perturb --with mode=fast \\
      --design 'grr(k=5, eps=1)' --run-this-code
  rrproof audit opendp:randomized_response --with k=4 --with prob=0.5 \\
      --run-this-code
  rrproof audit noise.py:answer --design 'laplace(eps=1)' --run-this-code
  rrproof audit --log answers.csv --design 'grr(k=3, eps=1)' --truths a,b,c
  rrproof audit --command './sampler --k 3' --design 'grr(k=3, eps=1)' \\
      --run-this-code
"""
)


def _arguments(_: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, Any]:
    """The values of --with and --call-with: numbers, words or texts, by name."""
    found: dict[str, Any] = {}
    for text in values:
        given = _GIVEN.fullmatch(text)
        if given is None:
            raise click.BadParameter(f"{text[:40]!r} is no argument such as eps=1.0 or mode=fast")
        if given["name"] in found:
            raise click.BadParameter(f"{given['name']} is given twice")
        try:
            found[given["name"]] = value_of(given["value"])
        except AuditError as error:
            raise click.BadParameter(str(error)) from error
    return found


def _probability(default: float, text: str, *names: str) -> Callable[..., Any]:
    kind = click.FloatRange(0, 1, min_open=True, max_open=True)
    return click.option(*names, type=kind, metavar="P", default=default, show_default=True, help=text)


@click.command(epilog=EPILOG)
@click.argument("sampler", metavar="[MODULE:FUNCTION]", required=False)
@click.option("--log", "log", type=_readable, metavar="FILE", help="Pairs of truth and response: CSV or Parquet.")
@click.option("--columns", metavar="TRUTH,RESPONSE", help="The columns of the log.  [default: by their names]")
@click.option(
    "--command", "external", metavar="WORDS", help="A program: truths on its input, a line each, responses out."
)
@click.option(
    "--design",
    "design_argument",
    metavar="DESIGN",
    shell_complete=complete_design,
    help="What it should answer by.",
)
@click.option(*LEVEL_NAMES, "eps", callback=privacy_level, metavar="EPS", help="eps of the design: 1.0, log(3).")
@values_option
@click.option("--run-this-code", is_flag=True, help="Really import and run it. Without this nothing is run.")
@click.option(
    "--with",
    "made_with",
    multiple=True,
    callback=_arguments,
    metavar="NAME=VALUE",
    help="Arguments of a class or function that makes the sampler.",
)
@click.option(
    "--call-with", multiple=True, callback=_arguments, metavar="NAME=VALUE", help="Further arguments of each call."
)
@click.option("--vectorised", is_flag=True, help="It takes an array of truths and returns as many responses.")
@click.option("--seed-argument", metavar="NAME", help="Its argument for a seed; each call gets a new one.")
@click.option("--generator-argument", metavar="NAME", help="Its argument for a numpy Generator.")
@click.option(
    "--truths", metavar="A,B,...", help="What it calls the design's truths, in order, or yes=1,no=0; numbers to ask."
)
@click.option("--responses", metavar="A,B,...", help="What it calls the design's responses, likewise.")
@click.option("--borders", metavar="A,B,...", help="Of the cells for answers that are numbers.  [default: chosen]")
@click.option(
    "--method",
    type=click.Choice(["sequential", "fixed"]),
    default="sequential",
    show_default=True,
    help="Stop as soon as the answer is clear, or ask a number of times that is set before.",
)
@_probability(1e-6, "Probability at most, that an honest sampler is refuted.", "--false-alarm")
@_probability(0.999, "Probability at least, that a deviation of --distance is not passed.", "--power")
@_probability(0.05, "Total variation that has to be found.", "--distance")
@click.option(
    "--dependence",
    type=click.FloatRange(0, 1, min_open=True),
    default=1.0,
    show_default=True,
    metavar="D",
    help="Dependence on the last response that has to be found; 1 for none.",
)
@_probability(0.99, "Confidence of the regions and bounds, together.", "--level")
@click.option(
    "--tolerance",
    callback=exact_number,
    metavar="E",
    help=f"Relative error of probabilities that counts as none.  [default: 0; {ROUNDED} where e^eps is rounded]",
)
@click.option(
    "--most-calls", type=click.IntRange(1), default=10_000_000, show_default=True, metavar="N", help="Limit on calls."
)
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), default=600.0, show_default=True, metavar="S", help="In all."
)
@click.option(
    "--patience",
    type=click.FloatRange(0, min_open=True),
    default=30.0,
    show_default=True,
    metavar="S",
    help="For a call.",
)
@click.option(
    "--megabytes",
    type=click.IntRange(64, 10**6),
    default=4096,
    show_default=True,
    metavar="MB",
    help="Of memory, for its process.",
)
@file_option("--html", text="Write a page with the result as well.")
@file_option("--certificate", text="Write a certificate of privacy, if consistent: .html, .pdf, .tex.")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N", help="Of the order of the truths."
)
@as_json_option
@click.pass_context
def audit(
    context: click.Context,
    sampler: str | None,
    log: Path | None,
    columns: str | None,
    external: str | None,
    design_argument: str | None,
    eps: PrivacyLevel | None,
    at: tuple[str, ...],
    run_this_code: bool,
    made_with: dict[str, Any],
    call_with: dict[str, Any],
    vectorised: bool,
    seed_argument: str | None,
    generator_argument: str | None,
    truths: str | None,
    responses: str | None,
    borders: str | None,
    method: str,
    false_alarm: float,
    power: float,
    distance: float,
    dependence: float,
    level: float,
    tolerance: Fraction | None,
    most_calls: int,
    seconds: float,
    patience: float,
    megabytes: int,
    html: Path | None,
    certificate: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    """Ask a sampler many times, or look at what it has answered, and test whether it follows a design.

    MODULE is a dotted name or a file ending in .py, FUNCTION takes a truth and returns a response. With --with it is
    called once with these arguments to make the sampler; CLASS.METHOD makes an object first. Values are numbers, true,
    false, none, or text, never code. Arguments that it needs and that are called as a parameter of the design (k, eps,
    epsilon, p) get its value. A sampler that is refuted with truths from 1 to k is asked anew from 0 to k - 1, unless
    --truths or --responses names them. What was so chosen stands in the last lines.

    In the place of MODULE may stand --command, any program that reads truths and writes responses ({truth} and {seed}
    among its words are replaced, and it is started for each call), or --log, a file of pairs.

    Of a mechanism whose answers are numbers, such as piecewise(eps=1), some truths are asked, and answers are sorted
    into cells that are fixed before: intervals whose probabilities are known exactly.

    Tested are the law of the responses to each truth, and whether they depend on what was answered before. The
    sequential method stops as soon as the answer is clear; the fixed one asks a number of times that is set before.
    The code runs in a process of its own with limits on memory and time. This is no jail: it can do what you can do.
    """
    from mechanisms.design import Design

    if sampler == "peers":
        _list_peers()
        return
    with as_bad_input(DesignArgumentError):
        more = offered(design_argument or "", at, eps)
    calling = _calling(sampler, made_with, call_with, more, vectorised, seed_argument, generator_argument)
    if sum(given is not None for given in (calling, log, external)) != 1:
        raise BadInput("one of MODULE:FUNCTION, --command WORDS and --log FILE says what is audited")
    if certificate is not None and is_numeric(design_argument or ""):
        raise BadInput("--certificate is that of a design matrix; of answers in numbers --html writes a page")
    if certificate is not None:
        check_certificate_name(certificate)
    if truths is not None and log is not None and is_numeric(design_argument or ""):
        raise BadInput("--truths names the numbers that are asked; those of a log stand in it")
    if columns is not None and log is None:
        raise BadInput("--columns names the columns of a --log")
    with as_bad_input(AuditError, DesignArgumentError):
        design, allowed = _design(calling, design_argument, eps, at)
        settings = Settings(
            method=method,
            false_alarm=false_alarm,
            power=power,
            distance=distance,
            dependence=dependence,
            level=level,
            tolerance=Fraction(tolerance) if tolerance is not None else allowed,
            most_calls=most_calls,
            seconds=seconds,
            seed=seed,
        )
        known_truths, known_responses, cells = _labels(design, truths, responses, borders)
        taken: dict[str, Any] = {}
        numbering = ""
        if log is not None:
            pairs = read_log(log, columns)
            if isinstance(design, Design):
                if responses is None and design.responses == design.truths:
                    known_responses = names_of_responses(pairs, known_truths, design.responses)
                known = as_labels(pairs, known_truths, known_responses or (), str(log))
            else:
                known_truths, known = as_numbers(pairs, design, str(log))
            found = audit_log(
                known, design, settings, truths=known_truths, responses=known_responses, borders=cells, name=log.name
            )
        else:
            if not run_this_code:
                raise BadInput(_what_would_run(calling, external, megabytes, patience))
            limits = {"patience": patience, "megabytes": megabytes, "seconds": seconds}
            is_named = design_argument is not None and truths is responses is None
            numbered = from_zero(design) if is_named and isinstance(design, Design) else None
            found, taken = _asked(calling, external, design, settings, known_truths, known_responses, cells, limits)
            if numbered is not None and found.verdict == Verdict.REFUTED:
                from_0, _ = _asked(calling, external, design, settings, *numbered, cells, limits)
                other = "from 1 it is refuted" + " as well" * (from_0.verdict == Verdict.REFUTED)
                if from_0.verdict == Verdict.REFUTED and from_0.calls <= found.calls:
                    numbering = "truths are numbered from 1; from 0 it is refuted as well"
                else:
                    found, numbering = from_0, f"truths are numbered from 0, as by the sampler; {other}"
        arguments = enveloped("audit", context.params, None)["arguments"]
        files = _files(calling, external, log)
        seeded = seeded_by(seed, calling, external or "")
        found = replace(found, provenance=provenance(arguments, files, seeded, chosen(taken, numbering)))
    if html is not None:
        write_text(html, as_page(found))
    if certificate is not None and found.verdict == Verdict.CONSISTENT and isinstance(design, Design):
        _write_certificate(found, design, design_argument or str(calling), certificate)
    elif certificate is not None:
        remark(f"no certificate was written: {found.headline}")
    if as_json:
        print_json(found.to_json())
    else:
        print_table(shown(found))
    if found.was_interrupted:
        context.exit(INTERRUPTED)
    context.exit({"consistent": 0, "refuted": FAILED}.get(str(found.verdict), UNDECIDED))


def _labels(
    design: Design | NumericDesign, truths: str | None, responses: str | None, borders: str | None
) -> tuple[Sequence[Any], Sequence[Hashable] | None, list[float] | None]:
    """Truths, responses and borders as they are given; answers that are numbers have no labels."""
    from mechanisms.design import Design

    if isinstance(design, Design):
        if borders is not None:
            raise BadInput("--borders is for answers that are numbers; this design has responses")
        known = labels_of(truths, design.truths, "--truths"), labels_of(responses, design.responses, "--responses")
        return *known, None
    if responses is not None:
        raise BadInput("--responses names the responses of a design; of answers in numbers --borders makes cells")
    asked = truths_of(design, None if truths is None else [part.strip() for part in truths.split(",")])
    return asked, None, None if borders is None else read_borders(borders)


def _calling(
    sampler: str | None,
    made_with: dict[str, Any],
    call_with: dict[str, Any],
    more: dict[str, Any],
    vectorised: bool,
    seed_argument: str | None,
    generator_argument: str | None,
) -> Calling | None:
    if sampler is None:
        return None
    named = _SAMPLER.fullmatch(sampler)
    if named is None:
        raise BadInput(
            f"{sampler[:60]!r} is no sampler; write MODULE:FUNCTION or FILE.py:FUNCTION, --command WORDS, or --log FILE"
        )
    return Calling(
        named["module"], named["function"], made_with, call_with, more, vectorised, seed_argument, generator_argument
    )


def _asked(
    calling: Calling | None, external: str | None, design: Design | NumericDesign, settings: Settings, truths: Any,
    responses: Sequence[Hashable] | None, borders: list[float] | None, limits: dict[str, Any],
) -> tuple[Audit, dict[str, Any]]:  # fmt: skip
    """What was found of a sampler that was asked, and the arguments that it got from the design."""
    from mechanisms.design import Design

    given = truths if isinstance(design, Design) else as_given(design, truths)
    asked: ProcessSampler | CommandSampler
    if calling is not None:
        asked = ProcessSampler(calling, given, settings.seed, **limits)
    else:
        asked = CommandSampler(external or "", given, responses or (), settings.seed, **limits)
    _, err = consoles()
    try:
        with err.status(f"asking {asked.name} ...") if err.is_terminal else nullcontext() as status:
            tell = None if status is None else lambda p: status.update(_told(p))
            found = audited(
                asked, design, settings, truths=truths, responses=responses, borders=borders, on_progress=tell
            )
    finally:
        asked.close()
    return found, asked.taken


def _files(calling: Calling | None, external: str | None, log: Path | None) -> list[Path]:
    """The files whose digests say what was audited."""
    if log is not None:
        return [log]
    return files_of_module(calling.module) if calling is not None else files_of_command(words_of(external or ""))


def _write_certificate(found: Audit, design: Design, argument: str, output: Path) -> None:
    from checks.designs.analysis import analyze
    from checks.designs.analysis.whole import Analysis
    from checks.samplers.certificate import Certificate

    analysed = analyze(design)
    assert isinstance(analysed, Analysis), "a design that is audited has no parameters"
    made = Certificate(analysed, argument, output.with_suffix(".proofs.json"), found)
    write_proofs(made)
    write_page(made, output)


def _design(
    calling: Calling | None, argument: str | None, eps: PrivacyLevel | None, at: tuple[str, ...]
) -> tuple[Design | NumericDesign, Fraction]:
    """The design, and the tolerance if none is given."""
    if argument is None:
        if calling is None or not is_adapter(str(calling)):
            raise BadInput(f"what should {calling or 'it'} answer by? write --design 'grr(k=5, x=3)', or a file")
        if eps is not None or at:
            raise BadInput("--eps and --at are for designs that are written with --design; a peer takes --with")
        return design_of(calling)
    if is_numeric(argument):
        from checks.inputs.numeric_argument import read_numeric_design

        return read_numeric_design(argument, at=at, eps=eps), Fraction(ROUNDED)
    design = numeric_design(argument, at=at, eps=eps)
    return design, Fraction(ROUNDED if eps is not None or notes_told() else 0)


def _what_would_run(calling: Calling | None, external: str | None, megabytes: int, patience: float) -> str:
    """What the command would do, for who has not yet said that it may."""
    if calling is None:
        return (
            f"nothing was run. This would run {external} with truths on its input, many times, with at most "
            f"{megabytes} MB and {patience:g} s a call. If you trust it, add --run-this-code"
        )
    made = ", ".join(f"{name}={value!r}" for name, value in calling.made_with.items())
    further = "".join(f", {name}={value!r}" for name, value in calling.called_with.items())
    what = "an array of truths" if calling.vectorised else "a truth"
    made_first = f" make the sampler with {calling.function}({made}) and" if made else ""
    return (
        f"nothing was run. This would import {calling.module} with all that it does on import,{made_first} call "
        f"{calling.function} with {what}{further}, many times, in a process of its own with at most {megabytes} MB and "
        f"{patience:g} s a call. The code can do whatever you can do. If you trust it, add --run-this-code"
    )


def _told(progress: Progress) -> str:
    distance = "" if progress.distance is None else f", distance at most {progress.distance:.3f}"
    return f"{progress.calls} calls{distance}"


def _list_peers() -> None:
    for name, peer in PEERS.items():
        arguments = " ".join(f"--with {key}={value}" for key, value in peer.parameters.items())
        click.echo(f"{name:36}{arguments}")
