import { baseEnv, parseEnv, settingsOf } from '@salience/runtime';

/** The variables of this app: those that every app understands. */
export const variables = baseEnv;

/** Reads the environment; the only place that does. Throws `config.invalid`. */
export function readEnv() {
  return parseEnv(variables, settingsOf(process.env));
}
export type RoutingRegulatorEnv = ReturnType<typeof readEnv>;
