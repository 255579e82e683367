import { expect, test } from 'vitest';
import { timeZoneSchema } from './time-zone.ts';

test.each(['Europe/Berlin', 'UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
  '%s is a zone',
  (name) => expect(timeZoneSchema.safeParse(name).success).toBe(true),
);

test.each([
  'Mars/Olympus',
  '',
  '+05:30',
  'Berlin',
  'Europe/Berlin ',
  '../etc',
  'local',
  `A${'a'.repeat(70)}`,
])('"%s" is none', (name) => expect(timeZoneSchema.safeParse(name).success).toBe(false));
