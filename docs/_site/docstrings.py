"""Docstrings are plain text: let Markdown show the mathematics in them as it is written."""

from __future__ import annotations

import re
from typing import Any

import griffe

CODE = re.compile(r"(`+[^`]+`+)")
SPECIAL = re.compile(r"([\\*_\[\]<>|#])")


def as_markdown(text: str) -> str:
    """The text with what Markdown would take for marks escaped; code, examples and lists stay."""
    return "\n\n".join(_paragraph(paragraph) for paragraph in re.split(r"\n[ \t]*\n", text))


def _paragraph(text: str) -> str:
    lines = text.split("\n")
    if lines[0].startswith(">>>"):
        return "\n".join(["```pycon", *lines, "```"])
    if all(line.startswith("    ") for line in lines):
        return "\n".join(["```text", *(line[4:] for line in lines), "```"])
    return "\n".join(_line(line) for line in lines)


def _line(line: str) -> str:
    bullet = re.match(r"\s*(?:[*-] |)", line)
    assert bullet is not None
    start, rest = bullet.group(), line[bullet.end() :]
    parts = CODE.split(rest)
    return start + "".join(part if i % 2 else SPECIAL.sub(r"\\\1", part) for i, part in enumerate(parts))


class PlainDocstrings(griffe.Extension):
    """Rewrites each docstring when it is read."""

    def on_instance(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Rewrite the docstring of a module, a class, a function or an attribute."""
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)
