import type { QuietHours } from '@salience/database/channels';
import { quietUntil } from '@salience/language';

/** When the quiet hours end in which a person would be disturbed now; undefined outside of them. `zone`: the installation's. */
export function quietEnd(hours: QuietHours, now: Date, zone: string): Date | undefined {
  const { quietFrom, quietUntil: until } = hours;
  if (quietFrom === null || until === null) return undefined;
  const end = quietUntil(now.getTime(), hours.zone ?? zone, quietFrom, until);
  return end === undefined ? undefined : new Date(end);
}
