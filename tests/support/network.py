"""A network that can fail and recover for one page, or delay some of its traffic."""

from __future__ import annotations

import re
from functools import partial

from playwright.sync_api import Page, WebSocketRoute


class Network:
    """The network between a page and the room. It can fail and recover. Requests that match `slow` are held until
    released."""

    def __init__(self, page: Page) -> None:
        self.works = True
        self.slow = ""
        self.held: list[tuple[WebSocketRoute, str | bytes]] = []
        self._ways: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        page.route_web_socket(re.compile("/api/socket$"), self._open)

    def _open(self, route: WebSocketRoute) -> None:
        if self.works:
            server = route.connect_to_server()
            route.on_message(partial(self._forward, server))
            self._ways.append((route, server))
        else:
            route.close(code=1001)

    def _forward(self, server: WebSocketRoute, message: str | bytes) -> None:
        if self.slow and self.slow in str(message):
            self.held.append((server, message))
        else:
            server.send(message)

    def let_go(self) -> None:
        for server, message in self.held:
            server.send(message)
        self.held.clear()

    def fail(self) -> None:
        self.works = False
        for page, server in self._ways:
            server.close()
            page.close(code=1001)
        self._ways.clear()

    def mend(self) -> None:
        self.works = True
