import { timeZoneSchema } from '@salience/contracts';

/** The time zone of whoever runs a command: the one that is `set`, else the machine's. A bad setting is told by the app that is started with it. */
export function ownTimeZone(set: string | undefined): string {
  const machine = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [set, machine].find((name) => timeZoneSchema.safeParse(name).success) ?? 'UTC';
}
