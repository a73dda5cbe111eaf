"""Entries with roots, powers of e and parts of budgets; levels and budgets whose e^eps is irrational."""

import math
from fractions import Fraction as F
from pathlib import Path

import pytest

from checks import analyze
from checks.designs.analysis.whole import AnalysisError
from checks.designs.comparison import compare
from checks.inputs.design import DesignArgumentError, read_design, read_symbolic_design, read_values
from checks.inputs.level import rational_level, read_privacy_level
from checks.inputs.rational_design import rational_design
from mechanisms.design import Design
from mechanisms.exact.privacy_level import PrivacyLevel

HALVES = "exp(eps/2)/(exp(eps/2)+1), 1/(exp(eps/2)+1)\n1/(1+sqrt(exp(eps))), 1-1/(1+sqrt(exp(eps)))\n"
NAMES = {"exp": math.exp, "sqrt": math.sqrt, "e": math.e}


def written(folder: Path, text: str, suffix: str = "csv") -> str:
    path = folder / f"design.{suffix}"
    path.write_text(text)
    return str(path)


def entries(design: Design) -> list[list[F]]:
    return [[entry.constant_value() for entry in row] for row in design.entries]


def floats(design: Design) -> list[list[float]]:
    return design.to_sympy().evalf().tolist()


# -- reading -----------------------------------------------------------------------------------------------------------


def test_parts_of_budgets_and_their_roots_are_powers_of_one_variable(tmp_path) -> None:
    found = read_symbolic_design(written(tmp_path, HALVES))
    assert found.domain.exponentials == (("eps/2", "u"),)
    assert entries(found.at(u=F(5, 2))) == [[F(5, 7), F(2, 7)], [F(2, 7), F(5, 7)]]
    assert entries(read_symbolic_design(written(tmp_path, HALVES), read_values(["eps=log(25/4)"]))) == entries(
        found.at(u=F(5, 2))
    )
    latex = r"\begin{pmatrix} \frac{\sqrt{e^\epsilon}}{1+e^{\epsilon/2}} & \frac1{1+e^{\frac\epsilon2}} \\ 1/3 & 2/3"
    same = read_symbolic_design(written(tmp_path, latex + r" \end{pmatrix}", "tex"))
    assert same.entries[0] == found.entries[0]
    assert r"e^{\frac{\epsilon}{2}}" in found.to_latex()


def test_exponents_with_different_denominators_share_one_root(tmp_path) -> None:
    found = read_symbolic_design(written(tmp_path, "exp(-eps/3)*exp(-eps/2), 1-exp(-5*eps/6)\n1/4,3/4\n"))
    assert found.domain.exponentials == (("eps/6", "u"),)
    assert entries(found.at(u=F(3, 2)))[0][0] == F(2, 3) ** 5


@pytest.mark.parametrize(
    ("first", "second", "at"),
    [
        ("sqrt(2)/2", "1 - 1/sqrt(2)", []),
        ("sqrt(1/3) - sqrt(12)/9", "1 - sqrt(3)/9", []),
        ("sqrt(1 + sqrt(2))/2", "1 - sqrt(1+sqrt(2))/2", []),
        ("exp(1/2)/(exp(1/2) + 2)", "2/(2 + exp(0.5))", []),
        ("e/(e + 2)", "2/(exp(1/3)*exp(2/3) + 2)", []),
        ("exp(-7/10)", "1 - exp(-0.7)", []),
        ("sqrt(p)", "1 - sqrt(p)", ["p=2/7"]),
        ("exp(eps/2)/(exp(eps/2) + 1)", "1/(exp(eps/2) + 1)", ["eps=log(3)"]),
        ("exp(eps/2)/(exp(eps/2) + 1)", "1/(exp(eps/2) + 1)", ["eps=0.7"]),
    ],
)
def test_irrational_entries_are_exact_and_come_out_near_their_decimals(tmp_path, first, second, at) -> None:
    found = read_symbolic_design(written(tmp_path, f"{first},{second}\n2/7,5/7\n"), read_values(at))
    eps = {"eps=log(3)": math.log(3), "eps=0.7": 0.7}.get("".join(at), 0.0)
    wanted = [eval(text, {"__builtins__": {}}, {**NAMES, "p": 2 / 7, "eps": eps}) for text in (first, second)]  # noqa: S307
    assert [float(value) for value in floats(found)[0]] == pytest.approx(wanted, abs=1e-14)
    near, replaced = rational_design(found)
    assert len(replaced) == 1
    assert sum(entries(near)[0]) == 1
    assert [float(value) for value in entries(near)[0]] == pytest.approx(wanted, abs=1e-11)
    assert rational_design(near) == (near, ())


