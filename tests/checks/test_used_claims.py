"""A claim whose own search finds no proof is proved from the claims that it uses: a chain of steps, each a theorem.

The last step is Shapiro's inequality for four numbers, of which no search of ours finds a proof at once.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest

from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim
from checks.recheck.proof_files import read_proofs, write_proofs
from checks.recheck.rechecking import Rechecking
from checks.verifying.known import in_the_words_of_the_logic
from checks.witness.statements import holds_at
from derivations.arithmetic.statements import Sequent
from mechanisms.exact.expression import Expression, Operation
from mechanisms.exact.formula import Comparison, Condition, IntegerValued, PrintedRelation, all_of, any_of
from mechanisms.exact.polynomial import Polynomial

FIRST = r"\frac{a}{b+c} + \frac{c}{d+a} \ge \frac{4(a^2+ad+bc+c^2)}{(a+b+c+d)^2}"
SECOND = r"\frac{b}{c+d} + \frac{d}{a+b} \ge \frac{4(b^2+ab+cd+d^2)}{(a+b+c+d)^2}"
BOTH = r"\frac{4(a^2+ad+bc+c^2)}{(a+b+c+d)^2} + \frac{4(b^2+ab+cd+d^2)}{(a+b+c+d)^2} \ge 2"
LAST = r"\frac{a}{b+c} + \frac{b}{c+d} + \frac{c}{d+a} + \frac{d}{a+b} \ge 2"
READ, CHANGED = "403776a8", "00000000"
POSITIVE = "forall a b c d. 0 < a and 0 < b and 0 < c and 0 < d implies"
FILE = rf"""
[paper]
key = "U"
title = "t"
authors = "a"

[symbols]
a = "a > 0"
b = "b > 0"
c = "c > 0"
d = "d > 0"

[[claim]]
id = "first"
latex = '{FIRST}'

[[claim]]
id = "second"
latex = '{SECOND}'

[[claim]]
id = "too much"
latex = '{SECOND.replace("{4(", "{5(")}'

[[claim]]
id = "both"
latex = '{BOTH}'

[[claim]]
id = "first in the logic"
prose = "The first step."
read = "5f781b3c"
statement = "{POSITIVE} a/(b + c) + c/(d + a) >= 4*(a^2 + a*d + b*c + c^2)/(a + b + c + d)^2"

[[claim]]
id = "second in the logic"
prose = "The second step."
read = "{READ}"
statement = "{POSITIVE} b/(c + d) + d/(a + b) >= 4*(b^2 + a*b + c*d + d^2)/(a + b + c + d)^2"

[[claim]]
id = "last"
"""
IN_THE_LOGIC = f'''prose = "The last step."
read = "361cd6d0"
statement = "{POSITIVE} a/(b + c) + b/(c + d) + c/(d + a) + d/(a + b) >= 2"'''

Verify = Callable[..., ClaimRecord]


@pytest.fixture
def verify(tmp_path: Path) -> Verify:
    def verified(said: str, *used: str, changed: bool = False) -> ClaimRecord:
        path = tmp_path / "steps.toml"
        text = FILE.replace(READ, CHANGED) if changed else FILE
        path.write_text(f"{text}{said}\nuses = {[*used]}\n", encoding="utf-8")
        return verify_claim(load_paper(str(path)).claim("last"), budget=6)

    return verified


def test_what_is_not_found_at_once_is_proved_from_the_steps_that_it_uses(verify: Verify) -> None:
    record = verify(f"latex = '{LAST}'", "first", "second", "both")
    assert (record.verdict, record.oracles, record.argued) == ("proved", (), ())
    assert record.readings[0].obligations[-1].reason == "from what is proved of first, second, both"


def test_a_print_is_proved_from_statements_in_the_logic_and_its_proof_file_checks(
    verify: Verify, tmp_path: Path
) -> None:
    record = verify(f"latex = '{LAST}'", "first in the logic", "second in the logic", "both")
    assert (record.verdict, record.oracles) == ("proved", ())
    file = tmp_path / "proofs.json"
    write_proofs(record, file)
    checking = Rechecking(read_proofs(file), load_paper(record.paper).claim("last"))
    assert all(one.shows for one in checking.proofs())
    assert not checking.result().missing


def test_a_statement_in_the_logic_is_proved_from_prints(verify: Verify) -> None:
    record = verify(IN_THE_LOGIC, "first", "second", "both")
    assert (record.verdict, record.oracles) == ("proved", ())


@pytest.mark.parametrize(("second", "changed"), [("too much", False), ("second in the logic", True)])
def test_neither_a_wrong_step_nor_one_whose_words_have_changed_helps(
    second: str, changed: bool, verify: Verify
) -> None:
    assert verify(f"latex = '{LAST}'", "first", second, "both", changed=changed).verdict == "unknown"


A, B = Polynomial.variable("a"), Polynomial.variable("b")
HALF = Polynomial.constant(Fraction(-1, 2))
SIDES: tuple[Expression, ...] = (
    HALF * A**2 + B,
    Operation("/", (A, Operation("*", (B, A - B)))),
    Operation("*", (Operation("/", (A, B)), A - Polynomial.constant(2))),
    Operation("^", (Operation("+", (A, HALF * B)), Polynomial.constant(3))),
    Operation("/", (Operation("/", (A, B)), B + Polynomial.constant(1))),
)


@pytest.mark.parametrize("relation", ["=", "!=", "<", "<="])
@pytest.mark.parametrize(("left", "right"), list(combinations(SIDES, 2)))
def test_a_sequent_says_the_same_in_the_logic(left: Expression, right: Expression, relation: PrintedRelation) -> None:
    premise = any_of([Condition(A - B, "!="), all_of([Condition(B, ">="), IntegerValued("a")])])
    sequent = Sequent(frozenset([premise]), Comparison(left, relation, right))
    statement = in_the_words_of_the_logic(sequent)
    assert statement is not None
    for a, b in product([Fraction(-3, 2), Fraction(-1), Fraction(1, 2), Fraction(2)], repeat=2):
        if not b * (a - b) * (b + 1):
            continue  # where a divisor is 0 the comparison fails, and the witness has no value
        point = {"a": a, "b": b}
        said = not premise.holds_at(point) or sequent.conclusion.holds_at(point)
        assert holds_at(statement, point) is said
