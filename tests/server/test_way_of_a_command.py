"""docs/architecture.md lists the path of one command, and a server makes these calls in this order."""

from __future__ import annotations

import re
from pathlib import Path

from places import ROOT, SOURCE
from serving import Client, start_server

STEP = re.compile(r"^\d+\. `(?P<file>[\w/]+\.py):(?P<name>[\w.]+)`", re.MULTILINE)
NUMBERED = re.compile(r"^\d+\. ", re.MULTILINE)
TRACE = """
import os, sys, threading
named = dict(line.split("=") for line in os.environ["WAY"].split(","))
said = open(os.environ["TRACE"], "a", buffering=1)
def look(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_qualname in named and code.co_filename.endswith(named[code.co_qualname]):
        if code.co_flags & 0x80 and frame.f_lasti > 40:
            return  # a coroutine that goes on
        said.write(code.co_qualname + chr(10))
sys.setprofile(look)
threading.setprofile(look)
"""


def test_the_way_of_a_command_is_as_the_docs_tell_it(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.split("## The way of one command\n")[1].split("\n## ")[0]
    told = STEP.findall(section)
    assert told
    assert len(told) == len(NUMBERED.findall(section)), "every numbered step names its file and function"
    assert all((SOURCE / file).is_file() for file, _ in told)
    trace = tmp_path / "calls"
    environment = {
        "WAY": ",".join(f"{name}=boston7/{file}" for file, name in told),
        "TRACE": str(trace),
    }
    with start_server(tmp_path, environment=environment, altered=TRACE) as server:
        ann = Client(server).guest()
        made = ann.post("/api/practice", {"house": "nhcg", "bots": []}).ok()
        table, seat = made["table"], made["seat"]
        with ann.socket() as hers:
            hers.watch(table)
            wagers = {"type": "place_wagers", "seat": seat, "wagers": {"ante": 500, "first": 500}}
            assert hers.act(table, wagers)["type"] == "accepted"
            hers.until(table, lambda frame: frame["view"]["phase"] == "decision")
            before = len(trace.read_text().split())
            assert hers.act(table, {"type": "place_second", "seat": seat})["type"] == "accepted"
            hers.until(table, lambda frame: frame["view"]["phase"] != "decision")
    calls = trace.read_text().split()[before:]
    at = -1
    for _, name in told:
        assert name in calls[at + 1 :], f"{name} does not come where the docs have it: {calls}"
        at = calls.index(name, at + 1)
    for name in ("SocketSession._handle", "TableActor.submit", "PlaceSecond.decide", "SecondPlaced.apply"):
        assert calls[: at + 1].count(name) == 1, f"{name} happens once: {calls}"
