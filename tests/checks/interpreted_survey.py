"""A paper whose prints the interpreter reads: the survey of Holohan, Leith and Mason, as far as tests print it."""

from checks.interpreter import ONE, Interpreter, Notation
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.spellings import spellings
from checks.reading import syntax as tree
from checks.verifying.verification import PaperModel
from checks.witness import Meanings, Space, StatementWitness
from derivations.estimation.estimator import linear_estimator
from derivations.estimation.moments import count_moments
from derivations.estimation.sampling_model import response_probabilities
from mechanisms import catalogue
from mechanisms.exact.domain import Domain, above, integer, within
from mechanisms.exact.formula import at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

VOCABULARY = spellings("HLM")
DOMAIN = Domain.of(
    *(within(name, 0, 1) for name in ("p00", "p11", "pi", "delta", "t")),
    integer("n", 1),
    integer("N", 0),
    above("x", 1, closed=True),
    conditions=(at_least(Polynomial.variable("n"), Polynomial.variable("N")),),
    exponentials={"eps": "x"},
)
DESIGN = catalogue.get("binary").protocol.design()
PI = RationalFunction(Polynomial.variable("pi"))


def symbol(interpreter: Interpreter, name: str) -> RationalFunction:
    return interpreter.number(tree.Name(name))


def probability(interpreter: Interpreter, node: tree.Operate) -> Value:
    """P(X_i = k)."""
    (event,) = node.arguments
    if not isinstance(event, tree.Chain) or event.members[0] != tree.Name("X_i"):
        raise MeaninglessError(f"'{interpreter.print(node)}' is the chance of something that is not random")
    k = int(interpreter.number(event.members[1]).evaluate({}))
    found = response_probabilities(DESIGN, PI)[k]
    return found.substitute({name: symbol(interpreter, name) for name in found.names})


def variance(interpreter: Interpreter, node: tree.Operate) -> Value:
    """Var of an estimator, given the proportion after the bar."""
    match node:
        case tree.Operate(arguments=(tree.Apply(function="Pi_hat", arguments=(first, second)),)):
            design = interpreter.number(first), interpreter.number(second)
        case tree.Operate(arguments=(tree.Apply(function="Pi_hat_1", arguments=(t,)),)):
            x, at = symbol(interpreter, "x"), interpreter.number(t)
            interpreter.divisors.append(x + 1)
            s = x / (x + 1) * at
            design = ONE - at + s, s
        case _:
            raise MeaninglessError(f"'{interpreter.print(node)}' is the variance of something that is not random")
    size = RationalFunction(Polynomial.variable("n"))
    found = linear_estimator(DESIGN).slope ** 2 * count_moments(DESIGN, PI, "n").covariance[1][1] / size**2
    values = {"p00": design[0], "p11": design[1], "pi": symbol(interpreter, "pi"), "n": symbol(interpreter, "n")}
    return found.substitute(values)


def threshold(interpreter: Interpreter, node: tree.Apply) -> Value:
    x, delta = symbol(interpreter, "x"), symbol(interpreter, "delta")
    interpreter.divisors.append(x + 2 * delta - 1)
    return delta * (x + delta) / (x + 2 * delta - 1) ** 2


MODEL = PaperModel(
    Notation(
        VOCABULARY,
        DOMAIN,
        functions={"g": threshold},
        operators={"Pr": probability, "Var": variance},
        names={"p01": lambda interpreter: ONE - symbol(interpreter, "p00")},
    ),
)
WITNESS = StatementWitness(VOCABULARY, Meanings({}, {}, {}), Space(DOMAIN.parameters), {})
