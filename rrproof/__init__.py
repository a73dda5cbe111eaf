"""rrproof: exact mechanisms of randomized response and local differential privacy, and proofs about them.

    import rrproof
    design = rrproof.catalogue.get("warner").protocol.design()
    design.epsilon(), design.variance()
    rrproof.analyze("grr(k=3, x=3)")

Every name below lives in one of the packages mechanisms, derivations, lp and checks, and is imported when it is first
used, so that `import rrproof` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from checks.designs.analysis.whole import analyze as analyze
    from checks.designs.comparison.whole import compare as compare
    from checks.designs.optimal.best import best_design as design
    from checks.inputs.counts import estimate_weighted_answers as estimate_weighted_answers
    from checks.inputs.counts import read_answers as read_answers
    from checks.inputs.design import read_symbolic_design as read_design
    from checks.papers.collection import load_paper as load_paper
    from checks.running.runner import verify as verify
    from checks.samplers.audit.auditing import audit as audit
    from checks.samplers.simulation.simulation import simulate as simulate
    from checks.show.documents import erratum as erratum
    from checks.show.html.report import report_page as report_page
    from checks.show.plots.delta_curve import delta_curves as delta_curves
    from checks.show.plots.feasible_region import feasible_region as feasible_region
    from checks.show.plots.heat_map import heat_map as heat_map
    from checks.show.plots.optimum_curve import optimum_curve as optimum_curve
    from checks.show.plots.protocol_tree import protocol_tree as tree
    from derivations.estimation.estimator import linear_estimator as linear_estimator
    from derivations.surveys.estimates import estimate_shares as estimate_shares
    from derivations.surveys.survey import Survey as Survey
    from lp.binary.optima import best_for_known as best_for_known
    from lp.losses import linear_loss as losses
    from lp.parametric.design import parametric_design as parametric_design
    from mechanisms import catalogue as catalogue
    from mechanisms.design import Design as Design
    from mechanisms.exact.domain import Domain as Domain
    from mechanisms.exact.domain import above as above
    from mechanisms.exact.domain import integer as integer
    from mechanisms.exact.domain import real as real
    from mechanisms.exact.domain import within as within
    from mechanisms.guarantees.hockey_stick import delta_curve as delta_curve
    from mechanisms.privacy import smallest_delta as smallest_delta
    from mechanisms.privacy import smallest_epsilon as smallest_epsilon
    from mechanisms.protocols.primitives import Choice as Choice
    from mechanisms.protocols.primitives import Coin as Coin
    from mechanisms.protocols.primitives import Deck as Deck
    from mechanisms.protocols.primitives import Uniform as Uniform
    from mechanisms.protocols.protocol import Protocol as Protocol
    from mechanisms.protocols.protocol import protocol as protocol
    from mechanisms.protocols.sampling import sample as sample

__version__ = "0.1.0"

_HOMES = {
    "Choice": "mechanisms.protocols.primitives:Choice",
    "Coin": "mechanisms.protocols.primitives:Coin",
    "Deck": "mechanisms.protocols.primitives:Deck",
    "Design": "mechanisms.design:Design",
    "Domain": "mechanisms.exact.domain:Domain",
    "Protocol": "mechanisms.protocols.protocol:Protocol",
    "Survey": "derivations.surveys.survey:Survey",
    "Uniform": "mechanisms.protocols.primitives:Uniform",
    "above": "mechanisms.exact.domain:above",
    "analyze": "checks.designs.analysis.whole:analyze",
    "audit": "checks.samplers.audit.auditing:audit",
    "best_for_known": "lp.binary.optima:best_for_known",
    "catalogue": "mechanisms.catalogue:",
    "compare": "checks.designs.comparison.whole:compare",
    "delta_curve": "mechanisms.guarantees.hockey_stick:delta_curve",
    "delta_curves": "checks.show.plots.delta_curve:delta_curves",
    "design": "checks.designs.optimal.best:best_design",
    "erratum": "checks.show.documents:erratum",
    "estimate_shares": "derivations.surveys.estimates:estimate_shares",
    "estimate_weighted_answers": "checks.inputs.counts:estimate_weighted_answers",
    "feasible_region": "checks.show.plots.feasible_region:feasible_region",
    "heat_map": "checks.show.plots.heat_map:heat_map",
    "integer": "mechanisms.exact.domain:integer",
    "linear_estimator": "derivations.estimation.estimator:linear_estimator",
    "load_paper": "checks.papers.collection:load_paper",
    "losses": "lp.losses.linear_loss:",
    "optimum_curve": "checks.show.plots.optimum_curve:optimum_curve",
    "parametric_design": "lp.parametric.design:parametric_design",
    "protocol": "mechanisms.protocols.protocol:protocol",
    "read_answers": "checks.inputs.counts:read_answers",
    "read_design": "checks.inputs.design:read_symbolic_design",
    "real": "mechanisms.exact.domain:real",
    "report_page": "checks.show.html.report:report_page",
    "sample": "mechanisms.protocols.sampling:sample",
    "simulate": "checks.samplers.simulation.simulation:simulate",
    "smallest_delta": "mechanisms.privacy:smallest_delta",
    "smallest_epsilon": "mechanisms.privacy:smallest_epsilon",
    "tree": "checks.show.plots.protocol_tree:protocol_tree",
    "verify": "checks.running.runner:verify",
    "within": "mechanisms.exact.domain:within",
}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    import_module("derivations.estimation.design_variance")  # gives designs their variance
    module, _, attribute = _HOMES[name].partition(":")
    home = import_module(module)
    return getattr(home, attribute) if attribute else home


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
