"""Dask's processes, forked from one that has read everything in: to start Python takes them longer than their work."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

READ_IN = ["distributed.cli.dask_scheduler", "distributed.cli.dask_worker", "boston7.simulate.cluster"]


@contextmanager
def forking() -> Iterator[ForkServerContext]:
    """A cluster that is started on this machine meanwhile forks its workers likewise."""
    import dask
    from distributed.utils import get_mp_context

    with dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"}):
        context = get_mp_context()
        context.set_forkserver_preload(READ_IN)
        yield context


@contextmanager
def dask_process(kind: str, *arguments: str) -> Iterator[Any]:
    """`dask scheduler` or `dask worker`, from its command line on."""
    with forking() as context:
        process = context.Process(target=_become, args=(kind, arguments))
        process.start()
    try:
        yield process
    finally:
        process.kill()
        process.join(120)


def _become(kind: str, arguments: tuple[str, ...]) -> None:
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        import_module(f"distributed.cli.dask_{kind}").main(list(arguments))
