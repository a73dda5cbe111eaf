"""Documents in LaTeX are compiled, and what the log says of them is read."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

WIDEST = 5.0  # points by which a line may run over the margin
WRONG = ("Undefined control sequence", "Missing character", "undefined references", "LaTeX Warning: Reference")


def compiled(text: str, folder: Path) -> int:
    """Compile a document and return the number of its pages; fail on errors, missing characters and wide lines.

    Without pdflatex the test is skipped, but in CI, which installs it, it fails.
    """
    latex = shutil.which("pdflatex")
    if latex is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI compiles the LaTeX documents, but there is no pdflatex; `make system-packages` installs it")
        pytest.skip("there is no pdflatex on this machine")
    (folder / "document.tex").write_text(text, encoding="utf-8")
    finished = subprocess.run(
        [latex, "-interaction=nonstopmode", "-halt-on-error", "document.tex"],
        cwd=folder, capture_output=True, check=False, timeout=120,
    )  # fmt: skip
    log = (folder / "document.log").read_text(encoding="latin-1").replace("\n", "")
    assert finished.returncode == 0, log[-2000:]
    assert not [words for words in WRONG if words in log]
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide", log)]
    assert not [points for points in wide if points > WIDEST]
    pages = re.search(r"Output written on document.pdf \((\d+) page", log)
    assert pages is not None
    return int(pages[1])
