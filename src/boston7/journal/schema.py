"""The journal's SQL, all of it: one table in each store, and the numbered migrations that lead to it.

Names of tables and columns are those the first version wrote, so that an older and a newer process can share a database
while a room is upgraded: `originator_id` is a stream's id, `originator_version` an entry's number in it, `topic` the
stream's name, `state` the entry as stored, `rowid` or `notification_id` its position. Nothing outside this file says
them. A migration is never changed once it was released: the next one puts it right.
"""

from __future__ import annotations

# SQLite. The number of the last migration is the file's `user_version`.

SQLITE_APPLICATION = 0x62377374
"""SQLite's application id: `b7st`. A file with another one is somebody else's."""
SQLITE_MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (  # 1: as the first version wrote it
        "CREATE TABLE IF NOT EXISTS stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT,"
        " state BLOB, PRIMARY KEY (originator_id, originator_version))",
    ),
)
# Text comes as bytes: SQLite would fail a whole query for one name that is no longer UTF-8.
# SQLite lets any cell hold any kind of value; one that we did not write must be found, not stumble over.
_SQLITE_ROWS = (
    "SELECT rowid, CAST(originator_id AS BLOB),"
    " CASE typeof(originator_version) WHEN 'integer' THEN originator_version END,"
    " CAST(topic AS BLOB), CASE typeof(state) WHEN 'blob' THEN state END FROM stored_events"
)
SQLITE_INSERT = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"
SQLITE_LAST = f"{_SQLITE_ROWS} ORDER BY rowid DESC LIMIT 1"
SQLITE_AFTER = f"{_SQLITE_ROWS} WHERE rowid > ? ORDER BY rowid LIMIT ?"
SQLITE_BEFORE = f"{_SQLITE_ROWS} WHERE rowid < ? ORDER BY rowid DESC LIMIT ?"
SQLITE_STREAM = f"{_SQLITE_ROWS} WHERE originator_id = ? AND originator_version > ? ORDER BY originator_version LIMIT ?"
SQLITE_POSITION = "SELECT max(rowid) FROM stored_events"

# PostgreSQL. The number of the last migration stands in a table of its own; without it, it is the first.

POSTGRES_TABLE = "boston7_journal"
POSTGRES_SHAPE = {
    ("originator_id", "uuid"),
    ("originator_version", "bigint"),
    ("topic", "text"),
    ("state", "bytea"),
    ("notification_id", "bigint"),
}
POSTGRES_MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (  # 1: as the first version wrote it
        f"CREATE TABLE IF NOT EXISTS public.{POSTGRES_TABLE} (originator_id uuid NOT NULL,"
        " originator_version bigint NOT NULL, topic text, state bytea, notification_id bigserial,"
        " PRIMARY KEY (originator_id, originator_version)) WITH (autovacuum_enabled = true,"
        " autovacuum_vacuum_threshold = 100000000, autovacuum_vacuum_scale_factor = 0.5,"
        " autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0.01)",
        f"CREATE UNIQUE INDEX IF NOT EXISTS {POSTGRES_TABLE}_notification_id_idx"
        f" ON public.{POSTGRES_TABLE} (notification_id ASC)",
    ),
    (  # 2: what the library of the first version had made beside it, and nobody used
        "DROP FUNCTION IF EXISTS public.es_insert_events_uuid",
        "DROP TYPE IF EXISTS public.stored_event_uuid",
    ),
)
POSTGRES_KNOWN = "SELECT max(migration) FROM public.boston7_migrations"
POSTGRES_NOTE_TABLE = (
    "CREATE TABLE IF NOT EXISTS public.boston7_migrations"
    " (migration integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())"
)
POSTGRES_NOTE = "INSERT INTO public.boston7_migrations (migration) VALUES (%s) ON CONFLICT DO NOTHING"
POSTGRES_COLUMNS = (
    "SELECT column_name, data_type FROM information_schema.columns"
    f" WHERE table_schema = 'public' AND table_name = '{POSTGRES_TABLE}'"
)
POSTGRES_NOTES = "SELECT to_regclass('public.boston7_migrations') IS NOT NULL"
_POSTGRES_ROWS = f"SELECT notification_id, originator_id, originator_version, topic, state FROM public.{POSTGRES_TABLE}"
POSTGRES_INSERT = (
    f"INSERT INTO public.{POSTGRES_TABLE} (originator_id, originator_version, topic, state)"
    " SELECT * FROM unnest(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[]) RETURNING notification_id"
)
POSTGRES_BEGIN = (
    # One message: the lock that keeps commits in one order, the notice to subscriptions, and the last row. The lock on
    # the table keeps us apart from the first version, which locks it whole: that takes more rights than to add rows.
    f"BEGIN; SELECT pg_advisory_xact_lock(hashtext('{POSTGRES_TABLE} writer'));"
    f" LOCK TABLE public.{POSTGRES_TABLE} IN ROW EXCLUSIVE MODE; NOTIFY {POSTGRES_TABLE};"
    f" {_POSTGRES_ROWS} ORDER BY notification_id DESC LIMIT 1"
)
POSTGRES_AFTER = f"{_POSTGRES_ROWS} WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
POSTGRES_BEFORE = f"{_POSTGRES_ROWS} WHERE notification_id < %s ORDER BY notification_id DESC LIMIT %s"
POSTGRES_STREAM = (
    f"{_POSTGRES_ROWS} WHERE originator_id = %s AND originator_version > %s ORDER BY originator_version LIMIT %s"
)
POSTGRES_RIGHTS = f"SELECT has_table_privilege('public.{POSTGRES_TABLE}', 'UPDATE, DELETE, TRUNCATE')"
POSTGRES_POSITION = f"SELECT max(notification_id) FROM public.{POSTGRES_TABLE}"
