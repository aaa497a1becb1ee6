#!/bin/sh
# Creates the two databases of Temporal, and brings them to the schema of this version. The connection is in SQL_HOST and others.
set -eu
schemas=/etc/temporal/schema/postgresql/v12
for database in temporal temporal_visibility; do
  folder=${database#temporal_}
  temporal-sql-tool --database "$database" create-database
  temporal-sql-tool --database "$database" setup-schema --version 0.0
  temporal-sql-tool --database "$database" update-schema --schema-dir "$schemas/$folder/versioned"
done
