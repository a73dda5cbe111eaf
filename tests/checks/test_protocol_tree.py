"""The tree of what a respondent does says the same as the design, and is drawn."""

from fractions import Fraction

import pytest

from checks.cli import rrproof
from mechanisms import catalogue
from mechanisms.catalogue.frequency_oracles import randomised_response
from mechanisms.exact.rational import RationalFunction


def chances(node, given=None):
    """The probabilities of the ends of a tree whose branches are all chances."""
    given = RationalFunction.of(1) if given is None else given
    if not node.branches:
        yield node.text, given
    for branch in node.branches:
        yield from chances(branch.node, given * branch.probability)


def test_the_ends_of_the_tree_sum_to_the_design():
    protocol = catalogue.get("simmons").protocol
    design = protocol.design()
    for truth in (0, 1):
        total = RationalFunction.of(0)
        for answer, chance in chances(protocol.tree()):
            if answer == "answer 1" or (answer == "answer truthfully" and truth == 1):
                total = total + chance
        assert total == design.entry(truth, 1)


def test_a_tree_counts_its_answers_and_steps():
    tree = randomised_response(3).protocol.tree()
    assert (tree.leaves(), tree.depth()) == (7, 3)


def test_a_tree_is_drawn_with_all_its_words():
    pytest.importorskip("matplotlib")
    from checks.show.plots.protocol_tree import TreeTooLargeError, protocol_tree

    figure = protocol_tree(catalogue.get("simmons").protocol)
    words = [" ".join(text.get_text().split()) for text in figure.axes[0].texts]
    assert words.count("answer truthfully") == 1
    assert r"yes: $\pi_B$" in words
    assert "no: $1 - p$" in words
    with pytest.raises(TreeTooLargeError, match="take a smaller size"):
        protocol_tree(randomised_response(9).protocol)


@pytest.mark.parametrize(
    ("mechanism", "labels"),
    [
        ("warner(p_w=2/3)", [r"yes: $\frac{2}{3}$", r"no: $\frac{1}{3}$"]),
        ("forced-response(eps=log(3))", [r"truth: $\frac{1}{2}$", r"yes: $\frac{1}{4}$", r"no: $\frac{1}{4}$"]),
        ("warner(eps=1)", [r"yes: $\frac{e}{e + 1}$", r"no: $\frac{1}{e + 1}$"]),
        ("simmons(p=1/3)", [r"yes: $\frac{1}{3}$", r"no: $\frac{2}{3}$", r"yes: $\pi_B$", r"no: $1 - \pi_B$"]),
    ],
)
def test_a_tree_has_the_values_that_are_given(mechanism, labels):
    pytest.importorskip("matplotlib")
    from checks.inputs.design import protocol_at
    from checks.show.plots.protocol_tree import protocol_tree

    words = [text.get_text() for text in protocol_tree(protocol_at(mechanism)).axes[0].texts]
    assert sorted(word for word in words if "$" in word) == sorted(labels)


def test_a_protocol_at_values_is_that_of_the_design_there():
    third = RationalFunction.of(1) / RationalFunction.of(3)
    made = catalogue.get("simmons").protocol.at({"p": third})
    assert made.design().entries == catalogue.get("simmons").protocol.design().at(p=Fraction(1, 3)).entries


def test_the_command_draws_it_and_says_what_is_no_mechanism(tmp_path):
    pytest.importorskip("matplotlib")
    from click.testing import CliRunner

    runner = CliRunner()
    done = runner.invoke(rrproof, ["plot", "tree", "grr(k=3)", "-o", str(tmp_path / "t.svg")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "t.svg").stat().st_size > 1000
    for wrong, said in [
        ("no such", "names no mechanism"),
        ("simons", "did you mean"),
        ("grr(k=9)", "smaller size"),
        ("warner(p_w=3)", "p_w = 3 is outside its domain"),
    ]:
        done = runner.invoke(rrproof, ["plot", "tree", wrong, "-o", str(tmp_path / "u.svg")])
        assert done.exit_code == 2, wrong
        assert said in done.output
