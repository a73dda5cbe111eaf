"""What is argued: steps between a print and its verdict that no theorem of the kernel makes, as a closed list.

A claim cites the arguments that it uses by name. Each becomes an oracle `argued: NAME` among what was shown, so that it
travels with the theorems into proof files, and the verdict is `argued` instead of `proved`. The sentence of an argument
is the mathematics that is believed, with its hypotheses: a reader can judge it, and a theorem can replace it.
"""

from __future__ import annotations

from checks.claims.verdict import ARGUED, Outcome
from derivations.arithmetic import kernel
from derivations.arithmetic.statements import Sequent
from mechanisms.exact.formula import TRUE

VALUES_OF_NAMES = "values-of-names"

_COMMON = {
    VALUES_OF_NAMES: "what the printed names mean (probabilities, moments, inverses, levels) was computed from the "
    "mechanism by exact algebra that the kernel does not check, and is term by term what is printed",
}

_HLM: dict[str, str] = {
    "normal-by-error-function": "a normal variable lies within k standard deviations of its mean with probability "
    "erf(k / sqrt 2), and erf is increasing",
}

_SZY: dict[str, str] = {}

_MW: dict[str, str] = {}

_NZ: dict[str, str] = {}

_PAN: dict[str, str] = {}

ARGUMENTS: dict[str, str] = {**_COMMON, **_HLM, **_SZY, **_MW, **_NZ, **_PAN}
"""The sentence of each argument, by its name."""


def argument(name: str) -> Outcome:
    """What is argued, as a part of what had to be shown: a theorem of the oracle that bears its name."""
    nothing = Sequent(frozenset(), TRUE)
    return Outcome(f"argued: {ARGUMENTS[name]}", nothing, kernel.oracle(f"{ARGUED}{name}", nothing))
