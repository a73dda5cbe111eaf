"""A claims file as a newcomer writes it, with statements of every kind that hold and that do not."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from checks.claims.argued import VALUES_OF_NAMES
from checks.claims.claim import Paper, PaperError
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim
from checks.reading import Symbols, read_latex, symbol
from checks.reading import syntax as tree
from checks.show.documents import erratum
from checks.show.report import Report
from tests.compilation import compiled

COMPUTED = ("TS-14",)
"""Claims whose sides are equal once both are computed."""
RIGHT_AS_COMPUTED = ("TS-15x",)
"""A claim that is wrong, and whose correction has such sides."""
FILE = Path(__file__).with_name("newcomer_paper.toml")
KINDS = frozenset(
    [
        "distribution",
        "mle",
        "unbiased",
        "bias",
        "variance",
        "covariance",
        "mse",
        "epsilon",
        "delta",
        "identity",
        "inequality",
        "ordering",
        "optimum",
        "limit",
        "number",
        "table",
        "relaxation",
    ]
)


@pytest.fixture(scope="module")
def paper() -> Paper:
    return load_paper(str(FILE))


@pytest.fixture(scope="module")
def records(paper: Paper) -> dict[str, ClaimRecord]:
    return {claim.id: verify_claim(claim, budget=30) for claim in paper.claims}


def test_every_kind_has_a_statement_that_holds_and_one_that_does_not(paper: Paper) -> None:
    for wrong in (False, True):
        assert {str(claim.kind) for claim in paper.claims if claim.id.endswith("x") == wrong} >= KINDS


def test_what_holds_is_proved_and_what_is_wrong_is_corrected(records: dict[str, ClaimRecord]) -> None:
    wrong = {name for name in records if name.endswith("x")}
    unproved = {name: r.verdict for name, r in records.items() if name not in wrong and r.verdict != "proved"}
    assert unproved == dict.fromkeys(COMPUTED, "argued")
    argued = {name: r.argued for name, r in records.items() if r.argued}
    assert argued == dict.fromkeys((*COMPUTED, *RIGHT_AS_COMPUTED), (VALUES_OF_NAMES,))
    # Of an inequality that has no simple condition it is only said that it fails.
    assert {name: records[name].verdict for name in wrong if records[name].verdict != "corrected"} == dict.fromkeys(
        (*RIGHT_AS_COMPUTED, "TS-23x"), "refuted"
    )
    assert {name for name in wrong if records[name].finding == "rounding"} == {"TS-32x"}
    assert all(witness.agrees for record in records.values() for witness in record.witnesses)
    assert all(record.witnesses and record.oracles == () for record in records.values())


@pytest.mark.parametrize(
    ("claim", "right"),
    [
        ("TS-02x", r"p \pi + (1 - p) (1 - \pi)"),
        ("TS-05x", r"2 p - 1 + 2 T (1 - p)}"),
        ("TS-07x", r"(1 - T) (1 - p)}"),
        ("TS-09x", r"= 0"),
        ("TS-13x", r"= -\frac{"),
        ("TS-17x", r"\ln\frac{T + (1 - T) p}{(1 - T) (1 - p)}"),
        ("TS-19x", r"\max\left\{0, "),
        ("TS-21x", r"= 2 p - 1 + 2 T (1 - p)"),
        ("TS-25x", r"< \operatorname{Var}(\hat{\pi}_{W}) \qquad\text{if } T > 0"),
        ("TS-27x", r"\frac{1}{4 n (2 p - 1)^{2}}"),
        ("TS-30x", r"\frac{\pi (1 - \pi)}{n}"),
        ("TS-32x", r"\approx 0.19"),
        ("TS-34x", r"\mathbf{0.0030}"),
    ],
)
def test_what_is_right(claim: str, right: str, records: dict[str, ClaimRecord]) -> None:
    corrected = records[claim].corrected
    assert corrected is not None
    assert right in corrected


def test_the_erratum_compiles_and_prints_no_raw_latex(
    paper: Paper, records: dict[str, ClaimRecord], tmp_path: Path
) -> None:
    text = erratum(paper, Report(tuple(records[claim.id] for claim in paper.claims), 0), full=True)
    assert r"It breaks at member 2 $=$ member 3 ($= \frac{\pi(1-\pi)}{n} + \frac{1-p}{n}$, line 3)." in text
    assert r"\textbackslash" not in text
    assert compiled(text, tmp_path) >= 3


def _claims_file(folder: Path, old: str = "", new: str = "", claim: str = "") -> Path:
    text = FILE.read_text(encoding="utf-8")
    head = text[: text.index("[[claim]]")]
    assert old in head
    path = folder / "other.toml"
    path.write_text(head.replace(old, new, 1) + claim, encoding="utf-8")
    return path


def _verdicts(path: Path) -> Iterator[tuple[str, str]]:
    for claim in load_paper(str(path)).claims:
        record = verify_claim(claim, budget=10)
        yield record.verdict, record.domain


def test_the_range_of_a_budget_counts(tmp_path: Path) -> None:
    claim = "[[claim]]\nid = 'TS-1'\nplace = '1'\nkind = 'inequality'\nlatex = 'e^{\\eps} {} 3'\n"
    budget = 'range = "eps > 0" }'
    for given, relation, verdict in [
        ("eps > 0", "> 1 + 0 \\cdot", "proved"),
        ("eps >= 0", "> 1 + 0 \\cdot", "refuted"),
        ("0 < eps <= log(3)", "\\le", "proved"),
        ("0 < eps <= log(4)", "\\le", "refuted"),
    ]:
        path = _claims_file(tmp_path, budget, f'range = "{given}" }}', claim.replace("{} 3", f"{relation} 3"))
        ((found, domain),) = _verdicts(path)
        assert found in (verdict, "corrected" if verdict == "refuted" else verdict)
        assert ("eps > 0" in domain) == (">=" not in given)


def test_delta_says_what_it_needs(tmp_path: Path) -> None:
    path = _claims_file(tmp_path, 'delta = "eps"', "delta = 0")
    with pytest.raises(PaperError, match='as in delta = "SYMBOL", the name of the budget'):
        load_paper(str(path))


def test_a_budget_tends_to_a_place(tmp_path: Path) -> None:
    claim = "[[claim]]\nid = 'TS-{}'\nplace = '1'\nkind = 'limit'\nlatex = '{}'\n"
    limits = [
        (r"\lim_{\eps\to\ln 2} e^{2\eps} = 4", "proved"),
        (r"\lim_{\eps\to\ln 2} e^{2\eps} = 2", "corrected"),
        (r"\lim_{\eps\to0} \lambda_a = \frac13", "proved"),
        (r"\lim_{\eps\to0} \frac{1}{e^{\eps}-1} = \infty", "proved"),
        (r"\lim_{\eps\to0} \frac{1}{1-e^{\eps}} = \infty", "corrected"),
    ]
    text = "".join(claim.format(i, latex) for i, (latex, _) in enumerate(limits))
    found = [verdict for verdict, _ in _verdicts(_claims_file(tmp_path, claim=text))]
    assert found == [verdict for _, verdict in limits]
    path = _claims_file(tmp_path, claim=claim.format(9, r"\lim_{\eps\to-\infty} \lambda_a = \frac13"))
    with pytest.raises(PaperError, match="a privacy budget is not negative"):
        list(_verdicts(path))


SYMBOLS = Symbols(symbol("a", "a"), symbol("b", "b"), symbol("c", "c"))


@pytest.mark.parametrize(
    ("braces", "brackets"),
    [
        (r"c\{a+b\}", "c(a+b)"),
        (r"2\left\{a+b\right\}c", "2(a+b)c"),
        (r"c - \{a+b\}", "c - (a+b)"),
        (r"c = \{a+b\}^2", "c = (a+b)^2"),
        (r"c = \{a+b\}(1-c)", "c = (a+b)(1-c)"),
    ],
)
def test_braces_group_where_a_factor_stands(braces: str, brackets: str) -> None:
    assert read_latex(braces, SYMBOLS) == read_latex(brackets, SYMBOLS)


@pytest.mark.parametrize("text", [r"a \in \{b\}", r"\{a\} = \{b\}", r"a \in \{b\} \cup \{c\}", r"a \in \{b, c\}"])
def test_braces_stay_sets_elsewhere(text: str) -> None:
    assert any(isinstance(part, tree.SetDisplay) for part in tree.nodes(read_latex(text, SYMBOLS)))
