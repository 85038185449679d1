"""The room over the network: pages, REST and one WebSocket for each viewer, around the live tables."""
