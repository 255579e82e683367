#!/bin/sh
# Writes into .env beside docker-compose.yml which image each tag means today, as the registry says: from then on compose takes those
# bytes and no others, until this is run again. `--check` asks nobody and says what is not pinned.
# sh infra/pin-images.sh [--check] [folder]
set -eu
check=
if [ "${1:-}" = --check ]; then
  check=1
  shift
fi
cd "${1:-$(dirname "$0")/..}"
[ -f .env ] || { echo 'Expected a file .env: run sh infra/make-env.sh first.' >&2; exit 1; }
umask 077

# Lines of `NAME image:tag`.
images() {
  sed -n 's/.*image: \(&[a-z]* \)\{0,1\}\([^ $]*\)${\(SALIENCE_PIN_[A-Z]*\):-}.*/\3 \2/p' docker-compose.yml
  sed -n 's/^ARG NODE=\(.*\)$/SALIENCE_PIN_NODE \1/p' infra/image/Dockerfile
}

missing=0
images | sort -u > .env.images
while read -r name image; do
  if [ -n "$check" ]; then
    grep -Eq "^$name=@sha256:[0-9a-f]{64}\$" .env || { echo "not pinned: $image"; missing=1; }
    continue
  fi
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}' < /dev/null)
  if ! printf '%s\n' "$digest" | grep -Eqx 'sha256:[0-9a-f]{64}'; then
    echo "Expected a digest of $image from the registry, got: $digest" >&2
    rm -f .env.images
    exit 1
  fi
  grep -v "^$name=" .env > .env.new || true
  printf '%s=@%s\n' "$name" "$digest" >> .env.new
  mv .env.new .env
  echo "pinned $image@$digest"
done < .env.images
rm -f .env.images
exit $missing
