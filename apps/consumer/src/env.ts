import process from 'node:process';
import { baseEnv, parseEnv, portSchema, withDefault } from '@salience/runtime';
import { z } from 'zod';

/** The variables of this app. */
export const variables = {
  ...baseEnv,
  /** Address to listen on. Any but a loopback address makes API keys necessary. */
  SALIENCE_HOST: withDefault(z.string().min(1), '127.0.0.1'),
  /** Port to listen on; 0 takes any free one. */
  PORT: withDefault(portSchema, '3300'),
};

/** Reads the environment of consumer; the only place that does. Throws `config.invalid`. */
export function readEnv() {
  return parseEnv(variables, process.env);
}
