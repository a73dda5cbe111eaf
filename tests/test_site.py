"""The site: its search works from the disk, its pictures are what the shown commands draw."""

import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GALLERY = (ROOT / "docs" / "how-to" / "gallery.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ rrproof (.*)$", GALLERY, flags=re.MULTILINE)


def test_each_picture_of_the_gallery_has_its_command():
    drawn = [shlex.split(command)[-1] for command in COMMANDS]
    assert drawn == re.findall(r"\(\.\./pictures/([\w.]+)\)", GALLERY)
    assert len(drawn) >= 7


@pytest.mark.parametrize("command", COMMANDS)
def test_the_picture_is_what_the_command_draws(command, tmp_path):
    pytest.importorskip("matplotlib")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    words = shlex.split(command)
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from checks.cli import main; main()"
    subprocess.run([sys.executable, "-c", code, *words], cwd=tmp_path, check=True, capture_output=True, timeout=120)
    drawn = (tmp_path / words[-1]).read_bytes()
    assert drawn == (ROOT / "docs" / "pictures" / words[-1]).read_bytes(), f"rrproof {command} draws another picture"


def test_the_search_is_made_for_the_disk():
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert re.search(r"^plugins:\n  - search\n  - offline\b", config, flags=re.MULTILINE)


def test_the_search_needs_no_network():
    """The plugin adds a script from a network unless one of this name is there."""
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    (script,) = re.findall(r"^  polyfills: \[(.*)\]", config, flags=re.MULTILINE)
    assert "iframe-worker" in script
    assert "://" not in script
    assert (ROOT / "docs" / script).is_file()


def test_the_page_of_a_missing_address_opens_from_the_disk():
    hook = runpy.run_path(str(ROOT / "docs" / "_site" / "not_found.py"))["on_post_template"]
    made = '<link href="/style.css"><a href="/how-to/audit.html"><script>{"base": "/", "search": "/worker.js"}</script>'
    opened = '<link href="style.css"><a href="how-to/audit.html"><script>{"base": ".", "search": "worker.js"}</script>'
    assert hook(made, template_name="404.html") == opened
    assert hook(made, template_name="sitemap.xml") == made
    assert "  - docs/_site/not_found.py\n" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_the_list_of_errors_is_that_of_the_pages_of_the_papers():
    """Made by `make docs`; each line links to a finding that stands on the page."""
    made = subprocess.run(
        [sys.executable, "-c", "import errors; print(errors.listed(), end='')"],
        cwd=ROOT / "docs" / "_site", check=True, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    kept = (ROOT / "docs" / "papers" / "errors.md").read_text(encoding="utf-8")
    assert made.stdout == kept, "make docs, or python docs/_site/errors.py"
    links = re.findall(r"\(([\w./-]+\.md)#([a-z]+-\d+)-([\w-]+)\)", kept)
    assert len(links) > 50
    for page, claim, kind in links:
        assert f"### {claim.upper()}: {kind}\n" in (ROOT / "docs" / "papers" / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("source", sorted(path.stem for path in (ROOT / "examples" / "in-print").glob("*.toml")))
def test_the_errors_of_other_sources_are_what_their_claims_files_give(source, tmp_path):
    """Each file says where it is printed, has an error with a correction that is proved, and nothing undecided."""
    written = tmp_path / "page.md"
    words = ["verify", f"examples/in-print/{source}.toml", "--quiet", "--no-cache", "--markdown", str(written)]
    code = "from checks.cli import main; main()"
    subprocess.run([sys.executable, "-c", code, *words], cwd=ROOT, check=True, capture_output=True, timeout=240)
    page = written.read_text(encoding="utf-8")
    assert page == (ROOT / "docs" / "in-print" / f"{source}.md").read_text(encoding="utf-8"), "make docs"
    assert re.search(r"^Printed at <https://\S+>\.$", page, flags=re.MULTILINE)
    verdicts = re.search(r"^\d+ claims: (.*)\.$", page, flags=re.MULTILINE)
    assert verdicts
    assert re.fullmatch(r"\d+ proved, \d+ corrected \(1 (false|misprint)\)", verdicts[1])
    assert f"../in-print/{source}.md#" in (ROOT / "docs" / "papers" / "errors.md").read_text(encoding="utf-8")


def rendered(text):
    """A page of the site, as its extensions of Markdown make it."""
    code = """if True:
        import sys
        import markdown
        from mkdocs.config import load_config
        sys.path.insert(0, "docs/_site")
        from formulas import Formulas
        config = load_config("mkdocs.yml")
        extensions = [*config["markdown_extensions"], Formulas()]
        print(markdown.markdown(sys.stdin.read(), extensions=extensions, extension_configs=config["mdx_configs"]))
    """
    made = subprocess.run(
        [sys.executable, "-c", code], input=text, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60
    )
    return made.stdout


def test_transcripts_have_the_class_by_which_they_wrap():
    pytest.importorskip("mkdocs")
    style = (ROOT / "docs" / "style.css").read_text(encoding="utf-8")
    page = rendered("```console\n$ rrproof\n```\n\n```text\nprinted\n```\n")
    assert re.findall(r'<div class="(language-\w+) highlight"><pre>.*?<code>', page) == [
        "language-console",
        "language-text",
    ]
    assert ".md-typeset pre > code { white-space: pre-wrap" in style


def test_a_formula_that_stands_alone_has_a_paragraph_that_scrolls():
    """Outside of one it would widen the page on a phone."""
    pytest.importorskip("mkdocs")
    assert re.fullmatch(r"<p><math.*</math></p>\n<p>and <math.*</math></p>\n", rendered("$`x`$\n\nand $`y`$\n"))
    assert ":is(li, p, td):has(> math) { overflow: auto" in (ROOT / "docs" / "style.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.stem)
def test_formulas_are_written_as_the_site_sets_them(page: Path):
    """Between dollars and backticks: between dollars alone the site shows their LaTeX."""
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\$`[^`]*`\$|(`+).+?\1", "", text, flags=re.DOTALL)
    assert re.findall(r"(?<!\\)\$[^\s$][^$\n]*\$", text) == []


WRITTEN = [
    page
    for page in (ROOT / "docs").rglob("*.md")
    if page.parent.name not in ("in-print", "papers") or page.stem == "index"  # others `make docs` writes
]


@pytest.mark.parametrize("page", sorted(WRITTEN), ids=lambda page: page.stem)
def test_sentences_have_their_powers_and_relations_as_formulas(page: Path):
    """Not as one types them, such as e^eps >= 3; in code, and in links, anything may stand."""
    text = re.sub(r"^ *```.*?^ *```|^    .*?$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\$`[^`]*`\$|(`+).+?\1|\]\([^)]*\)", "", text, flags=re.DOTALL)
    assert re.findall(r".*(?:\w\^[\w(-]|[<>]=|\b[A-Za-z]_\d| (?:pi|delta|gamma|theta) [=<>]).*", text) == []


def test_the_picture_of_a_report_is_small_and_shown_first():
    picture = ROOT / "docs" / "pictures" / "report.png"
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert picture.stat().st_size < 150_000
    assert "](docs/pictures/report.png)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "](pictures/report.png)" in (ROOT / "docs" / "index.md").read_text(encoding="utf-8")


