import { baseEnv, parseEnv, type Settings, withDefault } from '@salience/runtime';
import { z } from 'zod';

const milliseconds = z.coerce.number().int().positive();

/** The variables of this app. */
export const variables = {
  ...baseEnv,
  /** The pause between two sweeps, in milliseconds. */
  SALIENCE_SWEEP_MS: withDefault(milliseconds, '500'),
  /** The pause between two relays of the outbox, in milliseconds. */
  SALIENCE_OUTBOX_MS: withDefault(milliseconds, '500'),
  /** The pause between two checks for due reminders, in milliseconds. */
  SALIENCE_REMINDERS_MS: withDefault(milliseconds, '1000'),
  /** The delay after which a reminder counts as late, in milliseconds of business time. */
  SALIENCE_REMINDER_LATE_MS: withDefault(milliseconds, '60000'),
  /** The pause between two checks for silent threads, in milliseconds of business time. */
  SALIENCE_EXPIRY_MS: withDefault(milliseconds, '300000'),
  /** A thread silent for this long ends its open range of exchanges, in milliseconds of business time. */
  SALIENCE_SILENCE_MS: withDefault(milliseconds, '600000'),
  /** A thread silent for this long expires, in milliseconds of business time. */
  SALIENCE_THREAD_EXPIRY_MS: withDefault(milliseconds, '14400000'),
  /** Retention of model contexts in days of business time; 0: unlimited. */
  SALIENCE_CONTEXT_DAYS: withDefault(z.coerce.number().int().min(0).max(36_500), '30'),
  /** The watch period after forgetting, in seconds; longer than any job with its retries. */
  SALIENCE_FORGET_WATCH_S: withDefault(z.coerce.number().int().nonnegative(), '900'),
  /** The pause between two measurements of the fleet's backlog, in milliseconds. */
  SALIENCE_GAUGES_MS: withDefault(milliseconds, '5000'),
  /** The pause between two removals of lost workers, in milliseconds. */
  SALIENCE_FORGET_WORKERS_MS: withDefault(milliseconds, '3600000'),
};

/** Reads the settings. Throws `config.invalid`. */
export function readEnv(source: Settings) {
  return parseEnv(variables, source);
}
export type SchedulerEnv = ReturnType<typeof readEnv>;
