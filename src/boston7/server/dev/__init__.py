"""A room for developers of boston7: seeded, with one-click logins, on this machine only (`boston7 dev`)."""
