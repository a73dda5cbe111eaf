"""Mechanisms with a name whose answers are numbers: how each is declared, as in a claims file, at given numbers.

A truth lies between `low` and `high`. Parameters that are numbers stand in the declaration as such; eps stays a symbol,
so that what is derived holds for every eps. eps is a number there, or a budget, of which a part may be declared: `half`
is eps/2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Numbers = Mapping[str, Fraction]
TRUTH, NOISE = "t", "N"
INTERVAL: Mapping[str, Fraction] = {"low": Fraction(-1), "high": Fraction(1)}
GROUP = "Numbers"


@dataclass(frozen=True)
class NamedNumeric:
    """A mechanism with a name whose answers are numbers.

    Attributes:
        parameters: what is given in parentheses, each with its range in words.
        declared: the table of the mechanism in a claims file, from the numbers that are given.
        defaults: numbers that need not be given; None for one that then follows from eps.
        instead: a number that may be given in the place of eps.
        budget: the name of the budget in the declaration, "" where eps is a number in it.
        part: eps over that budget, from the numbers that are given.
        of_integers: whether truths and answers are integers.
        between_0_and_1: the numbers that lie there.
        wrong: what else is wrong with the numbers, in words; "" for nothing.
        truth: the symbol of the truth.
        symbols: of a mechanism that a file declares, its symbols as they are declared there.

    """

    name: str
    title: str
    source: str
    parameters: Mapping[str, str]
    declared: Callable[[Numbers], dict[str, Any]]
    aliases: tuple[str, ...] = ()
    defaults: Mapping[str, Fraction | None] = field(default_factory=lambda: INTERVAL)
    instead: str = ""
    budget: str = ""
    part: Callable[[Numbers], int] = lambda numbers: 1
    of_integers: bool = False
    between_0_and_1: tuple[str, ...] = ()
    wrong: Callable[[Numbers], str] = lambda numbers: ""
    group: str = GROUP
    truth: str = TRUTH
    symbols: Mapping[str, Any] | None = None

    @property
    def signature(self) -> str:
        """The name, with what has to be said in parentheses."""
        return f"{self.name}({', '.join(key for key in self.parameters if key not in self.defaults)})"

    @property
    def range(self) -> str:
        """Where the parameters may lie, and what they are where they are not given, in words."""
        return "; ".join(self.parameters.values())

    @property
    def example(self) -> str:
        """The name with numbers for what has to be said."""
        numbers = {"eps": "1", "a": "1/2", "b": "3/2", "p": "2/3"}
        return f"{self.name}({', '.join(f'{k}={numbers[k]}' for k in self.parameters if k not in self.defaults)})"

    def to_json(self) -> dict[str, Any]:
        """What it is called, what has to be said, and its source."""
        return {
            "name": self.name,
            "aliases": list(self.aliases),
            "group": self.group,
            "parameters": list(self.parameters),
            "title": self.title,
            "range": self.range,
            "source": self.source,
            "answers": "integers" if self.of_integers else "numbers",
        }


# -- formulas ----------------------------------------------------------------------------------------------------------


def _affine(low: Fraction, high: Fraction) -> tuple[str, str, str]:
    """The truth moved to [-1, 1], as a formula; and the middle and half the width of its interval."""
    middle, half = (low + high) / 2, (high - low) / 2
    return f"((t - ({middle}))/({half}))", f"({middle})", f"({half})"


def _two_points(numbers: Numbers, x: str) -> dict[str, Any]:
    """Duchi's two answers, where x is how e^eps is written."""
    t, middle, half = _affine(numbers["low"], numbers["high"])
    reach = f"{half}*({x} + 1)/({x} - 1)"
    return {
        "coin": f"({x} - 1)/(2*{x} + 2)*{t} + 1/2",
        "heads": f"{middle} + {reach}",
        "tails": f"{middle} - {reach}",
    }


