"""Truths and responses as samplers know them: read from text, made hashable, and sent between processes as JSON."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checks.samplers.audit.settings import AuditError

if TYPE_CHECKING:
    from mechanisms.design import Design

MAXIMAL_DEPTH = 4
MAXIMAL_ITEMS = 4096
MAXIMAL_TEXT = 200
_INTEGER = re.compile(r"[+-]?\d{1,18}")
_FLOAT = re.compile(r"[+-]?(\d{1,18}\.\d*|\.\d+|\d{1,18}(?=[eE]))([eE][+-]?\d{1,3})?")
_WORDS = {"true": True, "false": False, "none": None}


@dataclass(frozen=True)
class Strange:
    """A response of a kind that no design has: what it looks like."""

    shown: str

    def __repr__(self) -> str:
        return self.shown


def value_of(text: str) -> Hashable:
    """What a user wrote: 3, 0.5, true, none, or text; in quotes it is text in any case. Never evaluated.

    Raises AuditError for one that is too long.
    """
    given = text.strip()
    if len(given) > MAXIMAL_TEXT:
        raise AuditError(f"{given[:20]}... has more than {MAXIMAL_TEXT} characters")
    if len(given) >= 2 and given[0] == given[-1] and given[0] in "'\"":
        return given[1:-1]
    if given.lower() in _WORDS:
        return _WORDS[given.lower()]
    if _INTEGER.fullmatch(given):
        return int(given)
    return float(given) if _FLOAT.fullmatch(given) else given


def labels_of(text: str | None, own: Sequence[Hashable], what: str) -> tuple[Hashable, ...]:
    """What the sampler calls the design's labels: in their order, or as design=sampler,...; the same when left out.

    Raises AuditError unless there is one a label, all different.
    """
    if text is None:
        return tuple(own)
    parts = [part.strip() for part in text.split(",")]
    if all("=" in part for part in parts):
        names = {str(label): i for i, label in enumerate(own)}
        found = list(own)
        for part in parts:
            name, _, value = part.partition("=")
            if name.strip() not in names:
                raise AuditError(f"{what}: {name.strip()!r} is none of the design's: {_listed(own)}")
            found[names[name.strip()]] = value_of(value)
    else:
        found = [value_of(part) for part in parts]
    if len(found) != len(own):
        raise AuditError(f"{what}: {len(found)} are given, but the design has {len(own)}: {_listed(own)}")
    if len(set(found)) != len(found):
        raise AuditError(f"{what}: {_listed(found)} are not all different")
    return tuple(found)


def from_zero(design: Design) -> tuple[tuple[Hashable, ...], tuple[Hashable, ...]] | None:
    """Truths and responses of a design that numbers its truths from 1, as a sampler has them that begins with 0."""
    truths, responses = tuple(design.truths), tuple(design.responses)
    if truths != tuple(range(1, len(truths) + 1)):
        return None
    zero = tuple(range(len(truths)))
    return zero, zero if responses == truths else responses


def _listed(labels: Sequence[Hashable]) -> str:
    shown = ", ".join(map(str, labels[:12]))
    return shown + (", ..." if len(labels) > 12 else "")


def hashable(value: Any, depth: int = 0) -> Hashable:
    """A response as a number, text, tuple or frozenset of such; anything else as Strange."""
    if value is None or isinstance(value, bool | int | float | str):
        return value if not isinstance(value, str | int) or _is_short(value) else Strange(repr(value)[:60] + "...")
    if depth < MAXIMAL_DEPTH:
        if hasattr(value, "tolist") and hasattr(value, "dtype"):  # a number or an array of numpy's
            return hashable(value.tolist(), depth + 1)
        if isinstance(value, list | tuple | set | frozenset) and len(value) <= MAXIMAL_ITEMS:
            items = [hashable(item, depth + 1) for item in value]
            return frozenset(items) if isinstance(value, set | frozenset) else tuple(items)
    return Strange(f"a {type(value).__name__}")


def _is_short(value: str | int) -> bool:
    return len(value) <= MAXIMAL_ITEMS if isinstance(value, str) else value.bit_length() <= 64


def is_nan(value: Hashable) -> bool:
    """Whether a response is not a number, or holds one that is not."""
    if isinstance(value, tuple | frozenset):
        return any(map(is_nan, value))
    return isinstance(value, float) and value != value


def encode(value: Hashable) -> Any:
    """A hashable response as JSON, without loss. Raises AuditError for a label that JSON cannot hold."""
    if isinstance(value, tuple):
        return {"tuple": [encode(item) for item in value]}
    if isinstance(value, frozenset):
        return {"set": [encode(item) for item in value]}
    if isinstance(value, Strange):
        return {"strange": value.shown}
    if isinstance(value, float):
        return {"float": value.hex()}
    if value is None or isinstance(value, bool | int | str):
        return value
    raise AuditError(f"{value!r:.60} is no label that can be handed to another process")


def decode(data: Any) -> Hashable:
    """What `encode` made."""
    if not isinstance(data, dict):
        return data  # type: ignore[no-any-return]
    ((kind, content),) = data.items()
    if kind == "tuple":
        return tuple(decode(item) for item in content)
    if kind == "set":
        return frozenset(decode(item) for item in content)
    return float.fromhex(content) if kind == "float" else Strange(str(content))
