"""A network that fails for one page, and is mended."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute


class Network:
    """Between the page and the room: it can fail, and be mended."""

    def __init__(self, page: Page) -> None:
        self.works = True
        self._ways: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        page.route_web_socket(re.compile("/api/socket$"), self._open)

    def _open(self, route: WebSocketRoute) -> None:
        if self.works:
            self._ways.append((route, route.connect_to_server()))
        else:
            route.close(code=1001)

    def fail(self) -> None:
        self.works = False
        for page, server in self._ways:
            server.close()
            page.close(code=1001)
        self._ways.clear()

    def mend(self) -> None:
        self.works = True
