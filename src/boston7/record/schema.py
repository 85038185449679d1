"""All SQL of the record. Each commit is one row, keyed by its number."""

from __future__ import annotations

SQLITE_APPLICATION = 0x62377374
"""SQLite's application id: `b7st`."""
SQLITE_FORMAT = 1
"""The file's `user_version`."""
SQLITE_MAKE = (
    "CREATE TABLE commits (number INTEGER PRIMARY KEY, state BLOB NOT NULL)",
    "CREATE TABLE archive (last INTEGER PRIMARY KEY, packed BLOB NOT NULL)",
)
SQLITE_MADE = "SELECT CAST(sql AS BLOB) FROM sqlite_master WHERE sql IS NOT NULL"
"""Query for the schema of a file. It must be exactly `SQLITE_MAKE`, without triggers."""
# A SQLite cell can hold any type. A forged cell must be detected and must not raise an error.
_SQLITE_COMMITS = "SELECT number, CASE typeof(state) WHEN 'blob' THEN state ELSE x'' END FROM commits"
SQLITE_INSERT = "INSERT INTO commits (number, state) VALUES (?, ?)"
SQLITE_LAST = f"{_SQLITE_COMMITS} ORDER BY number DESC LIMIT 1"
SQLITE_ARCHIVE = "INSERT INTO archive (last, packed) VALUES (?, ?)"
SQLITE_ARCHIVED = "SELECT last, packed FROM archive WHERE last > ? ORDER BY last LIMIT 1"
SQLITE_REMOVE = "DELETE FROM commits WHERE number BETWEEN ? AND ?"
SQLITE_AFTER_COMMIT = f"{_SQLITE_COMMITS} WHERE number > ? ORDER BY number LIMIT ?"

POSTGRES_CHANNEL = "boston7_record"
POSTGRES_MAKE = (
    "CREATE TABLE public.boston7_commits (number bigint PRIMARY KEY WITH (fillfactor = 100), state bytea NOT NULL)"
    " WITH (autovacuum_vacuum_insert_scale_factor = 0.5, autovacuum_analyze_scale_factor = 0.5)",
    "ALTER TABLE public.boston7_commits ALTER COLUMN state SET STORAGE EXTERNAL",
    "CREATE TABLE public.boston7_archive (last bigint PRIMARY KEY, packed bytea NOT NULL)",
    "ALTER TABLE public.boston7_archive ALTER COLUMN packed SET STORAGE EXTERNAL",
    # The table that writers lock. Only users who may add commits may lock it: see `deploy/`.
    "CREATE TABLE public.boston7_writer (nothing integer)",
)
POSTGRES_ROOM = (
    "GRANT SELECT, INSERT ON public.boston7_commits TO {user}",
    "GRANT UPDATE ON public.boston7_writer TO {user}",
    "GRANT SELECT ON public.boston7_archive TO {user}",
)
"""The rights of a room's database user."""
POSTGRES_READER = ("GRANT SELECT ON public.boston7_commits, public.boston7_archive, public.boston7_writer TO {user}",)
"""The rights to read a record or back it up."""
POSTGRES_SHAPE = {("number", "bigint"), ("state", "bytea")}
POSTGRES_COLUMNS = (
    "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = to_regclass('public.' || %s)"
    " AND attnum > 0 AND NOT attisdropped"
    " AND has_column_privilege(attrelid, attnum, 'SELECT, INSERT, UPDATE, REFERENCES')"
)
"""Same as `information_schema.columns`, but faster."""
POSTGRES_CHANGED = (
    "SELECT count(*) FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relname LIKE 'boston7%'"
    " AND c.relkind IN ('r', 'v', 'm', 'p', 'f') AND (c.relkind <> 'r' OR c.relrowsecurity OR c.relhasrules OR"
    " EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal))"
)
"""Counts our tables that are views, hide rows, or have a rule or trigger, because such a table could lose stored rows.
"""
_POSTGRES_COMMITS = "SELECT number, state FROM public.boston7_commits"
POSTGRES_BEGIN = (
    # Any user can take an advisory lock. Only users who may change a table can lock it.
    f"BEGIN; LOCK TABLE public.boston7_writer IN EXCLUSIVE MODE; NOTIFY {POSTGRES_CHANNEL};"
    f" {_POSTGRES_COMMITS} ORDER BY number DESC LIMIT 1"
)
POSTGRES_INSERT = "INSERT INTO public.boston7_commits (number, state) VALUES %b; COMMIT"
POSTGRES_LAST = f"{_POSTGRES_COMMITS} ORDER BY number DESC LIMIT 1"
POSTGRES_AFTER_COMMIT = f"{_POSTGRES_COMMITS} WHERE number > %s ORDER BY number LIMIT %s"
POSTGRES_ARCHIVE = "INSERT INTO public.boston7_archive (last, packed) VALUES (%s, %b)"
POSTGRES_ARCHIVED = "SELECT last, packed FROM public.boston7_archive WHERE last > %s ORDER BY last LIMIT 1"
POSTGRES_REMOVE = "DELETE FROM public.boston7_commits WHERE number BETWEEN %s AND %s"
POSTGRES_RIGHTS = (
    "SELECT bool_or(has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')"
    " OR has_any_column_privilege(oid, 'UPDATE')"
    " OR (relname = 'boston7_archive' AND has_any_column_privilege(oid, 'INSERT')))"
    " FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname LIKE 'boston7%'"
    " AND relname <> 'boston7_writer'"
)
"""Whether this user may do more than read and add commits in any of our tables or columns. The table that writers lock
is not included, because it is empty."""
