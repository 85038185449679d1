"""The room over the network: pages, a REST API, and one WebSocket per viewer."""
