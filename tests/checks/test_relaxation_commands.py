"""`rrproof blackwell` and `rrproof relax` as their users meet them."""

import json
from fractions import Fraction

import pytest

F = Fraction


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    """A table as wide as it wants to be, whatever terminal the tests run in."""
    monkeypatch.setenv("COLUMNS", "160")


def test_the_stronger_response_tells_strictly_more(rrproof):
    code, out, err = rrproof("blackwell", "grr(k=3, x=5)", "grr(k=3, x=2)")
    assert (code, err) == (0, "")
    assert "A tells strictly more than B" in out
    assert "5/8" in out
    assert "Deciding as A responds earns 3/7 ~ 0.428571" in out
    assert rrproof("blackwell", "grr(k=3, x=2)", "grr(k=3, x=5)")[1].count("B tells strictly more") == 1


def test_the_decision_problem_in_json_is_won_by_the_other(rrproof):
    names = ("subset-selection(k=4, l=2, gamma=3)", "grr(k=4, x=3)")
    code, out, _ = rrproof("blackwell", *names, "--json")
    data = json.loads(out)["result"]
    assert code == 0
    assert "incomparable" in data["verdict"]
    assert not data["forward"]["possible"]
    rewards = [[F(w) for w in row] for row in data["forward"]["rewards"]]
    want = [[F(3 if x == y else 1, 6) for y in range(4)] for x in range(4)]
    earned = sum(w * p for row, entries in zip(rewards, want, strict=True) for w, p in zip(row, entries, strict=True))
    assert earned == F(data["forward"]["earned_by_the_other"]) > F(data["forward"]["earned_at_most"])


def test_equivalent_designs_and_latex(rrproof, tmp_path):
    split = tmp_path / "split.csv"
    split.write_text("1/4,1/4,1/2\n1/8,1/8,3/4\n")
    joined = tmp_path / "joined.csv"
    joined.write_text("1/2,1/2\n1/4,3/4\n")
    assert "equivalent" in rrproof("blackwell", str(split), str(joined))[1]
    code, out, _ = rrproof("blackwell", str(split), str(joined), "--latex")
    assert code == 0
    assert out.count(r"\begin{pmatrix}") == 2
    assert rrproof("blackwell", str(split), str(joined), "--latex", "--json")[0] == 2


def test_proofs_are_checked_again_and_a_changed_number_is_refused(rrproof, tmp_path):
    proof = tmp_path / "order.json"
    assert rrproof("blackwell", "grr(k=2, x=3)", "grr(k=2, x=2)", "--proof", str(proof))[0] == 0
    code, out, _ = rrproof("recheck", str(proof))
    assert code == 0
    assert "A to B" in out
    assert "no feasible point" in out
    written = proof.read_text()
    assert '"2/3"' in written
    proof.write_text(written.replace('"2/3"', '"3/5"', 1))
    assert rrproof("recheck", str(proof))[0] == 1


def test_a_chain_of_relaxations(rrproof):
    code, out, err = rrproof("relax", "grr(k=2, x=2)", "grr(k=2, x=3)", "grr(k=2, x=5)", "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)["result"]
    assert data["possible"]
    assert len(data["steps"]) == 2
    assert all(step["only"] for step in data["steps"])
    first = {(row["truth"], row["response"]): [F(p) for p in row["next"]] for row in data["steps"][0]["next_response"]}
    assert all(sum(law) == 1 for law in first.values())
    # P(o2 = 1 | truth 1) is 3/4 again, from the law of the next response.
    assert F(2, 3) * first["1", "1"][0] + F(1, 3) * first["1", "2"][0] == F(3, 4)


def test_a_chain_that_breaks_names_its_step(rrproof):
    code, out, _ = rrproof("relax", "grr(k=2, x=2)", "grr(k=2, x=5)", "grr(k=2, x=3)")
    assert code == 0
    assert "no relaxation without loss from P2 to P3" in out
    assert "P2 not from P3" in out
    data = json.loads(rrproof("relax", "grr(k=2, x=5)", "grr(k=2, x=3)", "--json")[1])["result"]
    assert not data["possible"]
    assert not data["separation"]["possible"]


def test_the_least_change_where_channels_are_many(rrproof, tmp_path):
    fine = tmp_path / "fine.csv"
    fine.write_text("1/2,1/6,1/6,1/6\n1/8,1/8,1/4,1/2\n")
    coarse = tmp_path / "coarse.csv"
    coarse.write_text("1/2,1/2\n1/3,2/3\n")
    code, out, _ = rrproof("relax", str(coarse), str(fine), "--minimise", "change", "--proof", str(tmp_path / "p.json"))
    assert code == 0
    assert "one of many channels" in out
    assert "It attains the least P(o2 != o1) = " in out
    assert rrproof("recheck", str(tmp_path / "p.json"))[0] == 0
    uneven = rrproof("relax", str(coarse), str(fine), "--minimise", "change", "--prior", "9/10,1/10", "--json")
    even = rrproof("relax", str(coarse), str(fine), "--minimise", "change", "--prior", "1/2,1/2", "--json")
    costs = [json.loads(result[1])["result"]["steps"][0]["cost"] for result in (uneven, even)]
    assert F(costs[0]) != F(costs[1])
    assert f"= {costs[1]}" in out
    far = json.loads(rrproof("relax", str(coarse), str(fine), "--minimise", "distance", "--json")[1])["result"]
    assert F(far["steps"][0]["cost"]) > 0


def test_a_joint_budget(rrproof, tmp_path):
    names = ("grr(k=2, x=2)", "grr(k=2, x=5)")
    code, out, _ = rrproof("relax", *names, "--budget", "log(5)", "--minimise", "change")
    assert code == 0
    assert "private at eps = log(5)" in out
    assert "The least expected number of changes is 1/4" in out
    refused = tmp_path / "refused.json"
    code, out, _ = rrproof("relax", *names, "--budget", "log(4)", "--proof", str(refused))
    assert code == 0
    assert "not private at eps = log(4)" in out
    assert "no feasible point" in rrproof("recheck", str(refused))[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("relax", "grr(k=2, x=2)"), "two designs are needed"),
        (("relax", "grr(k=2, x=2)", "grr(k=3, x=2)"), "different numbers of truths"),
        (("relax", "grr(k=2, x=2)", "none.csv"), "none.csv: cannot be read"),
        (("relax", "grr(k=2, x=2)", "hadamard-response(k=2)"), "needs x"),
        (("relax", "grr(k=2,x=2)", "local-l-diversity(k=2,l=1)", "--minimise", "distance"), "no distance"),
        (("relax", "grr(k=2,x=2)", "grr(k=2,x=3)", "--prior", "1/2,1/2"), "--minimise, which is missing"),
        (
            ("relax", "grr(k=2,x=2)", "grr(k=2,x=3)", "--minimise", "change", "--prior", "1/2,1/3"),
            "must sum to 1, not to 5/6",
        ),
        (
            ("relax", "grr(k=2,x=2)", "grr(k=2,x=3)", "--minimise", "change", "--prior", "1"),
            "1 share is given; there are 2 truths",
        ),
        (("blackwell", "grr(k=2, x=2)", "grr[k=2]"), "names no design"),
        (("blackwell", "grr(k=2, x=2)"), "Missing argument"),
    ],
)
def test_bad_input_is_explained(rrproof, arguments, said):
    code, _, err = rrproof(*arguments)
    assert code == 2
    assert said in err


def test_help_has_examples(rrproof):
    for name in ("blackwell", "relax"):
        code, out, _ = rrproof(name, "--help")
        assert code == 0
        assert "Examples:" in out
        assert "rates.csv" in out
