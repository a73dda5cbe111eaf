"""Every result shows itself in notebooks: LaTeX that compiles, HTML that is well-formed and escaped."""

import pkgutil
import shutil
import subprocess
from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib import import_module
from xml.etree import ElementTree

import pytest

import derivations
import lp
import mechanisms
from mechanisms import catalogue
from mechanisms.notebook import MOST_ITEMS, Shown, latex_of, shown_fields

F = Fraction
HOSTILE = "<script>$x^{2}_{i}$ & 100% #1 ~ \\input{/etc/passwd}"


def results_of_the_library():
    """All classes whose objects are results."""
    for package in (mechanisms, derivations, lp):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)

    found, todo = [], [Shown]
    while todo:
        subclasses = todo.pop().__subclasses__()
        found += subclasses
        todo += subclasses
    return sorted(found, key=lambda c: (c.__module__, c.__name__))


def assert_balanced(latex):
    assert latex.startswith("$")
    assert latex.endswith("$")
    assert latex.count("$") - latex.count(r"\$") == 2
    depth = 0
    plain = latex.replace("\\\\", "").replace(r"\{", "").replace(r"\}", "")
    for character in plain:
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    assert depth == 0
    assert latex.count(r"\begin{") == latex.count(r"\end{")
    assert latex.count(r"\left") - latex.count(r"\leftarrow") == latex.count(r"\right") - latex.count(r"\rightarrow")


def assert_well_formed(html):
    root = ElementTree.fromstring(f"<div>{html}</div>")
    assert root.find(".//script") is None
    assert {e.tag for e in root.iter()} <= {"div", "table", "thead", "tbody", "tr", "th", "td", "p", "caption"}


def test_a_result_without_a_formula_shows_its_fields_whatever_they_hold():
    """Each class with the shared display, its fields filled with texts, numbers and lists that need care."""
    values = [HOSTILE, F(-2, 3), (F(1, 2), HOSTILE), {HOSTILE: (F(1, 3),)}, None, 0.25, frozenset({HOSTILE}), True, ()]
    shown = 0
    for result in results_of_the_library():
        if not is_dataclass(result) or result._repr_latex_ is not Shown._repr_latex_:
            continue
        if hasattr(result, "to_latex") or hasattr(result, "to_sympy") or "_repr_html_" in vars(result):
            continue
        made = object.__new__(result)
        for number, field in enumerate(fields(result)):
            object.__setattr__(made, field.name, values[number % len(values)])
        assert list(shown_fields(made)), result
        latex, html = made._repr_latex_(), made._repr_html_()
        assert_balanced(latex)
        assert r"\input" not in latex
        assert_well_formed(html)
        shown += 1
    assert shown > 60


