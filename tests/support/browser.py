"""A real Chromium for the pages' tests. Any console error, failed request or request to another host fails the test."""

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

PATIENCE = 120_000  # On a busy machine; only failures wait this long.

HELD = 80
"""Milliseconds that a person holds a button down. Playwright's click is instant."""

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same browser without windows, so a page costs less work."""

_KEPT: dict[tuple[Browser, str], list[Page]] = {}
"""Unused pages of each kind, open at a neutral address, without cookies or storage, so that the renderer keeps its
compiled scripts. Navigating costs a third of opening and closing a page."""

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
"""Calls that change a context permanently: after one of these, no other visitor reuses it."""

_STRICT = Path(boston7.__file__).parent / "web/assets/kit/strict.js"
_UNDRAWN: set[Browser] = set()
_CLEAR = """const clear = new CSSStyleSheet();
clear.replaceSync(`html, dialog, [popover], ::backdrop { opacity: 0.0001 !important }
  * { filter: none !important; backdrop-filter: none !important }`);
document.adoptedStyleSheets = [clear];"""
"""Painting is half the work of a page, and most tests read no pixels. Layout, styles, frames, pointer targets and
visibility are unchanged."""


def _as_a_person(kind: type[Locator] | type[Page]) -> None:
    at_once = kind.click

    def click(self: Any, *where: Any, **how: Any) -> None:
        at_once(self, *where, **{"delay": HELD, **how})

    kind.click = click  # type: ignore[method-assign]


for _kind in (Locator, Page):
    _as_a_person(_kind)


@contextmanager
def chromium(*, drawn: bool = True) -> Iterator[Browser]:
    """Start Debian's Chromium, which `make test` installs. Unless `drawn`, only visitors who ask for it are painted."""
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
    """A person with a browser of their own: separate cookies, and storage that starts with `stored`. Scripts loaded by
    an earlier visitor of the same kind stay cached, as for a returning visitor. With `listens`, it keeps all requests
    and received frames, which Playwright reports only on request. Use `drawn` to check colors or take a picture.
    Without `strict`, pages run exactly as the server sends them."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        listens: bool = False,
        drawn: bool = False,
        strict: bool = True,
        viewport: dict[str, int] = DESKTOP,
        stored: dict[str, str] | None = None,
        **options: Any,
    ) -> None:
        drawn = drawn or browser not in _UNDRAWN
        self.url = url.rstrip("/")
        self.faults: list[str] = []
        self.requests: list[str] = []
        self.received = ""
        """All WebSocket frames that this browser received."""
        self.down_expected = False
        """While a test has stopped the server, refused connections are not faults of the page."""
        self._listens = listens
        self._changed = False
        self._used_up = False
        self._lines: list[CDPSession] = []
        self._heard: list[tuple[Page, str, Any]] = []
        kind = {name: value for name, value in {**options, "drawn": drawn, "lax": not strict}.items() if value}
        self._kept = _KEPT.setdefault((browser, json.dumps(kind, sort_keys=True)), [])
        size: ViewportSize = {"width": viewport["width"], "height": viewport["height"]}

        def opened() -> Page:
            context = browser.new_context(viewport=size, **options)
            if strict:
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
            except Error:  # The process ended with the test that failed: see conftest.py.
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
        """Return the context, for permanent changes. It is not reused."""
        self._changed = True
        return self._context

    def line(self) -> CDPSession:
        """Return a DevTools session for this page. It ends with the visit."""
        self._lines.append(self._context.new_cdp_session(self.page))
        return self._lines[-1]

    def begin_with(self, script: str) -> None:
        """Run a script on every page of this visit before the page's own. The next visitor is not affected."""
        line = self.line()
        line.send("Page.enable")
        line.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})

    def _watch(self, page: Page) -> None:
        """Report page errors, failed requests and requests to other hosts, as tested in test_pages_watched.py."""
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
        """Paint this page until it is loaded again, to check its colors."""
        self.page.evaluate("document.adoptedStyleSheets = []")

    def log_in(self, session: str) -> None:
        """Leave the page first, or its requests would use the new session."""
        if self.page.url != self.url + _REST:
            self.rest()
        self.has_cookie("boston7_session", session)

    def rest(self) -> None:
        """Go to a neutral page."""
        self.open(_REST)

    def log_out(self) -> None:
        """Log out for the next person. Leave the page before the cookies go, as at the end of a visit."""
        self.rest()
        self._context.clear_cookies()

    def has_cookie(self, name: str, value: str) -> None:
        self._context.add_cookies([{"name": name, "value": value, "url": self.url}])

    def close(self, *, spoilt: bool = False) -> None:
        """End the visit. Leave the page before the cookies go, so that its last requests use its own session."""
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
        except Error:  # The server is down.
            self._context.close()
            return
        for page in old:
            page.close()
        self._context.clear_cookies()
        self._kept.append(self.page)


@contextmanager
def visitor(browser: Browser, url: str, **options: Any) -> Iterator[Visitor]:
    """Run a visit, and check at its end that the page had no faults."""
    visit = Visitor(browser, url, **options)
    try:
        yield visit
    except BaseException:
        visit.close(spoilt=True)
        raise
    visit.close(spoilt=bool(visit.faults))
    assert not visit.faults, "\n".join(visit.faults)
