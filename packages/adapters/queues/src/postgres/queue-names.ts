import { SalienceError } from '@salience/errors';

/** The name of a queue in the database: PostgreSQL has no key prefix, so it goes into the name. */
export function queueInDatabase(queue: string, prefix: string | undefined): string {
  return prefix === undefined ? queue : `${prefix}.${queue}`;
}

/** A name quoted for use as an identifier; throws `queues.invalid-name` for one that is not plain. */
export function plainIdentifier(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name)) return `"${name}"`;
  const message = `Expected a plain name (letters, digits, underscores), got "${name}".`;
  throw new SalienceError('queues.invalid-name', message, { kind: 'bug' });
}
