"""The unrelated question about a fixed attribute b of the respondents, which may depend on the sensitive attribute x.

Where everybody is asked, the share of b is what it is: only the choice of the question is random, which makes the
estimate more precise than with an independent answer of the same share. Source: Greenberg et al. 1969.
"""

from __future__ import annotations

from derivations.finite_population import Draws, Reports, independent_draws
from derivations.moment_law import Exact, Law, indicator_law, tabulated_law, variable
from mechanisms.rational import RationalFunction


def two_attributes(first: Exact, second: Exact, both: Exact, names: tuple[str, str] = ("x", "b")) -> Law:
    """The law of two attributes with the shares P(x = 1), P(b = 1) and P(x = b = 1)."""
    p, q, r = (RationalFunction.of(value) for value in (first, second, both))
    return tabulated_law(names, {(1, 1): r, (1, 0): p - r, (0, 1): q - r, (0, 0): 1 - p - q + r})


def attribute_question_reports(p: Exact, attributes: Law, size: Exact | None = None) -> Reports:
    """Reports X = u x + (1 - u) b: the spinner u asks for x with probability p, else for b.

    Args:
        p: the probability of the sensitive question.
        attributes: the law of the pair (x, b), see `two_attributes`.
        size: the number of people from whom the respondents are drawn without replacement; None for independent ones.

    """
    x, b = (variable(name) for name in attributes.variables)
    u = variable("u")
    people = Draws(attributes, None if size is None else RationalFunction.of(size))
    return Reports(u * x + (1 - u) * b, (independent_draws(indicator_law("u", p)), people))
