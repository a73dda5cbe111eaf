"""The papers by name: those of the suite by their keys, a user's by the path of its claims file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module, resources
from pkgutil import walk_packages
from typing import TYPE_CHECKING

from checks.claims.claim import Claim, Paper, PaperError, is_file, read_papers
from checks.claims.record import ClaimRecord
from checks.system.time_limit import TIMEOUT

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from checks.verifying.stated import Script
    from checks.verifying.verification import PaperModel

FOLDER: Traversable = resources.files("checks.papers")  # with a folder for each paper of the suite


def paper_keys() -> tuple[str, ...]:
    """Keys of the papers that come with the suite."""
    return tuple(sorted(d.name.upper() for d in FOLDER.iterdir() if d.joinpath("paper.toml").is_file()))


def load_paper(name: str) -> Paper:
    """The paper with this key, for example "HLM", or in this claims file, for example "my_paper.toml".

    Raises PaperError where there is no such paper, or the file is no claims file.
    """
    if is_file(name):
        from checks.papers.model import load  # its engine is heavy, and most papers are built in

        return load(name).paper
    return _built_in(name)


@cache
def _built_in(key: str) -> Paper:
    if key.upper() not in paper_keys():
        raise PaperError(f"there is no paper {key!r}; the papers are {', '.join(paper_keys())}")
    folder = FOLDER.joinpath(key.lower())
    names = sorted(f.name for f in folder.iterdir() if f.name.startswith("claims") and f.name.endswith(".toml"))
    return read_papers(
        (f"{key.lower()}/{name}", folder.joinpath(name).read_text(encoding="utf-8")) for name in ("paper.toml", *names)
    )


def paper_model(name: str) -> PaperModel:
    """The model of a built-in paper, or of a claims file."""
    if is_file(name):
        from checks.papers.model import load

        return load(name).model
    return built_in_model(name)


@cache
def built_in_model(key: str) -> PaperModel:
    """The model in the folder of a built-in paper."""
    model: PaperModel = import_module(f"checks.papers.{key.lower()}.model").MODEL
    paper = load_paper(key)
    scripts = {name: script for scripts in scripts_of(key).values() for name, script in scripts.items()}
    return replace(model, scripts=scripts, definitions=paper.definitions, unprinted=paper.unprinted)


@cache
def scripts_of(key: str) -> Mapping[str, Mapping[str, Script]]:
    """The scripts of a built-in paper, by the modules that name them or have them in SCRIPTS; each has one name."""
    from checks.verifying.stated import SCRIPTS

    package = f"checks.papers.{key.lower()}"
    names = [m.name for m in walk_packages(import_module(package).__path__, f"{package}.")]
    modules = [import_module(name) for name in names if name.startswith(f"{package}.proofs")]
    found = {name: dict(scripts) for name, scripts in SCRIPTS.items() if name.startswith(f"{package}.")}
    for module in modules:
        found.setdefault(module.__name__, {}).update(getattr(module, "SCRIPTS", {}))
    every = Counter(name for scripts in found.values() for name in scripts)
    if twice := [name for name, times in every.items() if times > 1]:
        raise AssertionError(f"{package}: there are two scripts {twice[0]!r}")
    return found


def verify_claim(claim: Claim, *, seed: int = 0, budget: float = TIMEOUT) -> ClaimRecord:
    """The record of a claim; proof search takes at most about `budget` seconds, past it the verdict is unknown."""
    from checks.verifying.verification import verify  # the process that only shows results does without

    return verify(claim, paper_model(claim.paper), seed=seed, budget=budget)
