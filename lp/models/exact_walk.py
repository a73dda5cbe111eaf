"""Expressions of cvxpy as exact affine functions of their variables: the tree is walked, nothing is compiled to floats.

Every affine atom has its exact meaning in `_AFFINE`. A maximum or minimum of affine functions becomes a new unknown t
with t >= each of them, or t <= each; squares over an affine function become an unknown with tangents below it
(`lp.models.quotients`). Any other atom of a variable is an error that names the atom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import cvxpy
import numpy as np
from cvxpy.atoms.affine.add_expr import AddExpression
from cvxpy.atoms.affine.binary_operators import DivExpression, MulExpression, multiply
from cvxpy.atoms.affine.broadcast_to import broadcast_to
from cvxpy.atoms.affine.concatenate import Concatenate
from cvxpy.atoms.affine.diag import diag_mat, diag_vec
from cvxpy.atoms.affine.hstack import Hstack
from cvxpy.atoms.affine.index import index, special_index
from cvxpy.atoms.affine.promote import Promote
from cvxpy.atoms.affine.sum import Sum
from cvxpy.atoms.affine.trace import Trace
from cvxpy.atoms.affine.unary_operators import NegExpression
from cvxpy.atoms.affine.vstack import Vstack
from cvxpy.atoms.elementwise.power import Power, PowerApprox
from cvxpy.atoms.norm1 import norm1
from cvxpy.atoms.norm_inf import norm_inf
from cvxpy.atoms.quad_over_lin import quad_over_lin

from lp.models.affine import Affine, as_affine, is_number, matrix_product, sum_over
from lp.models.exact_values import exact_value, rational, rounded_decimals
from lp.models.quotients import Extreme, Quotient

ONE = Fraction(1)
SQUARE = 2
Array = Any  # numpy array of objects: Affine or Fraction
Limit = tuple[Affine, Any]  # what is at least 0, and which maximum or minimum made it, if one did
UNFIT = ("complex", "imag", "PSD", "NSD", "hermitian", "boolean", "integer", "sparsity")


class NotLinearError(ValueError):
    """A problem that is no linear program; the sentence names what is not linear."""


class Walk:
    """The unknowns that expressions have named so far, and what new unknowns and attributes of variables demand.

    Attributes:
        names: of the unknowns, such as `P[0, 1]`.
        first: the array of unknowns of each variable, by its id.
        limits: affine functions that are at least 0: attributes of variables, and new unknowns against their pieces.
        variables: the variables, in the order in which they were met.
        floats: floats that are not the decimals that they are printed as.
        made: what the new unknowns are, each from earlier ones.
        cones: what constraints demand of squares.

    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.unknowns: dict[int, Array] = {}
        self.limits: list[Limit] = []
        self.variables: list[Any] = []
        self.floats: set[float] = set()
        self.made: list[Extreme | Quotient] = []
        self.cones: list[Quotient] = []
        self._values: dict[int, tuple[Any, Array]] = {}
        self._counts: dict[str, int] = {}

    @property
    def quotients(self) -> tuple[Quotient, ...]:
        """All squares over an affine function."""
        return (*self.cones, *(made for made in self.made if isinstance(made, Quotient)))

    def demand_cone(self, constraint: Any) -> None:
        """Note |X| <= t for each column X (row, if the axis is 1) of a `cvxpy.SOC`."""
        heights = np.atleast_1d(self.value(constraint.args[0]))
        given = self.value(constraint.args[1])
        sides = given.reshape(-1, 1) if given.ndim < 2 else given if constraint.axis == 0 else given.T
        for t, column in zip(heights.flat, sides.T, strict=True):
            held, below = as_affine(t + column[-1]), as_affine(t - column[-1])
            self.cones.append(Quotient(held, tuple(map(as_affine, column[:-1])), below, constraint))
            self.limits += [(held, constraint), (below, constraint)]

    def value(self, expression: Any) -> Array:
        """The exact value of an expression, an array of its shape; NotLinearError, InexactError."""
        known = self._values.get(id(expression))
        if known is None:
            known = expression, self._evaluated(expression)  # the expression is kept, so that its id stays its own
            self._values[id(expression)] = known
        return known[1]

    def _evaluated(self, expression: Any) -> Array:
        if isinstance(expression, cvxpy.Variable):
            return self._variable(expression)
        if isinstance(expression, (cvxpy.Constant, cvxpy.Parameter)):
            numbers = exact_value(expression)
            self.floats.update(rounded_decimals(expression))
            return numbers
        kind = type(expression)
        arguments = [self.value(argument) for argument in expression.args]
        if kind in _AFFINE:
            try:
                return _array(_AFFINE[kind](expression, *arguments))
            except (TypeError, ZeroDivisionError) as error:
                raise NotLinearError(f"{shortened(expression)}: {error}, which is no affine function") from error
        if kind is norm1:
            sizes = self._extremes(expression, _both_signs(arguments[0]), ONE)
            return _array(sum_over(sizes, expression.axis, expression.keepdims))
        if kind is quad_over_lin:
            below = np.broadcast_to(arguments[1].reshape(()), expression.shape)
            return self._quotients(expression, _along(expression, arguments[0]), below)
        if kind in (Power, PowerApprox) and expression.p.value == SQUARE:
            return self._quotients(expression, [arguments[0]], np.full(expression.shape, ONE, dtype=object))
        if kind in _PIECES:
            return self._extremes(expression, *_PIECES[kind](expression, *arguments))
        raise NotLinearError(
            f"{kind.__name__} in {shortened(expression)} is no affine function of its arguments, nor a maximum, a "
            "minimum or squares of such over one; only these have a certificate"
        )

    def _variable(self, variable: Any) -> Array:
        unfit = next((name for name in UNFIT if _is_set(variable.attributes.get(name))), None)
        if unfit is not None:
            raise NotLinearError(f"the variable {variable.name()} is declared {unfit}; a linear program has no such")
        shape, shared = variable.shape, variable.attributes.get("symmetric")
        unknowns = np.empty(shape, dtype=object)
        for place in np.ndindex(shape):
            mirrored = place[::-1]
            if variable.attributes.get("diag") and place != mirrored:
                unknowns[place] = Fraction(0)
            elif shared and mirrored < place:
                unknowns[place] = unknowns[mirrored]
            else:
                unknowns[place] = self._new(named(variable, place))
        self.variables.append(variable)
        self.unknowns[variable.id] = unknowns
        self._limit(variable, unknowns)
        return unknowns

    def _limit(self, variable: Any, unknowns: Array) -> None:
        attributes = variable.attributes
        own = [entry for entry in dict.fromkeys(unknowns.flat) if isinstance(entry, Affine)]
        if attributes.get("nonneg") or attributes.get("pos"):
            self.limits += [(entry, None) for entry in own]
        if attributes.get("nonpos") or attributes.get("neg"):
            self.limits += [(-entry, None) for entry in own]
        for bound, sign in zip(attributes.get("bounds") or (), (ONE, -ONE), strict=False):
            if isinstance(bound, cvxpy.Expression):
                limits = np.broadcast_to(self.value(bound), unknowns.shape)
            else:
                limits = np.broadcast_to(np.array(bound, dtype=object), unknowns.shape)
            for place, limit in np.ndenumerate(limits):
                if isinstance(limit, (Affine, Fraction)) or np.isfinite(float(limit)):
                    least = limit if isinstance(limit, (Affine, Fraction)) else rational(limit, variable.name())
                    self.limits.append(((unknowns[place] - least) * sign, None))

    def _new(self, name: str) -> Affine:
        self.names.append(name)
        return Affine({len(self.names) - 1: ONE})

    def _extremes(self, expression: Any, pieces: Sequence[Array], sign: Fraction) -> Array:
        """The entrywise maximum (sign 1) or minimum (sign -1) of arrays of one shape."""
        name, shape = self._numbered(expression), pieces[0].shape
        result = np.empty(shape, dtype=object)
        for place in np.ndindex(shape):
            options = list(dict.fromkeys(piece[place] for piece in pieces))
            if all(map(is_number, options)):
                result[place] = max(options) if sign > 0 else min(options)
                continue
            self.made.append(Extreme(len(self.names), tuple(options), sign))
            extreme = self._new(f"{name}{list(place) if place else ''}")
            result[place] = extreme
            self.limits += [((extreme - option) * sign, expression) for option in options]
        return result

    def _quotients(self, expression: Any, above: Sequence[Array], below: Array) -> Array:
        """The entrywise sum of the squares of some arrays over another one, which is at least 0."""
        name, result = self._numbered(expression), np.empty(expression.shape, dtype=object)
        for place in np.ndindex(expression.shape):
            tops, bottom = tuple(as_affine(part[place]) for part in above), as_affine(below[place])
            made = self._new(f"{name}{list(place) if place else ''}")
            result[place] = made
            self.made.append(Quotient(made, tops, bottom, expression))
            self.limits.append((made, expression))
            if bottom.terms or bottom.constant <= 0:
                self.limits.append((bottom, expression))
        return result

    def _numbered(self, expression: Any) -> str:
        """A name for the new unknowns of an atom."""
        name = type(expression).__name__
        self._counts[name] = self._counts.get(name, 0) + 1
        return f"{name}_{self._counts[name]}"


