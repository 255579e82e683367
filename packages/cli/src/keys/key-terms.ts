import type { Context } from '../context.ts';
import { usageError } from '../failure.ts';
import { dueTime, spanMs } from '../reminders/due-time.ts';
import { note, print, printJson } from '../terminal.ts';

/** When a new key expires, from a span or a time with zone; nothing for a key without an end. */
export function expiry(text: string | undefined): { readonly expiresAt?: Date } {
  if (text === undefined) return {};
  const expiresAt = dueTime(text, new Date());
  if (expiresAt !== undefined && expiresAt.getTime() > Date.now()) return { expiresAt };
  throw usageError(
    `Expected --expires as a span (12h, 90d) or a coming time with zone (2030-01-31T09:00:00Z), got "${text}".`,
  );
}

/** How long an old key stays good beside the new one, in milliseconds. */
export function overlapMs(text: string): number {
  const ms = text === '0' ? 0 : spanMs(text);
  if (ms !== undefined) return ms;
  throw usageError(`Expected --overlap as a span (10m, 24h, 7d) or 0, got "${text}".`);
}

/** Prints a key, the only time that it can be seen: alone on standard output, so that it can be put into a variable. */
export function showNewKey(
  context: Context,
  made: { readonly id: string; readonly key: string; readonly oldExpiresAt?: Date },
  says: string,
): void {
  if (context.json) {
    const { id, key, oldExpiresAt } = made;
    printJson({
      id,
      key,
      ...(oldExpiresAt === undefined ? {} : { old_expires_at: oldExpiresAt.toISOString() }),
    });
    return;
  }
  print(made.key);
  note(`${says} It is shown only now: keep it safe, and use it as "Authorization: Bearer …".`);
}

/** What a key still opens: `good`, `good until …`, `expired …` or `revoked …`. */
export function keyState(key: { readonly revokedAt: Date | null; readonly expiresAt: Date | null }): string {
  if (key.revokedAt !== null) return `revoked ${key.revokedAt.toISOString()}`;
  if (key.expiresAt === null) return 'good';
  return `${key.expiresAt.getTime() > Date.now() ? 'good until' : 'expired'} ${key.expiresAt.toISOString()}`;
}
