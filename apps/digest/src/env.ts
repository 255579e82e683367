import { modelConfigFromEnv } from '@salience/llm';
import { baseEnv, optional, parseEnv, withDefault } from '@salience/runtime';
import { z } from 'zod';

/** The variables of this app beside those of its models. */
export const variables = {
  ...baseEnv,
  /** Lanes that run at once in this process. */
  SALIENCE_CONCURRENCY: withDefault(z.coerce.number().int().min(1).max(1_000), '8'),
  /** Where the prepared embedding model is kept. */
  SALIENCE_MODEL_CACHE: z.string().min(1),
  /** A folder with a sentence model of your own. */
  EMBEDDING_MODEL_DIR: optional(z.string()),
  /** How long one model call may take in all, in milliseconds. */
  SALIENCE_MODEL_TIMEOUT_MS: withDefault(z.coerce.number().int().positive(), '60000'),
  /** The longest silence of a model's stream, in milliseconds. */
  SALIENCE_MODEL_STALL_MS: withDefault(z.coerce.number().int().positive(), '20000'),
};

/** Reads the environment of digest; the only place that does. Throws `config.invalid` or `config.models`. */
export function readEnv() {
  return { ...parseEnv(variables, process.env), models: modelConfigFromEnv(process.env) };
}
export type DigestEnv = ReturnType<typeof readEnv>;
