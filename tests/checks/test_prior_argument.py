"""The law of the truths, as all commands read it."""

from fractions import Fraction as F

import pytest

from checks.inputs.prior import MOST_TRUTHS, PriorError, read_prior

TRUTHS = ("a", "b", "c")
LAW = (F(1, 2), F(3, 10), F(1, 5))


@pytest.mark.parametrize(
    "text", ["1/2,3/10,1/5", "0.5, 0.3, 0.2", "c=1/5,a=1/2,b=0.3", "1/2,3/10,rest", "LAW.csv", "LAW.json", "LAW.toml"]
)
def test_a_law_can_be_written_in_many_ways(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "LAW.csv").write_text("1/2\n0.3\n1/5\n")
    (tmp_path / "LAW.json").write_text('["1/2", 0.3, "1/5"]')
    (tmp_path / "LAW.toml").write_text('law = [["1/2", 0.3, "1/5"]]')
    assert read_prior(text, TRUTHS, "--pi") == LAW


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("1/2 1/2", "LAW.csv holds 2 shares; there are 3 truths"),
        ("1/2 3/4 -1/4", "shares are at least 0, not -1/4"),
        ("1/2 1/3 1/4", "must sum to 1, not to 13/12"),
        ("1/2 1/3 x", "--pi: LAW.csv, line 1"),
        ("1/2 1/3\n1/6 0", "a matrix of 2 rows"),
    ],
)
def test_a_file_with_no_law_is_explained(content, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "LAW.csv").write_text(content)
    with pytest.raises(PriorError) as error:
        read_prior("LAW.csv", TRUTHS, "--pi")
    assert message in str(error.value)


def test_too_many_truths_are_refused_before_anything_is_made():
    with pytest.raises(PriorError, match="at most 1000"):
        read_prior("zipf", range(10**9), "--pi")
    assert len(read_prior("zipf", range(MOST_TRUTHS), "--pi")) == MOST_TRUTHS


@pytest.mark.parametrize("option", ["--pi", "--prior"])
@pytest.mark.parametrize(
    ("command", "options"),
    [
        (("analyze", "grr(k=3, x=2)"), ()),
        (("compare", "grr(k=3, x=2)", "grr(k=3, x=3)"), ()),
        (("design", "-k", "3", "--eps", "log(2)", "--objective", "hamming"), ()),
        (("relax", "grr(k=3, x=2)", "grr(k=3, x=3)"), ("--minimise", "change")),
        (("sample-size", "grr(k=3, x=2)"), ("--margin", "0.1")),
        (("simulate", "grr(k=3, x=2)"), ("-n", "5")),
        (("plot", "posterior", "grr(k=3, x=2)"), ("-o", "x.svg")),
        (("plot", "variance", "grr(k=3)"), ("-o", "x.svg")),
        (("plot", "optimum", "-k", "3"), ("-o", "x.svg")),
    ],
)
def test_every_command_reads_the_law_of_the_truths_alike(rrproof, command, options, option):
    code, out, err = rrproof(*command, *options, option, "1/2,1/3,1/4")
    assert (code, out) == (2, "")
    assert "--pi: the shares must sum to 1, not to 13/12" in " ".join(err.split())
