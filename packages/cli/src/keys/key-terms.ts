import { localTime } from '@salience/language';
import { ownTimeZone } from '../client/own-time-zone.ts';
import type { Context } from '../context.ts';
import { usageError } from '@salience/supervisor/home';
import { dueTime, spanMs } from '../schedules/due-time.ts';
import { note, print, printJson, table } from '../terminal.ts';

/** When a new key expires, from a span or a time, on the clock of this machine unless it says its offset; nothing for a key without an end. */
export function expiry(text: string | undefined): { readonly expiresAt?: Date } {
  if (text === undefined) return {};
  const expiresAt = dueTime(text, new Date(), ownTimeZone(undefined));
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
  note(`${says} It is shown only once: store it safely and use it as "Authorization: Bearer …".`);
}

/** A key as a list shows it. */
interface ShownKey {
  readonly id: string;
  /** How it begins. */
  readonly hint: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Prints keys as a table, or `none` if there are no keys. `said` fills the column `heading`. */
export function showKeys<K extends ShownKey>(
  context: Context,
  keys: readonly K[],
  how: { readonly heading: string; said(key: K): string; readonly none: string },
): void {
  if (context.json) printJson(keys);
  else if (keys.length === 0) print(how.none);
  else {
    const zone = ownTimeZone(context.env.timeZone);
    const cells = keys.map((key) => [
      key.id,
      `${key.hint}…`,
      how.said(key),
      shown(key.createdAt, zone),
      keyState(key, zone),
    ]);
    print(table(['key', 'begins', how.heading, 'made', 'state'], cells));
  }
}

/** Prints the key that takes the place of `id`, and until when that one stays valid. */
export function showRotatedKey(
  context: Context,
  id: string,
  made: { readonly id: string; readonly key: string; readonly oldExpiresAt: Date },
): void {
  const until = shown(made.oldExpiresAt, ownTimeZone(context.env.timeZone));
  showNewKey(context, made, `This is key ${made.id}. The old one, ${id}, is valid until ${until}.`);
}

/** Says that a key is revoked. */
export function showRevokedKey(context: Context, id: string): void {
  if (context.json) printJson({ id, revoked: true });
  else print(`Revoked ${id}. It stops working within seconds.`);
}

/** What a key still opens: `good`, `valid until …`, `expired …` or `revoked …`. */
function keyState(key: Pick<ShownKey, 'expiresAt' | 'revokedAt'>, zone: string): string {
  if (key.revokedAt !== null) return `revoked ${shown(key.revokedAt, zone)}`;
  if (key.expiresAt === null) return 'good';
  return `${key.expiresAt.getTime() > Date.now() ? 'valid until' : 'expired'} ${shown(key.expiresAt, zone)}`;
}

function shown(at: Date, zone: string): string {
  return localTime(at.toISOString(), zone);
}
