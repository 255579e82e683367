/** Postgres' text form of a time as ISO 8601 in UTC. */
export function isoInstant(text: string): string {
  return new Date(text).toISOString();
}
