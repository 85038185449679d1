"""A real Chromium for the pages' tests, watched over: any console error, failed request or request to another host is
a fault of the page, whatever else the test looks at."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, sync_playwright

DESKTOP = {"width": 1440, "height": 900}
TABLET = {"width": 1024, "height": 768}
UPRIGHT = {"width": 820, "height": 1180}
PHONE = {"width": 390, "height": 844}

_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--force-color-profile=srgb", "--font-render-hinting=none",
)  # fmt: skip

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same browser without a window to draw: a page costs it less work."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; `make test` installs it."""
    path = next((path for name in _NAMES if (path := shutil.which(name))), None)
    assert path, "The tests of the pages need Chromium. On Debian: apt-get install chromium"
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=path, args=list(_FLAGS))
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """Somebody with a browser of their own: own cookies, own storage."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        options.setdefault("viewport", DESKTOP)
        self.url = url.rstrip("/")
        self.faults: list[str] = []
        self.requests: list[str] = []
        self.received = ""
        """Every WebSocket frame this browser was sent, one after the other."""
        self.down_expected = False
        """While a test has the server down, refused connections are not the page's fault."""
        self.context: BrowserContext = browser.new_context(**options)
        self.context.on("page", self._watch)
        self.page: Page = self.context.new_page()

    def _watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"script error: {error}"))
        page.on("request", self._request)
        page.on("requestfailed", self._failed)
        page.on("response", self._response)
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))

    def _frame(self, data: bytes | str) -> None:
        self.received += data if isinstance(data, str) else data.decode()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self.down_expected:
            self.faults.append(f"console {message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)
        if urlsplit(request.url).netloc != urlsplit(self.url).netloc and not request.url.startswith(("data:", "blob:")):
            self.faults.append(f"request to another host: {request.url}")

    def _failed(self, request: Request) -> None:
        # A page that is left drops what it was still loading.
        if not self.down_expected and request.failure != "net::ERR_ABORTED":
            self.faults.append(f"failed request: {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400 and not self.down_expected:
            self.faults.append(f"{response.status} for {response.request.method} {response.url}")

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.url + path)
        return self.page

    def close(self) -> None:
        self.context.close()


@contextmanager
def visitor(browser: Browser, url: str, **options: Any) -> Iterator[Visitor]:
    """One visit, at whose end the page must have been without fault."""
    visit = Visitor(browser, url, **options)
    try:
        yield visit
    finally:
        visit.close()
    assert not visit.faults, "\n".join(visit.faults)
