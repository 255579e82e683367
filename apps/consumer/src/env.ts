import process from 'node:process';
import { baseEnv, parseEnv, portSchema, withDefault } from '@salience/runtime';
import { z } from 'zod';

/** What consumer reads from its environment beside what every app reads. */
export const consumerEnv = {
  ...baseEnv,
  /** Address to listen on. Any but a loopback address makes API keys necessary. */
  SALIENCE_HOST: withDefault(z.string().min(1), '127.0.0.1'),
  /** Port to listen on; 0 takes any free one. */
  PORT: withDefault(portSchema, '3300'),
};

/** The environment, checked. Throws one error that lists every problem. */
export function readEnv() {
  return parseEnv(consumerEnv, process.env);
}
