"""A real Chromium for the pages' tests, watched over: any console error, failed request or request to another host is
a fault of the page, whatever else the test looks at."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, CDPSession, ConsoleMessage, Error, Frame, Page, sync_playwright

DESKTOP = {"width": 1440, "height": 900}
TABLET = {"width": 1024, "height": 768}
UPRIGHT = {"width": 820, "height": 1180}
PHONE = {"width": 390, "height": 844}

_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--force-color-profile=srgb", "--font-render-hinting=none",
    "--process-per-site",
)  # fmt: skip

PATIENCE = 120_000  # of a busy machine; nothing waits for this long when all is well

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same browser without a window to draw: a page costs it less work."""

_KEPT: dict[tuple[Browser, str], list[BrowserContext]] = {}
"""Of each kind, those that nobody uses at the moment: scripts read and compiled, but no cookies and nothing stored."""

_KEEPERS: set[BrowserContext] = set()
"""Those with a page that stays open from visit to visit, of no interest by itself: the process that draws for all its
siblings lives on with it, with their scripts still compiled."""

_UNDRAWN: set[Browser] = set()
_CLEAR = """const clear = new CSSStyleSheet();
clear.replaceSync(`html { opacity: 0.0001 !important }
  * { filter: none !important; backdrop-filter: none !important }`);
document.adoptedStyleSheets = [clear];"""
"""Half the work of a page is to fill in pixels that no test reads. All else is as ever: laid out, styled, in frames,
found by a pointer, and visible to whoever asks the page."""


@contextmanager
def chromium(*, drawn: bool = True) -> Iterator[Browser]:
    """Debian's Chromium; `make test` installs it. Where it is not `drawn`, pages are seen through: of those, only the
    visitors that ask for it have theirs drawn."""
    path = next((path for name in _NAMES if (path := shutil.which(name))), None)
    assert path, "The tests of the pages need Chromium. On Debian: apt-get install chromium"
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=path, args=list(_FLAGS), timeout=PATIENCE)
        if not drawn:
            _UNDRAWN.add(browser)
        try:
            yield browser
        finally:
            _UNDRAWN.discard(browser)
            for kind in [kind for kind in _KEPT if kind[0] is browser]:
                _KEEPERS.difference_update(_KEPT.pop(kind))
            browser.close()


class Visitor:
    """Somebody with a browser of their own: own cookies, own storage.

    The scripts that an earlier visitor of the same kind has loaded are still at hand, as they are when somebody comes
    back: a `first` visitor has nothing yet. One that `listens` keeps what was asked for and what the sockets were
    sent; Playwright tells of each only where somebody wants to know. `drawn`: colors are judged, or a picture taken."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        first: bool = False,
        listens: bool = False,
        drawn: bool = False,
        **options: Any,
    ) -> None:
        drawn = drawn or browser not in _UNDRAWN
        options.setdefault("viewport", DESKTOP)
        self.url = url.rstrip("/")
        self.faults: list[str] = []
        self.requests: list[str] = []
        self.received = ""
        """Every WebSocket frame this browser was sent, one after the other."""
        self.down_expected = False
        """While a test has the server down, refused connections are not the page's fault."""
        self._listens = listens
        self._changed = first
        self._kept = _KEPT.setdefault((browser, json.dumps({**options, "drawn": drawn}, sort_keys=True)), [])
        again = bool(self._kept) and not first
        self._context = self._kept.pop() if again else browser.new_context(**options)
        if not (again or drawn):
            self._context.add_init_script(_CLEAR)
        self._context.on("page", self._watch)
        self.page: Page = self._context.new_page()
        if again:
            line = self.line()
            line.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": "local_storage,indexeddb"})
            line.detach()

    @property
    def context(self) -> BrowserContext:
        """For whoever changes how it works: nobody else gets this one."""
        self._changed = True
        return self._context

    def line(self) -> CDPSession:
        """To the browser itself, about this page: it ends with the page."""
        return self._context.new_cdp_session(self.page)

    def _watch(self, page: Page) -> None:
        """Whatever a page asks of another host, in vain or wrongly is an error on its console: test_pages_watched.py"""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"script error: {error}"))
        page.on("framenavigated", self._navigated)
        if self._listens:
            page.on("request", lambda request: self.requests.append(request.url))
            page.on("websocket", lambda socket: socket.on("framereceived", self._frame))

    def _frame(self, data: bytes | str) -> None:
        self.received += data if isinstance(data, str) else data.decode()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self.down_expected:
            self.faults.append(f"console {message.type}: {message.text} {message.location['url']}")

    def _navigated(self, frame: Frame) -> None:
        if urlsplit(frame.url).netloc not in (urlsplit(self.url).netloc, "") and not self.down_expected:
            self.faults.append(f"went to another host: {frame.url}")

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.url + path)
        return self.page

    def log_in(self, session: str) -> None:
        self._context.add_cookies([{"name": "boston7_session", "value": session, "url": self.url}])

    def close(self, *, spoilt: bool = False) -> None:
        if spoilt or self._changed:
            self._context.close()
            return
        self._context.remove_listener("page", self._watch)
        kept = self._context in _KEEPERS
        for page in self._context.pages[kept:]:
            page.close()
        self._context.clear_cookies()  # afterwards: what a page still asks for, it asks for as who they are
        if not kept:
            try:
                self._context.new_page().goto(f"{self.url}/healthz")
            except Error:  # the server is down
                self._context.close()
                return
            _KEEPERS.add(self._context)
        self._kept.append(self._context)


@contextmanager
def visitor(browser: Browser, url: str, **options: Any) -> Iterator[Visitor]:
    """One visit, at whose end the page must have been without fault."""
    visit = Visitor(browser, url, **options)
    try:
        yield visit
    except BaseException:
        visit.close(spoilt=True)
        raise
    visit.close(spoilt=bool(visit.faults))
    assert not visit.faults, "\n".join(visit.faults)
