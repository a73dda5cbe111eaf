"""What appendices E and F mean by their names: reports of one stored bit, their number of ones, the two-step decoder.

In appendix F the original bit is one, B is Bernoulli(alpha), Y and Z are binomial with K trials and success beta and
1 - beta; everything random is a polynomial in B, Y and Z, whose means come from the protocol.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from checks.interpreter import Interpreter, Notation, Obligation
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.pan.notation.estimation import ALPHA, BETA, COUNT, here
from checks.reading import syntax as tree
from derivations.algebra.symbolic_powers import ExponentError, PowerVariables
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.moment_law import Exponents, Law, LawError, variable
from derivations.theorems.oracles.rappor import NoisyReports, noisy_reports
from mechanisms.exact.formula import Formula
from mechanisms.exact.rational import RationalFunction

ONE = RationalFunction.of(1)
BIT, IF_ONE, IF_ZERO = "B", "ones_if_one", "ones_if_zero"
EXPONENTS = frozenset(("K", "k"))


def reports() -> NoisyReports:
    """K reports with retention probabilities alpha and beta, in the odds of the two."""
    return noisy_reports(ALPHA, BETA, COUNT)


def moment(exponents: Exponents) -> RationalFunction:
    """E[B^i Y^j Z^k] of the independent B, Y and Z; B^i = B for i > 0. LawError for j or k above 2."""
    value = ONE if exponents[0] == 0 else reports().permanent[1][1]
    for stored, power in ((1, exponents[1]), (0, exponents[2])):
        mean, variance = reports().ones_given_stored(stored)
        if power > 2:
            raise LawError("moments of the number of ones are known up to the second")
        value = value * (ONE, mean, variance + mean**2)[power]
    return value


LAW = Law((BIT, IF_ONE, IF_ZERO), moment)


@dataclass(frozen=True)
class Moments:
    """E, Var and Cov of polynomials in B, Y and Z, and of the estimators, whose variances the protocol gives."""

    @staticmethod
    def mean(interpreter: Interpreter, node: tree.Operate) -> Value:
        """E of a polynomial in B, Y and Z."""
        return here(interpreter, LAW.expect(_polynomial(interpreter, node.arguments[0])))

    @staticmethod
    def covariance(interpreter: Interpreter, node: tree.Operate) -> Value:
        """Cov(U, V) = E[U V] - E[U] E[V]."""
        first, second = (_polynomial(interpreter, argument) for argument in node.arguments)
        return here(interpreter, LAW.expect(first * second) - LAW.expect(first) * LAW.expect(second))

    @staticmethod
    def variance(interpreter: Interpreter, node: tree.Operate) -> Value:
        """Var(U); of what the server counts and estimates, the variance that the protocol gives."""
        given = reports()
        known = {
            "ones": given.ones(1)[1],
            "lambda_S": given.ones(1)[1] / COUNT**2,
            "B_stored_hat": given.stored_variance(1),
            "B_stored_hat_i": given.stored_variance(1),
            "B_hat": given.estimate_variance(variable("N"), variable("members")),
        }
        (argument,) = node.arguments
        if isinstance(argument, tree.Name) and argument.name in known:
            return here(interpreter, known[argument.name])
        value = _polynomial(interpreter, argument)
        return here(interpreter, LAW.expect(value * value) - LAW.expect(value) ** 2)


def _polynomial(interpreter: Interpreter, node: tree.Node) -> RationalFunction:
    return interpreter.number(node)


def reports_notation(base: Notation, powers: PowerVariables) -> Notation:
    """The notation of appendices E and F; powers with the exponents K and k become variables, which are remembered."""
    return replace(
        base,
        functions={**base.functions, "combinations": _choices},
        operators={
            **base.operators,
            "Pr": partial(_chance, powers),
            "E": Moments.mean,
            "Var": Moments.variance,
            "Cov": Moments.covariance,
        },
        sums=_over_clients,
        powers=partial(_power, powers),
    )


def _choices(interpreter: Interpreter, node: tree.Apply) -> Value:
    """C_K^k, the number of vectors of K reports with k ones: a positive number."""
    if node.arguments != (tree.Name("K"), tree.Name("k")):
        raise MeaninglessError(f"'{interpreter.print(node)}': k of the K reports are chosen")
    return variable("choices")


def _over_clients(interpreter: Interpreter, node: tree.BigSum) -> Value | None:
    """A sum over the N clients of something that is the same for all of them."""
    match node:
        case tree.BigSum(index=tree.Name(name="i"), condition=tree.Chain(members=(_, tree.Name(name="clients")))):
            return variable("N") * interpreter.number(node.body)
    return None


def count_of_ones(interpreter: Interpreter, event: tree.Node) -> RationalFunction:
    """The number of ones in the event N_{S=1} = number."""
    match event:
        case tree.Chain(members=(tree.Name(name="N_ones"), number), relations=("=",)):
            return interpreter.number(number)
    raise MeaninglessError(f"'{interpreter.print(event)}' is no number of ones")


def _chance(powers: PowerVariables, interpreter: Interpreter, node: tree.Operate) -> Value:
    """Pr(N_{S=1} = ones | B = bit): the number of vectors with so many ones times the probability of each."""
    match node:
        case tree.Operate(
            arguments=(event,), given=(tree.Chain(members=(tree.Name(name="B"), bit), relations=("=",)),)
        ):
            truth = interpreter.number(bit)
        case _:
            raise MeaninglessError(f"'{interpreter.print(node)}': the number of ones given the bit is meant here")
    ones = count_of_ones(interpreter, event)
    if truth.names or truth.evaluate({}) not in (0, 1):
        raise MeaninglessError(f"'{interpreter.print(node)}': a bit is 0 or 1")
    at_an_end = ones.is_zero() or (ones - COUNT).is_zero()
    vectors = ONE if at_an_end else variable("choices")
    return vectors * reports().chance(int(truth.evaluate({})), ones, powers)


def _power(powers: PowerVariables, interpreter: Interpreter, node: tree.Power) -> Value | None:
    """A power whose exponent speaks of K or k: of a number, or of e with a multiple of budgets."""
    if not tree.names_in(node.exponent) & EXPONENTS:
        return None
    if node.base == tree.Constant("e"):
        budgets = interpreter.budgets
        inner = Interpreter(interpreter.notation, interpreter.given)
        inner.at.update({b: variable(b) for b in budgets})
        exponent = inner.number(node.exponent)
        result = ONE
        for budget in set(exponent.names) & budgets.keys():
            multiple = exponent.derivative(budget)
            base = interpreter.at.get(budgets[budget], variable(budgets[budget]))
            result = result * powers.power(base, multiple)
        return result
    try:
        return powers.power(interpreter.number(node.base), interpreter.number(node.exponent))
    except ExponentError as error:
        raise MeaninglessError(f"'{interpreter.print(node)}': {error}") from error


def with_powers(obligation: Obligation, powers: PowerVariables, facts: tuple[Formula, ...] = ()) -> Obligation:
    """The obligation with what holds of the powers in it; it fails only where the variables are powers indeed."""
    known = [*obligation.sequent.hypotheses, *powers.positive(), *facts]
    conclusion = obligation.sequent.conclusion
    names = frozenset({n for factor, name in powers.known.values() for n in (*factor.names, name)})
    sequent = type(obligation.sequent)(frozenset(known), conclusion)
    return replace(obligation, sequent=sequent, fails_at=powers.are_powers, names=names)


def for_five_reports(obligation: Obligation, powers: PowerVariables) -> Obligation:
    """The obligation for K = 5 and k = 2, where powers are what they stand for: what is wrong mostly fails there."""
    small = {"K": 5, "k": 2}
    known = frozenset(powers.formula_at(h, small) for h in obligation.sequent.hypotheses)
    conclusion = powers.formula_at(obligation.sequent.conclusion, small)
    sequent = type(obligation.sequent)(known, conclusion)
    return replace(obligation, label=f"{obligation.label}, for K = 5 and k = 2", sequent=sequent)


def growing_powers(powers: PowerVariables) -> tuple[Formula, ...]:
    """For a base at least 1 and 0 <= k <= K: 1 <= base^k <= base^K, for every base of which powers are known."""
    facts: list[Formula] = []
    bases = {factor for factor, _ in powers.known.values()}
    for base in sorted(bases, key=str):
        low, high = (powers.power(base, variable(name)) for name in ("k", "K"))
        facts += [relation_formula(low, ">=", ONE), relation_formula(high, ">=", low)]
    return tuple(facts)
