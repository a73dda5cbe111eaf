"""The list of designs that have a name, and what the shell completes."""

import json
import re

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from checks.cli import rrproof
from checks.inputs.catalogue import GROUPS, all_names
from checks.inputs.design import DesignArgumentError, design_by_name
from mechanisms import catalogue


def invoke(*arguments: str):
    return CliRunner().invoke(rrproof, arguments, prog_name="rrproof", env={"COLUMNS": "120"})


def completed(line: str) -> list[str]:
    _, *words, incomplete = line.split(" ")
    found = ShellComplete(rrproof, {}, "rrproof", "_RRPROOF_COMPLETE").get_completions(words, incomplete)
    return [f"{item.type},{item.value}" for item in found]


def test_every_design_of_the_catalogue_is_listed_with_what_it_needs():
    result = invoke("catalogue", "--json")
    listed = json.loads(result.stdout)["result"]
    assert [entry["name"] for entry in listed] == list(all_names())
    by_name = {entry["name"]: entry for entry in listed}
    assert by_name["olh"]["sizes"] == ["k", "g"]
    assert by_name["olh"]["parameters"] == ["x"]
    assert by_name["mangat"]["matrix"] == [["p", "-p + 1"], ["0", "1"]]
    text = invoke("catalogue").stdout
    assert "subset-selection(k, l, gamma)" in text
    assert by_name["subset-selection"]["range"] == "k, l: integers; 1 <= gamma; gamma = e^eps"


@pytest.mark.parametrize("name", catalogue.names())
def test_a_design_without_what_it_needs_says_what_the_list_says(name):
    entry = json.loads(invoke("catalogue", name, "--json").stdout)["result"]
    needed = [*entry["sizes"], *entry["parameters"]]
    if not needed:
        assert [str(truth) for truth in design_by_name(name).truths] == entry["truths"]
        return
    with pytest.raises(DesignArgumentError) as refused:
        design_by_name(name)
    assert needed[0] in str(refused.value)


def test_each_design_stands_in_one_group():
    grouped = [name for names in GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(catalogue.names())


def test_a_word_is_searched_for():
    found = [entry["name"] for entry in json.loads(invoke("catalogue", "hashing", "--json").stdout)["result"]]
    assert found == ["blh", "olh"]
    assert "simmons(p, piB)" in invoke("catalogue", "unrelated question").stdout
    shown = invoke("catalogue", "unrelated-question").stdout
    assert "Simmons' unrelated question, answered by a coin" in shown
    assert "see also" not in shown
    assert re.search(r"see also +unrelated-two-samples, unrelated-number\n", invoke("catalogue", "unrelated").stdout)
    assert "also called" in shown


def test_one_design_is_shown_with_its_matrix_and_source():
    text = invoke("catalogue", "kuk").stdout
    assert "Kuk 1990" in text
    assert "1 - p2" in text
    assert "matrix of: Kuk's two decks, 1 card drawn\n" in text


def test_a_wide_matrix_stands_with_a_row_for_each_response():
    text = invoke("catalogue", "olh").stdout
    assert "a row for each response, a column for" in text
    assert re.search(r"\n0 1 0 +x/\(9\*\(x \+ 2\)\) +1/\(9\*\(x \+ 2\)\)\n", text), (
        "hash 0 1, response 0: truth 1 likelier"
    )


def test_a_name_that_is_none_is_bad_input():
    result = invoke("catalogue", "kuuk")
    assert result.exit_code == 2
    assert "did you mean kuk?" in result.stderr


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("rrproof catal", ["plain,catalogue"]),
        ("rrproof show PAN-16", ["plain,PAN-16", "plain,PAN-160"]),
        ("rrproof verify mine.t", ["file,mine.t"]),
        ("rrproof analyze cross", ["plain,crosswise"]),
        ("rrproof audit --design trian", ["plain,triangular"]),
        ("rrproof blackwell kuk mang", ["plain,mangat"]),
        ("rrproof latex moo", ["plain,moors"]),
        ("rrproof compare grr rates.c", ["file,rates.c"]),
    ],
)
def test_the_shell_completes_names_and_files(line, found):
    assert completed(line) == found


SMALL = {"k": "3", "l": "2", "g": "2", "L": "3", "cards": "1", "items": "2"}


@pytest.mark.parametrize("name", catalogue.names())
def test_what_is_said_of_levels_and_other_names_is_understood(name):
    entry = json.loads(invoke("catalogue", name, "--json").stdout)["result"]
    sizes = [f"{size}={SMALL[size]}" for size in entry["sizes"]]
    if entry["level"].startswith("eps=1,") and len(entry["parameters"]) == 1:
        for level in ("eps=1", "eps=log(3)", "x=3"):
            assert design_by_name(f"{name}({', '.join([*sizes, level])})").shape
    elif len(entry["parameters"]) == 1:
        with pytest.raises(DesignArgumentError):
            design_by_name(f"{name}({', '.join([*sizes, 'eps=1'])})")
    for alias, own in entry["other_parameters"].items():
        value = SMALL.get(own, "2/3")
        answers = []
        for word in (alias, own):
            try:
                answers.append(str(design_by_name(f"{name}({word}={value})", at={}).entries))
            except DesignArgumentError as error:
                answers.append(str(error))
        assert answers[0] == answers[1]


def test_one_design_is_shown_with_other_names_and_its_level():
    shown = " ".join(invoke("catalogue", "warner").stdout.split())
    assert "p is p_w" in shown
    assert "or by its level eps=1, eps=log(3), or x=3, which is e^eps" in shown
    assert "level" not in invoke("catalogue", "mangat").stdout
