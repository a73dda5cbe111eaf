"""Every atom that is walked has the value that cvxpy computes, at exact points; what is not walked is named."""

from fractions import Fraction as F
from random import Random

import cvxpy as cp
import numpy as np
import pytest

from lp.models.affine import as_affine
from lp.models.exact_walk import NotLinearError, Walk

A = np.array([[F(1, 3), F(-2), F(5, 7)], [F(0), F(3, 2), F(1)]], dtype=object)
S = np.array([[F(1, 3), F(2)], [F(0), F(-3, 4)]], dtype=object)
AFFINE = {
    "sum": lambda X, v, t: X + A - F(1, 3) * X,
    "sum of scalars": lambda X, v, t: 1 - t - v[0] - X[0, 0] / 3 + F(1, 5),
    "product of scalars": lambda X, v, t: F(1, 3) * ((1 - t - v[0]) / 5),
    "negation": lambda X, v, t: -X,
    "scaled": lambda X, v, t: X / F(3, 7),
    "divided by a row": lambda X, v, t: cp.multiply(X, 1) / np.array([F(1, 3), F(2), F(7)], dtype=object)[None, :],
    "matrix left": lambda X, v, t: S @ X,
    "matrix right": lambda X, v, t: X @ A.T,
    "vector right": lambda X, v, t: X @ np.array([F(1, 3), 2, F(0)], dtype=object),
    "vector left": lambda X, v, t: np.array([F(1, 3), 2], dtype=object) @ X,
    "vector times vector": lambda X, v, t: np.array([F(1, 3), 2, F(0)], dtype=object) @ v,
    "matrix times vector": lambda X, v, t: A @ v,
    "scalar times constant": lambda X, v, t: t * A,
    "entrywise": lambda X, v, t: cp.multiply(A, X),
    "entrywise with a row": lambda X, v, t: cp.multiply(v[None, :], A),
    "whole sum": lambda X, v, t: cp.sum(X),
    "sum of rows": lambda X, v, t: cp.sum(X, axis=1),
    "sum of columns": lambda X, v, t: cp.sum(X, axis=0, keepdims=True),
    "mean": lambda X, v, t: cp.sum(X) / 6,
    "entry": lambda X, v, t: X[1, 2],
    "slice": lambda X, v, t: X[:, ::-1],
    "row": lambda X, v, t: X[-1],
    "list of entries": lambda X, v, t: X[[0, 1, 1], [2, 0, 0]],
    "rows by list": lambda X, v, t: X[[1, 0, 1], :],
    "mask": lambda X, v, t: v[np.array([True, False, True])],
    "promotion": lambda X, v, t: t + A,
    "new axis": lambda X, v, t: v[:, None] + v[None, :],
    "C order": lambda X, v, t: cp.reshape(X, (3, 2), order="C"),
    "F order": lambda X, v, t: cp.reshape(X, (3, 2), order="F"),
    "three axes": lambda X, v, t: cp.sum(cp.reshape(cp.hstack([X, X]), (2, 3, 2), order="C"), axis=(0, 2)),
    "flattened": lambda X, v, t: cp.vec(X, order="C"),
    "transposed": lambda X, v, t: X.T @ S,
    "stacked": lambda X, v, t: cp.vstack([X, v[None, :]]),
    "beside": lambda X, v, t: cp.hstack([X, S]),
    "blocks": lambda X, v, t: cp.bmat([[X], [v[None, :]]]),
    "concatenated": lambda X, v, t: cp.concatenate([X, X], axis=0),
    "diagonal of a vector": lambda X, v, t: cp.diag(v),
    "diagonal of a matrix": lambda X, v, t: cp.diag(S @ X[:, :2]),
    "trace": lambda X, v, t: cp.trace(S @ X[:, :2]),
    "running sums": lambda X, v, t: cp.cumsum(X, axis=1),
    "kronecker": lambda X, v, t: cp.kron(S, X),
    "upper triangle": lambda X, v, t: cp.upper_tri(v[:, None] + A[0][None, :]),
    "parameter": lambda X, v, t: cp.Parameter((2, 3), value=A) + X,
    "of numbers": lambda X, v, t: cp.abs(cp.Constant(A)) + X,
    "scaled by a parameter": lambda X, v, t: cp.Parameter(value=F(1, 3)) * X,
}
PIECES = {
    "maximum": lambda X, v, t: cp.maximum(X, A, t),
    "positive part": lambda X, v, t: cp.pos(X - A),
    "minimum": lambda X, v, t: cp.minimum(X, F(1, 3)),
    "largest": lambda X, v, t: cp.max(X),
    "largest of rows": lambda X, v, t: cp.max(X, axis=1),
    "largest of columns": lambda X, v, t: cp.max(X, axis=0, keepdims=True),
    "least of columns": lambda X, v, t: cp.min(X, axis=0),
    "absolute": lambda X, v, t: cp.abs(X - A),
    "sum of absolute values": lambda X, v, t: cp.norm1(v - A[0]),
    "largest absolute value": lambda X, v, t: cp.norm_inf(v - A[0]),
}


