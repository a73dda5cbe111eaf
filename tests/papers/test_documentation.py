"""All that README and documentation show is run: their shell transcripts, their Python, their links to files."""

import difflib
import doctest
import json
import re
from pathlib import Path

import pytest

from checks.papers.collection import paper_keys
from checks.show.argued_page import argued_page
from tests.papers.records import page_rows
from tests.papers.shown import ROOT, blocks, commands, missing, pages, run, text_of, working_directory

README = text_of("README.md")


@pytest.mark.parametrize("page", [page for page in pages() if commands(page)])
def test_a_page_shows_what_the_commands_print(page: str, tmp_path: Path) -> None:
    folder = working_directory(page, tmp_path)
    for command in commands(page):
        output = run(command.text, folder)
        lost = list(missing(command.shown, output))
        assert not lost, f"$ {command.text}: {page} shows {lost[0]!r}, but the command prints\n{output}"


@pytest.mark.parametrize("paper", paper_keys())
def test_the_readme_counts_what_the_page_of_a_paper_says(paper: str) -> None:
    row = next(line for line in README.splitlines() if line.startswith(f"| [{paper}](docs/papers/{paper}.md)"))
    said = [claim.split(" | ")[3] for claim in page_rows(paper).values()]
    verdicts = ("proved", "corrected", "refuted", "argued", "defined", "checked", "outside")
    counted = [sum(cell.split()[0].rstrip(":") == verdict for cell in said) for verdict in verdicts]
    assert [int(cell) for cell in row.split("|")[2:-1]] == [len(said), *counted, sum("(boundary" in c for c in said)]


@pytest.mark.whole_papers
@pytest.mark.parametrize("paper", paper_keys())
def test_the_readme_and_the_page_of_a_paper_say_what_is_found(paper: str) -> None:
    data = json.loads(run(f"rrproof verify {paper} --json -", ROOT))["result"]
    row = next(line for line in README.splitlines() if line.startswith(f"| [{paper}](docs/papers/{paper}.md)"))
    shown = [int(cell) for cell in row.split("|")[2:-1]]
    verdicts = ("proved", "corrected", "refuted", "argued", "defined", "checked", "outside")
    counted = [len(data["claims"]), *(data["summary"].get(verdict, 0) for verdict in verdicts)]
    assert shown == [*counted, sum(bool(claim["boundary"]) for claim in data["claims"])]
    assert not [c["id"] for c in data["claims"] for witness in c["witnesses"] if witness["agrees"] is False]
    assert not [claim["id"] for claim in data["claims"] if claim["oracles"] or claim["verdict"] == "unknown"]
    wrong = {claim["id"] for claim in data["claims"] if claim["finding"]}
    assert set(re.findall(rf"\b{paper}-\d+\b", README)) <= {claim["id"] for claim in data["claims"]}
    page = (ROOT / "docs" / "papers" / f"{paper}.md").read_text(encoding="utf-8")
    assert set(re.findall(rf"^### ({paper}-\d+): ", page, flags=re.MULTILINE)) == wrong
    found = run(f"rrproof verify {paper} -q --markdown -", ROOT)
    assert not differences(without_coq(page), without_coq(found)), "`make docs` writes the pages"


def test_every_argued_claim_is_named_with_its_argument() -> None:
    folder = ROOT / "docs" / "papers"
    listed = (folder / "argued.md").read_text(encoding="utf-8")
    assert not differences(listed.splitlines(), argued_page(folder).splitlines()), "`make docs` writes the page"
    for paper in paper_keys():
        rows = re.findall(
            rf"^\| ({paper}-\d+) \|.*?\| argued", (folder / f"{paper}.md").read_text(encoding="utf-8"), re.MULTILINE
        )
        assert [claim for claim in rows if not re.search(rf"\b{claim}\b", listed)] == []
    assert "(docs/papers/argued.md)" in README
    counts = re.search(r"of (\d+) judged claims\s(\d+) rests? on (?:an argument|arguments)", README)
    assert counts is not None
    assert re.search(rf"^{counts[2]} claims? rests? on ", listed, flags=re.MULTILINE)
    table = [
        [int(cell) for cell in row.split("|")[2:-1]]
        for row in README.splitlines()
        if "](docs/papers/" in row and row[0] == "|"
    ]
    assert int(counts[1]) == sum(row[0] - row[5] - row[7] for row in table)


def differences(stored: list[str], made: list[str]) -> str:
    """The lines in which a stored page is not the one that is made now, with the lines about them."""
    return "\n".join(difflib.unified_diff(stored, made, "stored", "made now", lineterm=""))


def without_coq(page: str) -> list[str]:
    """The lines of a page but for what `make coq` found out, which runs apart from `make docs`."""
    return page.replace(", accepted by Coq", "").splitlines()


def test_there_is_a_transcript() -> None:
    shown = [command.text for page in pages() for command in commands(page)]
    assert any(command.startswith("rrproof verify HLM") for command in shown)
    assert any(command.startswith("rrproof erratum") for command in shown)


@pytest.mark.parametrize("page", [page for page in pages() if blocks(page, "pycon") or blocks(page, "python")])
def test_the_python_of_a_page_runs(page: str) -> None:
    names: dict[str, object] = {}  # a block goes on where the one before it ended
    for source in [*blocks(page, "pycon"), *blocks(page, "python")]:
        test = doctest.DocTestParser().get_doctest(source, {}, page, page, 0)
        test.globs = names
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test, clear_globs=False)
        assert test.examples
        assert runner.failures == 0


@pytest.mark.parametrize("page", pages())
def test_the_paths_that_a_page_names_exist(page: str) -> None:
    for path in set(re.findall(r"`((?:mechanisms|derivations|lp|checks|tests|docs)/[\w./]*)`", text_of(page))):
        assert (ROOT / path).exists(), f"{page} names {path}"
