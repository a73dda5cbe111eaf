"""The records of claims, each verified once a test run, whichever process asks first."""

from functools import cache as remembered

from checks import TIMEOUT, cache
from checks.claim import load_paper
from checks.record import ClaimRecord
from checks.runner import select
from checks.verification import verify_claim


@remembered
def record(claim_id: str) -> ClaimRecord:
    """The record of a claim."""
    (claim,) = select([claim_id])
    wanted = cache.key(claim, load_paper(claim.paper).conventions, seed=0, timeout=TIMEOUT)
    found = cache.load(claim.id, wanted)
    if found is None:
        found = verify_claim(claim)
        cache.store(found, wanted)
    return found
