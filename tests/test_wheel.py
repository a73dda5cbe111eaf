"""A wheel is built, installed into an empty environment, and does from there what the clone does."""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import rrproof

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("mechanisms", "derivations", "lp", "checks", "rrproof")
pytest.importorskip("build")
pytest.importorskip("hatchling")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of a copy of what git knows, built without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The `bin` of an environment that holds the wheel, and sees the libraries of the running one, not its rrproof."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=60)
    python = folder / "bin" / "python"
    said = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(subprocess.run([python, "-c", said], check=True, capture_output=True, text=True).stdout.strip())
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*command, str(wheel)], check=True, capture_output=True, text=True, timeout=120)
    # a path file puts the folder of the libraries behind that of the wheel, and follows no path file in there
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder / "bin"


def run(program, *arguments, cwd, code=0):
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment["RRPROOF_CACHE_DIR"] = str(cwd / "cache")
    done = subprocess.run(
        [program, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == code, done.stderr[-2000:]
    return done.stdout


def test_the_wheel_holds_all_modules_and_data(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    listing = subprocess.run(["git", "ls-files", *PACKAGES], cwd=ROOT, check=True, capture_output=True, text=True)
    known = set(listing.stdout.split())
    assert known <= held
    for kind in (".toml", ".txt", ".html", ".css", ".js"):
        assert any(name.endswith(kind) for name in known), kind
    assert {name.split("/")[0] for name in held} == {*PACKAGES, f"rrproof-{rrproof.__version__}.dist-info"}


def test_its_metadata_say_version_extras_and_licence(wheel):
    with zipfile.ZipFile(wheel) as archive:
        said = archive.read(f"rrproof-{rrproof.__version__}.dist-info/METADATA").decode()
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert f"\nVersion: {rrproof.__version__}\n" in said
    assert re.findall(r"^Provides-Extra: (\S+)$", said, flags=re.MULTILINE) == sorted(extras)
    assert "\nLicense-File: LICENSE\n" in said


def test_what_is_installed_is_the_wheel(installed, tmp_path):
    said = "import rrproof, checks, derivations; print(rrproof.__file__, checks.__file__, derivations.__file__)"
    places = run(installed / "python", "-c", said, cwd=tmp_path).split()
    assert all(str(installed.parent) in place for place in places), places
    assert run(installed / "rrproof", "--version", cwd=tmp_path) == f"rrproof {rrproof.__version__}\n"


def test_the_command_helps_verifies_reports_and_plots(installed, tmp_path):
    command = installed / "rrproof"
    assert "verify" in run(command, "--help", cwd=tmp_path)
    assert re.search(r"HLM-88\s+corrected", run(command, "verify", "HLM-88", cwd=tmp_path))
    assert run(command, "show", "HLM-17", cwd=tmp_path).startswith("HLM-17  proved")
    run(command, "report", "HLM-88", "--html", "report.html", cwd=tmp_path)
    assert "<math" in (tmp_path / "report.html").read_text(encoding="utf-8")
    run(command, "init", "paper", "mine.toml", cwd=tmp_path)
    assert "proved" in run(command, "verify", "mine.toml", cwd=tmp_path)
    pytest.importorskip("matplotlib")
    run(command, "plot", "delta", "grr(k=3, x=2)", "-o", "delta.svg", cwd=tmp_path)
    assert (tmp_path / "delta.svg").read_text(encoding="utf-8").lstrip().startswith("<?xml")


def test_the_front_door_opens(installed, tmp_path):
    said = "import rrproof; print(rrproof.read_design('warner(p_w=2/3)').epsilon())"
    assert run(installed / "python", "-c", said, cwd=tmp_path) == "eps = log(2)\n"


def test_a_notebook_runs_on_the_wheel(installed, tmp_path):
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    said = f"""
import nbformat
from nbclient import NotebookClient
notebook = nbformat.read({str(ROOT / "examples" / "mechanism.ipynb")!r}, as_version=4)
notebook.cells.append(nbformat.v4.new_code_cell("import rrproof; print(rrproof.__file__)"))
NotebookClient(notebook, timeout=200, resources={{"metadata": {{"path": {str(tmp_path)!r}}}}}).execute()
print(notebook.cells[-1].outputs[0]["text"])
"""
    assert str(installed.parent) in run(installed / "python", "-c", said, cwd=tmp_path)


def test_the_source_distribution_can_build_what_the_wheel_needs(tmp_path):
    command = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    (made,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(made) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "LICENSE", "CITATION.cff", "CHANGELOG.md", "rrproof/__init__.py", "mkdocs.yml"} <= held
