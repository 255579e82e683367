import { baseEnv, parseEnv } from '@salience/runtime';

/** The environment of pulse-sensor: the only place that reads it. */
export const env = parseEnv(baseEnv, process.env);
export type PulseSensorEnv = typeof env;
