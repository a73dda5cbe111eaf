"""Surveys by Monte Carlo against exact theory, one by one or over grids of parameters, on one machine or on many."""

from typing import TYPE_CHECKING, Any

from checks.samplers.simulation.errors import SimulationError

if TYPE_CHECKING:
    from checks.samplers.simulation.simulation import Simulation, simulate

__all__ = ["Simulation", "SimulationError", "simulate"]


def __getattr__(name: str) -> Any:
    """What is imported when it is asked for, because it needs numpy."""
    if name in ("Simulation", "simulate"):
        from checks.samplers.simulation import simulation

        return getattr(simulation, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