def test_a_paper_links_the_files_for_coq_that_are_written(tmp_path):
    """Where `make coq` has run; elsewhere the page says only that Coq accepts the claim."""
    pytest.importorskip("mkdocs")
    (tmp_path / "HLM_17.v").write_text("(** HLM-17 *)", encoding="utf-8")
    code = """if True:
        import sys
        from pathlib import Path
        from types import SimpleNamespace
        from mkdocs.config import load_config
        from mkdocs.structure.files import Files
        sys.path.insert(0, "docs/_site")
        import coq_files
        coq_files.WRITTEN = Path(sys.argv[1])
        config = load_config("mkdocs.yml")
        config.plugins._current_plugin = "coq_files"  # as mkdocs does while it asks a hook
        files = coq_files.on_files(Files([]), config)
        page = SimpleNamespace(file=SimpleNamespace(src_uri="papers/HLM.md"))
        print(coq_files.on_page_markdown(sys.stdin.read(), page=page, config=config, files=files))
    """
    rows = "| HLM-17 | Theorem 1 | 2 theorems, accepted by Coq |\n| HLM-18 | (9) | 1 theorem, accepted by Coq |"
    made = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        input=rows, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert made.stdout.splitlines() == [
        "| HLM-17 | Theorem 1 | 2 theorems, [accepted by Coq](../coq/HLM_17.v) |",
        "| HLM-18 | (9) | 1 theorem, accepted by Coq |",
    ]


def test_a_transcript_with_a_wide_table_is_marked():
    sys.path.insert(0, str(ROOT / "docs" / "_site"))
    try:
        from transcripts import on_page_content
    finally:
        sys.path.pop(0)
    row = "    1   SS       subset selection, d = 2" + " " * 30 + "log(3)   0.428571   0.174603"
    block = '<div class="language-console highlight"><pre><code><span class="go">{}</span></code></pre></div>'
    assert "language-console tabular" in on_page_content(block.format(row))
    sentence = "a sentence that is longer than a line of the page, as what was found is told in a whole sentence"
    for other in (sentence, "  worst variance    " + sentence, row[:40]):
        assert on_page_content(block.format(other)) == block.format(other)
