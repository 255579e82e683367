#!/bin/sh
# Writes .env beside docker-compose.yml: a copy of .env.example where there is none, with a password of its own for
# everything that needs one. What is set already stays. Run it again after an upgrade: new passwords are added.
set -eu
umask 077
cd "${1:-$(dirname "$0")/..}"
[ -f .env ] || cp .env.example .env
for name in POSTGRES_PASSWORD REDIS_PASSWORD GRAFANA_PASSWORD SALIENCE_PASSWORD_MIGRATOR SALIENCE_PASSWORD_OPERATOR \
  SALIENCE_PASSWORD_CONSUMER SALIENCE_PASSWORD_DIGEST SALIENCE_PASSWORD_MEMORY_CHUNKER SALIENCE_PASSWORD_EPISODIC \
  SALIENCE_PASSWORD_COGNITIVE_DRIFT SALIENCE_PASSWORD_ROUTING_REGULATOR SALIENCE_PASSWORD_SCHEDULER \
  SALIENCE_PASSWORD_PULSE_SENSOR; do
  if ! grep -q "^$name=." .env; then
    # Letters and digits only: the passwords stand in addresses.
    password=$(LC_ALL=C tr -dc 'a-f0-9' < /dev/urandom | head -c 48)
    grep -v "^$name=" .env > .env.new || true
    printf '%s=%s\n' "$name" "$password" >> .env.new
    mv .env.new .env
    echo "made $name"
  fi
done
