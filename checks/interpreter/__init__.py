"""The meaning of printed statements: values, sets, and what must be shown."""

from checks.interpreter.arithmetic import bound_names, fresh_point, links, rounded_to, with_domain
from checks.interpreter.interpreter import Interpreter
from checks.interpreter.notation import NUMERIC, ONE, ZERO, Notation, Obligation

__all__ = [
    "NUMERIC",
    "ONE",
    "ZERO",
    "Interpreter",
    "Notation",
    "Obligation",
    "bound_names",
    "fresh_point",
    "links",
    "rounded_to",
    "with_domain",
]
