"""The journal's SQL, all of it, and the numbered migrations that lead to it.

A commit is a row, its number the key (`commit`). The first version stored a row an entry: `originator_id` is a stream's
id, `originator_version` an entry's number in it, `topic` the stream's name, `state` the entry as stored, `rowid` or
`notification_id` its position. Such a journal stays as it is, so that an older and a newer process can share it while
a room is upgraded, until its owner has it migrated: its table then gets another name, under which the older processes
do not find it, and everything from there on is stored in commits. Nothing outside this file says these names. A
migration is never changed once it was released: the next one puts it right.
"""

from __future__ import annotations

# SQLite. The number of the last migration is the file's `user_version`: 1 is as the first version wrote it.

SQLITE_APPLICATION = 0x62377374
"""SQLite's application id: `b7st`. A file with another one is somebody else's."""
SQLITE_COMMITS = 2
"""From this migration on there are commits."""
SQLITE_MAKE_COMMITS = (
    "CREATE TABLE commits (number INTEGER PRIMARY KEY, state BLOB NOT NULL)",
    "CREATE TABLE archive (last INTEGER PRIMARY KEY, packed BLOB NOT NULL)",
)
SQLITE_RENAME = "ALTER TABLE stored_events RENAME TO entries"
SQLITE_ANY = "SELECT 1 FROM stored_events LIMIT 1"
SQLITE_HAS_ENTRIES = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'entries'"
SQLITE_MADE = "SELECT CAST(sql AS BLOB) FROM sqlite_master WHERE name <> 'entries' AND sql IS NOT NULL"
"""How a file with commits was made: as `SQLITE_MAKE_COMMITS` says, and nothing besides, no trigger either."""
# Text comes as bytes: SQLite would fail a whole query for one name that is no longer UTF-8.
# SQLite lets any cell hold any kind of value; one that we did not write must be found, not stumble over.
_SQLITE_ROWS = (
    "SELECT rowid, CAST(originator_id AS BLOB),"
    " CASE typeof(originator_version) WHEN 'integer' THEN originator_version END,"
    " CAST(topic AS BLOB), CASE typeof(state) WHEN 'blob' THEN state END FROM {table}"
)
SQLITE_INSERT_ROW = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"
SQLITE_LAST_ROW = f"{_SQLITE_ROWS} ORDER BY rowid DESC LIMIT 1"
SQLITE_AFTER = f"{_SQLITE_ROWS} WHERE rowid > ? ORDER BY rowid LIMIT ?"
SQLITE_BEFORE = f"{_SQLITE_ROWS} WHERE rowid < ? ORDER BY rowid DESC LIMIT ?"
SQLITE_STREAM = f"{_SQLITE_ROWS} WHERE originator_id = ? AND originator_version > ? ORDER BY originator_version LIMIT ?"
_SQLITE_COMMITS = "SELECT number, CASE typeof(state) WHEN 'blob' THEN state ELSE x'' END FROM commits"
SQLITE_INSERT = "INSERT INTO commits (number, state) VALUES (?, ?)"
SQLITE_LAST = f"{_SQLITE_COMMITS} ORDER BY number DESC LIMIT 1"
SQLITE_ARCHIVE = "INSERT INTO archive (last, packed) VALUES (?, ?)"
SQLITE_ARCHIVED = "SELECT last, packed FROM archive WHERE last > ? ORDER BY last LIMIT 1"
SQLITE_REMOVE = "DELETE FROM commits WHERE number BETWEEN ? AND ?"
SQLITE_AFTER_COMMIT = f"{_SQLITE_COMMITS} WHERE number > ? ORDER BY number LIMIT ?"

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
    (  # 3: commits; only for a journal that is new, or that its owner has migrated
        "CREATE TABLE public.boston7_commits (number bigint PRIMARY KEY WITH (fillfactor = 100), state bytea NOT NULL)"
        " WITH (autovacuum_vacuum_insert_scale_factor = 0.5, autovacuum_analyze_scale_factor = 0.5)",
        "ALTER TABLE public.boston7_commits ALTER COLUMN state SET STORAGE EXTERNAL",
        "CREATE TABLE public.boston7_archive (last bigint PRIMARY KEY, packed bytea NOT NULL)",
        "ALTER TABLE public.boston7_archive ALTER COLUMN packed SET STORAGE EXTERNAL",
        # Whoever might read or add rows may do so with commits.
        f"""DO $$ DECLARE given record; BEGIN
        FOR given IN SELECT DISTINCT acl.grantee::regrole AS who, acl.privilege_type AS what
            FROM pg_class, aclexplode(relacl) acl
            WHERE pg_class.oid = 'public.{POSTGRES_TABLE}'::regclass AND acl.grantee NOT IN (0, relowner)
            AND acl.privilege_type IN ('SELECT', 'INSERT')
        LOOP EXECUTE format('GRANT %s ON public.boston7_commits TO %s', given.what, given.who);
        EXECUTE format('GRANT SELECT ON public.boston7_archive TO %s', given.who); END LOOP;
        IF EXISTS (SELECT FROM public.{POSTGRES_TABLE})
        THEN ALTER TABLE public.{POSTGRES_TABLE} RENAME TO boston7_entries;
        ELSE DROP TABLE public.{POSTGRES_TABLE}; END IF; END $$""",
    ),
    (  # 4: what a writer locks; only those who may add commits may lock it
        "CREATE TABLE public.boston7_writer (nothing integer)",
    ),
)
POSTGRES_ROOM = (
    "GRANT SELECT, INSERT ON public.boston7_commits TO {user}",
    "GRANT UPDATE ON public.boston7_writer TO {user}",
    "GRANT SELECT ON public.boston7_archive, public.boston7_migrations TO {user}",
)
"""What the database user of a room needs."""
POSTGRES_READER = (
    "GRANT SELECT ON public.boston7_commits, public.boston7_archive, public.boston7_migrations, public.boston7_writer"
    " TO {user}",
)
"""What one needs who reads a record or makes a backup of it."""
POSTGRES_COMMITS = 3
"""From this migration on there are commits."""
POSTGRES_COMMITS_SHAPE = {("number", "bigint"), ("state", "bytea")}
POSTGRES_KNOWN = "SELECT max(migration) FROM public.boston7_migrations"
POSTGRES_NOTE_TABLE = (
    "CREATE TABLE IF NOT EXISTS public.boston7_migrations"
    " (migration integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())"
)
POSTGRES_LOCK_NOTES = "LOCK TABLE public.boston7_migrations IN EXCLUSIVE MODE"
POSTGRES_NOTE = "INSERT INTO public.boston7_migrations (migration) VALUES (%s) ON CONFLICT DO NOTHING"
POSTGRES_COLUMNS = (
    "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = to_regclass('public.' || %s)"
    " AND attnum > 0 AND NOT attisdropped"
    " AND has_column_privilege(attrelid, attnum, 'SELECT, INSERT, UPDATE, REFERENCES')"
)
"""As `information_schema.columns` has them, which takes PostgreSQL longer than all else that opens a journal."""
POSTGRES_CHANGED = (
    "SELECT count(*) FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relname LIKE 'boston7%'"
    " AND c.relkind IN ('r', 'v', 'm', 'p', 'f') AND (c.relkind <> 'r' OR c.relrowsecurity OR c.relhasrules OR"
    " EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal))"
)
"""Of our tables, those that are views, hide rows, or have a rule or trigger: a row could vanish once it is answered."""
POSTGRES_HAS_ENTRIES = "SELECT to_regclass('public.boston7_entries') IS NOT NULL"
POSTGRES_NOTES = "SELECT to_regclass('public.boston7_migrations') IS NOT NULL"
_POSTGRES_ROWS = "SELECT notification_id, originator_id, originator_version, topic, state FROM public.{table}"
POSTGRES_INSERT_ROWS = (
    f"INSERT INTO public.{POSTGRES_TABLE} (originator_id, originator_version, topic, state)"
    " SELECT * FROM unnest(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[]) RETURNING notification_id"
)
# One message: the lock that keeps commits in one order, the notice to subscriptions, and the last row. A lock on the
# table of rows keeps us apart from the first version, which locks it whole: that takes more rights than to add.
POSTGRES_LAST_ROW = f"{_POSTGRES_ROWS} ORDER BY notification_id DESC LIMIT 1"
POSTGRES_BEGIN_ROWS = (
    f"BEGIN; SELECT pg_advisory_xact_lock(hashtext('{POSTGRES_TABLE} writer')); NOTIFY {POSTGRES_TABLE};"
    f" LOCK TABLE public.{{table}} IN ROW EXCLUSIVE MODE; {POSTGRES_LAST_ROW}"
)
POSTGRES_AFTER = f"{_POSTGRES_ROWS} WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
POSTGRES_BEFORE = f"{_POSTGRES_ROWS} WHERE notification_id < %s ORDER BY notification_id DESC LIMIT %s"
POSTGRES_STREAM = (
    f"{_POSTGRES_ROWS} WHERE originator_id = %s AND originator_version > %s ORDER BY originator_version LIMIT %s"
)
_POSTGRES_COMMITS = "SELECT number, state FROM public.boston7_commits"
POSTGRES_BEGIN = (
    # Anyone who can connect may take an advisory lock. A table may be locked only by those who may change it.
    f"BEGIN; LOCK TABLE public.boston7_writer IN EXCLUSIVE MODE; NOTIFY {POSTGRES_TABLE};"
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
    " OR (relname IN ('boston7_archive', 'boston7_migrations') AND has_any_column_privilege(oid, 'INSERT')))"
    " FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname LIKE 'boston7%'"
    " AND relname <> 'boston7_writer'"
)
"""More than to read and to add commits, at any of our tables; a right to some of their columns is one, too. The table
that writers lock is empty."""