def _piecewise(numbers: Numbers) -> dict[str, Any]:
    t, middle, half = _affine(numbers["low"], numbers["high"])
    y = "exp(half)"
    reach, centre, side = f"({y} + 1)/({y} - 1)", f"{y}/({y} - 1)*{t}", f"1/({y} - 1)"
    ends = [f"-{reach}", f"{centre} - {side}", f"{centre} + {side}", reach]
    low, high = f"(1 - exp(-half))/(2*{y} + 2)/{half}", f"(exp(2*half) - {y})/(2*{y} + 2)/{half}"
    return {"ends": [f"{middle} + {half}*({end})" for end in ends], "density": [low, high, low]}


def _hybrid(numbers: Numbers) -> dict[str, Any]:
    alpha = numbers.get("alpha")
    share = "1 - exp(-half)" if alpha is None else f"{alpha}"
    answer = {"coin": share, "heads": "Z", "tails": _two_points(numbers, "exp(2*half)")}
    return {"answer": answer, "random": {"Z": _piecewise(numbers)}}


def _laplace(numbers: Numbers) -> dict[str, Any]:
    scale = f"{numbers['b']}" if "b" in numbers else f"({numbers['high'] - numbers['low']})/eps"
    return {"answer": "t + N", "random": {NOISE: {"laplace": scale}}}


def _discrete_laplace(numbers: Numbers) -> dict[str, Any]:
    ratio = f"{numbers['a']}" if "a" in numbers else "exp(-part)"
    return {"answer": "t + N", "random": {NOISE: {"geometric": ratio}}}


def _staircase(numbers: Numbers) -> dict[str, Any]:
    share = numbers.get("gamma")
    noise = {
        "staircase": "exp(-2*half)",
        "share": "1/(1 + exp(half))" if share is None else f"{share}",
        "width": f"{numbers['high'] - numbers['low']}",
    }
    return {"answer": "t + N", "random": {NOISE: noise}}


def _rounding(numbers: Numbers) -> dict[str, Any]:
    low, high = numbers["low"], numbers["high"]
    return {"answer": {"coin": f"(t - ({low}))/({high - low})", "heads": f"{high}", "tails": f"{low}"}}


def _uniform(numbers: Numbers) -> dict[str, Any]:
    """A number that is uniform between a and b."""
    a, b = numbers["a"], numbers["b"]
    return {"ends": [f"{a}", f"{b}"], "density": [f"1/({b - a})"]}


def _with_uniform(answer: Any) -> Callable[[Numbers], dict[str, Any]]:
    return lambda numbers: {"answer": answer, "random": {"S": _uniform(numbers)}}


def _unrelated(numbers: Numbers) -> dict[str, Any]:
    answer = {"coin": f"{numbers['p']}", "heads": "t", "tails": "S"}
    return {"answer": answer, "random": {"S": _uniform(numbers)}}


# -- ranges ------------------------------------------------------------------------------------------------------------


def _not_a_scale(numbers: Numbers) -> str:
    b = numbers.get("b")
    return f"the scale b is above 0, not {b}" if b is not None and b <= 0 else ""


def _out_of_order(numbers: Numbers) -> str:
    a, b = numbers["a"], numbers["b"]
    return f"S lies between a and b, a < b, not between {a} and {b}" if a >= b else ""


def _not_a_factor(numbers: Numbers) -> str:
    mean_is_0 = numbers["a"] + numbers["b"] == 0
    return _out_of_order(numbers) or ("S has the mean (a + b)/2, which must not be 0" if mean_is_0 else "")


# -- the catalogue -----------------------------------------------------------------------------------------------------

_EPS = {"eps": "eps > 0"}
_TRUTHS = {"low": "truths from low = -1", "high": "to high = 1"}
_WANG = (
    "Wang, Xiao, Yang, Zhao, Hui, Shin, Shin, Yu: Collecting and Analyzing Multidimensional Data with Local DP, 2019"
)
_SCRAMBLED = {"a": "a < b", "b": "the ends of the uniform numbers S"}

