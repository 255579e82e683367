import { timeZoneSchema } from '@salience/contracts';
import type { ApiAddress } from './api-client.ts';

/** The zones that requests of this command say: the configured one, where it is one, and the machine's. */
export function requestTimeZones(set: string | undefined): Pick<ApiAddress, 'deviceTimeZone' | 'timeZone'> {
  const valid = timeZoneSchema.safeParse(set);
  return valid.success ? { timeZone: valid.data } : { deviceTimeZone: ownTimeZone(undefined) };
}

/**
 * The time zone of this command: the configured one, else the machine's. An invalid setting is reported by the app that is started
 * with it.
 */
export function ownTimeZone(set: string | undefined): string {
  const machine = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [set, machine].find((name) => timeZoneSchema.safeParse(name).success) ?? 'UTC';
}
