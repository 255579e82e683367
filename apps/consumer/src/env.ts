import { parseAllowedHosts } from '@salience/channels';
import {
  approvalEnv,
  baseEnv,
  embedderEnv,
  optional,
  parseEnv,
  portSchema,
  readAs,
  recallEnv,
  type Settings,
  threadExpiryEnv,
  timeZoneEnv,
  withDefault,
} from '@salience/runtime';
import { z } from 'zod';
import { defaultHttpLimits } from './http/http-limits.ts';

/** The variables of this app. */
export const variables = {
  ...baseEnv,
  ...embedderEnv,
  ...recallEnv,
  ...timeZoneEnv,
  ...threadExpiryEnv,
  ...approvalEnv,
  /** Address to listen on. Any address but loopback requires API keys. */
  SALIENCE_HOST: withDefault(z.string().min(1), '127.0.0.1'),
  /** `required`: a loopback address requires keys too, for example behind a proxy. */
  SALIENCE_KEYS: withDefault(z.enum(['auto', 'required']), 'auto'),
  /** The person's token of this machine; created and passed on by `salience up`. */
  SALIENCE_PERSON_TOKEN: optional(
    z.string().regex(/^pt_[\w-]{43}$/, 'expected pt_ and 43 of A-Z, a-z, 0-9, "_" and "-"'),
  ),
  /** Port to listen on; 0 takes any free one. */
  PORT: withDefault(portSchema, '3300'),
  /** Accepted messages per minute, for agents without their own limit. Unset: no limit. */
  SALIENCE_TURNS_PER_MINUTE: optional(z.coerce.number().int().min(1).max(1_000_000)),
  /** Open turns, for agents without their own limit. Unset: no limit. */
  SALIENCE_OPEN_TURNS: optional(z.coerce.number().int().min(1).max(1_000_000)),
  /** Hosts that a channel may name although they are private or speak without TLS: host[:port],…. The same as the scheduler's. */
  SALIENCE_CHANNEL_PRIVATE_HOSTS: withDefault(readAs(parseAllowedHosts, 'host[:port],host[:port]'), ''),
  /** A folder with modules of signals, one JSON file each, for the default agent. Unset: none. */
  SALIENCE_MODULES_DIR: optional(z.string()),
  /** `pfc`: the PFC alone, where no digest runs; no turn is made then. Set by `salience pfc serve`. */
  SALIENCE_SERVES: withDefault(z.enum(['everything', 'pfc']), 'everything'),
  /** A file with settings of the PFC, for the default agent: read whenever it changes, never written. Unset: none. */
  SALIENCE_PFC_CONFIG_FILE: optional(z.string()),
  /** Maximum number of connections; further ones get 503. */
  SALIENCE_CONNECTIONS: withDefault(z.coerce.number().int().min(1), String(defaultHttpLimits.connections)),
  /** Maximum number of open streams per key, or of all callers without a key on a loopback address. */
  SALIENCE_STREAMS_PER_CALLER: withDefault(
    z.coerce.number().int().min(1),
    String(defaultHttpLimits.streamsPerCaller),
  ),
};

/** Reads the settings of consumer. Throws `config.invalid`. */
export function readEnv(source: Settings) {
  return parseEnv(variables, source);
}
export type ConsumerEnv = ReturnType<typeof readEnv>;
