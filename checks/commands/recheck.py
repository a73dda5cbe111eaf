"""`rrproof recheck`: proofs and certificates read from files and checked again from nothing.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from pathlib import Path

import click

from checks.commands.exits import NotProved
from checks.commands.options import as_bad_input


@click.command(short_help="Check a proof file, or a VIPR certificate of a linear program.")
@click.argument("file", type=click.Path(path_type=Path))
def recheck(file: Path) -> None:
    """Check a proof file with the kernel alone, or a certificate in the VIPR format by exact arithmetic.

    Prints the statement of each proof, the rules that it uses and the oracles that it trusts; of a certificate, which
    optimal value or infeasibility it proves. Exit 1 when a proof does not check, 2 when FILE is no proof file.
    """
    from lp.certificates.reader import ViprFormatError, is_vipr

    with as_bad_input(ViprFormatError):
        certificate = is_vipr(file)
    if certificate:
        _check_certificate(file)
    else:
        _check_proofs(file)


def _check_certificate(file: Path) -> None:
    from lp.certificates.checker import ViprRefusedError, check_file
    from lp.certificates.reader import ViprFormatError

    try:
        with as_bad_input(ViprFormatError):
            proved = check_file(file)
    except ViprRefusedError as error:
        raise NotProved(f"{file} does not check: {error}") from error
    steps = f"{proved.derivations} derived constraint{'s' * (proved.derivations != 1)}"
    click.echo(f"{file.name}\n  states  {proved}\n  proof   VIPR certificate, {steps}, checked exactly")


def _check_proofs(file: Path) -> None:
    import sys

    from checks import render
    from checks.proofs import RecheckError, recheck_file
    from derivations.proof_file import ProofFileError

    out = render.console(sys.stdout)
    try:
        with as_bad_input(ProofFileError):
            for label, theorem in recheck_file(file):
                render.write(out, render.theorem(label, theorem))
    except RecheckError as error:
        raise NotProved(str(error)) from error
