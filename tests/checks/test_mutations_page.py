"""The page of what became of the mutants of all papers says what is kept, and nothing survives."""

from pathlib import Path

from checks.mutation.findings import Options
from checks.mutation.page import mutations_page

PAPERS = Path(__file__).resolve().parents[2] / "docs/papers"


def test_the_page_is_that_of_what_is_kept() -> None:
    page = mutations_page(PAPERS / "mutants.jsonl.gz", Options())
    assert (PAPERS / "mutations.md").read_text(encoding="utf-8") == page
    assert "No mutant survived." in page
    assert any(
        int(line.split(" | ")[1].split(" of ")[0]) for line in page.splitlines() if " of " in line and "|" in line
    )


def test_nothing_is_said_of_what_was_not_judged(tmp_path: Path) -> None:
    page = mutations_page(tmp_path / "none.jsonl", Options())
    assert "| HLM | 0 of " in page
    assert "Judged from" not in page
