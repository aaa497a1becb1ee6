#!/bin/sh
# Builds the image with docker, or with buildah where no docker engine answers, and prints its size.
#
#   deploy/image/build.sh [TAG]        default: conveyor:latest
#
# Variables, all optional:
#   BUILDER=docker|buildah             default: docker if its engine answers
#   NODE_IMAGE, RUNTIME_IMAGE          bases; default: those of the Dockerfile
#   NPMRC=FILE                         settings of npm for the build
#   CA_FILE=FILE                       certificates of authorities that npm is to trust, in the format PEM
# Without a registry for the bases, deploy/image/local-bases.sh makes both out of Debian's packages and npm.
set -eu
cd "$(dirname "$0")/../.."
tag=${1:-conveyor:latest}
file=deploy/image/Dockerfile
if [ -z "${BUILDER:-}" ]; then
  if docker info > /dev/null 2>&1; then BUILDER=docker; else BUILDER=buildah; fi
fi

set -- --file "$file" --tag "$tag"
if [ -n "${NODE_IMAGE:-}" ]; then set -- "$@" --build-arg "NODE_IMAGE=$NODE_IMAGE"; fi
if [ -n "${RUNTIME_IMAGE:-}" ]; then set -- "$@" --build-arg "RUNTIME_IMAGE=$RUNTIME_IMAGE"; fi
if [ -n "${NPMRC:-}" ]; then set -- "$@" --secret "id=npmrc,src=$NPMRC"; fi
if [ -n "${CA_FILE:-}" ]; then set -- "$@" --secret "id=ca,src=$CA_FILE"; fi

case $BUILDER in
  docker)
    docker build "$@" .
    size=$(docker image inspect --format '{{.Size}}' "$tag")
    ;;
  buildah)
    # The steps of the build use the network and the file system of this machine. That needs no kernel features that a container lacks.
    buildah build --layers --isolation chroot --network host --ignorefile "$file.dockerignore" "$@" .
    # The size is a text such as "321 MB".
    size=$(buildah images --format '{{.Size}}' "$tag" | awk '{ print $1 * ($2 == "GB" ? 1e9 : 1e6) }')
    ;;
  *)
    echo "BUILDER is $BUILDER: set it to docker or buildah." >&2
    exit 2
    ;;
esac
echo "$tag: $(awk "BEGIN { print int($size / 1e6) }") MB"
