"""The tutorial notebook runs from a clean checkout, and says what it should."""

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK, MECHANISM = ROOT / "examples" / "tutorial.ipynb", ROOT / "examples" / "mechanism.ipynb"
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")
SECONDS = re.compile(r"\d+\.\d+(?=</td>|\s)|seconds=[\d.]+")  # of verdicts, which differ from run to run
LONG = re.compile(r"\d+\.\d{12,}")  # of roots searched in floats, whose last digits differ from machine to machine


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """The notebook after a run in a kernel of this Python, with a cache of its own; any error in a cell fails."""
    return run(NOTEBOOK, tmp_path_factory.mktemp("cache"))


def run(path, cache):
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    environment = {**os.environ, "RRPROOF_CACHE_DIR": str(cache)}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    client = NotebookClient(notebook, timeout=300, coalesce_streams=True, resources={"metadata": {"path": str(ROOT)}})
    client.execute(env=environment)
    return notebook


def output_of(notebook, source, kind):
    """What the cell that ends in `source` put out, of one MIME type or as printed text."""
    (cell,) = (c for c in notebook.cells if c.cell_type == "code" and c.source.endswith(source))
    (output,) = cell.outputs
    return output["text"] if kind == "stdout" else output["data"][kind]


def texts(notebook):
    """What the code cells put out, without pictures, seconds and last digits, which differ from run to run."""
    found = []
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            kinds = output.get("data", {"text": output.get("text", "")})
            shown = {kind: "".join(value) for kind, value in kinds.items() if kind != "image/png"}
            found.append({kind: SECONDS.sub("", LONG.sub(rounded, text)) for kind, text in shown.items()})
            found[-1]["pictures"] = "image/png" in kinds
    return found


def rounded(number):
    return f"{float(number.group()):.10f}"


def assert_safe(notebook):
    """What is shown needs no trust: no MathML, no SVG and no picture in HTML, which JupyterLab would drop."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            html = "".join(output.get("data", {}).get("text/html", ""))
            assert not re.search(r"<(math|svg|dl|img|script|style)\b", html)
            assert "image/svg+xml" not in output.get("data", {})


def test_the_notebook_is_stored_with_what_it_puts_out(executed):
    stored = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(stored)
    assert texts(stored) == texts(executed), "`make notebooks` stores them"
    assert_safe(stored)


def test_the_notebook_on_mechanisms_is_stored_with_what_it_puts_out(tmp_path):
    stored = nbformat.read(MECHANISM, as_version=4)
    nbformat.validate(stored)
    found = run(MECHANISM, tmp_path)
    assert texts(stored) == texts(found), "`make notebooks` stores them"
    assert_safe(stored)
    assert "consistent\n" in found.cells[-1].outputs[0]["text"]
    assert found.cells[-1].outputs[0]["text"].count("consistent\n") == 1
    assert texts(found)[1]["pictures"]


def test_every_cell_runs_and_says_what_it_should(executed):
    assert all(o.output_type != "error" for c in executed.cells if c.cell_type == "code" for o in c.outputs)
    assert "<td>11/12</td>" in output_of(executed, "\nnumbers", "text/html")
    assert r"\log{\left(10 \right)}" in output_of(executed, "numbers.epsilon()", "text/latex")
    assert r"\left(10, 0\right)" in output_of(executed, "delta_curve(numbers)", "text/latex")
    assert r"\frac{14}{45}" in output_of(executed, "\nestimate", "text/latex")
    assert "agree" in output_of(executed, 'estimators=["unbiased"])', "text/html")
    assert r"\log (10)" in output_of(executed, "analyze(numbers, respondents=500)", "text/html")
    assert r"\min = \frac{11}{14}" in output_of(executed, "\nbest", "text/html")
    assert "weak" in output_of(executed, "\ntheorem", "text/latex")
    assert "t^2 - 4*t - 1 near 4.236" in output_of(executed, 'sep=", ")', "stdout")
    assert "<td>ME-02</td>" in output_of(executed, "\nreport", "text/html")
    lines = output_of(executed, "print(right.verdict)", "stdout").splitlines()
    assert lines[0].startswith("HLM-88 corrected misprint {")
    assert lines[1].startswith("ME-01 corrected false {")
    assert lines[2].startswith("right is ")
    assert "p^{2}" in lines[2]
    assert lines[3:] == ["proved"]
    pictures = [o for c in executed.cells for o in c.get("outputs", ()) if "image/png" in o.get("data", {})]
    assert len(pictures) == 3
