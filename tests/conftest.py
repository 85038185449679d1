"""For every test: Ctrl-C reaches the processes it starts, and a test that fails leaves none of them running."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Generator

import pytest
from children import end_children, now

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell starts what it puts into the background
    signal.signal(signal.SIGINT, signal.default_int_handler)


os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="boston7-data-")  # nobody's own folder is written to
atexit.register(shutil.rmtree, os.environ["XDG_DATA_HOME"], ignore_errors=True)


def pytest_collection_finish() -> None:
    """Thousands of tests and all that they import stay to the end: nobody need look through them for what is left."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)  # what tests leave in circles is little


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """What fixtures started is theirs to end, and so is a database, which a test may have been the first to ask for."""
    began = now()
    try:
        return (yield)
    except BaseException:
        end_children(began, but="postgres")
        raise


def pytest_sessionfinish() -> None:
    end_children()
