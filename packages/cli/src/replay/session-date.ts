import { z } from 'zod';
import { spokenDate } from './spoken-date.ts';

const isoDay = z.iso.date();
const isoTime =
  /^([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i;

/**
 * Reads when a session or turn of a transcript was said: ISO 8601, a day or a time of it, as UTC where no zone is named; or "1:56 pm on
 * 8 May, 2023", as UTC. Undefined when it is neither, or there is no such day or time.
 */
export function sessionDate(text: string): Date | undefined {
  const written = text.trim();
  const [day, time] = [written.slice(0, 10), written.slice(11)];
  if (!isoDay.safeParse(day).success) return spokenDate(text);
  if (written.length === 10) return new Date(`${day}T00:00:00Z`);
  if (!/^[T ]$/i.test(written[10] ?? '') || !isoTime.test(time)) return undefined;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}Z`;
  const at = new Date(
    `${day}T${zoned
      .replace(',', '.')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
      .toUpperCase()}`,
  );
  return Number.isNaN(at.getTime()) ? undefined : at;
}
