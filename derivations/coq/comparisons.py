"""Comparisons of quotients in Coq: what they say of polynomials, and that what is said of polynomials shows them.

Each divisor is shown to be a product of irreducible factors, over others where it has divisors itself, so that nothing
larger than such a factor has to be recognised as what is known not to be zero.
"""

from __future__ import annotations

from collections.abc import Mapping

from derivations.coq.formulas import divisors_of, expression_text, formula_text, polynomial_text
from derivations.coq.terms import number_text
from mechanisms.exact.expression import ONE, Expression, Ratio, as_fraction, difference
from mechanisms.exact.formula import Comparison, Condition, Relation
from mechanisms.exact.polynomial import Polynomial

_TURNED: dict[str, Relation] = {"=": "=", "!=": "!=", ">": ">", ">=": ">=", "<": ">", "<=": ">="}
_LEMMAS = {"=": "equal", "!=": "different", ">": "more", ">=": "at_least"}
_VALUES = {"=": "{} = 0", "!=": "{} <> 0", ">": "0 < {}", ">=": "0 <= {}"}
_PREMISES = {("=", False): "bottom", ("!=", True): "bottom"}  # of the lemmas; those on order need the sign besides


def bridge_proof(comparison: Comparison, written: bool, names: Mapping[str, str]) -> str:
    """The proof that a comparison follows from what it says in polynomials, or that it says this."""
    left, right = comparison.left, comparison.right
    relation = _TURNED[comparison.relation]
    if relation != comparison.relation:
        left, right = right, left
    try:
        gap = as_fraction(difference(left, right))
    except ZeroDivisionError:
        return "contradiction." if written else "exfalso; match goal with H : _ <> 0 |- _ => apply H; field end."
    bridge = _Bridge(names, written)
    for number, divisor in enumerate(divisors_of(comparison)):
        bridge.divisor(number, divisor)
    bridge.difference(left, right, gap)
    bridge.end(comparison, relation, gap)
    return " ".join(bridge.lines)


