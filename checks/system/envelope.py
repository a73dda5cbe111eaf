"""The envelope in which every command hands on its result as JSON.

    {"rrproof": version, "schema": 2, "command": "analyze", "arguments": {...}, "result": ...}

`schema` is the number of this form; `arguments` are those of the command by name, exact numbers as text; `notes`, where
there are any, say which rational numbers stand for irrational ones; what `result` holds is said by the command. Files
that such a result was written to are read where a design or a result is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from checks.system.versions import version_of

SCHEMA = 2


def enveloped(command: str, arguments: Mapping[str, Any], result: Any, notes: Sequence[str] = ()) -> dict[str, Any]:
    """A result in its envelope; arguments that were left out, and have no default, are left out here too."""
    given = {name: _plain(value) for name, value in arguments.items() if value not in (None, (), {}, False)}
    return {
        "rrproof": version_of("rrproof"),
        "schema": SCHEMA,
        "command": command,
        "arguments": given,
        **({"notes": list(notes)} if notes else {}),
        "result": result,
    }


def result_of(data: Any) -> Any:
    """The result in an envelope; what has no envelope as it is."""
    return data["result"] if isinstance(data, dict) and {"rrproof", "command", "result"} <= data.keys() else data


def _plain(value: Any) -> Any:
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (tuple, list, frozenset)) else str(value)