@pytest.fixture(scope="module")
def samples():
    """Real results: those with a formula or a table of their own, and of the shared display what people meet most."""
    from checks.claim import load_paper
    from checks.record import ClaimRecord, ReadingRecord, WitnessRecord
    from checks.report import Report
    from derivations.estimator import linear_estimator
    from derivations.oracle_table import frequency_oracles
    from derivations.subset_response import subset_selection
    from derivations.surveys.estimates import estimate_shares, goodness_of_fit
    from derivations.surveys.sizes import NeededLevel, worst_variance
    from derivations.surveys.survey import Survey
    from lp.decks.integer_decks import best_integer_decks
    from lp.losses.linear_loss import hamming, l1, optimal_design
    from lp.minimax.pair import minimax_pair
    from lp.parametric.design import parametric_design
    from lp.relaxations.blackwell import compare
    from lp.yes_no.optima import best_for_known, best_for_unknown
    from lp.yes_no.responses import best_responses_for_known
    from mechanisms.criteria.bayes import best_guess, uniform_prior
    from mechanisms.criteria.parity import design_parity
    from mechanisms.hockey_stick import delta_curve
    from mechanisms.ledger import Ledger
    from mechanisms.privacy import smallest_delta, smallest_epsilon
    from mechanisms.privacy_level import PrivacyLevel
    from mechanisms.relaxation import randomized_response, response_relaxation

    warner = catalogue.get("warner")
    design = warner.protocol.design()
    at, other = design.at(p_w=F(3, 4)), design.at(p_w=F(2, 3))
    best = optimal_design(hamming(3), F(5, 2))
    survey = Survey.of(at, "warner")
    claim = load_paper("HLM").claim("HLM-88")
    record = ClaimRecord(
        id=HOSTILE, paper="HLM", place="1", kind="identity", verdict="corrected", finding="false",
        readings=(ReadingRecord("as printed", "refuted", True, r"\frac{1}{2", "0 < pi < 1", None, None, "", ()),),
        statement=r"\pi^{2", domain="0 < pi < 1", counterexample={"eps": "log(3)"}, corrected=None, oracles=("z3",),
        witnesses=(WitnessRecord("enumeration", "n = 3", True),), seconds=0.25, note="", derivation=(),
    )  # fmt: skip
    return {
        "design": design, "numeric design": at, "mechanism": warner,
        "loss": smallest_epsilon(design), "number": smallest_epsilon(at), "delta": smallest_delta(at, 2),
        "curve": delta_curve(at), "level": PrivacyLevel.of_x(F(5, 2)), "eps": PrivacyLevel.of_eps(F(1, 3)),
        "parity": design_parity(at), "guess": best_guess(at, uniform_prior(at)),
        "estimator": linear_estimator(at), "derivation": linear_estimator(at).derivation,
        "theorem": best.optimum.theorem,"optimum": best, "loss of distances": optimal_design(l1(3), 2),
        "for all levels": parametric_design(hamming(3)), "ties": best_for_known(F(7, 5), F(2, 5), F(1, 2)),
        "worst share": best_for_unknown(3, F(1, 10)), "many responses": best_responses_for_known(3, F(1, 10), F(1, 4)),
        "order": compare(at, other), "garbling": compare(at, other).forward, "separation": compare(at, other).backward,
        "relaxation": response_relaxation(2, 5, 3), "response": randomized_response(2, 3),
        "oracles": frequency_oracles(4, 3)[0], "subsets": subset_selection(4, 2, 3),
        "minimax": minimax_pair(5, 3), "deck": best_integer_decks(12, 3, PrivacyLevel.of_x(3)),
        "survey": survey, "estimate": estimate_shares(survey, (30, 70))[0], "fit": goodness_of_fit(survey, (30, 70)),
        "size": worst_variance(survey, "prevalence"), "levels": NeededLevel("GRR", F(1, 2), ""),
        "claim": claim, "record": record, "report": Report((record,), 0), "ledger": Ledger([0, 1], budget=3),
        "paper": load_paper("HLM"),
    }  # fmt: skip


def test_real_results_show_themselves(samples):
    for name, sample in samples.items():
        assert_balanced(sample._repr_latex_())
        assert_well_formed(sample._repr_html_())
        assert isinstance(sample, Shown) or type(sample).__name__ in ("Design", "Theorem", "Ledger"), name
    assert "<td>3/4</td>" in samples["numeric design"]._repr_html_()
    assert r"\begin{pmatrix} \frac{3}{4} & \frac{1}{4}" in samples["numeric design"]._repr_latex_()
    assert samples["level"]._repr_latex_() == r"$\displaystyle \log \frac{5}{2}$"
    assert r"\vdash" in samples["ties"].theorems[0]._repr_latex_()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="LaTeX is not installed")
def test_latex_compiles_all_of_them(samples, tmp_path):
    body = "\n\n".join(f"{number}: {sample._repr_latex_()}" for number, sample in enumerate(samples.values()))
    source = tmp_path / "all.tex"
    preamble = r"\documentclass{article}\usepackage{amsmath,amssymb}\usepackage[utf8]{inputenc}\hbadness=10000"
    source.write_text(rf"{preamble}\begin{{document}}" + f"\n{body}\n" + r"\end{document}", encoding="utf-8")
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", source.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-2000:]


def test_numbers_are_exact_and_long_lists_counted():
    assert latex_of((F(-1, 2), 3)) == r"\left(-\frac{1}{2}, 3\right)"
    assert latex_of([1] * (MOST_ITEMS + 1)) == r"\text{13 items}"
    assert latex_of({"a_b": F(1, 3)}) == r"\text{a\_b}\colon \frac{1}{3}"
    assert latex_of("x" * 400).count("x") == 297 + 1  # and the x of \text


def test_the_parts_of_what_commands_find_show_themselves_too():
    from checks.analysis import analyze
    from checks.comparison import compare

    analysis = analyze([[F(1, 2), F(1, 3), F(1, 6)], [F(1, 4), F(1, 4), F(1, 2)]], timeout=30)
    comparison = compare(("grr(k=2, x=3)", "warner(p_w=2/3)"), timeout=30)
    met = set()
    for whole in (analysis, comparison):
        for field in fields(whole):
            value = getattr(whole, field.name)
            for part in value if isinstance(value, tuple) else (value,):
                if is_dataclass(part):
                    assert_balanced(part._repr_latex_())
                    assert_well_formed(part._repr_html_())
                    met.add(type(part).__name__)
    assert {"PrivacyProfile", "Identifiability", "Inference", "Estimation", "Distance", "Member", "Order"} <= met
