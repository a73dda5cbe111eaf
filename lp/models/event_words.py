"""Events of truths in words, for constraints and for those who judge them."""

from __future__ import annotations

from collections.abc import Sequence


def event_words(event: Sequence[int]) -> str:
    """Such as `truth 0` or `truth in {0, 2}`."""
    return f"truth {event[0]}" if len(event) == 1 else f"truth in {{{', '.join(map(str, event))}}}"
