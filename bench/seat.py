"""Waits and clicks of a player, at an earlier commit and at ours, in one run with a real Chromium.

The earlier commit is a checkout with its own environment (`make .bench-base`, or a folder in BENCH_BASE). Seconds
depend on the machine and the moment, so the two take turns, and the best of three counts.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, perf_counter, sleep
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import room_base, verdict

OURS = Path(__file__).parents[1]
sys.path.insert(0, str(OURS / "tests" / "support"))

from browser import DESKTOP, chromium  # noqa: E402
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError  # noqa: E402

TURNS = 3
IDLE = 6.0
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
LIKES = '{"motion": "reduced", "speed": "1000", "led": "yes"}'
PATIENCE = 60.0
GOLD = "#acts .go[data-act]:not(:disabled):not([aria-disabled=true])"
WATCH = """new MutationObserver(() => {
  if (!window.usable && document.querySelector('#acts button[data-act]:not(:disabled)'))
    window.usable = performance.now();
}).observe(document, {childList: true, subtree: true, attributes: true})"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def stopped(process: subprocess.Popen[bytes]) -> None:
    """Wait until the room has closed its record. Kill it if that takes too long."""
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def playing(tree: Path, folder: str) -> Iterator[tuple[str, subprocess.Popen[bytes], float]]:
    """Run `make play` of a tree. Yield its address, process and start time."""
    port = free_port()
    env = {**os.environ, "HOME": folder, "XDG_DATA_HOME": folder, "BOSTON7_DB": ""}
    command = [str(tree / ".venv/bin/boston7"), "play", "--no-open", "--port", str(port)]
    started = perf_counter()
    process = subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = monotonic() + PATIENCE
        while monotonic() < until:
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5):
                break
            sleep(0.02)
        yield f"http://127.0.0.1:{port}", process, started
    finally:
        process.terminate()
        stopped(process)


@contextmanager
def proxied(room: str, folder: str) -> Iterator[str]:
    """Serve the same room behind TLS and HTTP/2."""
    key, cert = f"{folder}/key.pem", f"{folder}/cert.pem"
    subject = ["-subj", "/CN=127.0.0.1", "-days", "2", "-keyout", key, "-out", cert]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject], check=True, capture_output=True
    )
    port = free_port()
    script = [str(Path(__file__).with_name("seat_proxy.mjs")), str(port), room.rsplit(":", 1)[1], key, cert]
    process = subprocess.Popen(["node", *script], stdout=subprocess.PIPE)
    try:
        assert process.stdout
        assert process.stdout.readline().strip() == b"ready"
        yield f"https://127.0.0.1:{port}"
    finally:
        process.terminate()
        stopped(process)


