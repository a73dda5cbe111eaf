"""Samplers of other libraries, each with the design that it promises: `rrproof audit opendp:randomized_response_bool`.

What a library calls its parameters is what `--with` takes here. The libraries compute probabilities from doubles; the
design has the double of the library's own formula as an exact fraction where it is a parameter (OpenDP's prob), and
e^eps to 2^-100 where the library takes eps, so that an audit of the latter allows for the rounding of doubles by a
tolerance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flint import arb, ctx

from checks.samplers.audit.calling import Calling
from checks.samplers.audit.settings import AuditError
from mechanisms.exact.polynomial import to_fmpq
from mechanisms.exact.privacy_level import dyadic

if TYPE_CHECKING:
    from mechanisms.design import Design

ROUNDING = Fraction(1, 2**45)  # relative error of a probability that a library computes in doubles
MOST_BITS = 8
MOST_RESPONSES = 1000
Arguments = Mapping[str, Any]
Sampler = Callable[[Any], Any]


@dataclass(frozen=True)
class Peer:
    """A sampler of another library.

    Attributes:
        parameters: its names and examples of values.
        sampler: makes the function from a truth of the design to a response of the design.
        design: what it promises, exactly.
        tolerance: the relative error of its probabilities.

    """

    parameters: Mapping[str, Any]
    sampler: Callable[..., Sampler]
    design: Callable[..., Design]
    tolerance: Fraction = ROUNDING


def is_adapter(name: str) -> bool:
    """Whether a name is that of a peer."""
    return name in PEERS


def sampler_of(calling: Calling) -> Sampler:
    """Import the library and make the sampler. Raises AuditError."""
    peer, arguments = _peer(calling)
    try:
        return peer.sampler(**arguments)
    except ImportError as error:
        raise AuditError(
            f"{calling} needs the library {error.name}, one of the extra `peers`: "
            "pip install '.[peers]' in the folder of rrproof"
        ) from error
    except Exception as error:
        raise AuditError(f"{calling} could not be made: {type(error).__name__}: {error}") from error


def design_of(calling: Calling) -> tuple[Design, Fraction]:
    """The design that a peer promises, and the tolerance of its arithmetic. Raises AuditError."""
    peer, arguments = _peer(calling)
    return peer.design(**arguments), peer.tolerance


def _peer(calling: Calling) -> tuple[Peer, Arguments]:
    peer = PEERS[str(calling)]
    names = " ".join(f"--with {name}={value}" for name, value in peer.parameters.items())
    if set(calling.made_with) != set(peer.parameters):
        raise AuditError(f"{calling} takes {names}")
    for name, value in calling.made_with.items():
        kind = type(peer.parameters[name])
        if isinstance(value, bool) or not isinstance(value, kind | int):
            raise AuditError(f"{calling}: {name} is a number such as {peer.parameters[name]}, not {value!r}")
    arguments = {name: type(peer.parameters[name])(value) for name, value in calling.made_with.items()}
    for name in ("k", "d"):
        if name in arguments and not 2 <= arguments[name] <= 64:
            raise AuditError(f"{calling}: {name} lies between 2 and 64, not {arguments[name]}")
    for name in ("eps", "epsilon"):
        if name in arguments and not 0 < arguments[name] <= 50:
            raise AuditError(f"{calling}: {name} lies between 0 and 50, not {arguments[name]}")
    return peer, arguments


def exponential(eps: float | Fraction) -> Fraction:
    """e^eps to a relative error of 2^-100."""
    with ctx.workprec(256):
        return dyadic(arb(to_fmpq(Fraction(eps))).exp().mid()).limit_denominator(2**140)


# -- designs -----------------------------------------------------------------------------------------------------------


def _randomised_response(k: int, p: Fraction, name: str, labels: tuple[Any, ...] | None = None) -> Design:
    """The truth with probability p, else one of the k - 1 others."""
    from mechanisms.design import Design

    q = (1 - p) / (k - 1)
    rows = [[p if x == y else q for y in range(k)] for x in range(k)]
    return Design(rows, truths=labels, responses=labels, name=name)


def _grr(k: int, eps: float, name: str) -> Design:
    x = exponential(eps)
    return _randomised_response(k, x / (x + k - 1), name)


def _unary(k: int, p: Fraction, q: Fraction, name: str) -> Design:
    """k bits, independently: that of the truth is 1 with probability p, the others with q."""
    from mechanisms.design import Design

    if k > MOST_BITS:
        raise AuditError(f"{name}: at most {MOST_BITS} categories, since there are 2^k responses, not {k}")
    responses = list(product((0, 1), repeat=k))
    rows = []
    for x in range(k):
        row = []
        for bits in responses:
            value = Fraction(1)
            for i, bit in enumerate(bits):
                one = p if i == x else q
                value *= one if bit else 1 - one
            row.append(value)
        rows.append(row)
    return Design(rows, responses=responses, name=name)


def _sue(k: int, eps: float, name: str) -> Design:
    root = exponential(Fraction(eps) / 2)
    return _unary(k, root / (root + 1), 1 / (root + 1), name)


def _oue(k: int, eps: float, name: str) -> Design:
    return _unary(k, Fraction(1, 2), 1 / (exponential(eps) + 1), name)


def _subsets(k: int, eps: float) -> Design:
    """A set of l = round(k/(e^eps + 1)) categories, e^eps times as likely if the truth is in it."""
    from mechanisms.design import Design

    x = exponential(eps)
    size = max(1, round(k / (x + 1)))
    responses = [frozenset(chosen) for chosen in combinations(range(k), size)]
    if len(responses) > MOST_RESPONSES:
        raise AuditError(f"{len(responses)} sets of {size} of {k} categories; at most {MOST_RESPONSES} are looked at")
    rows = []
    for truth in range(k):
        weights = [x if truth in chosen else Fraction(1) for chosen in responses]
        rows.append([weight / sum(weights) for weight in weights])
    return Design(rows, responses=responses, name="subset selection")


def _hashed(g: int, k: int, eps: float) -> Design:
    """A hash function, uniform among all to g values, and its value of the truth, e^eps times as likely as others."""
    from mechanisms.design import Design

    responses = [(function, value) for function in product(range(g), repeat=k) for value in range(g)]
    if len(responses) > MOST_RESPONSES:
        raise AuditError(
            f"there are {g}^{k} hash functions of {k} categories to {g} values; with a value of each, at most "
            f"{MOST_RESPONSES} responses are looked at"
        )
    x = exponential(eps)
    whole = g**k * (x + g - 1)
    rows = [[(x if value == function[i] else 1) / whole for function, value in responses] for i in range(k)]
    return Design(rows, responses=responses, name="local hashing")


def _hash_size(eps: float) -> int:
    return round(exponential(eps)) + 1


# -- samplers ----------------------------------------------------------------------------------------------------------


def _opendp() -> Any:
    prelude: Any = import_module("opendp.prelude")
    prelude.enable_features("contrib")
    return prelude


def _opendp_bool(prob: float) -> Sampler:
    measurement = _opendp().m.make_randomized_response_bool(prob)
    return lambda truth: int(measurement(bool(truth)))


def _opendp_categories(k: int, prob: float) -> Sampler:
    return _opendp().m.make_randomized_response(list(range(k)), prob)  # type: ignore[no-any-return]


def _diffprivlib_binary(epsilon: float) -> Sampler:
    mechanism = import_module("diffprivlib.mechanisms").Binary(epsilon=epsilon, value0="0", value1="1")
    return lambda truth: int(mechanism.randomise(str(truth)))


def _diffprivlib_exponential(k: int, epsilon: float) -> Sampler:
    utilities = [(str(a), str(b), 1.0) for a, b in combinations(range(k), 2)]
    mechanism = import_module("diffprivlib.mechanisms").ExponentialCategorical(epsilon=epsilon, utility_list=utilities)
    return lambda truth: int(mechanism.randomise(str(truth)))


def _pure_ldp_client(folder: str, module: str, name: str) -> Any:
    """A client of pure-LDP, from its own file: the whole package imports statsmodels, which it does not declare."""
    package = import_module("pure_ldp")
    path = Path(next(iter(package.__path__))) / "frequency_oracles" / folder / f"{module}.py"
    spec = spec_from_file_location(f"pure_ldp.{module}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no module", name="pure_ldp")
    client = module_from_spec(spec)
    spec.loader.exec_module(client)
    return getattr(client, name)


def _pure_ldp(
    folder: str, module: str, name: str, convert: Callable[[Any], Any], **fixed: Any
) -> Callable[..., Sampler]:
    def make(epsilon: float, d: int) -> Sampler:
        client = _pure_ldp_client(folder, module, name)(epsilon=epsilon, d=d, index_mapper=lambda item: item, **fixed)
        return lambda truth: convert(client.privatise(truth))

    return make


def _hash_function(seed: int, k: int, g: int) -> tuple[int, ...]:
    """The hash of each category, as the two libraries compute it."""
    digest = import_module("xxhash").xxh32
    return tuple(digest(str(i).encode(), seed=seed).intdigest() % g for i in range(k))


def _pure_ldp_hashing(**fixed: Any) -> Callable[..., Sampler]:
    def make(epsilon: float, d: int) -> Sampler:
        made = _pure_ldp_client("local_hashing", "lh_client", "LHClient")
        client = made(epsilon=epsilon, d=d, index_mapper=lambda item: item, **fixed)

        def answer(truth: int) -> tuple[tuple[int, ...], int]:
            value, seed = client.privatise(truth)
            return _hash_function(seed, d, client.g), int(value)

        return answer

    return make


def _multi_freq(module: str, convert: Callable[[Any], Any], **fixed: Any) -> Callable[..., Sampler]:
    def make(k: int, epsilon: float) -> Sampler:
        client = getattr(import_module(f"multi_freq_ldpy.pure_frequency_oracles.{module}"), f"{module}_Client")
        arguments = (k, epsilon, *fixed.values())  # compiled by numba, which is quicker with positions
        return lambda truth: convert(client(truth, *arguments))

    return make


def _multi_freq_hashing(optimal: bool) -> Callable[..., Sampler]:
    def make(k: int, epsilon: float) -> Sampler:
        client = import_module("multi_freq_ldpy.pure_frequency_oracles.LH").LH_Client
        size = _hash_size(epsilon) if optimal else 2

        def answer(truth: int) -> tuple[tuple[int, ...], int]:
            value, seed = client(truth, k, epsilon, optimal)
            return _hash_function(int(seed), k, size), int(value)

        return answer

    return make


def _bits(vector: Any) -> tuple[int, ...]:
    return tuple(int(bit) for bit in vector)


def _members(vector: Any) -> frozenset[int]:
    return frozenset(int(item) for item in vector)


_EPS_D = {"epsilon": 1.0, "d": 4}
_EPS_D_2 = {"epsilon": 1.0, "d": 2}
_K_EPS = {"k": 4, "epsilon": 1.0}
_K_EPS_2 = {"k": 2, "epsilon": 1.0}

PEERS: dict[str, Peer] = {
    "opendp:randomized_response_bool": Peer(
        {"prob": 0.75},
        _opendp_bool,
        lambda prob: _randomised_response(2, Fraction(prob), "randomised response"),
        Fraction(0),
    ),
    "opendp:randomized_response": Peer(
        {"k": 4, "prob": 0.5},
        _opendp_categories,
        lambda k, prob: _randomised_response(k, Fraction(prob), "randomised response"),
        Fraction(0),
    ),
    "diffprivlib:Binary": Peer(
        {"epsilon": 1.0}, _diffprivlib_binary, lambda epsilon: _grr(2, epsilon, "randomised response")
    ),
    "diffprivlib:ExponentialCategorical": Peer(
        _K_EPS, _diffprivlib_exponential, lambda k, epsilon: _grr(k, epsilon, "randomised response")
    ),
    "pure_ldp:DEClient": Peer(
        _EPS_D,
        _pure_ldp("direct_encoding", "de_client", "DEClient", int),
        lambda epsilon, d: _grr(d, epsilon, "direct encoding"),
    ),
    "pure_ldp:UEClient": Peer(
        _EPS_D,
        _pure_ldp("unary_encoding", "ue_client", "UEClient", _bits),
        lambda epsilon, d: _sue(d, epsilon, "symmetric unary encoding"),
    ),
    "pure_ldp:UEClient-oue": Peer(
        _EPS_D,
        _pure_ldp("unary_encoding", "ue_client", "UEClient", _bits, use_oue=True),
        lambda epsilon, d: _oue(d, epsilon, "optimised unary encoding"),
    ),
    "pure_ldp:LHClient": Peer(_EPS_D_2, _pure_ldp_hashing(), lambda epsilon, d: _hashed(2, d, epsilon)),
    "pure_ldp:LHClient-olh": Peer(
        _EPS_D_2, _pure_ldp_hashing(use_olh=True), lambda epsilon, d: _hashed(_hash_size(epsilon), d, epsilon)
    ),
    "multi_freq_ldpy:GRR": Peer(_K_EPS, _multi_freq("GRR", int), lambda k, epsilon: _grr(k, epsilon, "GRR")),
    "multi_freq_ldpy:SUE": Peer(
        _K_EPS, _multi_freq("UE", _bits, optimal=False), lambda k, epsilon: _sue(k, epsilon, "SUE")
    ),
    "multi_freq_ldpy:OUE": Peer(
        _K_EPS, _multi_freq("UE", _bits, optimal=True), lambda k, epsilon: _oue(k, epsilon, "OUE")
    ),
    "multi_freq_ldpy:SS": Peer(_K_EPS, _multi_freq("SS", _members), lambda k, epsilon: _subsets(k, epsilon)),
    "multi_freq_ldpy:BLH": Peer(_K_EPS_2, _multi_freq_hashing(False), lambda k, epsilon: _hashed(2, k, epsilon)),
    "multi_freq_ldpy:OLH": Peer(
        _K_EPS_2, _multi_freq_hashing(True), lambda k, epsilon: _hashed(_hash_size(epsilon), k, epsilon)
    ),
}
