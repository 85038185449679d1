"""A real Chromium for the pages' tests, watched over: any console error, failed request or request to another host is
a fault of the page, whatever else the test looks at."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Error,
    Frame,
    Locator,
    Page,
    ViewportSize,
    sync_playwright,
)

import boston7

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

HELD = 80
"""Milliseconds for which a person holds a button down. Playwright alone lets go at once."""

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same browser without a window to draw: a page costs it less work."""

_KEPT: dict[tuple[Browser, str], list[Page]] = {}
"""Of each kind, those that nobody uses at the moment: open at a page of no interest, so that the process that draws for
this kind lives on with its scripts compiled, but with no cookies and nothing stored. A page costs a third of the work
to go somewhere that it costs to be opened, go there and be closed."""

_REST = "/healthz"
_EMPTY = """async (stored) => {
  localStorage.clear();
  sessionStorage.clear();
  for (const {name} of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  Object.assign(localStorage, stored);
}"""
_WAYS = (
    "add_init_script", "emulate_media", "expose_binding", "expose_function", "on", "once", "route", "route_from_har",
    "route_web_socket", "set_default_navigation_timeout", "set_default_timeout", "set_extra_http_headers",
)  # fmt: skip
"""What changes how a page works for good: whoever does one of these is its last visitor."""

_STRICT = Path(boston7.__file__).parent / "web/assets/kit/strict.js"
_UNDRAWN: set[Browser] = set()
_CLEAR = """const clear = new CSSStyleSheet();
clear.replaceSync(`html, dialog, [popover], ::backdrop { opacity: 0.0001 !important }
  * { filter: none !important; backdrop-filter: none !important }`);
document.adoptedStyleSheets = [clear];"""
"""Half the work of a page is to fill in pixels that no test reads. All else is as ever: laid out, styled, in frames,
found by a pointer, and visible to whoever asks the page."""


def _as_a_person(kind: type[Locator] | type[Page]) -> None:
    at_once = kind.click

    def click(self: Any, *where: Any, **how: Any) -> None:
        at_once(self, *where, **{"delay": HELD, **how})

    kind.click = click  # type: ignore[method-assign]


for _kind in (Locator, Page):
    _as_a_person(_kind)


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
                del _KEPT[kind]
            browser.close()


class Visitor:
    """Somebody with a browser of their own: own cookies, own storage, in which they find what is `stored`.

    The scripts that an earlier visitor of the same kind has loaded are still at hand, as they are when somebody comes
    back. One that `listens` keeps what was asked for and what the sockets were sent; Playwright tells of each only
    where somebody wants to know. `drawn`: colors are judged, or a picture taken."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        listens: bool = False,
        drawn: bool = False,
        viewport: dict[str, int] = DESKTOP,
        stored: dict[str, str] | None = None,
        **options: Any,
    ) -> None:
        drawn = drawn or browser not in _UNDRAWN
        self.url = url.rstrip("/")
        self.faults: list[str] = []
        self.requests: list[str] = []
        self.received = ""
        """Every WebSocket frame this browser was sent, one after the other."""
        self.down_expected = False
        """While a test has the server down, refused connections are not the page's fault."""
        self._listens = listens
        self._changed = False
        self._used_up = False
        self._lines: list[CDPSession] = []
        self._heard: list[tuple[Page, str, Any]] = []
        kind = {name: value for name, value in {**options, "drawn": drawn}.items() if value}
        self._kept = _KEPT.setdefault((browser, json.dumps(kind, sort_keys=True)), [])
        size: ViewportSize = {"width": viewport["width"], "height": viewport["height"]}

        def opened() -> Page:
            context = browser.new_context(viewport=size, **options)
            context.add_init_script(path=_STRICT)
            if not drawn:
                context.add_init_script(_CLEAR)
            return context.new_page()

        while True:
            again = bool(self._kept)
            self.page = self._kept.pop() if again else opened()
            self._context = self.page.context
            try:
                if self.page.viewport_size != size:
                    self.page.set_viewport_size(size)
                if self.page.url != self.url + _REST:
                    self.page.goto(self.url + _REST)
                self.page.evaluate(_EMPTY, stored or {})
                break
            except Error:  # its process went with the test that failed: see conftest.py
                if not again:
                    raise
                self._context.close()
        self._watch(self.page)
        for way in _WAYS:
            setattr(self.page, way, self._marked(getattr(self.page, way)))
        self._context.on("page", self._watch)

    def _marked(self, way: Callable[..., Any]) -> Callable[..., Any]:
        def used(*how: Any, **more: Any) -> Any:
            self._used_up = True
            return way(*how, **more)

        return used

    @property
    def context(self) -> BrowserContext:
        """For whoever changes how it works: nobody else gets this one."""
        self._changed = True
        return self._context

    def line(self) -> CDPSession:
        """To the browser itself, about this page: it ends with the visit, and with it what was asked for there."""
        self._lines.append(self._context.new_cdp_session(self.page))
        return self._lines[-1]

    def begin_with(self, script: str) -> None:
        """On every page of this visit, before its own scripts. The next visitor finds nothing of it."""
        line = self.line()
        line.send("Page.enable")
        line.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def _watch(self, page: Page) -> None:
        """Whatever a page asks of another host, in vain or wrongly is an error on its console: test_pages_watched.py"""
        page.set_default_timeout(PATIENCE)
        self._hear(page, "console", self._console)
        self._hear(page, "pageerror", lambda error: self.faults.append(f"script error: {error}"))
        self._hear(page, "framenavigated", self._navigated)
        if self._listens:
            self._hear(page, "request", lambda request: self.requests.append(request.url))
            self._hear(page, "websocket", lambda socket: socket.on("framereceived", self._frame))

    def _hear(self, page: Page, event: Any, then: Callable[[Any], None]) -> None:
        page.on(event, then)
        self._heard.append((page, event, then))

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

    def uncover(self) -> None:
        """Where a page is not drawn: to judge its colors, until it is loaded again."""
        self.page.evaluate("document.adoptedStyleSheets = []")

    def log_in(self, session: str) -> None:
        """Pages first here too: one that is still open would ask for its news as somebody whom it does not concern."""
        if self.page.url != self.url + _REST:
            self.rest()
        self.has_cookie("boston7_session", session)

    def rest(self) -> None:
        """At a page where nothing happens."""
        self.open(_REST)

    def log_out(self) -> None:
        """For whoever comes to this screen next. Pages first, cookies afterwards, as at the end of a visit."""
        self.rest()
        self._context.clear_cookies()

    def has_cookie(self, name: str, value: str) -> None:
        self._context.add_cookies([{"name": name, "value": value, "url": self.url}])

    def close(self, *, spoilt: bool = False) -> None:
        """Pages first, cookies afterwards: what a page still asks for, it asks for as who they are."""
        if spoilt or self._changed:
            self._context.close()
            return
        self._context.remove_listener("page", self._watch)
        for page, event, then in self._heard:
            page.remove_listener(event, then)
        for way in _WAYS:
            delattr(self.page, way)
        for line in self._lines:
            line.detach()
        old = [page for page in self._context.pages if self._used_up or page is not self.page]
        if self._used_up:
            self.page = self._context.new_page()
        try:
            self.page.goto(self.url + _REST)
        except Error:  # the server is down
            self._context.close()
            return
        for page in old:
            page.close()
        self._context.clear_cookies()
        self._kept.append(self.page)


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
