"""Results as plain data for JSON: exact numbers as text beside floats.

number             {"exact": "5/7", "float": 0.714...}; null for infinity, as in an infinite parity
real number        {"exact": "3*log(2)/4", "low": float, "high": float}, "exact": null where it is only enclosed
vector, matrix     lists of numbers
design             {"name", "truths", "responses", "matrix"}, a design file of its own: entries are text
protocol           {"name", "steps"}: what a respondent does, in words
theorem            {"rule", "oracles"}; `--proof` writes the proof objects
formula            {"text", "latex"}
labels             text
part               an object with the keys that its class in `checks.designs.analysis` names; null where it is unknown
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from derivations.arithmetic.kernel import Theorem
from derivations.steps import Written
from mechanisms.design import Design
from mechanisms.exact.logarithm_sum import EnclosedNumber, LogarithmSum, bounds
from mechanisms.exact.numerals import numeral
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.protocol import Protocol

BITS = 80  # of enclosures
LABELS = frozenset(
    ("truth", "other", "response", "likelier", "surest", "uneven", "possible", "event", "declares", "guesses")
)


def as_data(value: Any) -> Any:
    """The value as dictionaries, lists, text and numbers."""
    if value is None or isinstance(value, (bool, int, str, float)):
        return value
    if isinstance(value, Fraction):
        return {"exact": numeral(value), "float": float(value)}
    if isinstance(value, (LogarithmSum, EnclosedNumber)):
        low, high = bounds(value, BITS)
        exact = str(value) if isinstance(value, LogarithmSum) else None
        return {"exact": exact, "low": float(low), "high": float(high)}
    if isinstance(value, Design):
        return design_data(value)
    if isinstance(value, Protocol):
        return {"name": value.name, "steps": value.steps()}
    if isinstance(value, Theorem):
        return {"rule": value.rule, "oracles": sorted(value.oracles)}
    if isinstance(value, Written):
        return {"text": value.text, "latex": value.latex}
    if isinstance(value, (PrivacyLevel, RationalFunction)):
        return str(value)
    if isinstance(value, Mapping):
        return {label(key): as_data(item) for key, item in value.items()}
    if is_dataclass(value):
        return {f.name: _field(f.name, getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, (Sequence, frozenset, set)):
        return [as_data(item) for item in value]
    return str(value)


def design_data(design: Design) -> dict[str, Any]:
    """A design as `checks.inputs.design_files` reads it."""
    return {
        "name": design.name,
        "truths": [label(truth) for truth in design.truths],
        "responses": [label(response) for response in design.responses],
        "matrix": [[str(entry) for entry in row] for row in design.to_sympy().tolist()]
        if design.parameters or design.generator
        else [[numeral(entry.constant_value()) for entry in row] for row in design.entries],
    }


def label(value: object) -> str:
    """A truth or response as text: a tuple of numbers without its commas."""
    return " ".join(map(label, value)) if isinstance(value, tuple) else str(value)


def _field(name: str, value: Any) -> Any:
    if name not in LABELS or value is None:
        return as_data(value)
    if isinstance(value, Mapping):
        return {label(key): [label(item) for item in items] for key, items in value.items()}
    plural = name in ("possible", "event", "declares")
    return [label(item) for item in value] if plural and isinstance(value, tuple) else label(value)
