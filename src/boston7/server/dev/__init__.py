"""A room for whoever works on boston7: seeded, with one-click log-ins, on this machine only (`boston7 dev`)."""
