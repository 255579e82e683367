import { baseEnv, parseEnv } from '@salience/runtime';

/** The environment of routing-regulator: the only place that reads it. */
export const env = parseEnv(baseEnv, process.env);
export type RoutingRegulatorEnv = typeof env;
