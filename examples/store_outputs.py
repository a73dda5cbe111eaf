"""Run the notebooks of this folder and store them with their outputs: python examples/store_outputs.py"""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent


def executed(path: Path) -> nbformat.NotebookNode:
    """The notebook after a run from the root of the project; without what differs from run to run."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(HERE.parent)}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    notebook.metadata.get("language_info", {}).pop("version", None)
    return notebook


if __name__ == "__main__":
    for path in sorted(HERE.glob("*.ipynb")):
        nbformat.write(executed(path), path)
