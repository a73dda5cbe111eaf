"""The protocols of the catalogue with a symbol as number of values, as terms of the logic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Encoding:
    """How a protocol of the catalogue stands in the logic, in terms of its number of values k and its parameters.

    `made` are the variables that say what its responses are, each with what is known of it. A protocol whose responses
    are numbers is not pure: no response is listed, and its design is a density.
    """

    design: str
    support: str
    responses: str = "{m}"
    made: tuple[tuple[str, str], ...] = ()
    has_stars: bool = True
    is_pure: bool = True


_VECTORS = (("m", "integer({m}) and 0 <= {m}"), ("z", "bit_vectors({k}, {m}, {z})"))
_HASHES = (
    ("s", "integer({s}) and 1 <= {s}"),
    ("m", "integer({m}) and 0 <= {m}"),
    ("H", "universal({k}, {s}, {g}, {H})"),
    ("h", ""),
    ("r", "all_pairs({s}, {g}, {m}, {h}, {r})"),
)
_HASHING = "local_hashing({s}, {g}, {H}, {h}, {r}, {x})"
ENCODINGS: Mapping[str, Encoding] = {
    "grr": Encoding("randomized_response({k}, {x})", "itself", "{k}"),
    "oue": Encoding("unary_encoding({k}, {z}, 1 / 2, 1 / ({x} + 1))", "{z}", made=_VECTORS),
    "sue": Encoding("unary_encoding({k}, {z}, {u} / ({u} + 1), 1 / ({u} + 1))", "{z}", made=_VECTORS),
    "unary-encoding": Encoding("unary_encoding({k}, {z}, {p}, {q})", "{z}", made=_VECTORS),
    "rappor": Encoding("unary_encoding({k}, {z}, 1 - {f} / 2, {f} / 2)", "{z}", made=_VECTORS),
    "olh": Encoding(_HASHING, "hashed({H}, {h}, {r})", made=_HASHES),
    "blh": Encoding(_HASHING, "hashed({H}, {h}, {r})", made=_HASHES),
    "subset-selection": Encoding(
        "subset_selection({k}, {l}, {z}, {x})",
        "{z}",
        made=(("m", "integer({m}) and 0 <= {m}"), ("z", "subsets({k}, {l}, {m}, {z})")),
    ),
    "the": Encoding("unary_encoding({k}, {z}, 1 - {above} / 2, {below} / 2)", "{z}", made=_VECTORS),
    "she": Encoding("noisy_histogram({k}, {b})", "", "1", has_stars=False, is_pure=False),
    "hadamard-response": Encoding(
        "hadamard_response({m}, {S}, {x})",
        "{S}",
        made=(("m", "integer({m}) and 1 <= {m}"), ("S", "hadamard({k}, {m}, {S})")),
    ),
    "pure": Encoding(
        "{P}",
        "{S}",
        made=(("m", "integer({m}) and 0 <= {m}"), ("P", "design({k}, {m}, {P})"), ("S", "")),
        has_stars=False,
    ),
}
"""The protocols that are declared with a number of values that is a symbol."""
