import { modelConfigFromEnv } from '@salience/llm';
import { baseEnv, memoryEnv, parseEnv, type Settings, withDefault } from '@salience/runtime';
import { z } from 'zod';

/** The variables of this app beside those of its models. */
export const variables = {
  ...baseEnv,
  ...memoryEnv,
  /** Agents that are worked at once in this process. */
  SALIENCE_CONCURRENCY: withDefault(z.coerce.number().int().min(1).max(1_000), '4'),
};

/** Reads the environment of memory-chunker; the only place that does. Throws `config.invalid` or `config.models`. */
export function readEnv(source: Settings) {
  return { ...parseEnv(variables, source), models: modelConfigFromEnv(source) };
}
export type ChunkerEnv = ReturnType<typeof readEnv>;
