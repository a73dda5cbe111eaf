import json
import tomllib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from checks.claims.claim import Claim, PaperError
from checks.claims.record import ClaimRecord
from checks.cli import rrproof
from checks.papers.collection import load_paper, verify_claim
from checks.papers.schema import claims_schema
from checks.running.runner import select

EXAMPLE = resources.files("checks.papers").joinpath("example.toml").read_text(encoding="utf-8")

HEAD = """
[paper]
key = "T"
title = "t"
authors = "a"

[symbols]
p = "1/2 < p < 1"
t = "0 < t < 1"
pi = { latex = '\\pi', range = "0 <= pi <= 1" }
n = { range = "n >= 1", integer = true }
N = { range = "N >= 0", integer = true }
eps = { latex = '\\epsilon', budget = true }

[mechanism]
truths = ["no", "yes"]
responses = ["no", "yes"]
prior = ["1 - pi", "pi"]
respondents = "n"
counts = { yes = "N" }
"""
WARNER = 'matrix = [["p", "1-p"], ["1-p", "p"]]\n'
NAMES = r"""
[names]
'\lambda' = { response = "yes" }
'\hat\pi' = { estimator = "yes" }
'V' = { variance = "yes" }
'A' = { added_variance = "yes" }
'M' = { mse = "yes" }
'B' = { bias = "yes" }
'C' = { covariance = ["no", "yes"] }
'I' = { fisher_information = true }
'P' = { design = true }
'\varepsilon' = { epsilon = true }
'\delta' = { delta = "eps" }
'Q' = { posterior = ["yes", "yes"] }
'p_{11}' = { conditional = ["yes", "yes"] }
"""


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def verdict(written: Callable[[str], str]) -> Callable[..., ClaimRecord]:
    def verify(latex: str, *further: str, mechanism: str = WARNER) -> ClaimRecord:
        claim = f"\n[[claim]]\nid = 'T-1'\nplace = '1'\nkind = 'identity'\nlatex = '{latex}'\n" + "\n".join(further)
        (found,) = load_paper(written(HEAD + mechanism + NAMES + claim)).claims
        return verify_claim(found, budget=20)

    return verify


# -- verdicts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "latex",
    [
        r"\lambda = p\pi + (1-p)(1-\pi)",
        r"\hat\pi = \frac{p-1}{2p-1} + \frac{N}{(2p-1)n}",
        r"V = \frac{\pi(1-\pi)}{n} + \frac{p(1-p)}{n(2p-1)^2} = M",
        r"A = \frac{p(1-p)}{n(2p-1)^2}",
        r"C = -V",
        r"I = \frac{n(2p-1)^2}{\lambda(1-\lambda)} = \frac1V",
        r"\varepsilon = \ln\frac{p}{1-p}",
        r"Q = \frac{p\pi}{\lambda}",
        r"\delta = \max\{0, p - e^\epsilon(1-p)\}",
        r"V \ge \frac{\pi(1-\pi)}{n}",
    ],
)
def test_what_holds_is_proved_and_a_second_witness_agrees(latex: str, verdict: Callable[..., ClaimRecord]) -> None:
    record = verdict(latex)
    assert (record.verdict, record.oracles) == ("proved", ())
    assert all(witness.agrees for witness in record.witnesses)
    assert record.witnesses or "I =" in latex  # information has no second witness


def test_equal_sides_prove_nothing_of_what_was_computed_before(verdict: Callable[..., ClaimRecord]) -> None:
    record = verdict(r"P = \begin{pmatrix} p & 1-p \\ 1-p & p \end{pmatrix}")
    assert (record.verdict, record.argued, record.oracles) == ("argued", ("values-of-names",), ())


def test_that_an_estimate_has_no_bias_is_a_theorem_about_all_responses(verdict: Callable[..., ClaimRecord]) -> None:
    record = verdict(r"B = 0")
    assert (record.verdict, record.argued, record.oracles) == ("proved", (), ())


