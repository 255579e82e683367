import { driftRules } from './drift-rules.ts';

/** A random number from 0 to below 1. Passed in, so that tests are deterministic. */
export type Draw = () => number;

/** The pause until an agent's next thought in milliseconds: about five minutes, sometimes much longer. */
export function driftPauseMs(draw: Draw, rules = driftRules): number {
  const isLong = draw() < rules.longGapChance;
  const [from, to] = isLong ? rules.longGap : rules.jitter;
  return Math.round(rules.intervalMs * (from + (to - from) * draw()));
}

/** The state that decides whether an agent may think. */
export interface DriftState {
  /** End of the latest episode within `episodeMs`; null for none. */
  readonly episodeAt: string | null;
  /** Cost of the thoughts within the window. */
  readonly fatigue: number;
  /** Tokens spent or reserved in the last day. */
  readonly tokens: number;
}

/** Why an agent does not think now. */
export type DriftStop = 'budget' | 'fatigue' | 'no-episode';

/** The reason why an agent must not think now; undefined if it may. `tokensMax`: its budget per day. */
export function driftStop(state: DriftState, tokensMax: number, rules = driftRules): DriftStop | undefined {
  if (state.episodeAt === null) return 'no-episode';
  if (state.fatigue >= rules.fatigueMax) return 'fatigue';
  if (state.tokens >= tokensMax) return 'budget';
  return undefined;
}
