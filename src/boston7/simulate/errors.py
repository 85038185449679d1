"""The one thing that goes wrong here: a run that cannot be played."""

from __future__ import annotations

from boston7.errors import UserError


class SimulationError(UserError, ValueError):
    """A request that cannot be simulated, with a sentence that says why."""


class NoScheduler(SimulationError):
    """No scheduler answers at the address of a cluster."""


class SchedulerLost(SimulationError):
    """The cluster's scheduler is gone in the middle of a run."""


class ClusterLost(SimulationError):
    """A cluster had no scheduler or no workers for too long. The blocks it returned before are good."""
