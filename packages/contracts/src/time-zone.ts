import { z } from 'zod';

/** A name of the time zone database that this machine knows, such as `Europe/Berlin` or `UTC`. */
export const timeZoneSchema = z
  .string()
  .max(64)
  .refine(isTimeZone, 'expected the name of a time zone, such as Europe/Berlin or America/New_York');

function isTimeZone(name: string): boolean {
  // Offsets such as "+05:30" are no places: their clocks are never put.
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
