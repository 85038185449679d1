"""Errors for a run that cannot be played."""

from __future__ import annotations

from boston7.errors import UserError


class SimulationError(UserError, ValueError):
    """A request that cannot be simulated, with a sentence of explanation."""


class NoScheduler(SimulationError):
    """There is no scheduler at the address of a cluster."""


class SchedulerLost(SimulationError):
    """The cluster's scheduler was lost during a run."""


class ClusterLost(SimulationError):
    """A cluster had no scheduler or no workers for too long. Blocks that it returned earlier stay valid."""
