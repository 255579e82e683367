import { driftRules } from './drift-rules.ts';

/** Draws from 0 to below 1. Passed in, so that the same draws give the same thoughts. */
export type Draw = () => number;

/** How long an agent rests until its next thought, in milliseconds: five minutes or so, now and then much longer. */
export function driftPauseMs(draw: Draw, rules = driftRules): number {
  const isLong = draw() < rules.longGapChance;
  const [from, to] = isLong ? rules.longGap : rules.jitter;
  return Math.round(rules.intervalMs * (from + (to - from) * draw()));
}

/** What of an agent stands between it and a thought. */
export interface DriftState {
  /** End of the latest episode in reach; null for none. */
  readonly episodeAt: string | null;
  /** Cost of the thoughts within the window. */
  readonly fatigue: number;
  /** Spent or reserved within a day. */
  readonly tokens: number;
}

/** Why an agent does not think now. */
export type DriftStop = 'budget' | 'fatigue' | 'no-episode';

/** Whether an agent may think now; undefined when nothing speaks against it. `tokensMax` is its budget for a day. */
export function driftStop(state: DriftState, tokensMax: number, rules = driftRules): DriftStop | undefined {
  if (state.episodeAt === null) return 'no-episode';
  if (state.fatigue >= rules.fatigueMax) return 'fatigue';
  if (state.tokens >= tokensMax) return 'budget';
  return undefined;
}
