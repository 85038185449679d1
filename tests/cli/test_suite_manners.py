"""The suite itself: it behaves the same in the background, and failing tests clean up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from places import SUPPORT

TRIAL = """
import signal, subprocess, sys, time

def test_ctrl_c_reaches_a_child():
    program = "import time; print(1, flush=True); time.sleep(60)"
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    child.stdout.readline()
    child.send_signal(signal.SIGINT)
    assert child.wait(20) == -signal.SIGINT
    child.stdout.close()

def test_that_fails():
    global child
    child = subprocess.Popen(["sleep", "600"])
    print("child", child.pid)
    assert False
"""


def test_with_interrupts_ignored_and_a_failure(tmp_path: Path) -> None:
    (tmp_path / "test_trial.py").write_text(TRIAL, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", str(tmp_path / "test_trial.py")],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(SUPPORT), str(SUPPORT.parent))),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        timeout=120,
    )
    assert "1 failed, 1 passed" in done.stdout, done.stdout
    child = next(int(line.split()[1]) for line in done.stdout.splitlines() if line.startswith("child "))
    assert not Path(f"/proc/{child}").exists()
