"""Direct questioning: everybody answers truthfully."""

from collections.abc import Hashable

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.protocols.protocol import Protocol


def direct_questioning() -> Mechanism:
    """P = I: p00 = p11 = 1.

    Source: Holohan, Leith, Mason, section II-B, remark.
    """

    def program(truth: Hashable) -> Hashable:
        return truth

    return Mechanism(
        key="direct",
        title="Direct questioning",
        source="Holohan, Leith, Mason: Optimal Differentially Private Mechanisms for Randomised Response, II-B",
        protocol=Protocol("Direct questioning", program, (0, 1)),
        printed_matrix=Design([[1, 0], [0, 1]], name="Direct questioning"),
    )
