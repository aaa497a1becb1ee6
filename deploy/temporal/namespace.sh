#!/bin/sh
# Creates the namespace, which keeps the histories of closed workflows for 30 days. The address is in TEMPORAL_ADDRESS.
set -eu
tries=30
until temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" > /dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention 30d; do
  tries=$((tries - 1))
  if [ "$tries" -eq 0 ]; then exit 1; fi
  sleep 2
done
