"""The WebSocket of a viewer: its protocol, its session and who is connected."""