NUMERIC: tuple[NamedNumeric, ...] = (
    NamedNumeric(
        "laplace",
        "Laplace noise added to a number",
        "Dwork, McSherry, Nissim, Smith 2006",
        {**_EPS, "b": "or b > 0, the scale", **_TRUTHS},
        _laplace,
        defaults={**INTERVAL, "b": None},
        instead="b",
        wrong=_not_a_scale,
    ),
    NamedNumeric(
        "discrete-laplace",
        "Two-sided geometric noise added to an integer",
        "Ghosh, Roughgarden, Sundararajan 2009; Inusah, Kozubowski 2006",
        {
            **_EPS,
            "a": "or 0 < a < 1, the ratio of the chances of neighbours",
            "low": "integers from low = 0",
            "high": "to high = 1",
        },
        _discrete_laplace,
        aliases=("geometric",),
        defaults={"low": Fraction(0), "high": Fraction(1), "a": None},
        instead="a",
        budget="part",
        part=lambda numbers: int(numbers["high"] - numbers["low"]),
        of_integers=True,
        between_0_and_1=("a",),
    ),
    NamedNumeric(
        "staircase",
        "Staircase noise added to a number",
        "Geng, Viswanath: The Optimal Noise-Adding Mechanism in Differential Privacy, 2015",
        {**_EPS, "gamma": "0 < gamma < 1, else 1/(1 + e^(eps/2))", **_TRUTHS},
        _staircase,
        defaults={**INTERVAL, "gamma": None},
        between_0_and_1=("gamma",),
        budget="half",
        part=lambda numbers: 2,
    ),
    NamedNumeric(
        "duchi",
        "Duchi's two answers",
        "Duchi, Jordan, Wainwright 2018",
        {**_EPS, **_TRUTHS},
        lambda numbers: {"answer": _two_points(numbers, "exp(eps)")},
        aliases=("two-point",),
        budget="eps",
    ),
    NamedNumeric(
        "piecewise",
        "The piecewise mechanism: a density of three pieces",
        _WANG,
        {**_EPS, **_TRUTHS},
        lambda numbers: {"answer": "Z", "random": {"Z": _piecewise(numbers)}},
        aliases=("pm",),
        budget="half",
        part=lambda numbers: 2,
    ),
    NamedNumeric(
        "hybrid",
        "The hybrid mechanism: piecewise with probability alpha, else Duchi's",
        _WANG,
        {**_EPS, "alpha": "0 < alpha < 1, else 1 - e^(-eps/2)", **_TRUTHS},
        _hybrid,
        aliases=("hm",),
        defaults={**INTERVAL, "alpha": None},
        between_0_and_1=("alpha",),
        budget="half",
        part=lambda numbers: 2,
    ),
    NamedNumeric(
        "rounding",
        "Stochastic rounding to the ends of the interval, without privacy",
        "Nguyen et al. 2016",
        _TRUTHS,
        _rounding,
    ),
    NamedNumeric(
        "multiplicative",
        "A number times a scrambling number S",
        "Eichhorn, Hayre 1983",
        {**_SCRAMBLED, **_TRUTHS},
        _with_uniform("t*S"),
        aliases=("eichhorn-hayre",),
        wrong=_not_a_factor,
    ),
    NamedNumeric(
        "additive",
        "A number plus a scrambling number S",
        "Pollock, Bek 1976",
        {**_SCRAMBLED, **_TRUTHS},
        _with_uniform("t + S"),
        aliases=("pollock-bek",),
        wrong=_out_of_order,
    ),
    NamedNumeric(
        "unrelated-number",
        "The unrelated question in numbers: the truth with probability p, else S",
        "Greenberg, Kuebler, Abernathy, Horvitz 1971",
        {"p": "0 < p < 1", **_SCRAMBLED, **_TRUTHS},
        _unrelated,
        between_0_and_1=("p",),
        wrong=_out_of_order,
    ),
)


def numeric_names() -> tuple[str, ...]:
    """The names of all of them."""
    return tuple(named.name for named in NUMERIC)


def named_numeric(name: str) -> NamedNumeric | None:
    """The one of this name, which may be an alias; None where there is none."""
    return next((named for named in NUMERIC if name in (named.name, *named.aliases)), None)
