import { modelConfigFromEnv, modelEnvNames } from '@salience/llm';
import { baseEnv, parseEnv, withDefault } from '@salience/runtime';
import { z } from 'zod';

const variables = {
  ...baseEnv,
  /** Ranges that are worked at once in this process. */
  SALIENCE_CONCURRENCY: withDefault(z.coerce.number().int().min(1).max(1_000), '4'),
  /** How long one model call may take in all, in milliseconds. */
  SALIENCE_MODEL_TIMEOUT_MS: withDefault(z.coerce.number().int().positive(), '60000'),
};

/** The environment of episodic: the only place that reads it. */
export const env = {
  ...parseEnv(variables, process.env),
  models: modelConfigFromEnv(Object.fromEntries(modelEnvNames.map((name) => [name, process.env[name]]))),
};
export type EpisodicEnv = typeof env;
