"""Every kind of claim in a claims file: what holds is proved, a planted error is refuted and what is right derived."""

import re
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from checks.claims.argued import VALUES_OF_NAMES
from checks.claims.claim import PaperError, read_toml
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim
from checks.papers.schema import claims_schema

HEAD = r"""
[paper]
key = "K"
title = "t"
authors = "a"
macros = '\newcommand{\half}[1]{\frac{#1}{2}}'

[symbols]
p = "1/2 < p < 1"
q = "1/2 < q < p"
t = "0 < t < 1"
pi = { latex = '\pi', range = "0 <= pi <= 1" }
n = { range = "n >= 1", integer = true }
eps = { latex = '\epsilon', budget = true }

[mechanisms.warner]
truths = ["no", "yes"]
responses = ["no", "yes"]
catalogue = "warner"
parameters = { p_w = "p" }
prior = ["1 - pi", "pi"]
respondents = "n"

[mechanisms.weak]
truths = ["no", "yes"]
responses = ["no", "yes"]
matrix = [["q", "1-q"], ["1-q", "q"]]
prior = ["1 - pi", "pi"]
respondents = "n"

[mechanisms.mangat]
truths = ["no", "yes"]
responses = ["no", "yes"]
protocol = { by_truth = { yes = "yes", no = { coin = "t", heads = "no", tails = "yes" } } }
prior = ["1 - pi", "pi"]
respondents = "n"

[mechanisms.three]
truths = ["a", "b", "c"]
catalogue = "grr"
parameters = { eps = "eps" }
prior = ["pi/2", "pi/2", "1 - pi"]
respondents = "n"

[names]
'G' = { conditional = ["a", "a"], of = "three" }
'\det P' = { determinant = true, of = "three" }
'S' = { trace = true, of = "weak" }
'V' = { variance = "yes", of = "warner" }
'V_q' = { variance = "yes", of = "weak" }
'V_M' = { variance = "yes", of = "mangat" }
'C' = { covariance = ["no", "yes"], of = "warner" }
'\Sigma' = { covariance_matrix = true, of = "warner" }
'M' = { mse = "yes", of = "mangat" }
'B' = { bias = "yes", of = "warner" }
'\varepsilon' = { epsilon = true, of = "warner" }
'\delta' = { delta = "eps", of = "warner" }
'\Lambda' = { law = true, of = "warner" }
'R' = { relaxation = ["yes", "no", "yes"], of = ["weak", "warner"] }
'T' = { channel = true, of = ["weak", "warner"] }
"""
AT = 'at = { p = "3/4", pi = "1/3", n = "80" }'
LN2 = 'at = { p = "3/4", eps = "log(2)" }'

COMPUTED = (
    r"\Lambda = (p(1-\pi)+(1-p)\pi, p\pi+(1-p)(1-\pi))",
    r"\Sigma = V \begin{pmatrix} 1 & -1 \\ -1 & 1 \end{pmatrix}",
    r"T = \frac{1}{2p-1}\begin{pmatrix} p+q-1 & p-q \\ p-q & p+q-1 \end{pmatrix}",
)
"""Prints whose sides are equal once both are computed."""
RIGHT_AS_COMPUTED = (r"\Lambda = (p(1-\pi)+(1-p)\pi, p\pi+(1-p)\pi)",)
"""Prints that are wrong, and whose corrections have such sides."""

Verify = Callable[..., ClaimRecord]


@pytest.fixture
def verify(tmp_path: Path) -> Verify:
    def verified(kind: str, latex: str, *further: str) -> ClaimRecord:
        path = tmp_path / "kinds.toml"
        printed = f"latex = '{latex}'" if latex else ""
        lines = ["[[claim]]", "id = 'K-1'", "place = '1'", f"kind = '{kind}'", printed, *further]
        path.write_text(HEAD + "\n".join(lines), encoding="utf-8")
        (claim,) = load_paper(str(path)).claims
        return verify_claim(claim, budget=20)

    return verified


