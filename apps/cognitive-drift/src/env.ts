import { modelConfigFromEnv } from '@salience/llm';
import { baseEnv, embedderEnv, parseEnv, type Settings, timeZoneEnv, withDefault } from '@salience/runtime';
import { z } from 'zod';

const milliseconds = z.coerce.number().int().positive();

/** The variables of this app beside those of its models. */
export const variables = {
  ...baseEnv,
  ...embedderEnv,
  ...timeZoneEnv,
  /** off: no drift, so no model calls for thoughts. */
  SALIENCE_DRIFT: withDefault(z.enum(['on', 'off']), 'on'),
  /** The pause between two checks whether a thought is due, in milliseconds. */
  SALIENCE_DRIFT_LOOK_MS: withDefault(milliseconds, '1000'),
  /** Minimum time since the last accepted message, in milliseconds of business time; at least a second. */
  SALIENCE_DRIFT_QUIET_MS: withDefault(milliseconds.min(1_000), '60000'),
  /** Tokens that each agent may spend on thoughts within a day. */
  SALIENCE_DRIFT_TOKENS: withDefault(z.coerce.number().int().nonnegative(), '100000'),
};

/** Reads the settings. Throws `config.invalid` or `config.models`. */
export function readEnv(source: Settings) {
  return { ...parseEnv(variables, source), models: modelConfigFromEnv(source) };
}
export type CognitiveDriftEnv = ReturnType<typeof readEnv>;