def test_two_budgets_that_are_numbers_are_powers_of_one_number(tmp_path) -> None:
    text = "exp(a)/(1+exp(a)), 1/(1+exp(a))\n1/(1+exp(b)^2), exp(b)^2/(1+exp(b)^2)\n"
    found = read_symbolic_design(written(tmp_path, text), read_values(["a=1/2,b=1/4"]))
    assert found.parameters == ("exp(1/4)",)
    assert found.entries[0][0] == found.entries[1][1]


def test_catalogue_designs_take_numbers_and_roots_as_budgets() -> None:
    found = read_symbolic_design("sue(k=2)", read_values(["eps=log(9/4)"]))
    assert entries(found) == entries(read_design("sue(k=2, u=3/2)"))
    irrational = read_symbolic_design("grr(k=3, eps=0.7)")
    (near, (one,)) = rational_design(irrational)
    assert F("2.013752707470") <= one.value <= F("2.013752707471")
    assert near == read_design(f"grr(k=3, x={one.value})")
    assert [float(v) for v in floats(read_symbolic_design("sue(k=2, eps=log(3))"))[0]] == pytest.approx(
        [float(v) for v in entries(read_design("sue(k=2, u=1.7320508075688772)"))[0]]
    )


@pytest.mark.parametrize(
    ("text", "at", "said"),
    [
        (
            "sqrt(p), 1-sqrt(p)\n1/3,2/3",
            [],
            r"line 1, entry 1: sqrt\(p\) is .* name the root instead, r, and write r\^2",
        ),
        ("sqrt(-2), 1-sqrt(-2)\n1/3,2/3", [], "the square root of a negative number"),
        ("sqrt(2)-1, 1\n1/3,2/3", [], r"row for truth 0 sums to sqrt\(2\), not to 1"),
        ("sqrt(2), 1-sqrt(2)\n1/3,2/3", [], "is negative"),
        ("1/(sqrt(8)-2*sqrt(2)), 1/2\n1/3,2/3", [], "line 1, entry 1: the entry divides by zero at these values"),
        ("sqrt(2)+sqrt(3)+sqrt(5)+sqrt(7)-8, 9\n1/3,2/3", [], "4 different roots of numbers; at most 3 are read"),
        ("exp(-eps/5-eps/7), 1-exp(-eps/5-eps/7)\n1/3,2/3", [], r"ask for e\^\(eps/35\); at most 24 parts"),
        ("exp(-1000000000*eps), 1-exp(-1000000000*eps)\n1/3,2/3", [], "is larger than 1000"),
        ("exp(-eps*p), 1-exp(-eps*p)\n1/3,2/3", [], "no integer combination of budgets"),
        (HALVES, ["eps=log(1/2)"], r"eps = log\(1/2\) is negative; a privacy budget is at least 0"),
        (HALVES, ["eps=201"], "eps is at most 200, not 201"),
        (HALVES, ["eps=1,u=3"], "eps and u say the same|u and u say the same"),
        ("exp(-a),1-exp(-a)\nexp(-b),1-exp(-b)", ["a=0.501,b=0.3"], "higher than 100; take fewer digits"),
    ],
)
def test_what_is_said_of_irrational_numbers_that_are_not_read(tmp_path, text, at, said) -> None:
    with pytest.raises(DesignArgumentError, match=said):
        read_symbolic_design(written(tmp_path, text), read_values(at))


