"""Run a notebook of `examples/` from a clean checkout, and read what its cells put out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def executed(name: str, cache: Path) -> Any:
    """The notebook after a run in a kernel of this Python, with a cache of its own; any error in a cell fails."""
    import nbformat
    from nbclient import NotebookClient

    notebook = stored(name)
    environment = {**os.environ, "RRPROOF_CACHE_DIR": str(cache)}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    client = NotebookClient(notebook, timeout=300, coalesce_streams=True, resources={"metadata": {"path": str(ROOT)}})
    client.execute(env=environment)
    assert all(output.output_type != "error" for cell in code_cells(notebook) for output in cell.outputs)
    nbformat.validate(notebook)
    return notebook


def stored(name: str) -> Any:
    """The notebook as it is in the repository."""
    import nbformat

    return nbformat.read(ROOT / "examples" / name, as_version=4)


def code_cells(notebook: Any) -> list[Any]:
    """The cells that run."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def output_of(notebook: Any, source: str, kind: str) -> Any:
    """What the cell that ends in `source` put out, of one MIME type or as printed text."""
    (cell,) = (cell for cell in code_cells(notebook) if cell.source.endswith(source))
    if kind == "stdout":  # a kernel may send what is printed in several pieces
        assert all(output.output_type == "stream" and output.name == "stdout" for output in cell.outputs)
        return "".join(output["text"] for output in cell.outputs)
    (output,) = cell.outputs
    return output["data"][kind]
