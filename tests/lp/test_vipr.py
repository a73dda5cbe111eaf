"""Certificates in the VIPR format: written, read, checked; whatever was changed in them is refused."""

import random
import re
from dataclasses import replace
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.arithmetic import kernel, proof_file
from derivations.arithmetic.proof_file import recheck_file, write_file
from derivations.arithmetic.statements import LinearProgram, row_value
from lp import Infeasible, Optimum, Unbounded, solve
from lp.certificates import reader as vipr_reader
from lp.certificates.checker import ViprRefusedError, check, check_file
from lp.certificates.reader import ViprFormatError, is_vipr
from lp.certificates.vipr import NoCertificateError, certificate, write_vipr
from lp.losses.linear_loss import hamming, loss_program

numbers = st.fractions(min_value=-4, max_value=4, max_denominator=5)

# All constraints have positive multipliers, and every number of the file matters.
TIGHT = LinearProgram.dense((F(3), F(5, 2)), ((F(1), F(2)), (F(2), F(1, 3))), (F(1, 3), F(1, 7)))
ABSURD = LinearProgram.dense((F(0), F(0)), ((F(1), F(2)), (F(-1), F(-1))), (F(1), F(1)), ((F(0), F(1)),), (F(1, 2),))

# Integers: 2 x + y = 2 z + 1 is odd, so that 2 x + y <= 3/2 rounds down, and then both cases of x are impossible.
INTEGERS = """% a branch and a rounding
VER 1.0
VAR 2
x y
INT 2 0 1
OBJ max 1 0 1
CON 4 2
B1 L 3/2  1  0 1
B2 G -0.5  1  0 1
C1 L 2  2  0 2  1 2
C2 G 1/2  2  0 1  1 1
RTP range 1 1
SOL 1
best 1  0 1
DER 2
U L 1 OBJ { rnd 1  0 1 } -1
V L 1 OBJ { lin 1  4 1 } -1
"""

SPLIT = """VER 1.0
VAR 1 x
INT 1 0
OBJ min 0
CON 2 2
low G 1/3 1 0 1
high L 2/3 1 0 1
RTP infeas
SOL 0
DER 5
left L 0 1 0 1 { asm } -1
absurd1 G 1/3 0 { lin 2 0 1 2 -1 } -1
right G 1 1 0 1 { asm } -1
absurd2 G 1/3 0 { lin 2 4 1 1 -1 } -1
end G 1/3 0 { uns 3 2 5 4 } -1
"""


@st.composite
def programs(draw):
    size = draw(st.integers(1, 3))
    vector = st.tuples(*[numbers] * size)
    rows, equations = draw(st.lists(vector, max_size=5)), draw(st.lists(vector, max_size=2))
    sides = st.tuples(*[numbers] * len(rows)), st.tuples(*[numbers] * len(equations))
    return LinearProgram.dense(draw(vector), rows, draw(sides[0]), equations, draw(sides[1]))


def checked(text):
    return check(text.encode())


@settings(max_examples=30, deadline=None)
@given(programs())
def test_every_certificate_checks_and_says_the_same(program):
    found = solve(program)
    if isinstance(found, Unbounded):
        with pytest.raises(NoCertificateError, match="unbounded"):
            certificate(found)
        return
    proved = checked(certificate(found))
    assert (proved.variables, proved.constraints) == (len(program.cost), len(program.rows) + len(program.equations))
    assert proved.goal.infeasible == isinstance(found, Infeasible)
    if isinstance(found, Optimum):
        assert proved.goal.low == proved.goal.high == found.value


def test_names_and_files(tmp_path):
    program = loss_program(hamming(2), F(3))
    found = solve(program)
    names = ["P[0, 0]", "P[0, 1]", "P[1, 0]", "P[1, 1]", "low[0]", "low[1]"]
    path = tmp_path / "hamming.vipr"
    write_vipr(found, path, names)
    assert "P[0,1]\n" in path.read_text()
    assert is_vipr(path)
    assert str(check_file(path)) == "min over 6 variables, 12 constraints = 1/2"
    for wrong in (names[1:], ["a"] * 6, ["", *names[1:]]):
        with pytest.raises(NoCertificateError, match="6 different variable names"):
            certificate(found, wrong)
    with pytest.raises(NoCertificateError, match="12 different constraint names"):
        certificate(found, names, ["a"])


