"""The process that verifies claims, one at a time: requests on standard input, records on standard output, in JSON.

It runs apart from the process that prints, so that a search that hangs can be ended and a crash costs one claim.
"""

from __future__ import annotations

import gc
import json
import os
import queue
import sys
import threading
from importlib import import_module
from typing import Any

from checks.claims.claim import Claim, Correction, PaperError, Reading, Statement
from checks.claims.tables import PrintedTable
from checks.claims.verdict import Finding
from checks.system.process_limits import ended_after, limit_process

READY = "ready"
ALLOCATIONS = 50_000_000  # before unused cycles are looked for: a proof is millions of terms that stay
MEGABYTES = 16_384  # of address space, of which little is used; a statement that takes more is not decided


def claim_from_data(data: dict[str, Any]) -> Claim:
    """The claim that `dataclasses.asdict` turned into plain data, after a way through JSON."""
    readings = tuple(Reading(**{**r, "statement": _statement(r["statement"])}) for r in data["readings"])
    correction = data["correction"]
    if correction is not None:
        correction = Correction(
            **{
                **correction,
                "statement": _statement(correction["statement"]),
                "finding": Finding(correction["finding"]),
            }
        )
    return Claim(**{**data, "readings": readings, "correction": correction})


def _statement(data: dict[str, Any]) -> Statement:
    given = {key: _tuples(value) for key, value in data.items() if key != "table"}
    if data["table"] is not None:
        given["table"] = PrintedTable(**{key: _tuples(value) for key, value in data["table"].items()})
    return Statement(**given)


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _read_requests(requests: queue.SimpleQueue[str]) -> None:
    """Hand on the requests; when the parent is gone, so is this process, whatever it is busy with."""
    for line in sys.stdin:
        requests.put(line)
    os._exit(0)


def _stays(phase: str, info: dict[str, int]) -> None:
    """What is still there after a search for unused cycles is not gone through again: terms on which claims rest."""
    if phase == "stop":
        gc.freeze()


def main() -> None:
    """Serve requests with the function `module:name` that the first argument names, until the input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a solver prints must not mix with the answers
    module, _, name = sys.argv[1].partition(":")
    verify_claim = getattr(import_module(module), name)
    limit_process(MEGABYTES)
    gc.set_threshold(ALLOCATIONS)
    gc.callbacks.append(_stays)
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read_requests, args=(requests,), daemon=True).start()
    print(READY, file=answers, flush=True)
    while True:
        request = json.loads(requests.get())
        try:
            with ended_after(request["seconds"]):
                record = verify_claim(claim_from_data(request["claim"]), seed=request["seed"], budget=request["budget"])
            answer = {"record": record.to_data()}
        except PaperError as error:
            answer = {"refused": str(error)}
        except MemoryError:
            answer = {"error": f"it takes more than {MEGABYTES // 1024} GB of memory"}
        except Exception as error:  # noqa: BLE001 - whatever went wrong is reported with the claim
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer, allow_nan=False), file=answers, flush=True)


if __name__ == "__main__":
    main()
