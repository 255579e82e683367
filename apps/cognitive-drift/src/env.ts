import { baseEnv, parseEnv } from '@salience/runtime';

/** The environment of cognitive-drift: the only place that reads it. */
export const env = parseEnv(baseEnv, process.env);
export type CognitiveDriftEnv = typeof env;
