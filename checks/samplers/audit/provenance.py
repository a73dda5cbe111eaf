"""What an auditor files beside the numbers: when, by which command and versions, of which files, and what is seeded."""

from __future__ import annotations

import platform
import shlex
import shutil
import sys
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from checks.samplers.audit.calling import Calling
from checks.system.versions import version_of

NOT_SEEDED = "no seed: what stands in the log is looked at in its order"
LIBRARIES = ("numpy", "scipy", "python-flint", "sympy")


@dataclass(frozen=True)
class Provenance:
    """Where a result comes from.

    Attributes:
        date: when the audit ended, in UTC.
        command: the command line, as a shell takes it; "" where there was none.
        arguments: of the command by name.
        versions: of this program, of Python, of the libraries, and the system.
        files: the files of the sampler, or the log, with their SHA-256.
        seeded: what the seed seeds.
        chosen: what was not said and is taken from the design, or found: arguments of the sampler, how truths are
            numbered; "" for nothing.

    """

    date: str
    command: str
    arguments: dict[str, Any]
    versions: dict[str, str]
    files: dict[str, str]
    seeded: str
    chosen: str = ""

    @property
    def is_log(self) -> bool:
        """Whether a log was looked at, and nobody was asked."""
        return self.seeded == NOT_SEEDED

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "date": self.date,
            "command": self.command,
            "arguments": self.arguments,
            "versions": self.versions,
            "files": self.files,
            "seeded": self.seeded,
            "chosen": self.chosen,
        }

    def facts(self) -> list[tuple[str, str]]:
        """The same as pairs of a heading and a sentence; a file has its last name there where no other has it."""
        short = Counter(Path(name).name for name in self.files)
        return [
            ("date", self.date),
            *([("command", self.command)] if self.command else []),
            ("versions", ", ".join(f"{name} {version}" for name, version in self.versions.items())),
            *[
                (f"sha256 of {Path(name).name if short[Path(name).name] == 1 else name}", digest)
                for name, digest in self.files.items()
            ],
            ("seed", self.seeded),
            *([("chosen", self.chosen)] if self.chosen else []),
        ]


def provenance(arguments: dict[str, Any], files: list[Path], seeded: str, chosen: str) -> Provenance:
    """Of the command that runs now."""
    return Provenance(
        date=datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC"),
        command=shlex.join(["rrproof", *sys.argv[1:]]),
        arguments=arguments,
        versions={
            "rrproof": version_of("rrproof"),
            "Python": platform.python_version(),
            **{name: version_of(name) for name in LIBRARIES},
            "system": platform.platform(),
        },
        files={str(file): digest(file) for file in files},
        seeded=seeded,
        chosen=chosen,
    )


def chosen(taken: dict[str, Any], numbered: str) -> str:
    """What was not said: arguments that the sampler got from the design, and how truths are numbered, in a sentence."""
    arguments = ", ".join(f"{name}={value!r}" for name, value in taken.items())
    return "; ".join(
        filter(None, [f"{arguments}, as the sampler needs and the design has" * bool(arguments), numbered])
    )


def digest(file: Path) -> str:
    """The SHA-256 of a file."""
    with file.open("rb") as content:
        found = sha256()
        while block := content.read(1 << 20):
            found.update(block)
    return found.hexdigest()


def files_of_module(module: str) -> list[Path]:
    """The file of a module, without running it where the name has no dot; [] where none is found."""
    if module.endswith(".py"):
        return [Path(module)] if Path(module).is_file() else []
    here = Path(*module.split(".")).with_suffix(".py")
    if here.is_file():
        return [here]
    try:
        spec = find_spec(module) if "." not in module else None
    except (ImportError, ValueError):
        return []
    return [Path(spec.origin)] if spec is not None and spec.origin and Path(spec.origin).is_file() else []


def files_of_command(words: list[str]) -> list[Path]:
    """The program, and those of its arguments that are files."""
    program = shutil.which(words[0])
    return [*([Path(program)] if program else []), *(Path(word) for word in words[1:] if Path(word).is_file())]


def seeded_by(seed: int, calling: Calling | None, command: str = "") -> str:
    """What the seed seeds, in a sentence."""
    if calling is None and not command:
        return NOT_SEEDED
    order = f"{seed} seeds the order in which truths are asked"
    given = calling is not None and (calling.seed_argument or calling.generator_argument)
    if given or "{seed}" in command:
        return f"{order}, and the seeds that the sampler is given; its responses can be had again"
    return f"{order} and nothing else: the sampler takes no seed, so that another run sees other responses"
