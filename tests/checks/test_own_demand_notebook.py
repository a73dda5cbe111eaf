"""The notebook on a demand of one's own runs from a clean checkout, and says what it should."""

import pytest

from tests.checks.notebooks import code_cells, executed, output_of, stored

NAME = "own_demand.ipynb"
pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    return executed(NAME, tmp_path_factory.mktemp("cache"))


def test_the_mechanism_and_its_picture_take_ten_lines():
    (cell,) = (cell for cell in code_cells(stored(NAME)) if "lp.certify(problem)" in cell.source)
    assert len(cell.source.splitlines()) == 10
    assert "heat_map" in cell.source.splitlines()[-1]


def test_every_cell_runs_and_says_what_it_should(notebook):
    assert output_of(notebook, "heat_map(design)", "image/png").startswith("iVBOR")  # shown where nothing is trusted
    assert "least value 5/6, by weak duality" in output_of(notebook, "print(design)", "stdout")
    assert "weak" in output_of(notebook, "found.theorem", "text/latex")
    floats = output_of(notebook, '{found.value} exactly")', "stdout")
    assert floats == "0.833333 in floats, 5/6 exactly\n"
    shown = output_of(notebook, 'if "truth" in words], sep="\\n")', "stdout").splitlines()
    assert shown[0] == "without the cap 23/30"
    assert "P(truth 0 | response 0) <= 1/2" in shown
    refused = output_of(notebook, "*near, *cap, first, second])))", "stdout")
    assert "these contradict each other" in refused
    assert "who is at the second place mostly says so" in refused
    assert "the theorem says 0.83" in output_of(notebook, 'float(found.value):.2f}")', "stdout")
