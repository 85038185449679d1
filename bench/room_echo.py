"""The bare framework: a WebSocket echo server with the settings of our room. Its argument is a port."""

from __future__ import annotations

import sys
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket


@websocket("/echo")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        await socket.send_text(message.get("text") or "")


if __name__ == "__main__":
    uvicorn.run(
        Litestar([echo], openapi_config=None, logging_config=None),
        port=int(sys.argv[1]),
        log_level="warning",
        lifespan="off",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
    )