def with_one_number_changed(text, start):
    """The text with each number from `start` on changed in several ways; the digits of names are left as they are."""
    for place in re.finditer(r"(?<=\s)-?\d+(/\d+)?(?=\s)", text):
        value = F(place.group())
        if start < place.start() < text.rindex("}"):
            for change in {F(1), F(-1), F(1, 97), -2 * value} - {0}:
                yield f"{text[: place.start()]}{value + change}{text[place.end() :]}"


def test_a_certificate_with_any_one_number_changed_is_refused():
    found = solve(TIGHT)
    text = certificate(found)
    forged = list(with_one_number_changed(text, text.index("VAR")))
    assert len(forged) > 100
    for changed in forged:
        try:
            proved = checked(changed)
        except (ViprFormatError, ViprRefusedError):
            continue
        # A wider range is still true, and no longer called the optimum.
        assert proved.goal.low <= found.value <= proved.goal.high
        assert "in [" in str(proved)


def test_a_contradiction_with_any_multiplier_changed_is_refused():
    text = certificate(solve(ABSURD))
    for changed in with_one_number_changed(text, text.index("{")):
        with pytest.raises((ViprFormatError, ViprRefusedError)):
            checked(changed)


@settings(max_examples=30, deadline=None)
@given(programs(), st.data())
def test_a_changed_proof_is_refused_or_a_proof_of_what_it_says(program, data):
    found = solve(program)
    if not isinstance(found, Optimum):
        return
    head, goal = (text := certificate(found))[: (cut := text.index("RTP"))], text[cut:]
    words = re.split(r"(\s+)", goal)
    place = data.draw(st.sampled_from([i for i, w in enumerate(words) if re.fullmatch(r"-?\d+(/\d+)?", w)]))
    words[place] = str(F(words[place]) + data.draw(numbers.filter(bool)))
    try:
        proved = checked(head + "".join(words))
    except (ViprFormatError, ViprRefusedError):
        return
    # Another point of the optimal face, or a weaker bound: the optimum itself is never missed.
    assert proved.goal.low <= found.value <= proved.goal.high


def test_integers_are_rounded_and_split():
    assert str(checked(INTEGERS)) == "max over 2 variables, 2 of them integers, 4 constraints = 1"
    assert checked(SPLIT).goal.infeasible


@pytest.mark.parametrize(
    ("text", "old", "new", "reason"),
    [
        (INTEGERS, "INT 2 0 1", "INT 1 1", "need not be an integer"),
        (INTEGERS, "best 1  0 1", "best 2  0 1  1 -1/4", "a fraction"),
        (INTEGERS, "best 1  0 1", "best 1  0 2", "violates constraint 0, B1"),
        (INTEGERS, "best 1  0 1", "best 1  1 1", "no solution attains"),
        (INTEGERS, "SOL 1\nbest 1  0 1", "SOL 0", "no solution attains"),
        (INTEGERS, "range 1 1", "range 2 1", "exceeds"),
        (INTEGERS, "V L 1 OBJ", "V L 1/2 OBJ", "does not follow"),
        (INTEGERS, "lin 1  4 1", "lin 1  4 -1", "does not follow"),
        (INTEGERS, "lin 1  4 1 }", "lin 2  4 1  3 1 }", "both directions"),
        (INTEGERS, "{ rnd 1  0 1 } -1", "{ rnd 1  0 1 } 4", "up to 4 only"),
        (INTEGERS, "V L 1 OBJ { lin 1  4 1 }", "V L 1 OBJ { asm }", "rests on 1 assumption"),
        (INTEGERS, "V L 1 OBJ", "V L 3/2 OBJ", "is not the bound"),
        (INTEGERS, INTEGERS[INTEGERS.index("DER") :], "DER 0\n", "nothing is derived"),
        (SPLIT, "uns 3 2 5 4", "uns 3 4 5 2", "rests on 2 assumptions"),
        (SPLIT, "uns 3 2 5 4", "uns 3 2 1 4", "from both cases"),
        (SPLIT, "right G 1 ", "right G 2 ", "need not hold"),
        (SPLIT, "INT 1 0", "INT 0", "need not hold"),
        (SPLIT, "SOL 0", "SOL 1 p 1 0 1/2", "a fraction"),
        (SPLIT, "end G 1/3 0 { uns 3 2 5 4 }", "end G 0 0 { lin 0 }", "is not a contradiction"),
    ],
)
def test_wrong_steps_are_refused(text, old, new, reason):
    assert text.count(old) == 1
    with pytest.raises(ViprRefusedError, match=reason):
        checked(text.replace(old, new))