@pytest.mark.parametrize(
    ("kind", "latex", "further"),
    [
        ("distribution", r"\Lambda = (p(1-\pi)+(1-p)\pi, p\pi+(1-p)(1-\pi))", ""),
        ("bias", r"B = 0", ""),
        ("mse", r"M = V_M = \frac{\pi(1-\pi)}{n} + \frac{(1-\pi)(1-t)}{nt}", ""),
        ("covariance", r"\Sigma = V \begin{pmatrix} 1 & -1 \\ -1 & 1 \end{pmatrix}", ""),
        ("epsilon", r"\varepsilon = \ln p - \ln(1-p)", ""),
        ("epsilon", r"\varepsilon \le 1", 'domain = ["p <= 7/10"]'),
        ("delta", r"\delta = \frac{1}{4}", LN2),
        ("epsilon", r"\varepsilon = \max\left\{\left|\ln\frac{p}{1-p}\right|, 0\right\}", ""),
        ("distribution", r"G = \frac{e^\epsilon}{e^\epsilon + 2}", ""),
        ("identity", r"\det P = \left(\frac{e^\epsilon-1}{e^\epsilon+2}\right)^2", ""),
        ("ordering", r"V < V_q", ""),
        ("optimum", r"\max_\pi V = \frac{1}{4n(2p-1)^2}", ""),
        ("optimum", r"\arg\max_{\pi \in [0,1]} V = \left\{\half{1}\right\}", ""),
        ("limit", r"\lim_{n\to\infty} V = 0", ""),
        ("limit", r"\lim_{p\to1/2} V = \infty", ""),
        ("number", r"\varepsilon = 1.0986", 'at = { p = "3/4" }'),
        ("number", r"\sqrt{V} = 0.1102", AT),
        ("relaxation", r"R = \frac{p(p-q)}{(1-q)(2p-1)}", ""),
        ("relaxation", r"T = \frac{1}{2p-1}\begin{pmatrix} p+q-1 & p-q \\ p-q & p+q-1 \end{pmatrix}", ""),
    ],
)
def test_what_holds_is_proved_and_a_second_witness_agrees(kind: str, latex: str, further: str, verify: Verify) -> None:
    record = verify(kind, latex, further)
    # where both sides are equal once they are computed the theorem says nothing more, and what was computed is argued
    verdict, argued = ("argued", (VALUES_OF_NAMES,)) if latex in COMPUTED else ("proved", ())
    assert (record.verdict, record.argued, record.oracles) == (verdict, argued, ())
    assert record.witnesses
    assert all(witness.agrees for witness in record.witnesses)


@pytest.mark.parametrize(
    ("kind", "latex", "further", "right", "finding"),
    [
        # an exchanged sign, a missing square, p for 1 - p, an exchanged quotient: the one slip is found
        ("covariance", r"C = V", "", "C = -", "false"),
        ("variance", r"V = \frac{\pi(1-\pi)}{n} + \frac{p(1-p)}{n(2p-1)}", "", r"(2 p - 1)^{2}}", "false"),
        ("distribution", r"\Lambda = (p(1-\pi)+(1-p)\pi, p\pi+(1-p)\pi)", "", r"(1 - \pi))", "false"),
        ("epsilon", r"\varepsilon = \ln\frac{1-p}{p}", "", r"\varepsilon = \ln\frac{p}{1 - p}", "false"),
        ("relaxation", r"R = \frac{p(p-q)}{q(2p-1)}", "", r"(1 - q) (2 p - 1)", "false"),
        ("limit", r"\lim_{n\to\infty} n V = \pi(1-\pi) + \frac{p(1-p)}{2p-1}", "", r"(2 p - 1)^{2}", "false"),
        # no slip explains it: the derived value
        ("bias", r"B = \frac{1}{n}", "", "B = 0", "false"),
        ("identity", r"S = 2 - q", "", "S = 2 q", "false"),
        ("mse", r"M = \frac{7}{n}", "", r"M = \frac{", "false"),
        ("delta", r"\delta = \frac13", LN2, r"\delta = ", "false"),
        ("ordering", r"V > V_q", "", "V < V_q", "false"),
        ("optimum", r"\max_\pi V = \frac{1}{4n(2p-1)}", "", r"\frac{1}{4 n (2 p - 1)^{2}}", "false"),
        ("optimum", r"\arg\max_\pi V = \{0\}", "", r"\left\{\frac{1}{2}\right\}", "false"),
        # roundings
        ("number", r"V = 0.0143", AT, "V = 0.0122", "false"),
        ("number", r"V = 0.0121", AT, "V = 0.0122", "rounding"),
        ("number", r"\varepsilon = 1.0987", 'at = { p = "3/4" }', r"\varepsilon = 1.0986", "rounding"),
        # a comparison that holds under a condition only
        ("inequality", r"(p-q)(t-\pi) \ge 0", "", r"\text{for }", "missing-hypothesis"),
    ],
)
def test_a_planted_error_is_refuted_and_what_is_right_is_derived(
    kind: str, latex: str, further: str, right: str, finding: str, verify: Verify
) -> None:
    record = verify(kind, latex, further)
    verdict, argued = ("refuted", (VALUES_OF_NAMES,)) if latex in RIGHT_AS_COMPUTED else ("corrected", ())
    assert (record.verdict, record.finding, record.argued) == (verdict, finding, argued)
    assert record.corrected is not None
    assert right in record.corrected
    assert record.counterexample or further
    assert len(record.witnesses) == 2
    assert all(witness.agrees for witness in record.witnesses)


