"""The files for Coq that `make coq` has written: the page of a paper links the one of each claim that Coq accepts."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

WRITTEN = Path(__file__).parents[2] / "build" / "coq"
FOLDER = "coq"
ACCEPTED = re.compile(r"^(\| (\w+)-(\w+) \|.*)accepted by Coq", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add all files, as each rests on others."""
    for path in sorted(WRITTEN.glob("*.v")):
        files.append(File.generated(config, f"{FOLDER}/{path.name}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Link the file where there is one; the page then tells what it rests on."""
    up = "../" * page.file.src_uri.count("/")

    def linked(found: re.Match[str]) -> str:
        target = f"{FOLDER}/{found[2]}_{found[3]}.v"
        if files.get_file_from_path(target) is None:
            return found[0]
        return f"{found[1]}[accepted by Coq]({up}{target})"

    return ACCEPTED.sub(linked, markdown)