def test_a_solution_of_an_infeasible_program_is_refused():
    with pytest.raises(ViprRefusedError, match="a program with a solution"):
        checked("VER 1.0 VAR 1 x INT 0 OBJ min 0 CON 0 0 RTP infeas SOL 1 p 0 DER 1 c G 1 0 { lin 0 } -1")


def test_open_bounds_need_no_derivation():
    head = "VER 1.0 VAR 1 x INT 0 OBJ min 1 0 1 CON 1 1 c G 1 1 0 1 "
    assert str(checked(head + "RTP range -inf 2 SOL 1 p 1 0 2 DER 0")).endswith("in [-inf, 2]")
    assert str(checked(head + "RTP range 1 inf SOL 0 DER 1 d G 1 OBJ { lin 1 0 1 } -1")).endswith("in [1, inf]")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file ends in line 1, where VER should follow"),
        (b"%\n% nothing else\n", "the file ends"),
        (b"VER 1.1\n", "line 1: 1.0 should follow, not '1.1'"),
        (b"VER 1.0\nVAR -1", "line 2: the number of variables is an integer"),
        (b"VER 1.0\nVAR 999999999\nx y", "the file ends in line 3"),
        (b"VER 1.0\nVAR 9999999999\nx y", "at most 9 digits"),
        (b"VER 1.0\nVAR 1 " + b"x" * 2000, "more than 1000 characters"),
        (b"VER 1.0 VAR 1 x INT 1 1", "integer variable should be less than 1"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ least", "min or max should follow"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 1 0 1e9", "1/2 or 0.5, not '1e9'"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 1 0 nan", "not 'nan'"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 1 0 1/00", "denominator of the value for variable 0 is zero"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 1 0 " + b"9" * 200_000, "more than 100000 digits"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 2 0 1 0 1", "variable 0 is named twice"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 0 CON 1 0 c X 1 0", "the sense of 'c' is E, L or G"),
        (b"VER 1.0 VAR 2 x y INT 0 OBJ min 0 CON 1 1 c L 1 2 0 1 1 1", "has more than one variable"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 0 CON 0 1 RTP", "there are 0 constraints, so not 1 bounds"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 0 CON 0 0 RTP optimal", "infeas or range should follow"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 0 CON 0 0 RTP infeas SOL 0 DER 1 c G 1 0 ( lin", "{ should follow"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 0 CON 0 0 RTP infeas SOL 0 DER 1 c G 1 0 { { lin", "the reason '{' is not"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 0 CON 0 0 RTP infeas SOL 0 DER 1 c G 1 0 { sol }", "'sol' is not supported"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 0 CON 0 0 RTP infeas SOL 0 DER 1 c G 1 0 { lin 1 0 1 }", "less than 0"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 0 CON 0 0 RTP infeas SOL 0 DER 1 c G 1 0 { asm } -2", "the last use is"),
        (b"VER 1.0 VAR 1 x INT 0 OBJ min 0 CON 0 0 RTP infeas SOL 0 DER 0\nmore", "line 2: nothing should follow"),
        (b"VER 1.0\nVAR 1 \xff\xfe", "not UTF-8: invalid start byte at byte 14"),
        (b"{" * 100_000, "VER should follow"),
        ("VER 1.0\nVAR ١".encode(), "is an integer from 0 on"),
    ],
)  # fmt: skip
def test_what_is_no_certificate(content, reason):
    with pytest.raises(ViprFormatError, match=re.escape(reason)):
        check(content)


@pytest.mark.parametrize("text", [INTEGERS, SPLIT])
def test_a_truncated_file_is_refused(text):
    words = text.split()
    for size in range(text.startswith("%") and 7, len(words)):
        with pytest.raises(ViprFormatError):
            checked(" ".join(words[text.startswith("%") and 6 : size]))


def test_files_that_cannot_be_read_or_are_too_large(tmp_path, monkeypatch):
    with pytest.raises(ViprFormatError, match="cannot be read: No such file"):
        check_file(tmp_path / "none")
    with pytest.raises(ViprFormatError, match="cannot be read: Is a directory"):
        is_vipr(tmp_path)
    monkeypatch.setattr(vipr_reader, "MAX_BYTES", 10)
    with pytest.raises(ViprFormatError, match="larger than 10 bytes"):
        check(b"VER 1.0 VAR 0")


def test_a_number_of_many_digits_is_carried():
    program = LinearProgram.dense((F(1),), ((F(1),),), (2 + F(1, 3**9000),))
    assert checked(certificate(solve(program))).goal.low == program.bounds[0]


def planted(k, x):
    """Randomised response at e^eps = x as the optimum of a program whose cost is made of random multipliers."""
    source = random.Random(k)
    program = loss_program(hamming(k), x)
    whole = x + k - 1
    point = [(x if i == j else F(1)) / whole for i in range(k) for j in range(k)] + [1 / whole] * k
    denominator = source.getrandbits(200) | 1
    tight = [row_value(row, point) == bound for row, bound in zip(program.rows, program.bounds, strict=True)]
    y = tuple(F(source.getrandbits(200), denominator) if is_tight else F(0) for is_tight in tight)
    w = tuple(F(source.getrandbits(200), denominator) for _ in range(k))
    program = replace(program, cost=program.combine(y, w)[0])
    theorem = kernel.weak_duality(program, tuple(point), y, w)
    return Optimum(program, tuple(point), (y, w), theorem)


def test_a_large_sparse_certificate_in_both_formats(tmp_path):
    found = planted(40, F(7, 2))
    vipr, proof = tmp_path / "large.vipr", tmp_path / "large.json"
    write_vipr(found, vipr, comment="a large\nprogram")
    write_file(found.theorem, proof)
    assert vipr.read_text().startswith("% a large program\n% written by")
    assert check_file(vipr).goal.low == found.value
    assert recheck_file(proof).statement.value == found.value
    text = vipr.read_text()
    place = text.rindex(" 1") + 1  # in the last multipliers
    vipr.write_text(f"{text[:place]}7{text[place:]}")
    with pytest.raises((ViprFormatError, ViprRefusedError)):
        check_file(vipr)
    assert proof.stat().st_size < 3_000_000


def test_json_proofs_carry_long_numbers_of_programs_up_to_a_limit(tmp_path, monkeypatch):
    value = F(10**9000 + 1, 3**10000)
    program = LinearProgram.dense((F(1),), ((F(1),),), (value,))
    theorem = kernel.weak_duality(program, (value,), (F(1),), ())
    path = tmp_path / "long.json"
    write_file(theorem, path)
    assert recheck_file(path).statement.value == value
    monkeypatch.setattr(proof_file, "MAX_PROGRAM_DIGITS", 8000)
    with pytest.raises(proof_file.ProofFileError, match="more than 8000 digits"):
        recheck_file(path)
