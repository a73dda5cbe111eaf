"""Randomized response mechanisms: exact design matrices, protocols, privacy measures and sampling.

The names below are imported when they are first used, so that `import mechanisms` costs nothing.
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "Choice": "primitives",
    "Coin": "primitives",
    "Deck": "primitives",
    "Design": "design",
    "DesignError": "design",
    "Domain": "domain",
    "Parameter": "domain",
    "Protocol": "protocol",
    "ProtocolError": "protocol",
    "SharedDeck": "shared_deck",
    "Uniform": "primitives",
    "above": "domain",
    "catalogue": "catalogue",
    "delta_curve": "hockey_stick",
    "feasible_region_binary": "region",
    "integer": "domain",
    "mixture": "design",
    "real": "domain",
    "sample": "sampling",
    "smallest_delta": "privacy",
    "smallest_epsilon": "privacy",
    "within": "domain",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"{__name__}.{_HOMES[name]}")
    return module if name == _HOMES[name] else getattr(module, name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
