import { modelConfigFromEnv } from '@salience/llm';
import { baseEnv, embedderEnv, memoryEnv, parseEnv, type Settings, withDefault } from '@salience/runtime';
import { z } from 'zod';

/** The variables of this app beside those of its models. */
export const variables = {
  ...baseEnv,
  ...memoryEnv,
  ...embedderEnv,
  /** Agents that are worked at once in this process. */
  SALIENCE_CONCURRENCY: withDefault(z.coerce.number().int().min(1).max(1_000), '4'),
};

/** Reads the settings of episodic. Throws `config.invalid` or `config.models`. */
export function readEnv(source: Settings) {
  return { ...parseEnv(variables, source), models: modelConfigFromEnv(source) };
}
export type EpisodicEnv = ReturnType<typeof readEnv>;
