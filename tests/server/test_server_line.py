"""`server/line.py` builds on a part of uvicorn that is not promised to stay: what it relies on is there, and pinned."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from pathlib import Path

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from boston7.server import line

ROOT = Path(__file__).parents[2]


def names_of_self(source: str) -> set[str]:
    """Every attribute of `self` that is read or written."""
    return {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }


def test_every_method_it_overrides_is_there_and_meant() -> None:
    """Each calls what it overrides; one that does not would hide a method that uvicorn has got since."""
    source = inspect.getsource(line)
    overridden = [name for name in vars(line.Line) if name[:2] != "__" and hasattr(WebSocketsSansIOProtocol, name)]
    assert {"handle_connect", "send", "run_asgi", "keepalive_timeout"} <= set(overridden)
    for name in overridden:
        assert f"super().{name}(" in source
        theirs, ours = getattr(WebSocketsSansIOProtocol, name), getattr(line.Line, name)
        assert inspect.signature(ours).parameters.keys() == inspect.signature(theirs).parameters.keys()
        assert inspect.iscoroutinefunction(ours) == inspect.iscoroutinefunction(theirs)


def test_every_attribute_it_uses_is_set_by_uvicorn() -> None:
    theirs = names_of_self(inspect.getsource(inspect.getmodule(WebSocketsSansIOProtocol) or line))
    source = inspect.getsource(line)
    own = set(vars(line.Line)) | set(re.findall(r"self\.(_\w+)(?:: [^=\n]+)? = ", source))
    used = names_of_self(source)
    assert "ping_timer" in used
    assert used - own - theirs - set(dir(WebSocketsSansIOProtocol)) == set()


def test_uvicorn_is_bound_from_above_and_pinned_within() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    (bounds,) = (one for one in wanted if one.startswith("uvicorn"))
    low, high = re.findall(r"0\.(\d+)", bounds)
    pins = (ROOT / "requirements" / "base.txt").read_text(encoding="utf-8")
    (pinned,) = re.findall(r"^uvicorn==0\.(\d+)", pins, re.MULTILINE)
    assert int(low) <= int(pinned) < int(high)
