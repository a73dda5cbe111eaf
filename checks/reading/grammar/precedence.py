"""How tightly operators bind, and what a slash divides by.

Precedence, loosest first: connectives; or; and, comma; relations; set operations; sums; products; powers.
A minus sign covers the term after it. Big operators (sum, min over a domain, d/dt) cover the term after them.
"""

from __future__ import annotations

from typing import Literal

ANY, OR, AND, RELATION, SET, SUM, PRODUCT, POWER = range(8)

KIND_LEVELS = {"connective": ANY, "or": OR, "and": AND, "relation": RELATION, "set operation": SET}
"""How tightly the tokens of a kind bind."""
OPERATOR_LEVELS = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "times": PRODUCT, "^": POWER, "!": POWER}
"""How tightly the operator signs bind."""

Slash = Literal["refused", "factor", "product"]
"""What a slash divides by in a/bc: nothing, for a/bc has two readings; the factor b alone; or the product bc."""
