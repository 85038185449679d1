-- The database users of a room, for psql 14 or later. Run it once as a superuser, on the room's own database:
--   OWNER_PASSWORD=... ROOM_PASSWORD=... READER_PASSWORD=... psql -d room -f deploy/roles.sql
-- Run it again to change the passwords. Then the owner creates the tables and grants the others their rights:
--   boston7 admin record create --db postgresql://boston7_owner@.../room --room boston7_room --reader boston7_reader
\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv room_password ROOM_PASSWORD
\getenv reader_password READER_PASSWORD
SELECT current_database() AS database \gset
SELECT format('CREATE ROLE %I', wanted) FROM unnest(ARRAY['boston7_owner', 'boston7_room', 'boston7_reader']) wanted
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) \gexec
ALTER ROLE boston7_owner LOGIN PASSWORD :'owner_password';
ALTER ROLE boston7_room LOGIN PASSWORD :'room_password';
ALTER ROLE boston7_reader LOGIN PASSWORD :'reader_password' CONNECTION LIMIT 8;
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO boston7_owner, boston7_room, boston7_reader;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO boston7_owner;
GRANT USAGE ON SCHEMA public TO boston7_room, boston7_reader;