TABLE = r"""
at = {{ n = "100" }}
[claim.table]
entry = 'V'
rows = "p"
columns = "pi"
printed = '''
\begin{{tabular}}{{l|ccc}}
\toprule $p$ & $0.1$ & \textbf{{0.3}} & $\frac12$ \\ \midrule
0.6 & 0.0609 & 0.0621 & {first} \\[2pt]
3/4 & {second} & {third} & -- \\ \hline
\end{{tabular}}
'''
"""


def test_every_wrong_entry_of_a_table_is_named_and_corrected(verify: Verify) -> None:
    right = {"first": "0.0625", "second": "0.0084", "third": "0.00960"}
    assert verify("table", "", TABLE.format(**right)).verdict == "proved"
    record = verify("table", "", TABLE.format(first="0.0626", second="0.0084", third="0.0091"))
    assert (record.verdict, record.finding) == ("corrected", "false")
    assert record.readings[0].breaks_at == "entry at p = 0.6, pi = (1)/(2); entry at p = 3/4, pi = 0.3"
    assert record.corrected is not None
    assert r"\mathbf{0.0625} \\ 3/4 & 0.0084 & \mathbf{0.0096} & --" in record.corrected
    assert all(witness.agrees for witness in record.witnesses)


def test_a_table_of_several_quantities(verify: Verify) -> None:
    table = r"""
[claim.table]
given = ["p"]
printed = [["p", '\varepsilon', 'e^{\varepsilon}'], ["0.75", "1.099", "3"], ["0.9", "2.20", "8"]]
"""
    record = verify("table", "", table)
    assert (record.verdict, record.readings[0].breaks_at) == ("corrected", "entry at p = 0.9, column 3")
    assert record.corrected is not None
    assert r"2.20 & \mathbf{9}" in record.corrected


@pytest.mark.parametrize(
    ("further", "message"),
    [
        ("[claim.table]\nrows = 'p'\ncolumns = 'pi'\nprinted = 'a & b'", "entry is needed"),
        ("[claim.table]\ngiven = ['p']\nprinted = 'a & b'", "at least one row below"),
        ("[claim.table]\ngiven = ['p']\nprinted = [['p', 'V'], ['1']]", "row 1 has 1 cells, the head has 2"),
        ("[claim.table]\ngiven = ['p']\nprinted = [['p', 'V'], ['3/4', '-']]", "no cell of the table claims"),
        ("[claim.table]\ngiven = ['p']\nentry = 'V'\nprinted = 'a'", "without entry"),
        ("[claim.table]\ngiven = ['p']\nprinted = 3", "rows of a tabular"),
        ("[claim.table]\ngiven = ['w']\nprinted = 'w & V \\\\ 1 & 2'", "'w', which is no symbol"),
        ("[claim.table]\ngiven = ['p']\nprinted = 'p & W \\\\ 3/4 & 2'", "entry at p = 3/4, column 2"),
    ],
)
def test_what_is_wrong_in_a_table_is_named(further: str, message: str, verify: Verify) -> None:
    try:
        said = verify("table", "", further).note
    except PaperError as error:
        said = str(error)
    assert re.search(message, said)


def test_hypotheses_that_nothing_satisfies_are_refused(verify: Verify) -> None:
    with pytest.raises(PaperError, match="no values satisfy the hypotheses"):
        verify("identity", "V = 0", 'domain = ["p < q"]')


