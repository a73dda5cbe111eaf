"""Exact design matrices: P[x, y] = P(response y | truth x), one row per true value, one column per response."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product as cartesian
from typing import TYPE_CHECKING, Any

import sympy

from mechanisms.exact import typesetting
from mechanisms.exact.domain import Domain
from mechanisms.exact.entries import EntryError, check_distribution, exact_number, read_entries, read_expression
from mechanisms.exact.formula import Condition
from mechanisms.exact.html_tables import paragraph, table
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mechanisms.privacy import Delta, PrivacyLoss

MAXIMAL_CELLS = 4_000_000
MOST_SHOWN = 2_000  # entries of a table in a notebook
MOST_WRITTEN = 400  # entries of a repr


class DesignError(ValueError):
    """A matrix is no design matrix, or designs do not fit together; the message says where and why."""


class Design:
    """A design matrix with exact entries, checked when it is made, immutable.

    Args:
        matrix: rows of entries (nested sequences, a sympy Matrix or a numpy array of integers or exact objects), one
            row per true value and one column per response. Entries are integers, fractions, real algebraic numbers
            such as sqrt(2)/2, rational expressions in the parameters of `domain`, and exp(eps) where the domain
            declares x = e^eps.
        domain: the parameters, their intervals and conditions.
        truths: label of each row, 0, 1, ... if left out.
        responses: label of each column, 0, 1, ... if left out.
        name: what to call the mechanism in print.

    Attributes:
        entries: rows of rational functions in the variables of the domain (x, not eps) and of `generator`.
        generator: the algebraic number in which all irrational constants are written, or None.
        assumptions: conditions under which the entries are non-negative and defined, as far as plain reasoning did
            not settle them. Empty for a numeric design.

    Raises:
        DesignError: rows do not sum to one as an identity, an entry is negative or undefined at a point of the
            domain, an entry is inexact or holds an undeclared symbol, or the labels do not fit.

    """

    __slots__ = ("_hash", "assumptions", "domain", "entries", "generator", "name", "responses", "truths")

    def __init__(
        self,
        matrix: Any,
        domain: Domain | None = None,
        truths: Sequence[Hashable] | None = None,
        responses: Sequence[Hashable] | None = None,
        name: str = "",
        *,
        assumptions: Iterable[Condition] = (),
    ) -> None:
        domain = domain if domain is not None else Domain()
        rows = _rows(matrix)
        columns = len(rows[0])
        self.truths = _labels(truths, len(rows), "truths", "rows")
        self.responses = _labels(responses, columns, "responses", "columns")
        self.domain = domain
        self.name = name

        def place(row: int, column: int) -> str:
            return f"the entry for truth {self.truths[row]!r} and response {self.responses[column]!r}"

        found = list(assumptions)
        try:
            flat, self.generator = read_entries(
                [e for row in rows for e in row], domain, lambda i: place(*divmod(i, columns))
            )
            self.entries = tuple(tuple(flat[i : i + columns]) for i in range(0, len(flat), columns))
            for i, row in enumerate(self.entries):
                whole = f"the row for truth {self.truths[i]!r}"
                found += check_distribution(row, domain, self.generator, whole, partial(place, i))
        except EntryError as error:
            raise DesignError(f"{name or 'design'}: {error}") from error
        self.assumptions: tuple[Condition, ...] = tuple(dict.fromkeys(found))
        # Set last: from here on the design is sealed. Equal irrational designs may be written over different fields.
        # The first row tells most designs apart; hashing every number would take longer than checking them.
        self._hash: int = hash((self.truths, self.responses, None if self.generator else self.entries[0]))

    def __setattr__(self, name: str, value: Any) -> None:
        if hasattr(self, "_hash"):
            raise AttributeError(f"designs are immutable, so {name} cannot be set; make a new Design")
        object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        make = partial(Design, assumptions=self.assumptions)
        return make, (_operands(self)[0], self.domain, self.truths, self.responses, self.name)

    # -- looking ---------------------------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, int]:
        """(number of true values, number of responses)."""
        return len(self.truths), len(self.responses)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The parameters that really occur in the entries, sorted."""
        own = {self.generator.name} if self.generator else set()
        return tuple(sorted({name for row in self.entries for e in row for name in e.names} - own))

    @property
    def full_domain(self) -> Domain:
        """The domain, and the generator of the algebraic numbers as one more variable if there is one."""
        return self.generator.extend(self.domain) if self.generator else self.domain

    def entry(self, truth: Hashable, response: Hashable) -> RationalFunction:
        """P(response | truth), by labels; DesignError for a label that the design does not have."""
        return self.entries[self.row_of(truth)][self.column_of(response)]

    def row_of(self, truth: Hashable) -> int:
        """Position of the row of a true value; DesignError for an unknown label."""
        return _position(self.truths, truth, "truth", self)

    def column_of(self, response: Hashable) -> int:
        """Position of the column of a response; DesignError for an unknown label."""
        return _position(self.responses, response, "response", self)

    def to_sympy(self, *, exponentials: bool = False) -> sympy.Matrix:
        """The (truths x responses) entries for sympy, factored; with `exponentials` x is written as exp(eps)."""
        return sympy.Matrix(self._written(exponentials))

    def to_numpy(self) -> NDArray[np.float64]:
        """Array of shape `shape`, each entry the nearest double; DesignError when parameters are left."""
        import numpy as np

        self._refuse_parameters("has no floating-point matrix")
        return np.array([[self._nearest_double(e) for e in row] for row in self.entries], dtype=np.float64)

    def to_latex(self, *, exponentials: bool = True) -> str:
        r"""A LaTeX pmatrix, truths downwards and responses across; x is written e^{\epsilon} unless told otherwise."""
        with typesetting.spelt(domain=self.domain):
            rows = [" & ".join(row) for row in self._printed(typesetting.latex, exponentials)]
        return r"\begin{pmatrix} " + r" \\ ".join(rows) + r" \end{pmatrix}"

    def _repr_latex_(self) -> str:
        return f"${self.to_latex()}$"

    def _repr_html_(self) -> str:
        if self.shape[0] * self.shape[1] > MOST_SHOWN:
            return paragraph(f"{self.name or 'Design'}: {self.shape[0]} truths, {self.shape[1]} responses")
        printed = self._printed()
        if self.parameters:
            with typesetting.spelt(domain=self.domain):
                printed = [[f"${entry}$" for entry in row] for row in self._printed(typesetting.latex, True)]
        rows = [[truth, *row] for truth, row in zip(self.truths, printed, strict=True)]
        return table(["", *self.responses], rows, caption=self.name)

    def __repr__(self) -> str:
        title = f"Design {self.name}" if self.name else "Design"
        if self.shape[0] * self.shape[1] > MOST_WRITTEN:
            title += f", {self.shape[0]} truths, {self.shape[1]} responses"
            return f"{title}: {self.domain}" if self.domain.parameters else title
        table = [["", *map(str, self.responses)]]
        table += [[str(t), *row] for t, row in zip(self.truths, self._printed(), strict=True)]
        widths = [max(len(row[j]) for row in table) for j in range(len(table[0]))]
        lines = ["  ".join(cell.rjust(w) for cell, w in zip(row, widths, strict=True)) for row in table]
        facts = [str(self.domain)] if self.domain.parameters else []
        facts += [str(self.generator)] if self.generator else []
        facts += ["assuming " + "; ".join(map(str, self.assumptions))] if self.assumptions else []
        return "\n".join([title + (": " if facts else "") + "; ".join(facts), *lines])

    # -- asking ----------------------------------------------------------------------------------------------------

    def epsilon(self) -> PrivacyLoss:
        """The smallest eps for which the design is eps-LDP, with the truths and the response that attain it."""
        from mechanisms.privacy import smallest_epsilon

        return smallest_epsilon(self)

    def delta(self, eps: PrivacyLevel | str | int | Fraction) -> Delta:
        """The smallest delta for which the design is (eps, delta)-LDP, exactly.

        `eps` is a rational number, or text such as "log(3)". Raises LevelError for what is no level, a float included.
        """
        from mechanisms.privacy import delta_at

        if isinstance(eps, str):
            eps = PrivacyLevel.read(eps)
        return delta_at(self, eps if isinstance(eps, PrivacyLevel) else PrivacyLevel.of_eps(eps))

    def variance(self, truth: Hashable | None = None, *, prior: Any = None, n: Any = "n") -> RationalFunction:
        """Variance of the unbiased estimate of the share of a truth; see `derivations.estimation.design_variance`.

        That module puts the method here, because estimators stand above designs; any name of rrproof loads it. Raises
        DesignError where none has been loaded.
        """
        raise DesignError(
            "the variance of a design comes with what `from rrproof import Design`, or any other name of it, loads"
        )

    # -- comparing -------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Whether labels and entries are the same, by normal forms; names and domains are not compared."""
        if not isinstance(other, Design):
            return NotImplemented
        if self.truths != other.truths or self.responses != other.responses:
            return False
        if self.generator == other.generator:
            return self.entries == other.entries
        if self.generator is None or other.generator is None:
            # A generator is kept only when some entry is irrational, so the other design differs there.
            return False
        domain = self.domain.joined(other.domain)
        both = [e for design in (self, other) for row in design.to_sympy().tolist() for e in row]
        read, _ = read_entries(both, domain, lambda i: "an entry")
        return read[: len(both) // 2] == read[len(both) // 2 :]

    def __hash__(self) -> int:
        return self._hash

    # -- parameters ------------------------------------------------------------------------------------------------

    def at(self, **values: Any) -> Design:
        """The design at exact values of some parameters, which must lie in their domain.

        Values are integers, fractions or sympy rationals; a budget eps may be given as log(q) with a rational q.
        Raises DomainError outside the domain, DesignError for a name that is no parameter or an inexact value.
        """
        exact: dict[str, Fraction] = {}
        budgets = self.domain.budget_roots()
        for name, given in values.items():
            value, target = given, name
            if name in budgets and isinstance(given, sympy.log):
                target, divisor = budgets[name]
                value = sympy.root(given.args[0], divisor)
            elif name in budgets and given == 0:
                value, target = 1, budgets[name][0]
            elif name not in self.domain.names:
                known = ", ".join(self.domain.names) or "none"
                hint = ""
                if name in budgets:
                    target, divisor = budgets[name]
                    power = name if divisor == 1 else f"({name}/{divisor})"
                    hint = f"; give {target} = e^{power} exactly, or {name} = log(q)"
                raise DesignError(f"{name} is no parameter of {self._title()} (parameters: {known}){hint}")
            try:
                exact[target] = exact_number(value, f"the value for {name}")
            except EntryError as error:
                raise DesignError(f"{error}; for others use .substitute with a domain") from error
        return self.substitute(exact, self.domain.at(exact), assumptions=self._assumptions_at(exact))

    def substitute(self, values: Mapping[str, Any], domain: Domain, *, assumptions: Iterable[Condition] = ()) -> Design:
        """Replace parameters by exact expressions in the parameters of a new domain, all at once.

        The result is checked on `domain` from the start; the conditions of the old domain are not carried over.
        """
        names = list(values)
        replacements = [read_expression(values[name], f"the value for {name}") for name in names]
        rows: list[list[Any]]
        if self.generator is None and all(isinstance(r, RationalFunction) for r in replacements):
            rational = {n: r for n, r in zip(names, replacements, strict=True) if isinstance(r, RationalFunction)}
            distinct = {e for row in self.entries for e in row}
            there = {e: self._compose(e, lambda e: e.substitute(rational)) for e in distinct}
            rows = [[there[e] for e in row] for row in self.entries]
        else:
            symbols = {
                sympy.Symbol(n): r.to_sympy() if isinstance(r, RationalFunction) else r
                for n, r in zip(names, replacements, strict=True)
            }
            rows = self.to_sympy().xreplace(symbols).tolist()
        return Design(rows, domain, self.truths, self.responses, self.name, assumptions=assumptions)

    # -- composition -----------------------------------------------------------------------------------------------

    def __matmul__(self, post: Design) -> Design:
        """Post-processing: the design P C of "respond y by P, then report z by C", for C with truths = P.responses.

        (P C)[x, z] = sum_y P[x, y] C[y, z]. The rows of C are found by label.
        """
        if not isinstance(post, Design):
            return NotImplemented
        if set(self.responses) != set(post.truths):
            raise DesignError(
                f"{self._title()} cannot be post-processed by {post._title()}: the responses of the first are "
                f"{list(self.responses)}, the truths of the second are {list(post.truths)}"
            )
        first, second = _operands(self, post)
        order = [post.row_of(response) for response in self.responses]
        rows = [
            [_sum(p * second[order[y]][z] for y, p in enumerate(row)) for z in range(len(post.responses))]
            for row in first
        ]
        name = f"{self.name} @ {post.name}" if self.name and post.name else ""
        return self._combined(rows, [self, post], self.truths, post.responses, name)

    def product(self, other: Design) -> Design:
        """Two independent responses to one truth: entry P[x, y] Q[x, z] at response (y, z)."""
        return self._independently([self, other], f"{self.name} x {other.name}" if self.name and other.name else "")

    def repeat(self, rounds: int) -> Design:
        """`rounds` independent responses to one truth; the responses are tuples of that length (at least 1).

        Raises DesignError for any other number.
        """
        if not isinstance(rounds, int) or rounds < 1:
            raise DesignError(f"the number of rounds must be an integer of at least 1, not {rounds!r}")
        return self._independently([self] * rounds, f"{self.name} repeated {rounds} times" if self.name else "")

    def _independently(self, designs: list[Design], name: str) -> Design:
        cells = len(self.truths)
        for design in designs:
            cells *= len(design.responses)
            if design.truths != self.truths:
                raise DesignError(
                    f"a product asks for one truth: {self._title()} has the truths {list(self.truths)}, "
                    f"{design._title()} has {list(design.truths)}"
                )
        if cells > MAXIMAL_CELLS:
            raise DesignError(f"the product would have {cells} entries; at most {MAXIMAL_CELLS} are allowed")
        matrices = _operands(*designs)
        responses = list(cartesian(*(design.responses for design in designs)))
        rows = []
        for x in range(len(self.truths)):
            row = list(matrices[0][x])
            for matrix in matrices[1:]:
                row = [p * q for p in row for q in matrix[x]]
            rows.append(row)
        return self._combined(rows, designs, self.truths, responses, name)

    def permute_responses(self, order: Sequence[Hashable]) -> Design:
        """Relabel the responses: what was response `responses[j]` is now reported as `order[j]`.

        The labels and their order stay; the columns move. For two responses, order (1, 0) is X' = 1 - X.
        """
        _check_permutation(self.responses, order, "responses")
        source = {new: j for j, new in enumerate(order)}
        columns = [source[label] for label in self.responses]
        rows = [[row[j] for j in columns] for row in _operands(self)[0]]
        return self._combined(rows, [self], self.truths, self.responses, self.name)

    def permute_truths(self, order: Sequence[Hashable]) -> Design:
        """Relabel the true values: who had truth `truths[i]` now has truth `order[i]`; the rows move."""
        _check_permutation(self.truths, order, "truths")
        source = {new: i for i, new in enumerate(order)}
        matrix = _operands(self)[0]
        rows = [matrix[source[label]] for label in self.truths]
        return self._combined(rows, [self], self.truths, self.responses, self.name)

    def response_distribution(
        self, prior: Mapping[Hashable, Any] | Sequence[Any], domain: Domain | None = None
    ) -> dict[Hashable, RationalFunction]:
        """P(response y) = sum_x prior(x) P[x, y], for each response label.

        `prior` gives the weight of each true value, by label or in the order of the rows; the weights sum to one.
        `domain` declares parameters that only the prior uses. Raises DesignError when the prior is no distribution.
        """
        if isinstance(prior, Mapping):
            if set(prior) != set(self.truths):
                raise DesignError(f"the prior has the truths {list(prior)}, the design {list(self.truths)}")
            weights = [prior[truth] for truth in self.truths]
        else:
            weights = list(prior)
        both = self.domain.joined(domain) if domain else self.domain
        mixed = Design([weights], both, ["prior"], self.truths, "prior") @ self
        return dict(zip(mixed.responses, mixed.entries[0], strict=True))

    # -- helpers ---------------------------------------------------------------------------------------------------

    def _combined(
        self,
        rows: list[list[Any]],
        parts: Sequence[Design],
        truths: Sequence[Hashable],
        responses: Sequence[Hashable],
        name: str,
    ) -> Design:
        domain = Domain()
        for part in parts:
            domain = domain.joined(part.domain)
        assumptions = [a for part in parts for a in part.assumptions]
        return Design(rows, domain, truths, responses, name, assumptions=assumptions)

    def _title(self) -> str:
        return f"the design {self.name}" if self.name else "the design"

    def _written(self, exponentials: bool) -> list[list[sympy.Expr]]:
        """The entries as sympy expressions: factored if rational, multiplied out where there are radicals."""
        write: dict[str, sympy.Expr] = {}
        if exponentials:
            write.update(self.domain.written_exponentials())
        write.update(self.domain.written_constants())
        if self.generator is None:
            return [[e.to_sympy(write) for e in row] for row in self.entries]
        write[self.generator.name] = self.generator.expression
        return [[sympy.expand(e.to_sympy(write)) for e in row] for row in self.entries]

    def _printed(self, write: Callable[..., str] = typesetting.text, exponentials: bool = False) -> list[list[str]]:
        """The entries as an author would write them; multiplied out where there are radicals."""
        if self.generator is not None:
            return [[write(e) for e in row] for row in self._written(exponentials)]
        names = {**(self.domain.written_exponentials() if exponentials else {}), **self.domain.written_constants()}
        return [[write(e, names) for e in row] for row in self.entries]

    def _refuse_parameters(self, consequence: str) -> None:
        if self.parameters:
            raise DesignError(
                f"{self._title()} {consequence} as long as it has the parameters {', '.join(self.parameters)}; "
                f"give them exact values with .at({self.parameters[0]}=...)"
            )

    def _nearest_double(self, value: RationalFunction) -> float:
        if self.generator is None or not value.names:
            return float(value.evaluate({}))
        width = Fraction(1, 2**60)
        while True:
            low, high = self.generator.enclose(value, width)
            if float(low) == float(high):
                return float(low)
            width /= 2**32

    def _assumptions_at(self, values: Mapping[str, Fraction]) -> list[Condition]:
        left = []
        for assumption in self.assumptions:
            there = Condition(assumption.polynomial.substitute(dict(values)), assumption.relation)
            if there.polynomial.names:
                left.append(there)
            elif not there.holds_at({}):
                where = ", ".join(f"{n} = {v}" for n, v in values.items())
                raise DesignError(f"{self._title()} is none at {where}: {assumption} does not hold there")
        return left

    def _compose(
        self, value: RationalFunction, change: Callable[[RationalFunction], RationalFunction]
    ) -> RationalFunction:
        try:
            return change(value)
        except ZeroDivisionError as error:
            raise DesignError(f"{self._title()}: the entry {value} is not defined there") from error


def mixture(parts: Iterable[tuple[Any, Design]], domain: Domain | None = None, name: str = "") -> Design:
    """The design sum_i w_i P_i: respond by P_i with probability w_i, decided independently of the truth.

    `parts` are (weight, design) pairs; the weights are exact, non-negative and sum to one as an identity, the designs
    have the same truths and responses. `domain` declares parameters that only the weights use. Raises DesignError for
    no parts, and for designs whose truths or responses differ.
    """
    pairs = list(parts)
    if not pairs:
        raise DesignError("a mixture needs at least one (weight, design) pair")
    designs = [design for _, design in pairs]
    first = designs[0]
    for design in designs[1:]:
        if design.truths != first.truths or design.responses != first.responses:
            raise DesignError("the designs of a mixture must have the same truths and the same responses")
    joined = domain if domain is not None else Domain()
    for design in designs:
        joined = joined.joined(design.domain)
    weights = Design([[w for w, _ in pairs]], joined, ["weight"], name="the weights of the mixture")
    matrices = _operands(weights, *designs)
    rows = [
        [_sum(matrices[0][0][i] * matrices[i + 1][x][y] for i in range(len(pairs))) for y in range(first.shape[1])]
        for x in range(first.shape[0])
    ]
    return weights._combined(rows, [weights, *designs], first.truths, first.responses, name)


def _operands(*designs: Design) -> list[list[list[Any]]]:
    """The matrices in one arithmetic: numbers, rational functions, or sympy expressions for irrational constants."""
    if all(design.generator is None for design in designs):
        if not any(e.names for design in designs for row in design.entries for e in row):
            return [[[e.constant_value() for e in row] for row in design.entries] for design in designs]
        return [[list(row) for row in design.entries] for design in designs]
    return [design.to_sympy().tolist() for design in designs]


def _sum(terms: Iterable[Any]) -> Any:
    total: Any = None
    for term in terms:
        total = term if total is None else total + term
    return total


def _rows(matrix: Any) -> list[list[Any]]:
    given = matrix.tolist() if hasattr(matrix, "tolist") else matrix
    try:
        rows = [list(row) for row in given]
    except TypeError as error:
        raise DesignError(f"a design needs a sequence of rows of entries, not {matrix!r}") from error
    if not rows or not rows[0]:
        raise DesignError("a design needs at least one row and one column")
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise DesignError(f"row 0 has {len(rows[0])} entries, but row {i} has {len(row)}")
    if len(rows) * len(rows[0]) > MAXIMAL_CELLS:
        raise DesignError(f"the matrix has {len(rows) * len(rows[0])} entries; at most {MAXIMAL_CELLS} are allowed")
    return rows


def _labels(labels: Sequence[Hashable] | None, count: int, what: str, lines: str) -> tuple[Hashable, ...]:
    if labels is None:
        return tuple(range(count))
    result = tuple(labels)
    if len(result) != count:
        raise DesignError(f"there are {len(result)} {what} for {count} {lines}")
    if len(set(result)) != len(result):
        raise DesignError(f"the {what} {list(result)} are not all different")
    return result


def _position(labels: tuple[Hashable, ...], label: Hashable, kind: str, design: Design) -> int:
    if label not in labels:
        raise DesignError(f"{label!r} is no {kind} of {design._title()}; it has {', '.join(map(repr, labels))}")
    return labels.index(label)


def _check_permutation(labels: tuple[Hashable, ...], order: Sequence[Hashable], what: str) -> None:
    if len(order) != len(labels) or set(order) != set(labels):
        raise DesignError(f"{list(order)} is no permutation of the {what} {list(labels)}")
