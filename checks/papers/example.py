"""The commented claims file to start from, with its mechanism written in one of three ways."""

from __future__ import annotations

from importlib import resources
from typing import Literal

Way = Literal["protocol", "matrix", "catalogue"]
_LINES: dict[Way, tuple[str, ...]] = {
    "protocol": ("protocol = ",),
    "matrix": ('matrix = [["1 - ',),
    "catalogue": ("catalogue = ", "parameters = "),
}


def example(way: Way = "protocol") -> str:
    """The file; the other two ways stand in it as comments."""
    text = resources.files("checks.papers").joinpath("example.toml").read_text(encoding="utf-8")
    return "".join(_line(line, way) for line in text.splitlines(keepends=True))


def _line(line: str, chosen: Way) -> str:
    bare = line.removeprefix("# ")
    for way, starts in _LINES.items():
        if bare.startswith(starts):
            return bare if way == chosen else f"# {bare}"
    return line