def numbers_of(given: Any) -> Array:
    """The exact numbers of an array, or of an expression of parameters at their values, in the same shape."""
    return Walk().value(given) if isinstance(given, cvxpy.Expression) else given


def named(variable: Any, place: tuple[int, ...]) -> str:
    """The name of an entry of a variable, as cvxpy writes it."""
    return f"{variable.name()}[{', '.join(map(str, place))}]" if place else str(variable.name())


def _is_set(attribute: Any) -> bool:
    return (
        attribute is not None and attribute is not False and not (hasattr(attribute, "__len__") and not len(attribute))
    )


def _array(value: Any) -> Array:
    if isinstance(value, np.ndarray):
        return value
    scalar = np.empty((), dtype=object)
    scalar[()] = value
    return scalar


def _product(expression: Any, left: Array, right: Array) -> Array:
    if isinstance(expression, multiply) or left.shape == () or right.shape == ():
        return left * right
    return matrix_product(left, right)


def _quotient(_: Any, above: Array, below: Array) -> Array:
    return above * _array(np.vectorize(lambda v: ONE / v, otypes=[object])(below))


def _sum_of(_: Any, *parts: Array) -> Array:
    result = parts[0]
    for part in parts[1:]:
        result = _array(result + part)  # numpy takes the entry out of an array of no axes
    return result


