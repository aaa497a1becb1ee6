#!/bin/sh
# Prints the random keys and passwords that deploy/compose.yaml reads: deploy/keys.sh > deploy/.env
# Keep the file like a password, and with the volume of the database, whose passwords it holds.
set -eu
umask 077
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
for name in CONVEYOR_DATABASE_PASSWORD TEMPORAL_DATABASE_PASSWORD; do echo "$name=$(random)"; done
for name in CONVEYOR_ADMIN_KEY CONVEYOR_ENGINE_KEY; do echo "$name=cvy_$(random)"; done