@pytest.mark.parametrize(
    ("latex", "right", "breaks_at"),
    [
        (r"\lambda = p\pi + (1-p)\pi", r"\lambda = ", "the relation"),
        (r"V = \frac{\pi(1-\pi)}{n} + \frac{p(1-p)}{n(2p-1)}", "V = ", "the relation"),
        (r"V = \frac{\lambda(1-\lambda)}{n(2p-1)^2} = \frac{1}{4n}", "V = ", r"member 2 = member 3 (= \frac{1}{4n})"),
        (r"\varepsilon = \ln\frac{1-p}{p}", r"\varepsilon = \ln", "the relation"),
    ],
)
def test_what_does_not_hold_gets_a_counterexample_and_what_is_right(
    latex: str, right: str, breaks_at: str, verdict: Callable[..., ClaimRecord]
) -> None:
    record = verdict(latex)
    assert (record.verdict, record.finding) == ("corrected", "false")
    assert record.corrected is not None
    assert record.corrected.startswith(right)
    assert record.readings[0].breaks_at == breaks_at
    assert record.counterexample
    assert len(record.witnesses) == 2
    assert all(witness.agrees for witness in record.witnesses)


def test_a_correction_says_what_the_expectation_is(verdict: Callable[..., ClaimRecord]) -> None:
    record = verdict(r"B = \pi")
    assert (record.verdict, record.finding, record.corrected) == ("corrected", "false", "B = 0")
    assert record.argued == ()


def test_a_wrong_inequality_is_refuted_without_a_guess_at_what_was_meant(verdict: Callable[..., ClaimRecord]) -> None:
    for bound in (r"\frac{1}{8n}", r"\frac{1}{4n}"):  # the second holds of the share of yes among the responses
        record = verdict(rf"V \le {bound}")
        assert (record.verdict, record.corrected) == ("refuted", None)


def test_the_printed_hypotheses_count(verdict: Callable[..., ClaimRecord]) -> None:
    latex = r"\delta = 0"
    assert verdict(latex).verdict == "corrected"
    assert verdict(latex, 'domain = ["exp(eps) >= p/(1-p)"]').verdict == "proved"


def test_a_derivation_is_shown(verdict: Callable[..., ClaimRecord]) -> None:
    record = verdict(r"V = M")
    assert len(record.derivation) > 5


@pytest.mark.parametrize(
    "mechanism",
    [
        'catalogue = "warner"\nparameters = { p_w = "p" }\n',
        'protocol = { coin = "p", heads = "truth", tails = { by_truth = { no = "yes", yes = "no" } } }\n',
        'protocol = { choose = [["2*p-1", "truth"], ["1-p", "yes"], ["1-p", "no"]] }\n',
    ],
)
def test_a_mechanism_can_be_named_or_written_as_a_protocol(mechanism: str, verdict: Callable[..., ClaimRecord]) -> None:
    record = verdict(r"V = \frac{\lambda(1-\lambda)}{n(2p-1)^2}", mechanism=mechanism)
    assert record.verdict == "proved"
    assert all(witness.agrees for witness in record.witnesses)
    assert record.witnesses


def test_three_answers(written: Callable[[str], str]) -> None:
    text = r"""
conditions = ["a + b <= 1"]
[paper]
key = "K"
title = "t"
authors = "a"
[symbols]
p = "1/3 < p < 1"
a = { latex = '\alpha', range = "0 <= a" }
b = { latex = '\beta', range = "0 <= b" }
n = { range = "n >= 1", integer = true }
[mechanism]
truths = ["-", "0", "+"]
responses = ["-", "0", "+"]
matrix = [["p", "(1-p)/2", "(1-p)/2"], ["(1-p)/2", "p", "(1-p)/2"], ["(1-p)/2", "(1-p)/2", "p"]]
prior = ["1-a-b", "a", "b"]
respondents = "n"
[names]
'V' = { variance = "0" }
'\lambda' = { response = "0" }
[[claim]]
id = "K-1"
place = "1"
kind = "variance"
latex = 'V = \frac{4\lambda(1-\lambda)}{n(3p-1)^2}'
[[claim]]
id = "K-2"
place = "2"
kind = "variance"
latex = 'V = \frac{\lambda(1-\lambda)}{n(2p-1)^2}'
"""
    first, second = (verify_claim(c, budget=20) for c in load_paper(written(text)).claims)
    assert (first.verdict, second.verdict) == ("proved", "corrected")
    assert all(w.agrees for record in (first, second) for w in record.witnesses)