def test_commands_for_rational_entries_take_a_number_in_its_place_and_say_so() -> None:
    notes: list[str] = []
    found = read_design("grr(k=3, eps=1/2)", notes=notes)
    assert found == read_design("grr(k=3, x=1.6487212707)")
    assert len(notes) == 1
    assert "1.6487212707, less than 10^-12 below it, stands for it" in notes[0]


# -- analysis and comparison -------------------------------------------------------------------------------------------


def test_an_analysis_at_an_irrational_budget_says_what_stands_for_it_and_is_exact_there() -> None:
    found = analyze("grr(k=3)", at=read_values(["eps=0.7"]), timeout=60)
    x = found.privacy.x
    assert F("2.013752707470") <= x <= F("2.013752707471")
    assert len(found.notes) == 1
    assert "2.01375270747, less than 10^-12 below it" in found.notes[0]
    assert "e^(7/10)" in found.notes[0]
    assert found.to_json()["notes"] == list(found.notes)
    assert next(one for one in found.distances if one.objective == "hamming").is_optimal
    assert found.estimation.estimator.variance == analyze(f"grr(k=3, x={x})", timeout=60).estimation.estimator.variance


def test_the_best_designs_are_found_at_an_irrational_level() -> None:
    design = [[F(3, 5), F(2, 5)], [F(1, 3), F(2, 3)]]
    found = analyze(design, level="0.5", timeout=60)
    x = math.exp(0.5)
    (hamming,) = (one for one in found.distances if one.objective == "hamming")
    # The best of two truths is at a vertex of {(a, b): a <= x b + delta, ...}; delta is that of the design.
    delta = max(0.0, 3 / 5 - x / 3, 2 / 3 - 2 * x / 5)
    assert float(hamming.optimum) == pytest.approx(1 - (x + delta) / (x + 1), abs=1e-10)
    assert "less than 10^-12 below it" in found.notes[0]
    assert float(found.privacy.delta(found.level)[0]) == pytest.approx(delta, abs=1e-12)


def test_dependence_by_irrational_numbers_is_not_lost(tmp_path) -> None:
    # The third row is sqrt(2)/2 of the first and the rest of the second, where sqrt(2) occurs as well.
    rows = "sqrt(2)/2,1-sqrt(2)/2,0\n0,1/2,1/2\n1/2,1/2*sqrt(2)-1/2+1/2-sqrt(2)/4,1/2-sqrt(2)/4\n"
    with pytest.raises(AnalysisError, match="dependent by its irrational numbers"):
        analyze(written(tmp_path, rows), timeout=60)


def test_families_are_compared_at_an_irrational_level() -> None:
    found = compare(["grr(k=3)", "sue(k=3)"], at_eps="0.5", timeout=60)
    first, second = found.members
    assert first.privacy.x <= second.privacy.x + F(1, 10**12)
    assert float(first.privacy.x) == pytest.approx(math.exp(0.5), abs=2e-12)
    assert [note for note in found.notes if "e^(1/2)" in note]
    mixed = compare(["grr(k=3, eps=1/2)", "grr(k=3)"], at_eps="1/2", timeout=60)
    assert mixed.orders[0].relation == "same"
    assert len(mixed.notes) == 1


def test_symbolic_analysis_in_a_part_of_a_budget(tmp_path) -> None:
    found = analyze(written(tmp_path, HALVES), level="0.5", timeout=60)
    said = {one.name: one.value for s in found.sections() for one in s.parts if hasattr(one, "name")}
    assert said["smallest eps"].text == "eps/2"
    assert found.missing == ("eps",)
    assert found.unknown[0].part == "delta"
    assert "irrational" in found.unknown[0].reason


