"""An option has one name and one meaning in all commands."""

import json
from collections import defaultdict
from io import StringIO
from pathlib import Path

import click
import pytest
from rich import box
from rich.console import Group
from rich.padding import Padding
from rich.table import Table

from checks.cli import main
from checks.cli import rrproof as commands
from checks.show.console import as_text, console, fit

OLD = {"--at-eps"}  # which stay beside the names of today
ONE_NUMBER = {"binary", "plot region", "deck best", "deck frontier", "deck shared"}  # their --pi is the share of yes


def every_option():
    """(command, option) of all commands and of those in groups."""
    context = click.Context(commands)
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        within = command.commands.items() if isinstance(command, click.Group) else ()
        for path, one in [(name, command), *((f"{name} {inner}", c) for inner, c in within)]:
            yield from ((path, p) for p in one.params if isinstance(p, click.Option))


OPTIONS = list(every_option())


def test_an_option_has_the_same_spellings_everywhere():
    spellings = defaultdict(lambda: defaultdict(list))
    for path, option in OPTIONS:
        if path not in ONE_NUMBER:
            for spelling in option.opts:
                spellings[spelling][frozenset(option.opts) - OLD].append(path)
    different = {spelling: dict(found) for spelling, found in spellings.items() if len(found) > 1}
    assert not different


@pytest.mark.parametrize(
    ("spelling", "shown"),
    [("--at", {"NAME=VALUE"}), ("--proof", {"FILE"}), ("--output", {"FILE"}), ("--plot", {"FILE"})],
)
def test_what_an_option_takes_is_written_alike(spelling, shown):
    assert {option.metavar for _, option in OPTIONS if spelling in option.opts} == shown


def test_an_option_is_a_flag_everywhere_or_nowhere():
    flags = defaultdict(lambda: defaultdict(list))
    for path, option in OPTIONS:
        for spelling in option.opts:
            if (path, spelling) != ("verify", "--json"):  # a flag that may be followed by a file
                flags[spelling][option.is_flag].append(path)
    assert {s: dict(f) for s, f in flags.items() if len(f) > 1} == {}


def test_verify_writes_json_like_all_others_or_to_a_file(rrproof, tmp_path):
    code, out, _ = rrproof("verify", "HLM-18", "--json")
    assert code == 0
    assert rrproof("verify", "HLM-18", "--json", str(tmp_path / "out.json"))[0] == 0
    whole = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    both = [data["result"]["claims"][0]["verdict"] for data in (json.loads(out), whole)]
    assert both == ["defined", "defined"]
    assert whole["command"] == "verify"
    assert whole["arguments"]["targets"] == ["HLM-18"]


@pytest.mark.parametrize("option", ["--json", "--markdown"])
def test_a_paper_is_no_file_to_write(rrproof, option):
    code, _, err = rrproof("verify", option, "hlm-18")
    assert code == 2
    assert "hlm-18 is no file; write rrproof verify hlm-18" in " ".join(err.split())


def test_confidences_and_seeds_have_one_default():
    for spelling, default in (("--seed", 0), ("--false-alarm", 1e-6)):
        found = {path: option.default for path, option in OPTIONS if spelling in option.opts}
        assert set(found.values()) == {default}, found
    levels = {path: float(option.default) for path, option in OPTIONS if "--level" in option.opts}
    assert {path for path, level in levels.items() if level != 0.95} == {"audit"}


WRITTEN = [
    (path, option)
    for path, option in OPTIONS
    if isinstance(option.type, click.Path)
    and option.name
    not in ("proofs", "directory", "coq", "constraints", "claims", "log", "document")  # directories; files to read
]


@pytest.mark.parametrize(("path", "option"), WRITTEN, ids=lambda value: value if isinstance(value, str) else value.name)
@pytest.mark.parametrize(("file", "reason"), [("nowhere/x.svg", "no directory"), ("folder.svg", "is a directory")])
def test_a_file_that_cannot_be_written_is_refused_before_the_work(path, option, file, reason, tmp_path):
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(click.ClickException) as error:
        option.process_value(click.Context(commands), str(tmp_path / file))
    assert reason in error.value.message


def test_every_command_can_be_told_to_be_quiet(rrproof, tmp_path):
    paths = {path for path, _ in OPTIONS}
    assert {path for path, option in OPTIONS if option.opts == ["-q", "--quiet"]} == paths
    remark = "written to"
    for arguments, said in (((), True), (("-q",), False), (("--quiet",), False)):
        _, _, err = rrproof("plot", "heatmap", "grr(k=2, x=3)", "-o", str(tmp_path / "a.svg"), *arguments)
        assert (remark in err) == said
        _, _, err = rrproof(
            "blackwell", "grr(k=2, x=3)", "warner(p_w=1/3)", "--proof", str(tmp_path / "p.json"), *arguments
        )
        assert (remark in err) == said


def test_every_option_says_what_it_is():
    assert [(path, option.name) for path, option in OPTIONS if not option.help] == []


def test_no_help_shows_the_type_of_a_program_for_what_an_option_takes():
    unnamed = [
        (path, option.opts[0])
        for path, option in OPTIONS
        if not option.is_flag and not isinstance(option.type, click.Choice) and option.metavar is None
    ]
    assert unnamed == []


@pytest.mark.parametrize("width", [60, 40, 20])
def test_a_table_on_a_narrow_terminal_cuts_off_no_number(width):
    """Words wrap; the longest word of each column stays whole where there is room, and nothing is lost where not."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("", "standard error", "an interval"):
        table.add_column(heading)
    table.add_row("share of one", "0.00332415", "-0.157945 .. -0.00872137")
    fit(table, console(StringIO(), width))
    text = as_text(table, width)
    assert max(map(len, text.splitlines())) <= width
    assert "\N{HORIZONTAL ELLIPSIS}" not in text
    if width >= 40:
        assert {"0.00332415", "-0.157945", "-0.00872137"} <= set(text.split())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["deck", "best", "x"], "'x' is no whole number; right is one that is at least 1 and at most 100000"),
        (["verify", "HLM", "--timeout", "z"], "'z' is no number; right is one that is more than 0"),
        (["analyze", "grr(k=3, x=2"], "a bracket is open; right would be grr(k=3, x=2)"),
        (["analyze", "grr(k=3, eps=log(3"], "a bracket is open; right would be grr(k=3, eps=log(3))"),
        (["analyze", "grr(k=3, x=2, "], "a bracket is open; right would be grr(k=3, x=2)"),
        (["analyze", "grr(k=3, x=2))"], "a bracket too many; right would be grr(k=3, x=2)"),
        (["compare", "grr(k=3, x=2"], "as 'grr(k=3, x=2)' and rates.csv"),
        (["recheck", "README.md"], "as --proof FILE of rrproof analyze writes it: line 1, column 1 is no JSON"),
    ],
)
def test_bad_input_is_told_what_would_be_right(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert sentence in " ".join(capsys.readouterr().err.split())


def test_a_table_within_a_page_keeps_its_formulas_whole_at_80_columns():
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in ("from", "to", "density"):
        table.add_column(heading)
    end, density = "-(exp(eps/2) + 1)/(exp(eps/2) - 1)", "(exp(eps/2) - 1)/(2*exp(eps/2)*(exp(eps/2) + 1))"
    table.add_row(end, end, density)
    page = Group("Analysis", Padding(table, (0, 0, 0, 2)))
    fit(page, console(StringIO(), 80))
    text = as_text(page, 80)
    assert max(map(len, text.splitlines())) <= 80
    assert set(f"{end} {density}".split()) <= set(text.split())
