import { baseEnv, parseEnv, type Settings } from '@salience/runtime';

/** The variables of this app: those that every app understands. */
export const variables = baseEnv;

/** Reads the settings. Throws `config.invalid`. */
export function readEnv(source: Settings) {
  return parseEnv(variables, source);
}
export type RoutingRegulatorEnv = ReturnType<typeof readEnv>;
