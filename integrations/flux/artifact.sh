#!/usr/bin/env bash
# The layer of an OCI artifact from a folder of rendered manifests: artifact.sh dist/production production.tgz
# The same files give the same bytes on every build, whoever builds and whenever: nothing but names and contents counts.
set -euo pipefail

folder=${1:?folder of rendered manifests}
archive=${2:?file to write}
# Names as bytes, not as some language sorts them.
export LC_ALL=C
tar --create --directory "$folder" --format=ustar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner \
  --mode='u=rwX,go=rX' --exclude=./.poolwright.json --exclude=./DO_NOT_EDIT . | gzip --no-name -9 >"$archive"
printf 'sha256:%s\n' "$(sha256sum "$archive" | cut -d ' ' -f 1)"