def test_all_that_cannot_be_read_is_listed_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "k.toml"
    claim = "[[claim]]\nid = '{}'\nplace = '1'\nkind = 'identity'\nlatex = '{}'\n"
    text = HEAD + claim.format("K-1", r"V = \half{1} + W") + claim.format("K-2", r"V = \frac{1}{n")
    path.write_text(text, encoding="utf-8")
    unread = [claim.unread for claim in load_paper(str(path)).claims]
    first, second = (text[: text.index(part)].count("\n") + 1 for part in ("V = \\half", "V = \\frac"))
    assert f"{path}:{first}:25: claim K-1, 1: W is not declared" in unread[0]
    assert f"{path}:{second}:" in unread[1]
    assert [message.count("^") for message in unread] == [1, 1]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (r"macros = '\newcommand{\half}[1]{\frac{#1}{2}}'", r"macros = '\input{/etc/passwd}'", "macros, line 1"),
        (r"macros = '\newcommand{\half}[1]{\frac{#1}{2}}'", "macros_file = '/etc/passwd'", "beside the claims file"),
        (r"macros = '\newcommand{\half}[1]{\frac{#1}{2}}'", "macros_file = '../up.tex'", "beside the claims file"),
        (r"macros = '\newcommand{\half}[1]{\frac{#1}{2}}'", "macros_file = 'link.tex'", "beside the claims file"),
        (r"macros = '\newcommand{\half}[1]{\frac{#1}{2}}'", "macros_file = 'none.tex'", "there is no file"),
        (r"macros = '\newcommand{\half}[1]{\frac{#1}{2}}'", "macros = 'x'\nmacros_file = 'none.tex'", "not both"),
        ('variance = "yes", of = "warner"', 'variance = "yes", of = "nobody"', "there are warner, weak, mangat"),
        ("'V' = { variance = \"yes\", of = \"warner\" }", "'V' = { variance = 'yes' }", "says which mechanism"),
        ('of = ["weak", "warner"] }\n\'T\'', "of = ['weak'] }\n'T'", "two of"),
        ("'V' = { variance", "'V' = { varience", "did you mean variance"),
        ("[mechanisms.weak]", "['mechanisms'.'']", "needs a name"),
        ('q = "1/2 < q < p"', '__import__ = "0 < q"', "__import__"),
        ('n = { range', 'n = { range = "n < 9**9**9", integer = true }\nm = { range', "a range is written"),
    ],
)  # fmt: skip
def test_what_is_wrong_or_hostile_in_a_file_is_named(old: str, new: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "up.tex").write_text(r"\newcommand{\half}{1}", encoding="utf-8")
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "link.tex").symlink_to(tmp_path / "up.tex")
    assert old in HEAD
    path = folder / "k.toml"
    path.write_text(HEAD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(PaperError, match=message) as raised:
        load_paper(str(path))
    assert str(path) in str(raised.value)


def test_macros_from_a_file_beside_the_claims(tmp_path: Path) -> None:
    (tmp_path / "preamble.tex").write_text(r"\newcommand{\half}[1]{\frac{#1}{2}}", encoding="utf-8")
    given = r"macros = '\newcommand{\half}[1]{\frac{#1}{2}}'"
    claim = "[[claim]]\nid = 'K-1'\nplace = '1'\nkind = 'identity'\nlatex = '\\half{V} = \\frac12 V'\n"
    path = tmp_path / "k.toml"
    path.write_text(HEAD.replace(given, "macros_file = 'preamble.tex'") + claim, encoding="utf-8")
    (found,) = load_paper(str(path)).claims
    assert found.printed == r"\frac{V}{2} = \frac12 V"
    assert verify_claim(found, budget=20).verdict == "proved"


def test_the_schema_accepts_all_kinds() -> None:
    validator = jsonschema.Draft202012Validator(claims_schema())
    data = {**read_toml(HEAD, "head")}
    claim = {"id": "K-1", "place": "1", "kind": "table"}
    table = {"printed": [["p", "V"], ["1", "2"]], "given": ["p"]}
    validator.validate({**data, "claim": [{**claim, "table": table}]})
    validator.validate(
        {**data, "claim": [{**claim, "table": {"printed": "", "entry": "V", "rows": "p", "columns": "q"}}]}
    )
    for broken in ({**table, "entry": "V"}, {"printed": "x"}, {**table, "given": []}):
        assert not validator.is_valid({**data, "claim": [{**claim, "table": broken}]})
    assert not validator.is_valid({**data, "names": {"R": {"channel": True}}})
    assert not validator.is_valid({**data, "mechanisms": {"x": {}}})
