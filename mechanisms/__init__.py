"""Randomized response mechanisms: exact design matrices, protocols, privacy measures and sampling.

The names below are imported when they are first used, so that `import mechanisms` costs nothing.
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "Choice": "protocols.primitives",
    "Coin": "protocols.primitives",
    "Deck": "protocols.primitives",
    "Design": "design",
    "DesignError": "design",
    "Domain": "exact.domain",
    "Parameter": "exact.domain",
    "Protocol": "protocols.protocol",
    "ProtocolError": "protocols.protocol",
    "SharedDeck": "protocols.shared_deck",
    "Uniform": "protocols.primitives",
    "above": "exact.domain",
    "catalogue": "catalogue",
    "delta_curve": "guarantees.hockey_stick",
    "feasible_region_binary": "guarantees.region",
    "integer": "exact.domain",
    "mixture": "design",
    "real": "exact.domain",
    "sample": "protocols.sampling",
    "smallest_delta": "privacy",
    "smallest_epsilon": "privacy",
    "within": "exact.domain",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_HOMES[name]}")
    return module if name == _HOMES[name] else getattr(module, name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