def test_a_claim_that_cannot_be_read_names_the_place(verdict: Callable[..., ClaimRecord]) -> None:
    record = verdict(r"V = \frac{1}{n")
    assert record.verdict == "unknown"
    assert "claim T-1, 1: this" in record.note
    assert "^" in record.note
    said = verdict(r"V = W").note
    assert 'W is not declared: [symbols] has a line for each free number, such as W = "W > 0"; [names] says' in said
    assert r"""such as mu = { latex = '\mu', range = "mu > 0" }""" in verdict(r"V = \mu").note


# -- the file ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('p = "1/2 < p < 1"', 'p = "p near 1"', r"\[symbols\] p: a range is written"),
        ('p = "1/2 < p < 1"', 'p = "1 < p < 1/2"', "empty"),
        ('p = "1/2 < p < 1"', 'p = { from = 1 }', "unknown keys"),
        ('p = "1/2 < p < 1"', 'p = 3', "a table such as"),
        ('"1-p"], ["1-p", "p"]', '"1-p"], ["1-p"]', "one row for each"),
        ('"1-p"], ["1-p", "p"]', '"1-p"], ["1-p", "2*p"]', "not to 1"),
        ('"1-p"], ["1-p", "p"]', '"1-p"], ["1-p", "w"]', r"'w': w is not declared: .* as w = \"w > 0\""),
        ('"1-p"], ["1-p", "p"]', '"1-p"], ["1-p", "__import__(1)"]', "__import__"),
        (WARNER, "", "exactly one of matrix, catalogue and protocol"),
        (WARNER, WARNER + 'catalogue = "warner"\n', "exactly one"),
        (WARNER, 'catalogue = "warmer"\n', "did you mean warner"),
        (WARNER, 'catalogue = "warner"\nparameters = { q = "p" }\n', "no parameter of it"),
        (WARNER, 'protocol = { coin = "p", heads = "maybe", tails = "yes" }\n', "heads: 'maybe' is no response"),
        (WARNER, 'protocol = { coin = "p", heads = "yes" }\n', "a step is"),
        (WARNER, 'protocol = { coin = "p + 1", heads = "yes", tails = "no" }\n', "negative"),
        ('{ variance = "yes" }', '{ variance = "maybe" }', "no truth of the mechanism"),
        ('{ variance = "yes" }', '{ varience = "yes" }', "no meaning"),
        ('{ variance = "yes" }', '{ variance = "yes", bias = "yes" }', "one meaning"),
        ('{ design = true }', '{ design = "yes" }', "design = true"),
        ("'V' =", "'p' =", "already spells"),
        ("'V' =", "'' =", "'' is printed without a letter"),
        ('respondents = "n"', 'respondents = "p"', "integer symbol"),
        ('prior = ["1 - pi", "pi"]', 'prior = ["pi"]', "1 entries for 2 truths"),
        ('truths = ["no", "yes"]', 'truths = ["no", "no"]', "different texts"),
        ('[mechanism]', '[[mechanism]]', "is a table"),
        ('key = "T"', 'kex = "T"', "unknown keys"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_file_is_named(old: str, new: str, message: str, written: Callable[[str], str]) -> None:
    claim = "\n[[claim]]\nid = 'T-1'\nplace = '1'\nkind = 'identity'\nlatex = 'V = A'\n"
    text = HEAD + WARNER + NAMES + claim
    assert old in text
    path = written(text.replace(old, new))
    with pytest.raises(PaperError, match=message) as raised:
        verify_claim(load_paper(path).claims[0], budget=5)
    assert path in str(raised.value) or "T-1" in str(raised.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe[paper]", "not text in UTF-8"),
        (b"[paper", "not a TOML file"),
        (b"x = 1\n" * 200_000, "larger than"),
        (b"a = " + b"[" * 5000 + b"]" * 5000, "not a TOML file"),
        (b"[paper]\nkey = 3", "key is needed"),
    ],
    ids=["encoding", "syntax", "size", "nesting", "key"],
)
def test_hostile_files_are_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.toml"
    path.write_bytes(content)
    with pytest.raises(PaperError, match=message):
        load_paper(str(path))


