"""A privacy level is written alike in every command that takes one."""

import json
import re

import click
import pytest

from checks.cli import rrproof as commands
from checks.commands.options import LEVEL_NAMES

OF_LEVELS = {  # command: what it is asked at a level
    "analyze": ("grr(k=3, x=2)", "--eps"),
    "analyze --fail-above": ("grr(k=3, x=2)", "--fail-above"),
    "audit": ("--log", "log.csv", "--design", "warner", "--eps"),
    "binary": ("--eps",),
    "certificate": ("grr(k=3, x=2)", "-o", "page.tex", "--eps"),
    "compare": ("warner", "forced-response", "simmons", "--eps"),
    "deck best": ("10", "--eps"),
    "deck frontier": ("1/2,1/4,1/4", "-n", "2", "--pi", "1/2", "--eps"),
    "deck privacy": ("1,2,1", "-n", "2", "--eps"),
    "deck proportions": ("--eps",),
    "deck shared": ("-n", "2", "--pi", "1/2", "--delta", "1/10", "--eps"),
    "design": ("-k", "3", "--objective", "hamming", "--eps"),
    "epsilon-for": ("grr(k=3, x=3)", "--eps"),
    "oracles": ("-k", "4", "--eps"),
    "plot delta": ("warner(p_w=1/3)", "-o", "delta.svg", "--to"),
    "plot region": ("-o", "region.svg", "--eps"),
    "plot variance": ("forced-response", "-o", "variance.svg", "--to"),
    "relax": ("warner(p_w=2/3)", "warner(p_w=3/4)", "--budget"),
    "subsets": ("-k", "5", "--eps"),
}


def every_command(group=commands, before=""):
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from every_command(command, f"{before}{name} ")
        else:
            yield before + name, command


def test_every_command_with_a_level_is_asked_here():
    found = {name for name, command in every_command() for p in command.params if set(LEVEL_NAMES) & set(p.opts)}
    assert found <= set(OF_LEVELS)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log.csv").write_text("truth,response\n" + "0,0\n1,1\n" * 30)


@pytest.mark.parametrize("level", ["1", "log(3)", "1/2", "x=3"])
@pytest.mark.parametrize("command", OF_LEVELS)
def test_a_level_is_understood(here, rrproof, command, level):
    code, _, err = rrproof(*command.partition(" --")[0].split(), *OF_LEVELS[command], level)
    assert code in (0, 1, 4), err
    assert "Usage" not in err


def test_what_stands_for_an_irrational_number_is_told_and_kept(here, rrproof):
    wanted = "the number e^1 is irrational: 2.718281828459, less than 10^-12 below it"
    for arguments in (("subsets", "-k", "5", "--eps", "1"), ("deck", "proportions", "--eps", "1")):
        _, out, err = rrproof(*arguments, "--json")
        assert wanted in " ".join(err.split())
        (note,) = json.loads(out)["notes"]
        assert wanted in note
        assert rrproof(*arguments, "-q")[2] == ""
    assert "--gamma and --eps say the same" in rrproof("subsets", "-k", "5", "--eps", "1", "--gamma", "3")[2]
    assert re.search(r"lies between 0 and 200", rrproof("oracles", "-k", "5", "--eps", "-1")[2])


@pytest.mark.parametrize(
    ("design", "said"),
    [
        ("grr(k=4, eps=1)", "1"),
        ("warner(eps=0.5)", "1/2"),
        ("sue(k=4, eps=1)", "1"),  # its entries hold e^(1/2), its ratios the square of the number that stands for it
        ("grr(k=3, x=2.718281828458)", "log(2.718281828458) ~ 1"),  # a neighbour of the number that stands for e
        ("grr(k=3, x=3)", "log(3) ~ 1.09861"),
    ],
)
def test_a_level_that_was_said_is_told_as_it_was_said(rrproof, design, said):
    assert rrproof("epsilon-for", design)[1].split(" with ")[0] == f"{design} is private at eps = {said}"


def test_an_analysis_speaks_of_the_level_that_was_said(rrproof):
    _, out, _ = rrproof("analyze", "grr(k=3, eps=1)", "--eps", "1")
    assert "smallest eps      1\n" in out
    assert "log(2.718" not in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("sample-size", "grr(k=4, eps=1)", "--margin", "3%"),
        ("epsilon-for", "-k", "5", "-n", "2000", "--margin", "0.05"),
        ("oracles", "-k", "9", "--eps", "1"),
    ],
)
def test_the_sentence_of_an_answer_is_broken_between_words_in_a_pipe(rrproof, monkeypatch, arguments):
    monkeypatch.setenv("COLUMNS", "70")
    sentence, _, _ = rrproof(*arguments)[1].partition("\n\n")
    assert "\n" in sentence
    assert all(len(line) <= 70 for line in sentence.splitlines())


TAKE_VALUES = {  # command with a family: the same with its value
    "estimate": ("{}", "yes=200,no=300"),
    "sample-size": ("{}", "--margin", "5%"),
    "epsilon-for": ("{}", "--delta", "1/10"),
    "simulate": ("{}", "-n", "50", "--runs", "100"),
    "blackwell": ("{}", "{}"),
    "relax": ("{}", "{}"),
    "analyze": ("{}",),
}


@pytest.mark.parametrize(("family", "value"), [("warner", "eps=log(3)"), ("warner", "p_w=3/4"), ("grr(k=2)", "x=3")])
@pytest.mark.parametrize("command", TAKE_VALUES)
def test_values_of_parameters_stand_in_the_design_or_beside_it(rrproof, command, family, value):
    whole = f"{family[:-1]}, {value})" if "(" in family else f"{family}({value})"
    arguments = [a.replace("yes=200,no=300", "1=200,2=300") if "grr" in family else a for a in TAKE_VALUES[command]]
    beside = rrproof(command, *(a.format(family) for a in arguments), "--at", value)
    inside = rrproof(command, *(a.format(whole) for a in arguments))
    assert beside[0] == inside[0] == 0
    assert beside[1].replace(family, "D") == inside[1].replace(whole, "D")


def test_every_command_that_reads_a_design_takes_values():
    readers = {"audit", "certificate", "compare", "latex", "plot delta", "plot heatmap", "plot posterior"}
    taking = {name for name, command in every_command() for p in command.params if "--at" in p.opts}
    assert taking == readers | set(TAKE_VALUES)


def test_a_value_that_no_design_takes_is_refused(rrproof):
    code, _, err = rrproof("sample-size", "warner", "--margin", "5%", "--at", "q=1/3")
    assert code == 2
    assert "warner has no parameter q" in " ".join(err.split())
