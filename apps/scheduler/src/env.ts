import { baseEnv, parseEnv, settingsOf, withDefault } from '@salience/runtime';
import { z } from 'zod';

const milliseconds = z.coerce.number().int().positive();

/** The variables of this app. */
export const variables = {
  ...baseEnv,
  /** From one look for lost work to the next, in milliseconds. */
  SALIENCE_SWEEP_MS: withDefault(milliseconds, '500'),
  /** From one emptying of the outbox to the next, in milliseconds. */
  SALIENCE_OUTBOX_MS: withDefault(milliseconds, '500'),
  /** From one look for due reminders to the next, in milliseconds. */
  SALIENCE_REMINDERS_MS: withDefault(milliseconds, '1000'),
  /** A reminder that fires later than this after its time counts as late, in milliseconds of business time. */
  SALIENCE_REMINDER_LATE_MS: withDefault(milliseconds, '60000'),
  /** From one look for silent threads to the next, in milliseconds of business time. */
  SALIENCE_EXPIRY_MS: withDefault(milliseconds, '300000'),
  /** A thread silent for this long ends its open range of exchanges, in milliseconds of business time. */
  SALIENCE_SILENCE_MS: withDefault(milliseconds, '600000'),
  /** A thread silent for this long expires, in milliseconds of business time. */
  SALIENCE_THREAD_EXPIRY_MS: withDefault(milliseconds, '14400000'),
  /** Days of business time for which it is kept what models saw; 0 for ever. */
  SALIENCE_CONTEXT_DAYS: withDefault(z.coerce.number().int().min(0).max(36_500), '30'),
  /** How long what was forgotten is watched for workers that had read it before, in seconds; longer than any job with its tries. */
  SALIENCE_FORGET_WATCH_S: withDefault(z.coerce.number().int().nonnegative(), '900'),
  /** From one measuring of what waits in the whole fleet to the next, in milliseconds. */
  SALIENCE_GAUGES_MS: withDefault(milliseconds, '5000'),
  /** From one clearing of long-lost workers to the next, in milliseconds. */
  SALIENCE_FORGET_WORKERS_MS: withDefault(milliseconds, '3600000'),
};

/** Reads the environment; the only place that does. Throws `config.invalid`. */
export function readEnv() {
  return parseEnv(variables, settingsOf(process.env));
}
export type SchedulerEnv = ReturnType<typeof readEnv>;
