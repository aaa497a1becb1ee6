#!/bin/sh
# Writes the random keys and passwords that deploy/compose.yaml reads, once:
#
#   deploy/keys.sh [FILE]              default: deploy/.env
#
# Keep the file like a password, and together with the volume of the database, which has its passwords.
set -eu
file=${1:-$(dirname "$0")/.env}
if [ -e "$file" ]; then
  echo "$file exists already. The database has its passwords, so it stays as it is." >&2
  exit 1
fi
umask 077
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
{
  for name in CONVEYOR_DATABASE_PASSWORD TEMPORAL_DATABASE_PASSWORD; do echo "$name=$(random)"; done
  for name in CONVEYOR_ADMIN_KEY CONVEYOR_ENGINE_KEY; do echo "$name=cvy_$(random)"; done
} > "$file"
