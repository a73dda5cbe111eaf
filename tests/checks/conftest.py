"""A paper whose claims do as their notes say, in place of the real ones: quick, slow, hanging, crashing."""

import os
import sys
from collections.abc import Callable
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType

import pytest

import checks.papers.collection
import checks.running.pool
from checks.claims.claim import Paper
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim
from checks.show.report import Report

FOLDER = checks.papers.collection.FOLDER
HEAD = '[paper]\nkey = "FAKE"\ntitle = "A Paper"\nauthors = "A. Author"\nconventions = ["rows are truths"]\n'

VERIFIER = r"""
import os, subprocess, sys, time
from checks.claims.proof_data import KeptProof
from checks.claims.record import ClaimRecord, ObligationRecord, ReadingRecord, WitnessRecord, StepRecord

def proved():
    from derivations.arithmetic import kernel
    from mechanisms.exact.formula import greater
    from mechanisms.exact.polynomial import Polynomial
    theorem = kernel.assume(greater(Polynomial.variable("x"), 0))
    return ObligationRecord("it", str(theorem.statement), "proved", theorem.rule, (), "", KeptProof(theorem))

def verify(claim, *, seed, budget):
    with open(os.environ["FAKE_LOG"], "a") as log:
        log.write(f"{claim.id} {os.getpid()} {seed} {budget}\n")
    action, _, rest = claim.note.partition(" ")
    if action == "hang":
        while True:
            pass
    if action == "child":
        child = subprocess.Popen(["sleep", "60"])
        with open(os.environ["FAKE_LOG"], "a") as log:
            log.write(f"child {child.pid}\n")
        child.wait()
    if action == "sleep":
        time.sleep(float(rest))
    if action == "crash":
        sys.stderr.write("out of luck\n")
        sys.stderr.flush()
        os._exit(7)
    if action == "raise":
        raise ValueError(rest)
    if action == "hoard":
        bytearray(int(rest) * 2**30)
    if action == "noise":
        os.write(1, b"noise of a solver\n")
        print("more noise")
    verdict, _, finding = rest.partition(" ") if action == "verdict" else ("proved", "", "")
    wrong = verdict in ("refuted", "corrected")
    point = {"p00": "1/2", "eps": "log(3)"} if wrong else None
    breaks = "member 2" if wrong else None
    shown = (proved(),) if action == "theorem" else ()
    return ClaimRecord(
        id=claim.id, paper=claim.paper, place=claim.place, kind=claim.kind, verdict=verdict, finding=finding or None,
        readings=(ReadingRecord("as printed", "refuted" if wrong else verdict, True, claim.printed, "0 < pi < 1",
                                breaks, point, "", shown),),
        statement=claim.printed, domain="0 < pi < 1; n > 0", counterexample=point,
        corrected=r"\pi + [1]" if verdict == "corrected" else None,
        oracles=("z3",) if verdict == "checked" else (), witnesses=(WitnessRecord("enumeration", "n = 3", True),),
        seconds=0.25, note=claim.note, derivation=(StepRecord("a = b_1", "a = b_1", "by 50% of it"),),
    )
"""

DRIVER = """
import os, sys
from pathlib import Path
import checks.papers.collection, checks.running.pool
checks.papers.collection.FOLDER = Path(os.environ["FAKE_PAPERS"])
checks.running.pool.VERIFY = "fake_verifier:verify"
from checks.cli import main
main()
"""


def claims_file(*notes: str, head: str = HEAD) -> str:
    """A claims file with one claim for each note."""
    items = [
        f'[[claim]]\nid = "FAKE-{number:02}"\nplace = "Section [{number}]"\nkind = "identity"\n'
        f"latex = '\\pi_{{{number}}} = [x]'\nnote = '{note}'\n"
        for number, note in enumerate(notes, 1)
    ]
    return "\n".join([head, *items])


@pytest.fixture
def verified(tmp_path: Path) -> Callable[[str], ClaimRecord]:
    """The record of the first claim of a claims file with this text."""

    def record(text: str) -> ClaimRecord:
        path = tmp_path / "own.toml"
        path.write_text(text, encoding="utf-8")
        return verify_claim(load_paper(str(path)).claims[0])

    return record


class Workbench:
    """A paper with claims of one's choice, a place for the cache, and a log of what was really verified."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self.log = folder / "log"
        self.driver = folder / "drive.py"
        self.papers = folder / "papers"
        self._monkeypatch = monkeypatch
        (folder / "fake_verifier.py").write_text(VERIFIER)
        self.driver.write_text(DRIVER)
        self.paper = self.use()

    def use(self, *notes: str, head: str = HEAD) -> Paper:
        """Take claims with these notes from now on."""
        file = self.papers / "fake" / "paper.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(claims_file(*notes, head=head))
        self._take(self.papers)
        self.paper = load_paper("FAKE")
        return self.paper

    def use_papers_of_the_suite(self) -> None:
        """Take the claims of the real papers from now on, verified as quickly as the others."""
        self._take(FOLDER)

    def spell_as(self, key: str) -> None:
        """Spell names as a paper of the suite does: what prints values asks for the model of the paper."""
        model = import_module(f"checks.papers.{key.lower()}.model")
        package = ModuleType("checks.papers.fake")
        package.__path__ = []  # no module of scripts is in it
        self._monkeypatch.setitem(sys.modules, package.__name__, package)
        self._monkeypatch.setitem(sys.modules, "checks.papers.fake.model", model)
        checks.papers.collection.built_in_model.cache_clear()

    def _take(self, folder: Traversable) -> None:
        self._monkeypatch.setattr(checks.papers.collection, "FOLDER", folder)
        checks.papers.collection._built_in.cache_clear()

    def verified(self) -> list[str]:
        """The claims that were verified, not taken from the cache, in order; forgotten once told."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return sorted(line.split()[0] for line in lines)

    def pids(self) -> list[int]:
        return [int(line.split()[1]) for line in self.log.read_text().splitlines()]

    @staticmethod
    def is_alive(pid: int) -> bool:
        """Whether a process runs; one that has ended and waits to be collected does not."""
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        status = Path(f"/proc/{pid}/status")
        return not (status.exists() and "\nState:\tZ" in status.read_text())


@pytest.fixture
def workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(checks.running.pool, "VERIFY", "fake_verifier:verify")
    made = Workbench(tmp_path, monkeypatch)
    root = Path(checks.__file__).parent.parent
    for name, value in {
        "RRPROOF_CACHE_DIR": str(made.cache),
        "FAKE_LOG": str(made.log),
        "FAKE_PAPERS": str(made.papers),
        "PYTHONPATH": os.pathsep.join([str(tmp_path), str(root)]),
    }.items():
        monkeypatch.setenv(name, value)
    return made


@pytest.fixture
def rrproof(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run the command line in this process: exit code, standard output, standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        from checks.cli import main

        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        output = capsys.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        return code, output.out, output.err

    return run


@pytest.fixture
def python() -> str:
    return sys.executable


@pytest.fixture(scope="session")
def own_and_printed(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Claims of an own paper, and of a built-in one, that are quick to verify; one of each is wrong."""
    path = tmp_path_factory.mktemp("own") / "mine.toml"
    path.write_text(resources.files("checks.papers").joinpath("example.toml").read_text(encoding="utf-8"))
    printed = load_paper("HLM")
    claims = [*load_paper(str(path)).claims[:5], *(printed.claim(f"HLM-{n}") for n in ("17", "37", "88"))]
    return Report(tuple(verify_claim(claim, budget=30) for claim in claims), 0)