def _trace(_: Any, matrix: Array) -> Array:
    if matrix.ndim > 2:
        raise TypeError("traces of stacks of matrices")
    return sum_over(np.diagonal(matrix), None, False)


_AFFINE: dict[type, Callable[..., Array]] = {
    AddExpression: _sum_of,
    NegExpression: lambda e, a: -a,
    MulExpression: _product,
    multiply: _product,
    DivExpression: _quotient,
    Sum: lambda e, a: sum_over(a, e.axis, e.keepdims),
    index: lambda e, a: a[e._orig_key],
    special_index: lambda e, a: a[e.key],
    Promote: lambda e, a: np.broadcast_to(a, e.shape),
    broadcast_to: lambda e, a: np.broadcast_to(a, e.shape),
    cvxpy.reshape: lambda e, a: np.reshape(a, e.shape, order=e.order),
    cvxpy.transpose: lambda e, a: np.transpose(a, axes=e.axes),
    Hstack: lambda e, *parts: np.hstack(parts),
    Vstack: lambda e, *parts: np.vstack(parts),
    Concatenate: lambda e, *parts: np.concatenate(parts, axis=e.axis),
    diag_vec: lambda e, a: _diagonal(a, e.k),
    diag_mat: lambda e, a: np.diagonal(a, offset=e.k),
    Trace: _trace,
    cvxpy.cumsum: lambda e, a: np.cumsum(a, axis=e.axis),
    cvxpy.kron: lambda e, a, b: np.kron(a, b),
    cvxpy.upper_tri: lambda e, a: a[np.triu_indices(a.shape[-1], k=1)].reshape(e.shape),
}


def _diagonal(vector: Array, k: int) -> Array:
    size = len(vector) + abs(k)
    result = np.full((size, size), Fraction(0), dtype=object)
    for i, entry in enumerate(vector):
        result[i + max(-k, 0), i + max(k, 0)] = entry
    return result


def _along(expression: Any, array: Array) -> list[Array]:
    """The arrays whose entrywise extreme is the extreme along the axes of the expression."""
    axis = expression.axis
    axes = tuple(range(array.ndim)) if axis is None else tuple(np.atleast_1d(axis) % array.ndim)
    kept = [i for i in range(array.ndim) if i not in axes]
    lines = array.transpose([*axes, *kept]).reshape([-1, *(array.shape[i] for i in kept)])
    return [_array(line).reshape(expression.shape) for line in lines]


def _both_signs(array: Array) -> list[Array]:
    return [array, _array(-array)]


_PIECES: dict[type, Callable[..., tuple[list[Array], Fraction]]] = {
    cvxpy.maximum: lambda e, *parts: ([np.broadcast_to(p, e.shape) for p in parts], ONE),
    cvxpy.minimum: lambda e, *parts: ([np.broadcast_to(p, e.shape) for p in parts], -ONE),
    cvxpy.max: lambda e, a: (_along(e, a), ONE),
    cvxpy.min: lambda e, a: (_along(e, a), -ONE),
    cvxpy.abs: lambda e, a: (_both_signs(a), ONE),
    norm_inf: lambda e, a: ([piece for part in _both_signs(a) for piece in _along(e, part)], ONE),
}


def shortened(expression: Any) -> str:
    """An expression as cvxpy prints it, on one line that is not too long."""
    text = " ".join(str(expression).split())
    return text if len(text) <= 60 else text[:57] + "..."