@pytest.mark.parametrize("entry", ["9**9**9", "(" * 3000 + "p" + ")" * 3000, "p**100000", "1" * 5000])
def test_hostile_entries_are_refused_at_once(entry: str, written: Callable[[str], str]) -> None:
    claim = "\n[[claim]]\nid = 'T-1'\nplace = '1'\nkind = 'identity'\nlatex = 'V = A'\n"
    path = written(HEAD + WARNER.replace('"1-p"], [', f'"{entry}"], [') + NAMES + claim)
    with pytest.raises(PaperError):
        verify_claim(load_paper(path).claims[0], budget=5)


def test_two_papers_with_one_claim_id_are_not_mixed_up(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(EXAMPLE, encoding="utf-8")
    (tmp_path / "b.toml").write_text(EXAMPLE, encoding="utf-8")
    with pytest.raises(PaperError, match="both have a claim FR-01"):
        select([str(tmp_path / "a.toml"), str(tmp_path / "b.toml")])
    (claim,) = select([f"{tmp_path / 'a.toml'}:FR-03"])
    assert isinstance(claim, Claim)
    assert claim.id == "FR-03"
    with pytest.raises(PaperError, match="no claim 'FR-9'"):
        select([f"{tmp_path / 'a.toml'}:FR-9"])


# -- schema and commands -----------------------------------------------------------------------------------------------


def test_the_schema_accepts_the_example_and_refuses_other_keys() -> None:
    validator = jsonschema.Draft202012Validator(claims_schema())
    data: dict[str, Any] = tomllib.loads(EXAMPLE)
    validator.validate(data)
    validator.validate(tomllib.loads(HEAD + WARNER + NAMES))
    wrong = [
        {**data, "more": 1},
        {**data, "mechanism": {**data["mechanism"], "catalogue": "warner"}},
        {**data, "names": {"V": {"varience": "yes"}}},
        {**data, "claim": [{**data["claim"][0], "kind": "truth"}]},
    ]
    for broken in wrong:
        assert not validator.is_valid(broken)


def test_init_writes_an_example_whose_error_is_found(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    result = CliRunner().invoke(rrproof, ["init", "paper", str(path)], standalone_mode=False)
    assert result.exception is None
    verdicts = {c.id: verify_claim(c, budget=20).verdict for c in load_paper(str(path)).claims}
    wrong = {claim_id for claim_id, verdict in verdicts.items() if verdict != "proved"}
    assert (len(verdicts), wrong, verdicts["FR-03"]) == (9, {"FR-03"}, "corrected")
    again = CliRunner().invoke(rrproof, ["init", "paper", str(path)], standalone_mode=False)
    assert "exists; --force" in str(again.exception)
    other = CliRunner().invoke(rrproof, ["init", "paper", str(tmp_path / "mine.txt")], standalone_mode=False)
    assert "ends with .toml" in str(other.exception)


def test_init_writes_the_schema(tmp_path: Path) -> None:
    path = tmp_path / "claims.schema.json"
    assert CliRunner().invoke(rrproof, ["init", "schema", str(path)], standalone_mode=False).exception is None
    assert json.loads(path.read_text()) == claims_schema()
