#!/usr/bin/env bash
# Pushes the rendered manifests of a cluster: push.sh registry.example.com/node-pools/production dist/production
# Digest and revision come from the contents, so pushing the same contents again changes nothing and Flux stays quiet.
# Needs oras, logged in to the registry.
set -euo pipefail

repository=${1:?repository}
folder=${2:?folder of rendered manifests}
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

digest=$(bash "$here/artifact.sh" "$folder" "$scratch/content.tgz")
tag=${digest#sha256:}
printf '{}' >"$scratch/config.json"
cd "$scratch"
${ORAS:-oras} push "$repository:${tag:0:12},latest" \
  --config config.json:application/vnd.cncf.flux.config.v1+json \
  --annotation org.opencontainers.image.created=1970-01-01T00:00:00Z \
  --annotation "org.opencontainers.image.revision=$digest" \
  content.tgz:application/vnd.cncf.flux.content.v1.tar+gzip
