"""A bot in forty lines: a guest who sits down, wagers the minimum, always plays on, and goes after some rounds.

    python examples/bot.py http://127.0.0.1:7007 "Table 1" 3

docs/wire.md tells all that may be said. The bots of the house are `boston7.bots`.
"""

import json
import sys

import httpx
from websockets.sync.client import connect

from boston7.game.patch import merge

WANTED = "place_second", "expose", "set_hand", "place_wagers", "buy_in", "sit"  # what it does, if offered


def play(url: str, table: str, rounds: int) -> int:
    """The chips it has in the end, in cents."""
    with httpx.Client(base_url=url, trust_env=False) as http:
        http.get("/api/me")  # any GET sets the token that a POST has to show again
        http.post("/api/guest", headers={"x-csrf-token": http.cookies["boston7_csrf"]}).raise_for_status()
        session = {"Authorization": f"Bearer {http.cookies['boston7_session']}"}
    with connect(f"ws{url.removeprefix('http')}/api/socket", additional_headers=session, proxy=None) as socket:
        socket.send(json.dumps({"type": "watch", "table": table, "offers": True}))
        played, asked = 0, -1
        for text in socket:
            heard = json.loads(text)
            if heard["type"] == "view":
                seen = {"view": heard["view"], "offers": heard.get("offers", {})}
            elif heard["type"] == "steps":
                seen["offers"] = merge({} if heard.get("fresh") else seen["offers"], heard.get("offers") or {})
            else:
                continue
            for step in heard.get("steps", ()):
                seen["view"] = merge(seen["view"], step["patch"])
                played += step["event"]["type"] == "round_completed"
            offers = {offer["type"]: offer for offer in seen["offers"].values()}
            mine = next((seat for seat in seen["view"]["seats"].values() if seat.get("yours")), {})
            if played >= rounds:
                return int(mine.get("rail", 0))
            wanted = WANTED[: 3 if mine.get("wagers") else 4 if mine.get("rail") else 6]  # chips are bought once
            kind = next((kind for kind in wanted if kind in offers), "")
            if kind and heard["version"] > asked:
                asked = heard["version"]
                command = offers[kind]["command"] | ({"amount": 200_00} if kind == "buy_in" else {})
                socket.send(json.dumps({"type": "act", "table": table, "id": f"bot-{asked}", "command": command}))
    raise ConnectionError("The server closed the line.")


if __name__ == "__main__":
    print(play(sys.argv[1].rstrip("/"), sys.argv[2], int(sys.argv[3])), "cents")
