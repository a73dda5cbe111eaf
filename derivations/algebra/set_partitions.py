"""The partitions of a few things into blocks, over which moments and cumulants are sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
Blocks = tuple[tuple[T, ...], ...]


def partitions(things: Sequence[T]) -> Iterator[Blocks[T]]:
    """All ways to part the things, told apart by their places, into blocks that are not empty."""
    if not things:
        yield ()
        return
    first = things[0]
    for blocks in partitions(things[1:]):
        yield ((first,), *blocks)
        for i, block in enumerate(blocks):
            yield (*blocks[:i], (first, *block), *blocks[i + 1 :])
