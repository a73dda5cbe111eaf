"""The catalogue of named mechanisms, each with its protocol and its printed matrix."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache

from mechanisms.catalogue.binary import generalised_binary
from mechanisms.catalogue.christofides import christofides, improved_christofides
from mechanisms.catalogue.differentially_private import corner, mirrored_one_sided, one_sided, optimal_epsilon
from mechanisms.catalogue.direct import direct_questioning
from mechanisms.catalogue.forced_response import forced_response
from mechanisms.catalogue.frequency_oracles import (
    binary_local_hashing,
    hadamard_response,
    local_hashing,
    optimised_unary_encoding,
    randomised_response,
    symmetric_unary_encoding,
    thresholding,
)
from mechanisms.catalogue.key_value import lpp, lpp_double_dagger, lpp_given, unary_position, vpp
from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.catalogue.rappor import permanent, sampling, two_reports
from mechanisms.catalogue.relaxation import binary_relaxation
from mechanisms.catalogue.simmons import simmons, simmons_attribute
from mechanisms.catalogue.stochastic_rounding import rounded_response, rounding
from mechanisms.catalogue.subset_responses import erasure, local_diversity, subset_selection, unary_encoding
from mechanisms.catalogue.survey_questions import crosswise, kuk, mangat, triangular
from mechanisms.catalogue.three_answers import (
    extended_warner,
    general_three_answers,
    presence_kept_unequally,
    presence_then_sign,
    two_truth_probabilities,
)
from mechanisms.catalogue.two_sample_surveys import (
    cheating_detection,
    item_count,
    moors,
    stochastic_lie_detector,
    symmetric_cheating_detection,
    unrelated_two_samples,
)
from mechanisms.catalogue.two_stage import two_stage
from mechanisms.catalogue.warner import warner

__all__ = ["Mechanism", "UnknownMechanismError", "christofides", "get", "improved_christofides", "names"]

_MAKERS: dict[str, Callable[[], Mechanism]] = {
    "direct": direct_questioning,
    "warner": warner,
    "binary": generalised_binary,
    "optimal-epsilon": optimal_epsilon,
    "one-sided": one_sided,
    "mirrored-one-sided": mirrored_one_sided,
    "corner": corner,
    "forced-response": forced_response,
    "two-stage": two_stage,
    "binary-relaxation": binary_relaxation,
    "simmons": simmons,
    "simmons-attribute": simmons_attribute,
    "christofides": christofides,
    "improved-christofides": improved_christofides,
    "three-answers": general_three_answers,
    "ewrr3": extended_warner,
    "rr3-dagger": two_truth_probabilities,
    "rr3-ddagger": presence_then_sign,
    "rr3-club": presence_kept_unequally,
    "vpp": vpp,
    "lpp": lpp,
    "lpp-given": lpp_given,
    "lpp-ddagger": lpp_double_dagger,
    "pckv-ue": unary_position,
    "local-l-diversity": local_diversity,
    "subset-selection": subset_selection,
    "erasure": erasure,
    "unary-encoding": unary_encoding,
    "grr": randomised_response,
    "sue": symmetric_unary_encoding,
    "oue": optimised_unary_encoding,
    "blh": binary_local_hashing,
    "olh": local_hashing,
    "hadamard-response": hadamard_response,
    "the": thresholding,
    "rappor-permanent": permanent,
    "rappor-sampling": sampling,
    "rappor-two-reports": two_reports,
    "stochastic-rounding": rounding,
    "rounded-response": rounded_response,
    "mangat": mangat,
    "kuk": kuk,
    "crosswise": crosswise,
    "triangular": triangular,
    "unrelated-two-samples": unrelated_two_samples,
    "moors": moors,
    "cheating-detection": cheating_detection,
    "symmetric-cheating-detection": symmetric_cheating_detection,
    "stochastic-lie-detector": stochastic_lie_detector,
    "item-count": item_count,
}


class UnknownMechanismError(ValueError):
    """No mechanism of the catalogue has this name."""


def names() -> tuple[str, ...]:
    """The names of all mechanisms in the catalogue."""
    return tuple(_MAKERS)


@cache
def get(name: str) -> Mechanism:
    """The mechanism of this name; UnknownMechanismError, with the names that are close, if there is none."""
    if name not in _MAKERS:
        close = get_close_matches(name, _MAKERS, n=3)
        hint = f"did you mean {' or '.join(close)}?" if close else f"the catalogue has {', '.join(_MAKERS)}"
        raise UnknownMechanismError(f"there is no mechanism named {name!r}; {hint}")
    return _MAKERS[name]()
