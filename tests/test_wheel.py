"""A wheel, in an environment that holds what it declares and no more, does what the clone does.

The libraries are links to those of the running environment: nothing is downloaded, and what is used and not declared is
missing.
"""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import distribution
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


def needed(*requirements):
    """The names of the installed distributions that these bring along, themselves included."""
    from packaging.requirements import Requirement

    todo, found = [(Requirement(text), "") for text in requirements], set()
    while todo:
        requirement, extra = todo.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
            continue
        for asked in ("", *requirement.extras):
            if (requirement.name.lower(), asked) not in found:
                found.add((requirement.name.lower(), asked))
                todo += [(Requirement(text), asked) for text in distribution(requirement.name).requires or ()]
    return {name for name, _ in found}


def link(names, folder):
    """Links in a folder to all that distributions have put beside each other; what is there stays."""
    folder.mkdir(exist_ok=True)
    for name in names:
        held = distribution(name)
        for top in {file.parts[0] for file in held.files} - {"..", "__pycache__"}:
            if not (folder / top).exists():
                (folder / top).symlink_to(held.locate_file(top))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The `bin` of an environment that holds the wheel, and as links the libraries that it declares, without extras."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=60)
    python = folder / "bin" / "python"
    said = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(subprocess.run([python, "-c", said], check=True, capture_output=True, text=True).stdout.strip())
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*command, str(wheel)], check=True, capture_output=True, text=True, timeout=120)
    with zipfile.ZipFile(wheel) as archive:
        said = archive.read(f"rrproof-{rrproof.__version__}.dist-info/METADATA").decode()
    declared = re.findall(r"^Requires-Dist: (.*)$", said, flags=re.MULTILINE)
    link(needed(*(one for one in declared if "extra ==" not in one)), site)
    return folder / "bin"


@pytest.fixture(scope="module")
def extras(tmp_path_factory):
    """A folder of links to matplotlib, and to what runs notebooks."""
    for name in ("matplotlib", "nbclient", "ipykernel"):
        pytest.importorskip(name)
    folder = tmp_path_factory.mktemp("extras") / "libraries"
    link(needed("matplotlib", "nbclient", "ipykernel"), folder)
    return folder


def run(program, *arguments, cwd, code=0, path=None):
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment |= {"RRPROOF_CACHE_DIR": str(cwd / "cache")} | ({"PYTHONPATH": str(path)} if path else {})
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


def test_the_command_helps_verifies_reports_and_plots(installed, extras, tmp_path):
    command = installed / "rrproof"
    assert "verify" in run(command, "--help", cwd=tmp_path)
    run(command, "report", "HLM-88", "--html", "report.html", cwd=tmp_path)
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<math" in report
    assert ">corrected<" in report
    run(command, "init", "paper", "mine.toml", cwd=tmp_path)
    assert "proved" in run(command, "verify", "mine.toml", cwd=tmp_path)
    assert "optimum" in run(command, "design", "-k", "3", "--eps", "log(3)", "--objective", "hamming", cwd=tmp_path)
    plot = ("plot", "delta", "grr(k=3, x=2)", "-o", "delta.svg")
    run(command, *plot, cwd=tmp_path, code=2)  # figures are an extra
    run(command, *plot, cwd=tmp_path, path=extras)
    assert (tmp_path / "delta.svg").read_text(encoding="utf-8").lstrip().startswith("<?xml")


def test_the_front_door_opens(installed, tmp_path):
    said = "import rrproof; print(rrproof.read_design('warner(p_w=2/3)').epsilon())"
    assert run(installed / "python", "-c", said, cwd=tmp_path) == "eps = log(2)\n"


def test_a_notebook_runs_on_the_wheel(installed, extras, tmp_path):
    said = f"""
import nbformat
from nbclient import NotebookClient
notebook = nbformat.read({str(ROOT / "examples" / "mechanism.ipynb")!r}, as_version=4)
notebook.cells.append(nbformat.v4.new_code_cell("import rrproof; print(rrproof.__file__)"))
NotebookClient(notebook, timeout=200, resources={{"metadata": {{"path": {str(tmp_path)!r}}}}}).execute()
print(notebook.cells[-1].outputs[0]["text"])
"""
    assert str(installed.parent) in run(installed / "python", "-c", said, cwd=tmp_path, path=extras)


def test_the_source_distribution_can_build_what_the_wheel_needs(tmp_path):
    command = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    (made,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(made) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "LICENSE", "CITATION.cff", "CHANGELOG.md", "rrproof/__init__.py", "mkdocs.yml"} <= held
