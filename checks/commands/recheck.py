"""`rrproof recheck`: proofs and certificates read from files and checked again from nothing.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from checks.claims.claim import PaperError, is_file
from checks.claims.proofs import RecheckError
from checks.commands.design_output import design_table
from checks.commands.exits import FAILED, BadInput, NotProved
from checks.commands.options import as_bad_input, as_json_option, print_json, remark
from checks.inputs.design import DesignArgumentError
from checks.papers.of_design import in_words
from checks.running.runner import select
from checks.show.console import console, write
from checks.show.latex.terminal import MarkedText, Said, in_lines
from checks.system.versions import version_of
from derivations.arithmetic.proof_file import ProofFileError
from lp.certificates.checker import ViprRefusedError, check_file
from lp.certificates.reader import ViprFormatError, is_vipr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from checks.claims.claim import Claim
    from checks.recheck.proof_files import ProofFile
    from checks.recheck.rechecking import Checked
    from mechanisms.design import Design

MOST_SHOWN = 20  # proofs of which each is shown in full
EPILOG = """\b
Examples:
  rrproof analyze 'grr(k=5, x=3)' --proof analysis.json
  rrproof recheck analysis.json
  rrproof show HLM-17 --proof claim.json
  rrproof recheck claim.json --json

\b
Exit codes: 0 every proof checks, 1 one does not, or states something else than
the question or the claim that it is said to answer, that claim is not known
here, or steps of an argument are missing, 2 FILE is no proof file.
"""


@click.command(epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--claims", type=click.Path(path_type=Path), metavar="FILE", help="The claims file of a claim of your own paper."
)
@click.option("--full", is_flag=True, help=f"Each proof in full, also of files with more than {MOST_SHOWN}.")
@as_json_option
def recheck(file: Path, claims: Path | None, full: bool, as_json: bool) -> None:
    """Check a proof file with the kernel alone, or a certificate in the VIPR format by exact arithmetic.

    Of a design, the statement of each proof is built again from the design and the question in the file, and compared;
    of a claim, from the claims file, and of a formula from the design beside it. What a file calls its proofs is shown
    as unchecked. The last line counts the proofs and says what has to be believed beside the kernel.
    """
    with as_bad_input(ViprFormatError):
        certificate = is_vipr(file)
    if certificate:
        _check_certificate(file, as_json)
    else:
        _check_proofs(file, claims, full, as_json)


def _check_certificate(file: Path, as_json: bool) -> None:
    try:
        with as_bad_input(ViprFormatError):
            proved = check_file(file)
    except ViprRefusedError as error:
        raise NotProved(f"{file} does not check: {error}") from error
    digest = sha256(file.read_bytes()).hexdigest()
    if as_json:
        print_json({"file": str(file), "sha256": digest, "states": str(proved), "steps": proved.derivations})
        return
    steps = f"{proved.derivations} derived constraint{'s' * (proved.derivations != 1)}"
    click.echo(
        f"{file.name}\n  sha256  {digest}\n  states  {proved}\n  proof   VIPR certificate, {steps}, checked exactly"
    )
    click.echo("1 certificate checks, nothing argued, no oracle")


def _check_proofs(file: Path, claims: Path | None, full: bool, as_json: bool) -> None:
    from checks.recheck.proof_files import read_proofs
    from checks.recheck.rechecking import OF_A_DESIGN, Rechecking

    with as_bad_input(ProofFileError):
        read = read_proofs(file)
    if not read.proofs:
        raise NotProved(f"{file} holds no proof: it shows nothing")
    claim, design = _formula(read) if read.of is not None and claims is None else (_claim(read, claims), None)
    work = Rechecking(read, claim)
    out = console(sys.stdout)
    brief = len(read.proofs) > MOST_SHOWN and not full
    shown: dict[str, Design] = {}
    source = "the claims file" if read.of is None else OF_A_DESIGN
    if not as_json:
        write(out, _heading(read, claim, design))
    try:
        for one in work.proofs():
            if not as_json:
                write(out, _brief(one, shown) if brief else _proof(one, shown, source))
    except RecheckError as error:
        raise NotProved(str(error)) from error
    result = work.result()
    if as_json:
        print_json(result.to_json())
    else:
        if brief:
            click.echo("\n--full shows each proof")
        if result.missing:
            click.echo(f"not in this file: {', '.join(result.missing)}")
        click.echo(result.rebuilt)
        click.echo(result.summary)
    if result.lacking or (read.claim and claim is None):
        raise click.exceptions.Exit(FAILED)


def _claim(read: ProofFile, claims: Path | None) -> Claim | None:
    """The claim that the file says to prove, from the claims file; None for files on designs."""
    if not read.claim:
        return None
    target = f"{claims}:{read.claim}" if claims else f"{read.paper}:{read.claim}" if is_file(read.paper) else read.claim
    if claims is None and is_file(read.paper) and not Path(read.paper).is_file():
        remark(f"the claims file {read.paper} is not here, so that proofs are not compared with it; --claims names it")
        return None
    try:
        (found,) = select([target])
    except PaperError as error:
        if claims is not None:
            raise click.BadParameter(str(error), param_hint="--claims") from error
        remark(f"no claim {read.claim!r} is known here, so that proofs are not compared with it")
        return None
    return found


def _formula(read: ProofFile) -> tuple[Claim, Design]:
    """The claim of a file on a formula of a design, which it holds; its claims file is there until the command ends."""
    assert read.of is not None
    folder = Path(click.get_current_context().with_resource(TemporaryDirectory(prefix="rrproof-")))
    with as_bad_input(DesignArgumentError, PaperError):
        file = read.of.write(folder)
        (found,) = select([f"{file}:{read.claim}"])
        design = read.of.matrix(folder)
    if found.unread:
        raise BadInput(f"{read.path}: {in_words(found.unread, str(file))}")
    return found, design


def _heading(read: ProofFile, claim: Claim | None, design: Design | None) -> RenderableType:
    from checks.designs.optimal.output import facts_table

    rows: list[tuple[str, str | Said | MarkedText]] = [
        ("sha256", read.sha256),
        ("written by", f"rrproof {read.version}" if read.version else "a version that is not said"),
        ("checked by", f"rrproof {version_of('rrproof')}"),
        ("unchecked", f'about "{read.about}"' if read.about else ""),
    ]
    if claim is not None:
        of = claim.paper if read.of is None else read.of.design
        rows += [("claim", f"{claim.id}, {claim.place}, of {of}"), ("printed", in_lines(claim.printed))]
    parts: list[RenderableType] = [
        Text(str(read.path), style="bold"),
        facts_table([row for row in rows if row[1]]),
        Text(),
    ]
    if design is not None:
        parts += [Text("the design:"), Padding(design_table(design, full=True), (0, 0, 1, 2))]
    return Group(*parts)


def _designs(one: Checked, shown: dict[str, Design]) -> Iterator[RenderableType]:
    """The designs that a proof is about, written out where they occur first."""
    for name, design in one.question.designs if one.question is not None else ():
        if shown.get(name) != design:
            shown[name] = design
            yield Text(f"  {name}:")
            yield Padding(design_table(design, full=True), (0, 0, 0, 2))


def _brief(one: Checked, shown: dict[str, Design]) -> RenderableType:
    """A proof in a line; below the first that is about a design, that design."""
    return Group(_line(one), *(() if shown else _designs(one, shown)))


def _proof(one: Checked, shown: dict[str, Design], source: str) -> RenderableType:
    """A proof, with what it states, and how it is proved."""
    from checks.designs.optimal.output import facts_table

    title = one.shows or (one.states if one.question is not None else "A statement of the kernel")
    parts: list[RenderableType] = [Text(f"{one.number}. {title[:1].upper()}{title[1:]}", style="bold")]
    parts += _designs(one, shown)
    origin = source if one.shows else "the question" if one.question is not None else ""
    rows = [
        ("states", str(one.theorem.statement)),
        ("rebuilt", f"from {origin}: the same" if origin else "no: nothing is said of what it means"),
        ("proof", str(one.outline)),
        ("unchecked", _unchecked(one)),
    ]
    return Group(*parts, Padding(facts_table([row for row in rows if row[1]]), (0, 0, 1, 2)))


def _line(one: Checked) -> RenderableType:
    what = one.shows or (one.states if one.question is not None else "a statement of the kernel")
    trusts = f" (trusts {', '.join(sorted(one.theorem.oracles))})" if one.theorem.oracles else ""
    line = Text(f"{one.number}. {what[:1].upper()}{what[1:]}{trusts}")
    words = _unchecked(one)
    return line.append(f"; unchecked: {words}", style="dim") if words and not one.shows else line


def _unchecked(one: Checked) -> str:
    """What the file calls the proof and the designs in it."""
    called = (f'the proof is called "{", ".join(one.words)}"',) if one.words else ()
    return "; ".join((*called, *(one.question.unchecked_names if one.question is not None else ())))
