"""A LaTeX document made into a PDF by pdflatex, where that is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

SECONDS = 120.0
RUNS = 2  # tables take the width of their columns from the first


class CompilationError(ValueError):
    """There is no pdflatex, or it did not compile the document."""


def compiled(document: str, figures: Mapping[str, bytes] | None = None, beside: Path | None = None) -> bytes:
    """The PDF of a document; `figures` are files that it includes, by name. Raises CompilationError.

    What else it takes in, such as classes and pictures, is looked for in the folder `beside`.
    """
    program = shutil.which("pdflatex")
    if program is None:
        raise CompilationError("a PDF needs pdflatex, which is not installed; a name that ends in .tex needs nothing")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "document.tex").write_text(document, encoding="utf-8")
        for name, content in (figures or {}).items():
            (place / name).write_bytes(content)
        command = [program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "document.tex"]
        environment = dict(os.environ) | ({} if beside is None else {"TEXINPUTS": f".:{beside.absolute()}:"})
        for _ in range(RUNS):
            done = subprocess.run(
                command,
                cwd=place,
                env=environment,
                capture_output=True,
                timeout=SECONDS,
                check=False,
                text=True,
                errors="replace",
            )
            if done.returncode:
                told = [line for line in done.stdout.splitlines() if line.startswith(("!", "l."))][:2]
                wrong = ", ".join(told) or "no reason is given"
                raise CompilationError(f"pdflatex does not compile the document: {wrong}")
        return (place / "document.pdf").read_bytes()
