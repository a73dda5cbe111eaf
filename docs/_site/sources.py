"""Links from the pages to the source, which is no part of the site: their text stays, as the name of a file."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

LINK = re.compile(r"\[`?([^\]`]+)`?\]\((?:\.\./)+((?:mechanisms|derivations|lp|checks)/[^)]+\.py)\)")
PAGES = "reference/python"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Replace each link to a module by a link to its reference, or by its name where it has none."""
    up = "../" * page.file.src_uri.count("/")

    def replaced(found: re.Match[str]) -> str:
        name, path = found[1], Path(found[2])
        target = f"{PAGES}/{'.'.join(path.parent.parts)}.md"
        if files.get_file_from_path(target) is None:
            return f"`{name}` in `{path}`"
        return f"[`{name}`]({up}{target}#{'.'.join(path.with_suffix('').parts)})"

    return LINK.sub(replaced, markdown)
