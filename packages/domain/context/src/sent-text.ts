import type { ContextSnapshot } from '@salience/contracts';

/** What one model call was sent, in one text: two calls that were sent the same have the same, however their objects were kept in between. */
export function sentText({ messages, system }: Pick<ContextSnapshot, 'system' | 'messages'>): string {
  return JSON.stringify([system, messages.map(ordered)]);
}

/** The value with the fields of its objects by name, and without those that are undefined. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, ordered(field)]),
  );
}
