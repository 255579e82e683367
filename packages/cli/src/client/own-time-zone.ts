import { timeZoneSchema } from '@salience/contracts';

/**
 * The time zone of this command: the configured one, else the machine's. An invalid setting is reported by the app that is started
 * with it.
 */
export function ownTimeZone(set: string | undefined): string {
  const machine = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [set, machine].find((name) => timeZoneSchema.safeParse(name).success) ?? 'UTC';
}