class _Bridge:
    """The lines of one proof, and the irreducible factors of divisors that they show not to be zero."""

    def __init__(self, names: Mapping[str, str], written: bool) -> None:
        self.names, self.written = names, written
        self.lines: list[str] = []
        self.factors: set[Polynomial] = set()
        self.rewritten = ""

    def divisor(self, number: int, divisor: Expression) -> None:
        """A divisor is not zero, and neither are the factors of its numerator."""
        value, text = as_fraction(divisor), expression_text(divisor, self.names)
        top, bottom = value.numerator, value.denominator
        condition = Condition(top, "!=")
        known = formula_text(condition, self.names)
        product = self._product(top) + (f" / ({self._product(bottom)})" if bottom != ONE else "")
        if not self.written:
            self._assert(f"d_{number}", f"{text} <> 0", "assumption")
        self._assert(f"q_{number}", f"{text} = {product}", f"{self.rewritten}field; repeat split; nonzero")
        for factor, _ in top.factors()[1]:
            if factor in self.factors:
                continue
            self.factors.add(factor)
            one, whole = polynomial_text(factor, self.names), polynomial_text(condition.polynomial, self.names)
            rest = polynomial_text(condition.polynomial.exact_quotient(factor), self.names)
            here = f"apply d_{number}; try rewrite q_{number}; rewrite z; unfold Rdiv; ring"
            if self.written:
                here = (
                    f"assert (known : {known}) by assumption; apply known; replace {whole} with ({one} * {rest})"
                    " by ring; rewrite z; ring"
                )
            self.lines.append(f"assert ({one} <> 0) by (intro z; {here}).")
        if self.written:
            self._assert(f"d_{number}", f"{text} <> 0", f"try rewrite q_{number}; nonzero")
        elif not top.is_constant():
            content, whole = condition.polynomial, polynomial_text(condition.polynomial, self.names)
            self.lines.append(f"assert {known} by (replace {whole} with ({self._product(content)}) by ring; nonzero).")
        if bottom != ONE or len(top.factors()[1]) > 1:
            self.rewritten = f"try rewrite q_{number}; {self.rewritten}"  # what divides within another comes after it

    def difference(self, left: Expression, right: Expression, gap: Ratio) -> None:
        """The difference of the sides is numerator / denominator."""
        sides = " - ".join(expression_text(side, self.names) for side in (left, right))
        value = f"{polynomial_text(gap.numerator, self.names)} / ({self._product(gap.denominator)})"
        self._assert("gap", f"{sides} = {value}", f"{self.rewritten}field; repeat split; nonzero")
        self._assert("bottom", f"{self._product(gap.denominator)} <> 0", "nonzero")

    def end(self, comparison: Comparison, relation: Relation, gap: Ratio) -> None:
        """What the comparison says of the numerator, or what this says of the comparison."""
        value, same_sign = polynomial_text(gap.numerator, self.names), ONE
        premises, places = _PREMISES.get((relation, self.written), ""), "_ _ _ _"
        if relation in (">", ">="):
            same_sign = self._sign(gap.denominator)
            value = f"({value} * {polynomial_text(same_sign, self.names)})"
            premises, places = "bottom sign", f"_ _ _ _ {polynomial_text(same_sign, self.names)}"
        condition = formula_text(Condition(gap.numerator * same_sign, relation), self.names)
        said = _VALUES[relation].format(value)
        left, right = (expression_text(side, self.names) for side in (comparison.left, comparison.right))
        compared = f"{left} {'<>' if comparison.relation == '!=' else comparison.relation} {right}"
        lemma = f"Arithmetic.{'to' if self.written else 'of'}_{_LEMMAS[relation]} {places} gap {premises}"
        scaled = "nonzero" if relation == "!=" else "lra"
        self._assert("known", condition if self.written else compared, "assumption")
        if self.written:
            self._assert("value", said, f"clear - known; {scaled}")
            proof = f"{lemma} value"
            self._assert("", compared, f"exact ({f'Rge_le _ _ ({proof})' if comparison.relation == '<=' else proof})")
        else:
            known = "(Rle_ge _ _ known)" if comparison.relation == "<=" else "known"
            self._assert("value", said, f"exact ({lemma} {known})")
            self._assert("", condition, f"clear - value; {scaled}")
        self.lines.append("gathered.")

    def _sign(self, denominator: Polynomial) -> Polynomial:
        """The product of the factors of odd multiplicity, which is shown to have the sign of the denominator."""
        content, factors = denominator.factors()
        odd = root = ONE
        for factor, power in factors:
            odd = odd * factor ** (power % 2)
            root = root * factor ** ((power + 1) // 2)
        odd = odd if content > 0 else -odd
        product = f"({polynomial_text(odd, self.names)} * ({self._product(denominator)}))"
        square = f"({number_text(abs(content))} * (({self._product(root)}) * ({self._product(root)})))"
        way = "field" if content < 0 and content.denominator > 1 else "ring"  # to which -1/2 is no multiple of 1/2
        self._assert(
            "sign",
            f"0 < {product}",
            f"replace {product} with {square} by {way}; apply Rmult_lt_0_compat;"
            " [clear; lra | apply Arithmetic.square; nonzero]",
        )
        return odd

    def _product(self, polynomial: Polynomial) -> str:
        """A polynomial as a product of irreducible factors."""
        content, factors = polynomial.factors()
        texts = [polynomial_text(f, self.names) + (f" ^ {power}" if power > 1 else "") for f, power in factors]
        return " * ".join([number_text(content), *texts] if content != 1 or not texts else texts)

    def _assert(self, name: str, statement: str, proof: str) -> None:
        self.lines.append(f"assert ({f'{name} : ' if name else ''}{statement}) by ({proof}).")
