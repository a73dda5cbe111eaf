"""The linear program of one relaxation: which conditions on p_aa, p_ba, p_bb are all that is required."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from checks.interpreter import Interpreter
from checks.papers.pan.encodings.common import Encoding, equal_numbers, equivalence, fact, having
from checks.papers.pan.encodings.requirements import law_of_response, private
from checks.papers.pan.encodings.scenarios import ORDER, conditional, demanded
from checks.papers.pan.encodings.solution import MANY, possible
from checks.verifying.verification import Context, Part
from derivations.theorems.relaxations.one_relaxation import variable
from mechanisms.exact.formula import Formula


def unbounded(context: Context) -> Interpreter:
    """An interpreter where p_aa, p_ba, p_bb are any real numbers."""
    return having(context.interpreter, **{name: variable(f"any_{name}") for name in MANY})


def probabilities(reader: Interpreter) -> list[Formula]:
    """Every probability of the second response given the first and the truth lies in [0, 1]."""
    values = [conditional(reader, *pair) for pair in possible(reader)]
    return [fact(low, "<=", high) for value in values for low, high in ((0, value), (value, 1))]


def program_is_the_requirement(context: Context) -> Sequence[Part]:
    """The printed rows say: probabilities, the law of a randomized response for o_2, privacy of both responses.

    The first row is the law; the next ones are the demands of (a, a) in both orders of the truths and of the scenarios
    of the table; the others say that all are probabilities. Each is compared with what it stands for; what privacy
    demands of other pairs holds for all probabilities.
    """
    reader = unbounded(context)
    law, *inequalities = [reader.formula(node) for node in context.trees()]
    wanted = [demanded(reader, "a", "a"), demanded(reader, "a", "a", "b", "a")]
    wanted += [demanded(reader, *pair) for pair in ORDER]
    rows, bounds = inequalities[: len(wanted)], inequalities[len(wanted) :]
    laws = [equal_numbers(*law_of_response(reader, v)) for v in "ab"]
    others = dict.fromkeys(formula for _, formula in private(reader) if formula not in wanted)
    return [
        *equivalence(context, "the law of o_2", laws[0], law),
        context.shown("the other probabilities of o_2", laws[1], laws[0]),
        *(
            part
            for number, (one, row) in enumerate(zip(wanted, rows, strict=True), 1)
            for part in equivalence(context, f"inequality {number}", one, row)
        ),
        *(context.shown("a probability", one, *bounds) for one in probabilities(reader)),
        *(context.shown("no more is asked", one, *probabilities(reader)) for one in bounds),
        *(context.shown("privacy of the other pairs", one, *probabilities(reader)) for one in others),
    ]


def cases_are_covered(context: Context) -> Sequence[Part]:
    """Each o_i is a, b or another value: of these nine cases section 3.2 treats three, and the appendix the other six.

    What is demanded in the cases that are treated, for the truth a and the other truth b, implies all that privacy
    demands, for both orders of the truths and for all responses, two different ones other than a and b among them.
    """
    reader = context.interpreter
    in_the_text, in_the_appendix = {("a", "a"), ("b", "b"), ("c", "c")}, {*ORDER}
    every = {*product("abc", repeat=2)}
    complete = in_the_text | in_the_appendix == every and not in_the_text & in_the_appendix
    treated = [demanded(reader, "a", "a"), demanded(reader, "a", "a", "b", "a")]
    treated += [demanded(reader, *pair) for pair in ORDER]
    return [
        context.shown("three and six are all nine cases, none of them twice", fact(int(complete), "=", 1)),
        *(
            context.shown(label, formula, *([formula] if formula in treated else []))
            for formula, label in {formula: label for label, formula in private(reader)}.items()
        ),
    ]


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function for function in (program_is_the_requirement, cases_are_covered)
}
