#!/bin/sh
# PostgreSQL runs this once, when its volume is empty: Temporal gets a role of its own, which owns its two databases.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$TEMPORAL_DATABASE_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role temporal login createdb password :'password';
SQL
