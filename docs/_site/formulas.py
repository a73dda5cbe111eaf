"""Set formulas, written $`...`$ in a line and ```math for a display, as MathML when the site is built."""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.preprocessors import Preprocessor
from mkdocs.config.defaults import MkDocsConfig

from checks.show.html.mathml import flowing, mathml, punctuated

INLINE = r"\$`([^`]+)`\$"
DISPLAY = re.compile(r"^```math\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)


class Inline(InlineProcessor):
    """A formula in a line."""

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[Element | str, int, int]:  # type: ignore[override]
        """Put the formula where Markdown does not look any more; a long one goes on in further lines."""
        return self.md.htmlStash.store(flowing(m[1])), m.start(0), m.end(0)


class Display(Preprocessor):
    """A formula in a block."""

    def run(self, lines: list[str]) -> list[str]:
        """Replace each block by its MathML."""

        def replaced(found: re.Match[str]) -> str:
            return "\n" + self.md.htmlStash.store(f'<div class="display">{mathml(found[1], True)}</div>') + "\n"

        return DISPLAY.sub(replaced, "\n".join(lines)).split("\n")


class Formulas(Extension):
    """The extension of Markdown for both."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Come before code in backticks, and before fenced blocks; and let a backslash go before every sign.

        A formula that stands alone keeps its paragraph, which scrolls where a part of it is wider than the page.
        """
        md.block_level_elements.remove("math")
        md.ESCAPED_CHARS = [*md.ESCAPED_CHARS, "<", "|", "$"]
        md.preprocessors.register(Display(md), "display-formulas", 40)
        md.inlinePatterns.register(Inline(INLINE, md), "inline-formulas", 200)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the extension."""
    config.markdown_extensions.append(Formulas())  # type: ignore[arg-type]
    return config


def on_page_content(html: str, **_: Any) -> str:
    """Keep each formula and the comma behind it in one line."""
    return punctuated(html)
