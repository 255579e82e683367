import { parseAllowedHosts, parseMailFrom, parseSmtpUrl } from '@salience/channels';
import {
  approvalEnv,
  baseEnv,
  optional,
  parseEnv,
  readAs,
  type Settings,
  silenceEnv,
  threadExpiryEnv,
  timeZoneEnv,
  withDefault,
} from '@salience/runtime';
import { z } from 'zod';

const milliseconds = z.coerce.number().int().positive();

/** The variables of this app. */
export const variables = {
  ...baseEnv,
  /** The pause between two sweeps, in milliseconds. */
  SALIENCE_SWEEP_MS: withDefault(milliseconds, '500'),
  /** The pause between two relays of the outbox, in milliseconds. */
  SALIENCE_OUTBOX_MS: withDefault(milliseconds, '500'),
  /** The pause between two checks for due schedules, in milliseconds. */
  SALIENCE_SCHEDULES_MS: withDefault(milliseconds, '1000'),
  /** The delay after which an occurrence counts as late, in milliseconds of business time. */
  SALIENCE_SCHEDULE_LATE_MS: withDefault(milliseconds, '60000'),
  /** The pause between two checks for silent threads, in milliseconds of business time. */
  SALIENCE_EXPIRY_MS: withDefault(milliseconds, '300000'),
  ...silenceEnv,
  ...threadExpiryEnv,
  /** Retention of model contexts in days of business time; 0: unlimited. */
  SALIENCE_CONTEXT_DAYS: withDefault(z.coerce.number().int().min(0).max(36_500), '30'),
  /** Retention of occurrences of schedules in days of business time; 0: unlimited. */
  SALIENCE_OCCURRENCE_DAYS: withDefault(z.coerce.number().int().min(0).max(36_500), '90'),
  /** The watch period after forgetting, in seconds; longer than any job with its retries. */
  SALIENCE_FORGET_WATCH_S: withDefault(z.coerce.number().int().nonnegative(), '900'),
  /** The pause between two looks at notices and deliveries, in milliseconds. */
  SALIENCE_NOTICES_MS: withDefault(milliseconds, '1000'),
  /** The pause between two looks at raised hands that are to be told, in milliseconds. */
  SALIENCE_HANDS_MS: withDefault(milliseconds, '500'),
  /** How long a stream may show a turn that nobody asked for before channels carry it, in milliseconds of business time. */
  SALIENCE_NOTICE_GRACE_MS: withDefault(z.coerce.number().int().nonnegative(), '10000'),
  /** Hosts that webhooks may be sent to although they are private or speak without TLS: host[:port],…. */
  SALIENCE_CHANNEL_PRIVATE_HOSTS: withDefault(readAs(parseAllowedHosts, 'host[:port],host[:port]'), ''),
  /** The mail server. Unset: no mail leaves. */
  SALIENCE_SMTP_URL: optional(readAs(parseSmtpUrl, 'smtp://[user:password@]host[:port], or smtps://…')),
  /** Who mails are from. */
  SALIENCE_MAIL_FROM: optional(readAs(parseMailFrom, 'an address, or Name <address>')),
  /** The pause between two looks at tasks, in milliseconds; hints have it look at once. */
  SALIENCE_TASKS_MS: withDefault(milliseconds, '1000'),
  /** The pause between two ticks, the safety sweep behind the hints, in milliseconds. */
  SALIENCE_TICK_MS: withDefault(milliseconds, '60000'),
  /** Retention of what came in through inlets, in days of business time; 0: unlimited. */
  SALIENCE_INBOUND_DAYS: withDefault(z.coerce.number().int().min(0).max(36_500), '90'),
  /** Retention of signals and of activations that nobody labelled, in days of business time; 0: unlimited. */
  SALIENCE_SIGNAL_DAYS: withDefault(z.coerce.number().int().min(0).max(36_500), '30'),
  ...approvalEnv,
  ...timeZoneEnv,
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
