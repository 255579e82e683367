import { hostname } from 'node:os';
import { parseAllowedHosts } from '@salience/channels/addresses';
import {
  approvalEnv,
  baseEnv,
  optional,
  parseEnv,
  readAs,
  type Settings,
  timeZoneEnv,
  withDefault,
} from '@salience/runtime';
import { z } from 'zod';

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The variables of this app. */
export const variables = {
  ...baseEnv,
  ...approvalEnv,
  ...timeZoneEnv,
  /** A file with the mailboxes that are read: {"mailboxes": …}. Unset: none is. */
  SALIENCE_MAIL_CONFIG: optional(z.string()),
  /** What passwordEnv of a mailbox may name: JSON by name. */
  SALIENCE_MAIL_ENV: optional(
    z.string().transform((text, context) => {
      const parsed = z.record(z.string(), z.string()).safeParse(jsonOf(text));
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message: 'expected JSON like {"WORK_MAIL_PASSWORD": "…"}' });
      return z.NEVER;
    }),
  ),
  /** How long the lease on a mailbox lives without being renewed, in milliseconds: a killed reader's mailbox waits for it. */
  SALIENCE_MAIL_LEASE_MS: withDefault(z.coerce.number().int().min(500).max(600_000), '15000'),
  /** From one look into a mailbox to the next if its server says nothing, in milliseconds. */
  SALIENCE_MAIL_POLL_MS: withDefault(z.coerce.number().int().min(100).max(3_600_000), '60000'),
  /** How long the lease on a Bridge lives without being renewed, in milliseconds: what a killed process listened to waits for it. */
  SALIENCE_BRIDGE_LEASE_MS: withDefault(z.coerce.number().int().min(500).max(600_000), '15000'),
  /** From a connection to a Bridge that broke to the next attempt, in milliseconds. */
  SALIENCE_BRIDGE_RECONNECT_MS: withDefault(z.coerce.number().int().min(50).max(600_000), '5000'),
  /** Hosts of Bridges that may be private or speak without TLS: host[:port],…. */
  SALIENCE_CHANNEL_PRIVATE_HOSTS: withDefault(readAs(parseAllowedHosts, 'host[:port],host[:port]'), ''),
  /** How long the lease on a folder or a cluster of modules lives without being renewed, in milliseconds: what a killed process held waits for it. */
  SALIENCE_SENSE_LEASE_MS: withDefault(z.coerce.number().int().min(500).max(600_000), '10000'),
  /** What this machine is called among those that watch files: a folder belongs to the one that watched it last. */
  SALIENCE_HOST_NAME: withDefault(z.string().trim().min(1).max(253), hostname()),
  /** How long another host may be silent before its folders are watched by this one, in milliseconds. */
  SALIENCE_ROOT_TAKEOVER_MS: withDefault(z.coerce.number().int().min(0).max(604_800_000), '600000'),
  /** From one look for what others committed (facts, tasks, messages) to the next, in milliseconds. */
  SALIENCE_SENSE_ROWS_MS: withDefault(z.coerce.number().int().min(50).max(3_600_000), '1000'),
};

/** Reads the settings. Throws `config.invalid`. */
export function readEnv(source: Settings) {
  return parseEnv(variables, source);
}
export type PulseSensorEnv = ReturnType<typeof readEnv>;
