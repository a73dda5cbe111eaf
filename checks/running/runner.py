"""Verify papers and claims: pick them, look for kept records, verify the rest, keep what is new."""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from difflib import get_close_matches

from checks.claims.claim import Claim, Paper, PaperError, is_file
from checks.claims.proofs import RecheckError, recheck_record
from checks.claims.record import ClaimRecord, UsedClaim
from checks.papers import collection
from checks.running import cache
from checks.running.pool import Finished, Started, verify_claims
from checks.show.report import Report
from checks.system.time_limit import TIMEOUT


@dataclass(frozen=True)
class Kept:
    """The claim has its record from the cache."""

    claim: Claim
    record: ClaimRecord


@dataclass(frozen=True)
class Noticed:
    """Something that is worth a warning and stops nothing."""

    text: str


Event = Started | Finished | Kept | Noticed


def select(targets: Sequence[str]) -> list[Claim]:
    """The claims that papers ("HLM"), claims files ("my.toml") and ids ("HLM-07", "my.toml:FR-01") name.

    Each once; those of all papers when none is named.

    Raises PaperError when there is no such paper or claim, with the ids that are spelt like it.
    """
    papers = [collection.load_paper(key) for key in collection.paper_keys()]
    found: dict[str, Claim] = {}
    for target in targets or [paper.key for paper in papers]:
        file, colon, claim_id = target.rpartition(":")
        if is_file(target):
            named: Sequence[Claim] = collection.load_paper(target).claims
        elif colon and is_file(file):
            named = [collection.load_paper(file).claim(claim_id)]
        else:
            named = _named(target, papers)
        for c in named:
            if found.setdefault(c.id, c).paper != c.paper:
                raise PaperError(f"{found[c.id].paper} and {c.paper} both have a claim {c.id}; verify them one by one")
    return list(found.values())


def _named(target: str, papers: Sequence[Paper]) -> Sequence[Claim]:
    for paper in papers:
        if target.upper() == paper.key.upper():
            return paper.claims
        for candidate in paper.claims:
            if _unpadded(target) == _unpadded(candidate.id):
                return [candidate]
    if target.lower().endswith((".csv", ".json", ".tex", ".pdf")):
        raise PaperError(f"{target} is no claims file, whose name ends with .toml; designs are for `rrproof analyze`")
    names = [name for paper in papers for name in (paper.key, *(c.id for c in paper.claims))]
    near = get_close_matches(target.upper(), names, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"the papers are {', '.join(p.key for p in papers)}"
    raise PaperError(f"there is no paper or claim {target!r}; {hint}")


def _unpadded(claim: str) -> str:
    """The id of a claim in capitals, its number without zeros in front: HLM-7 is HLM-07."""
    return re.sub(r"-0+(?=\d)", "-", claim.upper())


def run(
    claims: Sequence[Claim],
    *,
    jobs: int = 1,
    timeout: float = TIMEOUT,
    seed: int = 0,
    use_cache: bool = True,
    recheck: bool = False,
    with_proofs: bool = True,
) -> Generator[Event]:
    """Verify claims in `jobs` processes, each within `timeout` seconds; yield what happens as it happens.

    With `use_cache`, records of earlier runs are used where nothing has changed, and new ones are kept as soon as
    they are there. With `recheck`, the kernel checks the proof objects of the records that come from the cache.
    Without `with_proofs`, records from the cache come faster and have no proof objects.
    Raises ValueError when jobs, timeout or seed is out of range; WorkerError when no process can be started.
    """
    if jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs}")
    if not 0 < timeout < math.inf:
        raise ValueError(f"timeout must be a positive number of seconds, not {timeout}")
    if seed < 0:
        raise ValueError(f"seed must be a non-negative integer, not {seed}")
    if not use_cache:
        yield from verify_claims(claims, jobs=jobs, timeout=timeout, seed=seed)
        return
    papers = {name: collection.load_paper(name) for name in dict.fromkeys(c.paper for c in claims)}
    keys = {c.id: cache.key(c, papers[c.paper].context, seed=seed, timeout=timeout) for c in claims}
    missing = []
    for c in claims:
        try:
            record = cache.load(c.id, keys[c.id], with_proofs=with_proofs or recheck)
            if record is not None and recheck:
                recheck_record(record)
        except (cache.CacheError, RecheckError) as error:
            yield Noticed(f"{error}; the claim is verified again")
            record = None
        if record is None:
            missing.append(c)
        else:
            yield Kept(c, record)
    keeps = True
    with closing(verify_claims(missing, jobs=jobs, timeout=timeout, seed=seed)) as events:
        for event in events:
            if isinstance(event, Finished) and keeps:
                try:
                    cache.store(event.record, keys[event.claim.id])
                except cache.CacheError as error:
                    yield Noticed(str(error))
                    keeps = False
            yield event


def with_used(claims: Sequence[Claim]) -> list[Claim]:
    """The claims, and those that they say they use, without which it is not known what their printed proofs lack."""
    papers = {name: collection.load_paper(name) for name in dict.fromkeys(claim.paper for claim in claims)}
    used = [papers[claim.paper].claim(name) for claim in claims for name in papers[claim.paper].used_in(claim.id)]
    found = {claim.id: claim for claim in (*used, *claims)}  # of two papers with the same id, what was asked for
    return [*claims, *(found.pop(claim.id) for claim in used if claim.id in found and claim not in claims)]


def linked(claims: Sequence[Claim], records: Mapping[str, ClaimRecord]) -> list[ClaimRecord]:
    """The records of the claims, as far as there are any, with what each claim uses and what uses it."""
    papers = {name: collection.load_paper(name) for name in dict.fromkeys(claim.paper for claim in claims)}
    return [_linked(papers[c.paper], records, c.id) for c in claims if c.id in records]


def _linked(paper: Paper, records: Mapping[str, ClaimRecord], claim_id: str) -> ClaimRecord:
    known = {name: record for name, record in records.items() if record.paper == paper.name}
    uses = tuple(
        UsedClaim(used, known[used].headline, known[used].holds) if used in known else UsedClaim(used, "", holds=False)
        for used in paper.used_in(claim_id)
    )
    return replace(records[claim_id], uses=uses, used_by=paper.users_of(claim_id))


def verify(
    *targets: str, jobs: int = 1, timeout: float = TIMEOUT, seed: int = 0, cache: bool = True, recheck: bool = False
) -> Report:
    """Verify papers and claims by name, all papers when none is named, and report.

    jobs is the number of processes, timeout the seconds a claim may take (past it the claim is `unknown`), seed that
    of the sampled witnesses. With cache=False nothing of earlier runs is used and nothing is kept. With recheck=True
    the kernel checks the proof objects that come from the cache once more. Raises PaperError for an unknown name.
    """
    claims = select(targets)
    records: dict[str, ClaimRecord] = {}
    for event in run(with_used(claims), jobs=jobs, timeout=timeout, seed=seed, use_cache=cache, recheck=recheck):
        if isinstance(event, (Finished, Kept)):
            records[event.claim.id] = event.record
        elif isinstance(event, Noticed):
            warnings.warn(event.text, stacklevel=2)
    return Report(tuple(linked(claims, records)), seed)
