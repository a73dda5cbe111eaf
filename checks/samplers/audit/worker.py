"""The process in which the code of a sampler runs: limits on memory and time, questions and answers as JSON lines.

    python -m checks.samplers.audit.worker

The first line of standard input says how the sampler is called; the answer is {"ready": true} with all arguments, or
{"error": sentence}.
Each further line holds truths, the answer the responses. What the sampler prints goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Hashable
from typing import Any

from checks.samplers.audit.calling import Caller, Calling, load
from checks.samplers.audit.labels import decode, encode
from checks.samplers.audit.peers import is_adapter, sampler_of
from checks.samplers.audit.settings import AuditError
from checks.system.process_limits import limit_process


def main() -> None:
    """Serve one sampler until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    order = json.loads(sys.stdin.readline())
    limit_process(order["megabytes"], order["seconds"])

    def say(data: dict[str, Any]) -> None:
        answers.write(json.dumps(data) + "\n")
        answers.flush()

    calling = Calling(**order["calling"])
    try:
        sampler, calling = (sampler_of(calling), calling) if is_adapter(str(calling)) else load(calling)
        caller = Caller(sampler, calling, order["seed"], order["patience"])
    except AuditError as error:
        say({"error": str(error)})
        return
    say({"ready": True, "made_with": calling.made_with, "called_with": calling.called_with})
    truths = [decode(truth) for truth in order["truths"]]
    known: dict[Hashable, int] = {}
    for line in sys.stdin:
        found = caller.ask([truths[i] for i in json.loads(line)])
        new: list[Any] = []
        indices = []
        for response in found.responses:
            if response not in known:
                known[response] = len(known)
                new.append(encode(response))
            indices.append(known[response])
        failure = found.failure
        say({"new": new, "answers": indices, "failure": None if failure is None else [failure.kind, failure.text]})


if __name__ == "__main__":
    main()