class Hand:
    """Clicks through a page and counts the clicks."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, where: str) -> None:
        self.page.locator(where).first.click(timeout=PATIENCE * 1000)
        self.clicks += 1

    @property
    def phase(self) -> str:
        return self.page.locator("body").get_attribute("data-phase") or ""

    @property
    def cards(self) -> int:
        return self.page.locator("#hand b7-card").count()

    def until_cards(self) -> None:
        """Click until cards are dealt: the primary button, and chips only where it is missing."""
        self.page.wait_for_selector("#acts button[data-act]", timeout=PATIENCE * 1000)
        with suppress(TimeoutError):
            self.page.wait_for_selector(GOLD, timeout=3000)
        until = monotonic() + PATIENCE
        while not self.cards and monotonic() < until:
            if self.page.locator("dialog[open] .go:not(:disabled)").count():
                self.click("dialog[open] .go")
            elif self.page.locator(GOLD).count():
                self.click(GOLD)
                self.page.wait_for_timeout(500)
            elif self.page.locator("[data-act=withdraw]").count():
                pass  # The wager is placed; wait for the other players.
            elif self.page.locator(".tray-chip:not(:disabled)").count() and self.phase == "betting":
                self.click(".tray-chip[data-cents='500']")
                self.click(".felt-mine .felt-spot[data-wager=ante]")
            self.page.wait_for_timeout(150)
        assert self.cards, "no cards were dealt"

    def round(self, gold: str = GOLD) -> int:
        """Play from the cards of one round to those of the next with the given button, and return the clicks."""
        before = self.clicks
        until = monotonic() + 2 * PATIENCE
        ended = False
        while monotonic() < until:
            ended = ended or self.phase in ("complete", "betting")
            if ended and self.cards and self.phase in ("three_card_bonus", "decision"):
                return self.clicks - before
            go = self.page.locator(gold)
            if go.count():
                with suppress(Exception):
                    go.first.click(timeout=1000)
                    self.clicks += 1
                    self.page.wait_for_timeout(300)
            self.page.wait_for_timeout(100)
        raise AssertionError("the round did not end")


def cold(context: BrowserContext, url: str, *, slow: bool) -> dict[str, float]:
    """Load a table page with an empty browser cache, and return its times and sizes."""
    page = context.new_page()
    line: Any = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    if slow:
        line.send("Network.emulateNetworkConditions", SLOW)
    loaded: list[float] = []
    line.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    page.add_init_script(WATCH)
    page.goto(url, timeout=4 * PATIENCE * 1000)
    # The content security policy forbids `wait_for_function`, which evaluates strings.
    while not page.evaluate("window.usable"):
        page.wait_for_timeout(50)
    page.wait_for_load_state("networkidle")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    found = {"paint": paint / 1000, "usable": page.evaluate("window.usable") / 1000}
    page.close()
    return {**found, "requests": len(loaded), "kb": sum(loaded) / 1024}


def worked(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def at_rest(context: BrowserContext, url: str, pid: int) -> dict[str, float]:
    """Return the idle load of the server and of the page."""
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("#acts button[data-act]", timeout=PATIENCE * 1000)
    page.wait_for_timeout(2000)
    line: Any = context.new_cdp_session(page)
    line.send("Performance.enable")

    def tasks() -> float:
        return float(
            next(m["value"] for m in line.send("Performance.getMetrics")["metrics"] if m["name"] == "TaskDuration")
        )

    start, server, busy = perf_counter(), worked(pid), tasks()
    page.wait_for_timeout(IDLE * 1000)
    passed = perf_counter() - start
    found = {"idle": (worked(pid) - server) / passed * 100, "page_idle": (tasks() - busy) / passed * 100}
    page.close()
    return found


def measure(browser: Browser, tree: Path, *, auto: bool) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, playing(tree, folder) as (room, process, started):
        context = browser.new_context(viewport=DESKTOP)  # type: ignore[arg-type]
        context.add_init_script(f"localStorage.setItem('boston7.prefs', '{LIKES}')")
        page = context.new_page()
        page.goto(room)
        hand = Hand(page)
        page.wait_for_selector("#play-now:not(:disabled)", timeout=PATIENCE * 1000)
        hand.click("#play-now")
        page.wait_for_url("**/table/*")
        hand.until_cards()
        found: dict[str, float] = {"clicks_to_cards": hand.clicks, "seconds_to_cards": perf_counter() - started}
        hand.round()
        found["clicks_a_round"] = hand.round()
        if auto:
            habits(page, "second", "five")
            hand.round(f"{GOLD}[data-act=rebet]")
            found["clicks_with_habits"] = hand.round(f"{GOLD}[data-act=rebet]")
            habits(page, "rebet")
            found["clicks_with_auto"] = unattended(page)
            page.locator(".auto-stop").click()
        table = page.url
        page.close()
        now = cold(context, table, slow=False)
        found.update(requests=now["requests"], kb=now["kb"], first_paint=now["paint"], usable=now["usable"])
        found.update(at_rest(context, table, process.pid))
        state: Any = context.storage_state()
        with proxied(room, folder) as outside:
            far = browser.new_context(viewport=DESKTOP, ignore_https_errors=True, storage_state=state)  # type: ignore[arg-type]
            late = cold(far, table.replace(room, outside), slow=True)
            far.close()
        found.update(slow_paint=late["paint"], slow_usable=late["usable"])
        context.close()
        return found


def habits(page: Page, *names: str) -> None:
    """Turn on automatic actions."""
    page.locator(".auto-toggle").click()
    for name in names:
        page.locator(f"[data-auto={name}]").check()
    page.evaluate("document.querySelector('.auto-panel').hidePopover()")


def unattended(page: Page) -> int:
    """Wait for a whole round without a click, and fail if it does not end."""
    number = "document.querySelector('.ticker-title')?.textContent"
    now = page.evaluate(number)
    until = monotonic() + 2 * PATIENCE
    while page.evaluate(number) == now:
        assert monotonic() < until, "no automatic action happened"
        page.wait_for_timeout(100)
    return 0


ROWS = (
    ("clicks_to_cards", "clicks from make play to the first cards", "{:.0f}"),
    ("seconds_to_cards", "seconds from make play to the first cards", "{:.1f}"),
    ("clicks_a_round", "clicks a round", "{:.0f}"),
    ("clicks_with_habits", "clicks a round, the 2nd and the best five by habit", "{:.0f}"),
    ("clicks_with_auto", "clicks a round with auto", "{:.0f}"),
    ("requests", "requests, cold at a table", "{:.0f}"),
    ("kb", "KB, cold at a table", "{:.0f}"),
    ("first_paint", "first paint, s", "{:.2f}"),
    ("usable", "usable in, s", "{:.2f}"),
    ("slow_paint", "first paint at 400 ms and 50 KB/s behind TLS and HTTP/2, s", "{:.2f}"),
    ("slow_usable", "usable there in, s", "{:.2f}"),
    ("idle", "server at rest, % of a core", "{:.1f}"),
    ("page_idle", "page at rest, % of a core", "{:.1f}"),
)  # fmt: skip


def run(console: Console) -> bool:
    trees = {"now": OURS}
    if (room_base.FOLDER / ".venv/bin/boston7").exists():
        trees = {room_base.COMMIT: room_base.FOLDER, **trees}
    else:
        console.print(f"Commit {room_base.COMMIT} is not available for comparison: make .bench-base")
    best: dict[str, dict[str, float]] = {name: {} for name in trees}
    with chromium() as browser:
        for _ in range(int(os.environ.get("BENCH_TURNS", TURNS))):
            for name, tree in trees.items():
                for what, value in measure(browser, tree, auto=tree is OURS).items():
                    best[name][what] = min(value, best[name].get(what, value))
    table = Table("", *trees)
    for what, label, form in ROWS:
        table.add_row(label, *(form.format(best[name][what]) if what in best[name] else "-" for name in trees))
    console.print(table)
    ours = best["now"]
    targets = (
        (ours["kb"] < 150, "under 150 KB cold at a table", f"{ours['kb']:.0f} KB"),
        (ours["usable"] <= 1, "usable in 1 s on a quiet machine", f"{ours['usable']:.2f} s"),
        (ours["slow_usable"] <= 5, "usable in 5 s at 400 ms and 50 KB/s", f"{ours['slow_usable']:.2f} s"),
    )
    for met, target, measured in targets:
        console.print(verdict(met, target, measured))
    return all(met for met, _, _ in targets)