def evaluated(walk, array, variables):
    """The exact values of affine entries where variables have their (dyadic) values."""
    values = {}
    for variable in variables:
        if variable.id in walk.unknowns:
            for place, entry in np.ndenumerate(walk.unknowns[variable.id]):
                (number,) = entry.terms
                values[number] = F(float(variable.value[place]))
    for limit, _ in walk.limits:  # a new unknown is at the largest of its lower, or the least of its upper pieces
        new = [j for j in limit.terms if j not in values]
        assert len(new) <= 1
    for number in range(len(walk.names)):
        if number not in values:
            own = [limit for limit, _ in walk.limits if number in limit.terms]
            rest = [
                -(sum((c * values[j] for j, c in limit.terms.items() if j != number), limit.constant))
                / limit.terms[number]
                for limit in own
            ]
            values[number] = max(rest) if own[0].terms[number] > 0 else min(rest)
    flat = [as_affine(entry) for entry in np.asarray(array, dtype=object).flat]
    return [sum((c * values[j] for j, c in entry.terms.items()), entry.constant) for entry in flat]


@pytest.mark.parametrize("name", [*AFFINE, *PIECES])
def test_the_exact_value_is_what_cvxpy_computes(name):
    random = Random(name)
    X, v, t = cp.Variable((2, 3), name="X"), cp.Variable(3, name="v"), cp.Variable(name="t")
    expression = (AFFINE | PIECES)[name](X, v, t)
    walk = Walk()
    found = walk.value(expression)
    assert found.shape == expression.shape
    for _ in range(3):
        for variable in (X, v, t):
            variable.value = np.array([random.randint(-64, 64) / 16 for _ in range(variable.size)]).reshape(
                variable.shape
            )
        exact = evaluated(walk, found, (X, v, t))
        assert np.allclose(np.array(exact, dtype=float), np.asarray(expression.value).flatten(), rtol=1e-12, atol=1e-12)
    assert bool(walk.limits) == (name in PIECES)


def test_a_third_stays_a_third():
    p = cp.Variable(name="p")
    found = Walk().value(F(1, 3) * p / 7 + cp.sum(cp.hstack([p, p])) - F(1, 9))[()]
    assert found.terms == {0: F(1, 21) + 2}
    assert found.constant == F(-1, 9)


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda x: cp.exp(x[0]), "exp in exp"),
        (lambda x: cp.power(x, 3), "PowerApprox in PowerApprox"),
        (lambda x: cp.multiply(x, cp.log(2)), "log in log"),
        (lambda x: cp.convolve(np.array([1, 2]), x), "convolve in"),
        (lambda x: x @ x, "two expressions that both vary"),
        (lambda x: cp.norm2(x), "in"),
    ],
)
def test_what_cannot_be_walked_is_named(make, named):
    with pytest.raises(NotLinearError, match=named):
        Walk().value(make(cp.Variable(3, name="x")))


@pytest.mark.parametrize("kind", ["boolean", "integer", "PSD"])
def test_variables_of_other_kinds_are_named(kind):
    with pytest.raises(NotLinearError, match=f"the variable M is declared {kind}"):
        Walk().value(cp.Variable((2, 2), name="M", **{kind: True}))


def test_attributes_of_variables_are_limits_or_shared_unknowns():
    walk = Walk()
    symmetric = walk.value(cp.Variable((3, 3), name="Q", symmetric=True))
    assert symmetric[0, 2] is symmetric[2, 0]
    assert len(walk.names) == 6
    diagonal = walk.value(cp.Variable((2, 2), name="D", diag=True))
    assert diagonal[0, 1] == 0
    assert len(walk.names) == 8
    assert not walk.limits
    walk.value(cp.Variable(2, name="n", nonpos=True))
    walk.value(cp.Variable(2, name="b", bounds=[-np.inf, np.array([0.5, 2.0])]))
    assert [({walk.names[j]: c for j, c in limit.terms.items()}, limit.constant) for limit, _ in walk.limits] == [
        ({"n[0]": -1}, 0),
        ({"n[1]": -1}, 0),
        ({"b[0]": -1}, F(1, 2)),
        ({"b[1]": -1}, 2),
    ]
