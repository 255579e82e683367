import type { Mode } from '@salience/contracts';
import type { Policy } from '@salience/router';
import fc from 'fast-check';
import {
  createGauge,
  gatherEvidence,
  type Label,
  type MeasuredDecision,
  pressuresOf,
  regulate,
  type RegulatorState,
} from '../src/index.ts';
import { anySignals } from './arbitraries.ts';

export const hour = 3_600_000;
export const start = 1_700_000_000_000;
/** RESPOND wins by .01; one step of either weight makes it ACT. */
export const parent: Policy = { name: 'p', version: 1, weights: { 'respond.base': 0.51, 'act.base': 0.5 } };
export const gauge = createGauge(parent);
// The same for every run: what is tried here is the arithmetic on close calls, not the router.
const [drawn] = fc.sample(anySignals, { numRuns: 1, seed: 7 });
const signals = { ...drawn, char_count: 5, excluded_modes: 0, speaker_count: 1 };
export const wantsAct: Label = {
  kind: 'missed_act',
  wanted: 'ACT',
  confidence: 1,
  by: 'reaction',
  reason: 'test',
};
export const wantsWords: Label = { ...wantsAct, kind: 'over_engagement', wanted: 'RESPOND' };

/** Ten decisions each of so many people within the hours before `until`; every second one is labelled. */
export function decisions(
  people: number,
  taken: Mode,
  label: Label | null,
  until: number,
): MeasuredDecision[] {
  return Array.from({ length: people * 10 }, (_, at) =>
    gauge.measure({
      id: `${until}.${at}`,
      agent: 'a',
      person: `p${at % people}`,
      at: until - (at + 1) * 60_000,
      signals,
      policyVersion: 1,
      taken,
      tiebreak: null,
      label: Math.floor(at / people) % 2 === 0 ? label : null,
    }),
  );
}

/** One cycle on these decisions. */
export function cycle(
  rows: readonly MeasuredDecision[],
  state: RegulatorState,
  now: number,
  nextVersion = 2,
) {
  const evidence = gatherEvidence(gauge, rows);
  const pressures = pressuresOf({ evidence, policy: state.policy, reviews: [], calibrationError: null, now });
  return regulate({ state, evidence, pressures, shipped: parent, now, nextVersion });
}
