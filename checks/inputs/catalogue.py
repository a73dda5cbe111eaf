"""The designs that have a name on the command line: how they are written, and what they are."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from checks.inputs.budget import Guarantee, at_budget
from checks.inputs.design import (
    ALIASES,
    COMMON_PARAMETERS,
    PARAMETERS,
    DesignArgumentError,
    Level,
    families,
    key_of,
)
from checks.inputs.numeric_catalogue import GROUP, NUMERIC, NamedNumeric, numeric_names
from mechanisms import catalogue
from mechanisms.catalogue.mechanism import Mechanism

LEVEL = "eps=1, eps=log(3), or x=3, which is e^eps"
GROUPS = {
    "One yes-or-no question": (
        "direct", "warner", "binary", "forced-response", "simmons", "simmons-attribute", "two-stage", "mangat", "kuk",
        "crosswise", "triangular", "christofides", "improved-christofides",
    ),
    "Two samples": (
        "unrelated-two-samples", "moors", "cheating-detection", "symmetric-cheating-detection",
        "stochastic-lie-detector", "item-count",
    ),
    "Best for two answers": ("optimal-epsilon", "one-sided", "mirrored-one-sided", "corner", "binary-relaxation"),
    "Frequency oracles": (
        "grr", "sue", "oue", "blh", "olh", "hadamard-response", "the", "unary-encoding", "subset-selection", "erasure",
        "local-l-diversity", "rappor-permanent", "rappor-sampling", "rappor-two-reports",
    ),
    "Three answers, keys with values": (
        "three-answers", "ewrr3", "rr3-dagger", "rr3-ddagger", "rr3-club", "vpp", "lpp", "lpp-given", "lpp-ddagger",
        "pckv-ue",
    ),
    GROUP: ("stochastic-rounding", "rounded-response"),
}  # fmt: skip
FAMILIES = {  # titles of those that come in sizes
    "grr": "Randomised response of k categories",
    "sue": "Symmetric unary encoding",
    "oue": "Optimised unary encoding",
    "blh": "Local hashing to 2 values",
    "olh": "Local hashing to g values",
    "hadamard-response": "Hadamard response",
    "the": "Thresholded histogram encoding",
    "unary-encoding": "Unary encoding",
    "erasure": "Erasure",
    "local-l-diversity": "Local l-diversity",
    "subset-selection": "Subset selection, l of k categories",
    "christofides": "Christofides' cards 1 to L, put back",
    "kuk": "Kuk's two decks",
    "item-count": "Item count",
}


@dataclass(frozen=True)
class NamedDesign:
    """A mechanism of the catalogue as an argument.

    Attributes:
        name: as in `catalogue.get(name)`.
        sizes, parameters: what has to be said in parentheses: integers that give the shape, and what is in the entries.
        mechanism: the mechanism; one of small sizes where sizes are to be said.

    """

    name: str
    sizes: tuple[str, ...]
    parameters: tuple[str, ...]
    mechanism: Mechanism

    @property
    def signature(self) -> str:
        """The name, with what has to be said in parentheses: grr(k, x)."""
        needed = ", ".join((*self.sizes, *self.parameters))
        return f"{self.name}({needed})" if needed else self.name

    @property
    def title(self) -> str:
        """What the mechanism is called, whatever its sizes."""
        return FAMILIES.get(self.name, self.mechanism.title)

    @property
    def source(self) -> str:
        """Where it comes from."""
        return self.mechanism.source

    @property
    def group(self) -> str:
        """The kind of mechanisms to which it belongs."""
        return next(group for group, names in GROUPS.items() if self.name in names)

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names that mean it."""
        return tuple(alias for alias, name in ALIASES.items() if name == self.name)

    @property
    def range(self) -> str:
        """Where the sizes and parameters may lie, in words."""
        sizes = ", ".join(self.sizes) + (": integers" if len(self.sizes) > 1 else ": an integer") if self.sizes else ""
        parameters = str(self.mechanism.printed_matrix.domain) if self.parameters else ""
        return "; ".join(filter(None, (sizes, parameters))) or "none"

    @property
    def other_parameters(self) -> dict[str, str]:
        """Other names of the field for its sizes and parameters, and what it calls them."""
        own = (*self.sizes, *self.parameters)
        known = {**COMMON_PARAMETERS, **PARAMETERS.get(self.name, {})}
        return {alias: name for alias, name in known.items() if name in own and alias not in own}

    @property
    def level(self) -> str:
        """How its privacy level is given; "" where it has none, or no one parameter says it."""
        domain = self.mechanism.printed_matrix.domain
        budgets = domain.budget_roots()
        if len(budgets) == 1:
            return LEVEL
        if budgets:
            return ", ".join(f"{budget}=1" for budget in budgets)
        try:
            return (
                LEVEL if at_budget(self.name, self.mechanism.printed_matrix, Guarantee(Level(Fraction(3))), {}) else ""
            )
        except DesignArgumentError:
            return ""

    def to_json(self) -> dict[str, Any]:
        """What it is called, what has to be said, its source, and its matrix, or one of small sizes."""
        matrix = self.mechanism.printed_matrix
        return {
            "name": self.name,
            "aliases": list(self.aliases),
            "group": self.group,
            "sizes": list(self.sizes),
            "parameters": list(self.parameters),
            "other_parameters": self.other_parameters,
            "level": self.level,
            "title": self.title,
            "range": self.range,
            "source": self.source,
            "truths": [str(truth) for truth in matrix.truths],
            "responses": [str(response) for response in matrix.responses],
            "matrix": [[str(entry) for entry in row] for row in matrix.entries],
        }


Named = NamedDesign | NamedNumeric
"""What has a name: a design, or a mechanism whose answers are numbers."""


def found_by(word: str) -> tuple[Named, ...]:
    """Those in whose names, titles or sources all of the words occur."""
    wanted = word.lower().replace("-", " ").split()
    found: list[Named] = []
    for design in named_designs():
        text = " ".join((design.name, *design.aliases, design.title, design.source)).lower().replace("-", " ")
        if wanted and all(one in text for one in wanted):
            found.append(design)
    return tuple(found)


def named_design(name: str) -> Named:
    """The one of this name, which may be an alias, or written with parentheses. Raises DesignArgumentError."""
    key = key_of(name)
    for design in named_designs():
        if key == design.name or key in design.aliases:
            return design
    close = get_close_matches(key, all_names(), n=3)
    hint = f"did you mean {' or '.join(close)}?" if close else "`rrproof catalogue` lists them"
    raise DesignArgumentError(f"no mechanism is called {name!r}; {hint}")


def all_names() -> tuple[str, ...]:
    """The names of all of them."""
    return (*catalogue.names(), *numeric_names())


def named_designs() -> tuple[Named, ...]:
    """All of them, in the order of the catalogue, those whose answers are numbers last."""
    sized = families()
    found: list[Named] = []
    for name in catalogue.names():
        mechanism = catalogue.get(name)
        sizes = sized[name].sizes if name in sized else ()
        found.append(NamedDesign(name, sizes, tuple(sorted(mechanism.printed_matrix.domain.names)), mechanism))
    return (*found, *NUMERIC)
