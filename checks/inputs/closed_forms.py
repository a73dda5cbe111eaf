"""What names of mechanisms of any size are worth as formulas, to know what may be right where a print is wrong.

Nothing is proved by these: a correction is a statement like any other, and is judged by the theory.
"""

from __future__ import annotations

from collections.abc import Mapping

from checks.inputs.declarations import GIVEN, SizedDeclaration, SizedName
from checks.inputs.every_size import printed
from checks.interpreter import Interpreter
from checks.interpreter.values import LogSum, MeaninglessError, Value
from checks.reading import Symbols, read_plain
from checks.reading import syntax as tree
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

HALF = RationalFunction.of(1) / 2


def closed_form(
    name: SizedName,
    declared: SizedDeclaration,
    names: Mapping[str, SizedName],
    vocabulary: Symbols,
    interpreter: Interpreter,
) -> Value:
    """The value of a name in the symbols, shares being variables of their own; MeaninglessError where it has none."""

    def number(text: str) -> RationalFunction:
        return interpreter.number(read_plain(text, vocabulary))

    p, q = _stars(declared, vocabulary, interpreter)
    n = number(declared.respondents)
    scale = RationalFunction.of(1) if name.scale == "count" else n

    def share(place: int) -> RationalFunction:
        return _share(name.indices[place], names, n)

    match name.meaning:
        case "epsilon" if "eps" in declared.parameters and declared.catalogue != "the":
            budget = tree.Power(tree.Constant("e"), read_plain(declared.parameters["eps"], vocabulary))
            return LogSum(RationalFunction.of(0), ((RationalFunction.of(1), interpreter.number(budget)),))
        case "epsilon" if declared.catalogue != "pure":
            return LogSum(RationalFunction.of(0), ((RationalFunction.of(1), p * (1 - q) / (q * (1 - p))),))
        case "estimator":
            return (_support(name, names) - n * q) / (p - q) / scale
        case "supporting":
            return _support(name, names)
        case "p_star":
            return p
        case "q_star":
            return q
        case "prior" | "mean":
            return share(0) * n / scale
        case "variance" | "rare_variance":
            own = share(0) if name.meaning == "variance" else RationalFunction.of(0)
            rate = q + (p - q) * own
            if declared.data != GIVEN:
                return n * rate * (1 - rate) / (p - q) ** 2 / scale**2
            return (n * q * (1 - q) / (p - q) ** 2 + n * own * (1 - p - q) / (p - q)) / scale**2
        case "covariance" if declared.catalogue == "grr":
            first, second = share(0), share(1)
            rates = [q + (p - q) * part for part in (first, second)]
            both = rates[0] * rates[1] if declared.data != GIVEN else q * q + q * (p - q) * (first + second)
            return -n * both / (p - q) ** 2 / scale**2
        case "covariance" if (
            declared.catalogue in ("oue", "sue", "unary-encoding", "rappor") and declared.data == GIVEN
        ):
            return RationalFunction.of(0)
    raise MeaninglessError(f"'{name.spelling}' has no value as a formula")


def _support(name: SizedName, names: Mapping[str, SizedName]) -> RationalFunction:
    """How many responses support a value, by the name that the file has for it."""
    for canonical, other in names.items():
        if (other.meaning, other.indices, other.of) == ("supporting", name.indices, name.of):
            return RationalFunction.of(Polynomial.variable(canonical))
    raise MeaninglessError(f"no name is declared for how many responses support {name.indices[0]}")


def _share(index: str, names: Mapping[str, SizedName], n: RationalFunction) -> RationalFunction:
    """The share of a value, by the name that the file has for it, or for the count."""
    for scale in ("share", "count"):
        for canonical, other in names.items():
            if (other.meaning, other.indices, other.scale) == ("prior", (index,), scale):
                value = RationalFunction.of(Polynomial.variable(canonical))
                return value if scale == "share" else value / n
    raise MeaninglessError(f"no name is declared for the share of {index}")


def _stars(
    declared: SizedDeclaration, vocabulary: Symbols, interpreter: Interpreter
) -> tuple[RationalFunction, RationalFunction]:
    """p* and q* of a protocol."""

    def number(text: str) -> RationalFunction:
        return interpreter.number(read_plain(text, vocabulary))

    given = declared.parameters
    if declared.catalogue in ("pure", "unary-encoding"):
        return number(given["p"]), number(given["q"])
    if declared.catalogue == "rappor":
        return 1 - number(given["f"]) / 2, number(given["f"]) / 2
    budget = read_plain(given["eps"], vocabulary)
    x = interpreter.number(tree.Power(tree.Constant("e"), budget))
    k = number(declared.size)
    match declared.catalogue:
        case "grr":
            return x / (x + k - 1), 1 / (x + k - 1)
        case "oue":
            return HALF, 1 / (x + 1)
        case "sue":
            u = interpreter.number(tree.Power(tree.Constant("e"), tree.Quotient(budget, tree.Number("2"))))
            return u / (u + 1), 1 / (u + 1)
        case "the":
            threshold = number(given["theta"])
            if threshold.names:
                raise MeaninglessError("a threshold that is a symbol has no formula in e^eps")
            theta = threshold.constant_value()
            exponents = (tree.Product((printed(share), budget)) for share in ((theta - 1) / 2, -theta / 2))
            above, below = (interpreter.number(tree.Power(tree.Constant("e"), power)) for power in exponents)
            return 1 - above / 2, below / 2
        case "hadamard-response":
            return x / (x + 1), HALF
        case "olh" | "blh":
            g = number(given["g"]) if declared.catalogue == "olh" else RationalFunction.of(2)
            return x / (x + g - 1), 1 / g
        case "subset-selection":
            held = number(given["l"])
            whole = x * held + k - held
            return x * held / whole, held * (x * (held - 1) + k - held) / ((k - 1) * whole)
    raise MeaninglessError(f"{declared.catalogue} has no p* and q* here")
