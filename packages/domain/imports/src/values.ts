import { SalienceError } from '@salience/errors';

/** An object of a foreign file. Only its own keys are read, so that `__proto__` and `constructor` are names like any other. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for an object that is no array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an own key; `undefined` without one, and for null. */
export function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? (fields[key] ?? undefined) : undefined;
}

/** The error of a conversation that cannot be read: `import.unreadable`. The message goes on after "it …". */
export function unreadable(why: string): SalienceError {
  return new SalienceError('import.unreadable', why);
}

/** A text, cleaned; null where there is none. Throws `import.unreadable` for anything but a text. */
export function textIn(fields: Fields, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = own(fields, key);
    if (value === undefined) continue;
    if (typeof value !== 'string') throw unreadable(`has a ${key} that is no text`);
    return cleaned(value);
  }
  return null;
}

/** A name or an id: a text that is not empty, without space around it; null where there is none. Numbers are read as text. */
export function nameIn(fields: Fields, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = own(fields, key);
    if (value === undefined) continue;
    if (typeof value !== 'string' && typeof value !== 'number')
      throw unreadable(`has a ${key} that is no text`);
    const name = cleaned(String(value)).trim();
    if (name.length > 0) return name;
  }
  return null;
}

/** A list; empty where there is none. Throws `import.unreadable` for anything but a list. */
export function listIn(fields: Fields, key: string): readonly unknown[] {
  const value = own(fields, key);
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw unreadable(`has ${key} that are no list`);
  return value as readonly unknown[];
}

/** An object; null where there is none. Throws `import.unreadable` for anything but an object. */
export function fieldsIn(fields: Fields, key: string): Fields | null {
  const value = own(fields, key);
  if (value === undefined) return null;
  if (!isFields(value)) throw unreadable(`has a ${key} that is no object`);
  return value;
}

/** Each of a list as an object. Throws `import.unreadable` if one is none. */
export function objectsIn(fields: Fields, key: string): readonly Fields[] {
  return listIn(fields, key).map((value) => {
    if (!isFields(value)) throw unreadable(`has ${key} of which one is no object`);
    return value;
  });
}

/** When something is said to have been written before 1990 or after 2200, that is a mistake. In milliseconds since 1970. */
export const earliest = Date.UTC(1990);
const latest = Date.UTC(2200);
const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const zoned = /(?:z|[+-]\d{2}:?\d{2})$/i;

/**
 * A time in milliseconds since 1970: from seconds or milliseconds since then, or from an ISO text (UTC where it names no zone). Null where
 * there is none. Throws `import.unreadable` for anything that is no time between 1990 and 2200.
 */
export function timeIn(fields: Fields, ...keys: readonly string[]): number | null {
  for (const key of keys) {
    const value = own(fields, key);
    if (value === undefined || value === '') continue;
    const at = typeof value === 'number' ? value * (value > 1e11 ? 1 : 1_000) : isoTime(value);
    if (!Number.isFinite(at) || at < earliest || at >= latest)
      throw unreadable(`has a ${key} that is no time`);
    return Math.floor(at);
  }
  return null;
}

/**
 * A time from or until which something holds, in milliseconds since 1970; of any year. Null where there is none, also for what is no time
 * and for the first instant of year 1, which stands for none: what cannot be read ends nothing.
 */
export function boundIn(fields: Fields, ...keys: readonly string[]): number | null {
  const at = keys.map((key) => isoTime(own(fields, key))).find((one) => !Number.isNaN(one));
  return at === undefined || at <= firstInstant ? null : at;
}

function isoTime(value: unknown): number {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return Number.NaN;
  const text = value.trim().replace(' ', 'T');
  return Date.parse(text.length === 10 || zoned.test(text) ? text : `${text}Z`);
}

/** A text that can be stored: well-formed, without U+0000. */
export function cleaned(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
