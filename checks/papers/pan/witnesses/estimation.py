"""Second witnesses of sections 5 and 6 and appendices E to G, at exact points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from checks.claims.claim import Claim
from checks.claims.record import WitnessRecord
from checks.papers.pan.notation.estimation import PARAMETERS
from checks.papers.pan.vocabulary import VOCABULARY
from checks.papers.pan.witnesses import clients
from checks.papers.pan.witnesses.clients import covariance, expected, whole
from checks.papers.pan.witnesses.simulated import SIMULATED
from checks.reading import read_plain
from checks.reading import syntax as tree
from checks.witness import Meanings, Space
from checks.witness.evaluator import Evaluator
from checks.witness.numbers import Numeric
from checks.witness.points import Draw
from mechanisms.exact.domain import above, integer

INTEGERS = ("K", "N", "k", "m", "label_x", "label_v", "label_w")
CLAIMS = (range(72, 100), range(136, 161))


@dataclass(frozen=True)
class ClientsSpace(Space):
    """Points whose labels are among the m values and whose k is at most K."""

    def point(self, draw: Draw) -> Evaluator | None:
        """A point of the space; labels and counts that are too large are brought back into their ranges."""
        found = super().point(draw)
        if found is None:
            return None
        given = {name: whole(found.values[name]) for name in INTEGERS}
        labels = {name: (given[name] - 1) % given["m"] + 1 for name in ("label_x", "label_v", "label_w")}
        return found.at(**{**given, **labels, "k": given["k"] % (given["K"] + 1)})


SPACE = ClientsSpace(
    (
        *(p for p in PARAMETERS if p.name not in ("choices", "members")),
        *(above(name, 1, closed=True) for name in ("x", "y", "z", "x_i")),
        integer("m", 2),
    ),
    ties=tuple(
        read_plain(text, VOCABULARY)
        for text in ("eps_alpha = eps_beta", "eps1 = eps2", "eps1 = eps_i", "label_v = label_w", "K = 1", "K = 2")
    ),
)


def _variance(point: Evaluator, node: tree.Operate) -> Numeric:
    return covariance(point, node.arguments[0], node.arguments[0])


MEANINGS = Meanings(
    names={"alpha": clients.ALPHA, "beta": clients.BETA},
    functions={},
    operators={
        "E": lambda point, node: expected(point, *node.arguments),
        "Var": _variance,
        "Cov": lambda point, node: covariance(point, *node.arguments),
    },
    budgets={
        "eps": "z",
        "eps1": "x",
        "eps2": "y",
        "eps_i": "x_i",
        "eps_alpha": "e_alpha",
        "eps_beta": "e_beta",
        "eps_ns": "e_ns",
        "eps_last": "e_last",
    },
)
FURTHER: Mapping[str, Callable[[Claim, int], list[WitnessRecord]]] = SIMULATED
