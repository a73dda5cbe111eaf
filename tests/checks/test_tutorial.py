"""The tutorial notebook runs from a clean checkout, and says what it should."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "examples" / "tutorial.ipynb"
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """The notebook after a run in a kernel of this Python, with a cache of its own; any error in a cell fails."""
    from nbclient import NotebookClient

    notebook = nbformat.read(NOTEBOOK, as_version=4)
    environment = {**os.environ, "RRPROOF_CACHE_DIR": str(tmp_path_factory.mktemp("cache"))}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(ROOT)}})
    client.execute(env=environment)
    return notebook


def output_of(notebook, source, kind):
    """What the cell that ends in `source` put out, of one MIME type or as printed text."""
    (cell,) = (c for c in notebook.cells if c.cell_type == "code" and c.source.endswith(source))
    (output,) = cell.outputs
    return output["text"] if kind == "stdout" else output["data"][kind]


def test_the_notebook_is_stored_without_outputs():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert all(not cell.outputs and cell.execution_count is None for cell in notebook.cells if cell.cell_type == "code")


def test_every_cell_runs_and_says_what_it_should(executed):
    assert all(o.output_type != "error" for c in executed.cells if c.cell_type == "code" for o in c.outputs)
    assert "<td>11/12</td>" in output_of(executed, "\nnumbers", "text/html")
    assert r"\log{\left(10 \right)}" in output_of(executed, "smallest_epsilon(numbers)", "text/latex")
    assert r"\left(10, 0\right)" in output_of(executed, "delta_curve(numbers)", "text/latex")
    assert r"\frac{14}{45}" in output_of(executed, "\nestimate", "text/latex")
    assert "agree" in output_of(executed, "\nsimulation", "text/html")
    assert "log(10)" in output_of(executed, "analyze(numbers, respondents=500)", "text/html")
    assert r"\min = \frac{22}{7}" in output_of(executed, "\nbest", "text/latex")
    assert "weak" in output_of(executed, "best.optimum.theorem", "text/latex")
    assert "t^2 - 4*t - 1 near 4.236" in output_of(executed, 'sep=", ")', "stdout")
    assert "<td>ME-02</td>" in output_of(executed, "\nreport", "text/html")
    lines = output_of(executed, "print(right.verdict)", "stdout").splitlines()
    assert lines[0].startswith("HLM-88 corrected misprint {")
    assert lines[1].startswith("ME-01 corrected false {")
    assert lines[2].startswith("right is ")
    assert "p^{2}" in lines[2]
    assert lines[3:] == ["proved"]
    pictures = [
        o
        for c in executed.cells
        if c.cell_type == "code" and c.source.split("\n")[-1].startswith("HTML(svg(")
        for o in c.outputs
    ]
    assert len(pictures) == 3
    assert all("<svg " in picture["data"]["text/html"] for picture in pictures)
