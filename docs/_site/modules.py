"""The reference of the Python API: one page for each folder, its modules from their docstrings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from commands import BELOW_THE_PAGES  # beside this file, as the next one
from docstrings import as_markdown
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[2]
PAGES = "reference/python"
LAYERS = ("mechanisms", "derivations", "lp", "checks")
INTERNAL = {
    "derivations/prover",
    *(
        f"checks/{name}"
        for name in ("commands", "design_answers", "interpreter", "mutation", "papers", "reading", "witness")
    ),
}


def folders() -> list[Path]:
    """The folders with modules, but for those that only the command line or a paper of the suite uses."""
    found = [ROOT / layer for layer in LAYERS]
    found += [path.parent for layer in found for path in layer.rglob("__init__.py") if path.parent != layer]
    return sorted(folder for folder in found if not INTERNAL.intersection(_upwards(folder)))


def _upwards(folder: Path) -> list[str]:
    name = folder.relative_to(ROOT)
    return [str(path) for path in (name, *name.parents)]


def page_of(folder: Path) -> str:
    """The page of a folder, such as reference/python/lp.losses.md."""
    return f"{PAGES}/{'.'.join(folder.relative_to(ROOT).parts)}.md"


def modules(folder: Path) -> list[Path]:
    """The modules of a folder that others may import."""
    return sorted(path for path in folder.glob("*.py") if not path.name.startswith("_"))


def said_of(path: Path) -> str:
    """The first paragraph of a module's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return as_markdown(" ".join(text.split("\n\n")[0].split()))


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List the pages below Python in the navigation."""
    assert isinstance(config.nav, list)
    reference = next(part["Reference"] for part in config.nav if "Reference" in part)
    entry = next(part for part in reference if "Python" in part)
    shown = [{".".join(folder.relative_to(ROOT).parts): page_of(folder)} for folder in folders()]
    entry["Python"] = [entry["Python"], *shown]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    files.append(File.generated(config, f"{PAGES}/index.md", content="\n".join(overview())))
    for folder in folders():
        files.append(File.generated(config, page_of(folder), content="\n".join(page(folder))))
    return files


def overview() -> Iterator[str]:
    """The page that lists the folders."""
    yield from ("# Python", "", "Imports go one way: mechanisms, derivations, lp, checks.", "")
    yield from ("| folder | modules | is about |", "|---|---|---|")
    for folder in folders():
        name, target = folder.relative_to(ROOT), Path(page_of(folder)).name
        yield f"| [`{name}/`]({target}) | {len(modules(folder))} | {said_of(folder / '__init__.py')} |"


def page(folder: Path) -> Iterator[str]:
    """The page of a folder: its modules in a table, then each in full."""
    name = ".".join(folder.relative_to(ROOT).parts)
    yield from BELOW_THE_PAGES
    yield from (f"# {name}", "", said_of(folder / "__init__.py"), "", "| module | |", "|---|---|")
    for path in modules(folder):
        yield f"| [`{path.stem}`](#{name}.{path.stem}) | {said_of(path)} |"
    yield ""
    for path in modules(folder):
        yield from (f"::: {name}.{path.stem}", "")
