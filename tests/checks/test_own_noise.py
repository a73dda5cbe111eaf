"""Laplace noise of the scale 2/eps beside powers of e: one eps for two mechanisms of a claims file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from checks.claims.claim import PaperError
from checks.claims.record import ClaimRecord
from checks.inputs.numeric_argument import read_numeric_design
from checks.papers.collection import load_paper

Verified = Callable[[str], ClaimRecord]

PAPER = r"""
[paper]
key = "M"
title = "Two mechanisms"
authors = "N. N."

[symbols]
t = "-1 <= t <= 1"
eps = { latex = '\varepsilon', budget = true, range = "eps > 0" }

[mechanisms.duchi]
truth = "t"
[mechanisms.duchi.answer]
coin = "(exp(eps) - 1)/(2*exp(eps) + 2)*t + 1/2"
heads = "(exp(eps) + 1)/(exp(eps) - 1)"
tails = "-(exp(eps) + 1)/(exp(eps) - 1)"

[mechanisms.laplace]
truth = "t"
answer = "t + N"
random.N = { laplace = "2/eps" }

[names]
D = { answer_variance = true, of = "duchi" }
L = { answer_variance = true, of = "laplace" }
E = { epsilon = true, of = "laplace" }

[[claim]]
id = "M-1"
latex = '%s'
"""


def test_the_scale_is_told_by_the_budget_or_a_half_of_it(verified: Verified) -> None:
    half = """half = { latex = '\\varepsilon/2', budget = true, range = "half > 0" }\n\n[mechanisms.duchi]"""
    halved = PAPER.replace("[mechanisms.duchi]", half, 1).replace("2/eps", "1/half")
    assert verified('conditions = ["eps = 2*half"]' + halved % r"E = \varepsilon").verdict == "proved"
    record = verified(PAPER % r"E = \varepsilon")
    assert record.verdict == "proved", record.note
    parts = [part.statement for reading in record.readings for part in reading.obligations]
    assert any("laplace(2/eps" in part for part in parts), "that it is so is a theorem on the noise"


@pytest.mark.parametrize(
    ("latex", "sides"),
    [
        (r"E = \frac{\varepsilon}{2}", ("log(5/3)", "log(5/3)/2")),
        (r"D > L \text{ for } \varepsilon \ge 2", ("21/16", "8/log(9)^2")),
        (r"\frac{e^\varepsilon}{(e^\varepsilon-1)^2} \le \frac{1}{\varepsilon^2} - \frac{1}{14}", None),
    ],
)
def test_what_is_false_is_refuted_also_where_only_large_budgets_do(
    latex: str, sides: tuple[str, str] | None, verified: Verified
) -> None:
    record = verified(PAPER % latex)
    assert record.verdict in ("refuted", "corrected"), record.note
    assert len(record.sides) == 2
    assert sides is None or tuple(side.exact for side in record.sides) == sides


TABLE = r"""
[[claim]]
id = "M-1"
[claim.table]
entry = 'E'
rows = "t"
columns = "eps"
printed = '''
\begin{tabular}{c|cc}
    & 1/2 & %s \\
0.5 & 0.5 & 1  \\
\end{tabular}
'''
"""


def test_a_table_has_values_of_the_budget(verified: Verified) -> None:
    head = PAPER.split("[[claim]]")[0]
    assert [side.exact for side in verified(head + TABLE % "2").sides] == ["2", "1"]
    with pytest.raises(PaperError, match="'E' speaks of a budget as a number: in a table its values are numbers"):
        verified(head + TABLE % r"\ln 3")


def test_a_scale_has_a_budget_in_one_way(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text((PAPER % "L > 0").replace('"2/eps"', '"exp(eps)/eps"'), encoding="utf-8")
    with pytest.raises(PaperError, match="has a budget as a number or powers of e, not both"):
        load_paper(str(path))


def test_commands_take_its_value(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text(PAPER % "L > 0", encoding="utf-8")
    one, other = read_numeric_design(f"{path}:laplace(eps=1/2)"), read_numeric_design("laplace(eps=1/2)")
    assert one.epsilon == pytest.approx(other.epsilon, rel=1e-12)
    assert one.worst_variance[0] == pytest.approx(32, rel=1e-12)
