"""Every result shows itself in notebooks: LaTeX that compiles, HTML that is well-formed and escaped."""

import pkgutil
import re
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
from mechanisms.exact.notebook import MOST_ITEMS, Shown, latex_of, shown_fields

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
    assert {e.tag for e in root.iter()} <= {
        "div",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "p",
        "caption",
        "span",
        "h3",
        "br",
        "code",
        "img",
    }
    assert all(image.get("src").startswith("data:image/png;base64,") for image in root.iter("img"))


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
    from checks.claims.record import ClaimRecord, ReadingRecord, WitnessRecord
    from checks.papers.collection import load_paper
    from checks.show.report import Report
    from derivations.estimation.estimator import linear_estimator
    from derivations.surveys.estimates import estimate_shares, goodness_of_fit
    from derivations.surveys.sizes import NeededLevel, worst_variance
    from derivations.surveys.survey import Survey
    from derivations.theorems.oracles.oracle_table import frequency_oracles
    from derivations.theorems.subsets.subset_response import subset_selection
    from lp.binary.optima import best_for_known, best_for_unknown
    from lp.binary.responses import best_responses_for_known
    from lp.decks.integer_decks import best_integer_decks
    from lp.losses.linear_loss import hamming, l1, optimal_design
    from lp.minimax.pair import minimax_pair
    from lp.parametric.design import parametric_design
    from lp.relaxations.blackwell import compare
    from mechanisms.exact.privacy_level import PrivacyLevel
    from mechanisms.guarantees.criteria.bayes import best_guess, uniform_prior
    from mechanisms.guarantees.criteria.parity import design_parity
    from mechanisms.guarantees.hockey_stick import delta_curve
    from mechanisms.guarantees.ledger import Ledger
    from mechanisms.privacy import smallest_delta, smallest_epsilon
    from mechanisms.protocols.relaxation import randomized_response, response_relaxation

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
    from checks.designs.analysis import analyze
    from checks.designs.comparison import compare

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


def plain_text(html):
    """What is left of HTML when a notebook that trusts nothing drops all tags but those of tables and paragraphs."""
    return "".join(ElementTree.fromstring(f"<div>{html}</div>").itertext())


def test_numbers_read_right_where_a_notebook_drops_all_marks():
    from checks.designs.analysis import analyze
    from checks.designs.comparison import compare

    analysis = analyze([[F(7, 8), F(1, 8)], [F(1, 6), F(5, 6)]], timeout=30)
    comparison = compare(("grr(k=2, x=3)", "warner(p_w=2/3)"), timeout=30)
    for html in (analysis._repr_html_(), comparison._repr_html_(), analyze("warner")._repr_html_()):
        assert_well_formed(html)
        assert "<math" not in html
        assert "<dl" not in html
        assert html.count("$") % 2 == 0
    text = plain_text(analysis._repr_html_())
    assert r"$\frac{7}{8}$" in text
    assert not re.search(r"\b(78|16|56)\b", text)  # 7/8, 1/6 and 5/6 without their bars
    assert r"\log_2 \frac{41}{24} \approx 0.77259" in text


def test_words_with_dollars_are_no_formulas():
    from checks.designs.comparison import compare
    from mechanisms.design import Design
    from mechanisms.exact.notebook_cells import words

    assert words("a$b < c") == "a<span>$</span>b &lt; c"
    named = Design([[F(2, 3), F(1, 3)], [F(1, 5), F(4, 5)]], truths=["$5", "<b>"], responses=["$x$", "no"])
    html = compare((named, "grr(k=2, x=3)"), timeout=30)._repr_html_()
    assert_well_formed(html)


def test_a_record_shows_print_place_counterexample_and_what_is_right(samples):
    from checks.running.runner import verify

    (record,) = verify("HLM-88").records
    html = record._repr_html_()
    assert_well_formed(html)
    assert "corrected: misprint" in html
    assert r"\operatorname{Var}" in html
    assert "delta = 1/3" in html
    assert plain_text(html).count("$") % 2 == 0
    assert_well_formed(samples["record"]._repr_html_())


def test_texts_are_short_whatever_a_result_holds():
    formatter = pytest.importorskip("IPython.lib.pretty")
    from checks.designs.analysis import analyze
    from mechanisms.exact.notebook import LONGEST

    found = analyze([[F(7, 8), F(1, 8)], [F(1, 6), F(5, 6)]], timeout=30)
    assert formatter.pretty(found) == repr(found)
    assert repr(found).startswith("Analysis of the design\n  private: log(20/3)")
    assert len(repr(found)) < 3 * LONGEST
    assert formatter.pretty(analyze("warner")).startswith("SymbolicAnalysis(")


def test_what_python_prints_of_large_results_is_short():
    import rrproof

    design = rrproof.read_design("grr(k=3, x=3)")
    results = [
        rrproof.verify("HLM-17"),
        rrproof.analyze(design),
        rrproof.compare([design, "grr(k=3, x=4)"]),
        rrproof.design(3, "log(3)", "l1"),
        rrproof.simulate(design, [F(1, 3)] * 3, respondents=20, runs=20),
        rrproof.audit(lambda truth: truth, design),
    ]
    for result in results:
        assert len(repr(result)) < 800, type(result)


def test_figures_show_themselves_as_png():
    pytest.importorskip("matplotlib")
    from checks.show.plots.protocol_tree import protocol_tree

    data, size = protocol_tree(catalogue.get("simmons").protocol)._repr_png_()
    assert data.startswith(b"\x89PNG")
    assert 500 < size["width"] < 2000


def test_an_analysis_of_a_named_mechanism_shows_what_a_respondent_does():
    pytest.importorskip("matplotlib")
    from checks.designs.analysis import analyze
    from checks.designs.analysis.page import page

    for named in ("simmons", "warner(p_w=1/3)"):
        found = analyze(named)
        assert found._repr_html_().count("data:image/png;base64,") == 1
        assert '<figure class="tree">' in page(found)
    unnamed = analyze([[F(1, 3), F(2, 3)], [F(2, 3), F(1, 3)]])
    assert "<img" not in unnamed._repr_html_()
    assert '<figure class="tree">' not in page(unnamed)


def test_a_tree_that_nobody_could_read_is_left_out():
    pytest.importorskip("matplotlib")
    from checks.designs.analysis import analyze

    found = analyze("grr(k=12)", timeout=1)
    assert "<img" not in found._repr_html_()
