"""The file of certificates, written from a verification of all papers: `python -m checks.running.certificates`."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import click

from checks.claims.claim import Claim
from checks.claims.record import ClaimRecord
from checks.papers.collection import verify_claim
from checks.running.pool import Finished, verify_claims
from checks.running.runner import select
from checks.system.time_limit import TIMEOUT
from derivations.prover.certificates import PATH, Collection, collecting, offered, write

LEAST = 0.01  # seconds of a search that is worth to be spared
COLLECT = "checks.running.certificates:verify_and_collect"  # by its name also where this runs as a program


@dataclass(frozen=True)
class CollectedClaim:
    """The record of a claim, with the proofs that were searched for it and the keys of those that were not."""

    record: ClaimRecord
    collected: Collection

    def to_data(self) -> dict[str, Any]:
        """The record without its proof objects, and what was collected."""
        found = {key.hex(): proof for key, proof in self.collected.found.items()}
        keys = {"used": self.collected.used, "vain": self.collected.vain}
        made = {"found": found, **{name: [key.hex() for key in of] for name, of in keys.items()}}
        return {**self.record.bare().to_data(), "made": made}


def verify_and_collect(claim: Claim, *, seed: int, budget: float) -> CollectedClaim:
    """Verify a claim, and keep what had to be searched for."""
    into = Collection(LEAST)
    with collecting(into):
        return CollectedClaim(verify_claim(claim, seed=seed, budget=budget), into)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("targets", nargs=-1, metavar="[PAPER|CLAIM]...")
@click.option("--jobs", type=click.IntRange(min=1), default=2, metavar="N", show_default=True, help="How many run.")
@click.option("--add", is_flag=True, help="Keep also those certificates that none of the claims makes use of.")
def main(targets: tuple[str, ...], jobs: int, add: bool) -> None:
    """Verify papers, all when none is named, and write the certificates that this takes.

    What is known is used; `RRPROOF_CERTIFICATES=none` searches every proof anew.
    """
    known = offered()
    found: dict[bytes, str] = {}
    used: set[bytes] = set(known.keys()) if known and add else set()
    vain: set[bytes] = set(known.vain()) if known and add else set()
    with closing(verify_claims(select(targets), jobs=jobs, timeout=TIMEOUT, seed=0, call=COLLECT)) as events:
        for event in events:
            if isinstance(event, Finished) and event.made is not None:
                found |= {bytes.fromhex(key): proof for key, proof in event.made["found"].items()}
                used |= {bytes.fromhex(key) for key in event.made["used"]}
                vain |= {bytes.fromhex(key) for key in event.made["vain"]}
            if isinstance(event, Finished) and event.record.verdict == "unknown":
                click.echo(f"{event.claim.id} is unknown: {event.record.note}", err=True)
    kept = {key: proof for key in used if known is not None and (proof := known.proof(key)) is not None}
    write(PATH, kept | found, vain)
    old = len(kept.keys() - found.keys())
    click.echo(f"{PATH.name}: {len(found)} new certificates, {old} that were known; {len(vain)} goals are in vain")


if __name__ == "__main__":
    sys.exit(main())