@pytest.mark.parametrize(
    ("text", "x", "noted"),
    [("log(7/3)", F(7, 3), False), ("x=3", F(3), False), ("2*log(3)", F(9), False), ("x=(1+sqrt(5))/2", None, True)],
)
def test_levels_are_written_in_many_ways(text: str, x: F | None, noted: bool) -> None:
    level, note = read_privacy_level(text)
    assert bool(note) == noted
    assert level.x == x or F(0) < F("1.618033988750") - level.x <= F(1, 10**12) + F(1, 10**12)


def test_a_rational_level_is_itself_and_an_irrational_one_is_just_below() -> None:
    assert rational_level(PrivacyLevel.of_x(F(7, 3))) == (F(7, 3), None)
    x, replaced = rational_level(PrivacyLevel.of_eps(F(1, 3)))
    low, high = PrivacyLevel.of_eps(F(1, 3)).enclosure
    assert low - F(1, 10**12) < x < low <= high
    assert replaced.value == x


# -- levels with roots in the name of a design -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argument", "x"),
    [
        ("grr(k=3, eps=log(sqrt(2)))", math.sqrt(2)),
        ("grr(k=3, x=sqrt(2))", math.sqrt(2)),
        ("grr(k=3, eps=log(3)/2)", math.sqrt(3)),
        ("oue(k=3, eps=2*log(3))", 9),
        ("sue(k=2, eps=log(1+sqrt(2)))", 1 + math.sqrt(2)),
        ("grr(k=3, eps=1 - 1/2)", math.exp(0.5)),
        ("warner(eps=log(sqrt(2)))", math.sqrt(2)),
        ("warner(x=(1+sqrt(5))/2)", (1 + math.sqrt(5)) / 2),
        ("forced-response(eps=log(3)/2)", math.sqrt(3)),
        ("simmons(eps=log(1+sqrt(2)))", 1 + math.sqrt(2)),
        ("unary-encoding(k=2, eps=log(sqrt(2)))", math.sqrt(2)),
        ("kuk(cards=2, eps=log(sqrt(2)))", math.sqrt(2)),
    ],
)
def test_a_level_with_roots_is_exact(argument: str, x: float) -> None:
    rows = floats(read_symbolic_design(argument))
    assert max(max(column) / min(column) for column in zip(*rows, strict=True)) == pytest.approx(x)
    notes: list[str] = []
    assert floats(read_design(argument, None, notes)) == pytest.approx([pytest.approx(row) for row in rows])
    assert bool(notes) == (x != 9)


def test_a_level_with_roots_beside_a_delta_and_a_file(tmp_path) -> None:
    first, second = floats(read_symbolic_design("warner(eps=log(sqrt(2)), delta=1/10)"))
    assert sum(max(p - math.sqrt(2) * q, 0) for p, q in zip(first, second, strict=True)) == pytest.approx(0.1)
    path = written(tmp_path, "exp(eps)/(exp(eps)+1),1/(exp(eps)+1)\n1/2,1/2\n")
    assert floats(read_symbolic_design(f"{path}(eps=log(sqrt(2)))"))[0][1] == pytest.approx(1 / (1 + math.sqrt(2)))


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("grr(k=3, eps=log(2*e))", "grr: eps: .*'e' is not understood; a level in e is written as eps, 1 for e\\^1"),
        ("grr(k=3, eps=sqrt(2))", "eps is a rational number or a logarithm"),
        ("grr(k=3, eps=log(1/2)/2)", "x = e\\^eps must be at least 1"),
        ("grr(k=3, eps=-1)", "grr: eps is at least 0, not -1"),
        ("warner(p_w=sqrt(2)/2)", "p_w: 'sqrt\\(2\\)/2' is no number such as"),
        ("warner(p_w=1/3, x=2*3)", "all of its parameters are given"),
    ],
)
def test_a_level_that_is_none_is_refused(argument: str, said: str) -> None:
    with pytest.raises(DesignArgumentError, match=said):
        read_symbolic_design(argument)
