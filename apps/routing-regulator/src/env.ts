import { modelConfigFromEnv } from '@salience/llm';
import { baseEnv, parseEnv, type Settings, threadExpiryEnv, withDefault } from '@salience/runtime';
import { z } from 'zod';

const milliseconds = z.coerce.number().int().positive();

/** The variables of this app beside those of its models. */
export const variables = {
  ...baseEnv,
  ...threadExpiryEnv,
  /** The pause between two looks for what labels decisions, in milliseconds. */
  SALIENCE_LABELS_MS: withDefault(milliseconds, '2000'),
  /** The pause between two looks whether a review, a calibration or a cycle of the regulator is due, or a request about a policy is open, in milliseconds. */
  SALIENCE_LEARNING_MS: withDefault(milliseconds, '5000'),
  /** Calls of the model of `reflect` within a day of business time, over all agents and replicas; 0: no reviews. */
  SALIENCE_REVIEWS_PER_DAY: withDefault(z.coerce.number().int().min(0).max(100_000), '40'),
  /** Minimum time since the last accepted message before decisions are reviewed, in milliseconds of business time; at least a second. */
  SALIENCE_REVIEW_QUIET_MS: withDefault(milliseconds.min(1_000), '60000'),
};

/** Reads the settings. Throws `config.invalid` or `config.models`. */
export function readEnv(source: Settings) {
  return { ...parseEnv(variables, source), models: modelConfigFromEnv(source) };
}
export type RoutingRegulatorEnv = ReturnType<typeof readEnv>;
