import { modes } from '@salience/contracts';
import type { Policy } from '@salience/router';
import { describe, expect, test } from 'vitest';
import { decisions, gauge, parent, start, wantsAct } from '../../test/close-call.ts';
import { gatherEvidence, standUnder } from '../evidence/evidence.ts';
import { createGauge, type Gauge, type LabelledDecision } from '../evidence/measure.ts';
import type { Move } from '../pressures/pressure.ts';
import { boundsOf } from './bounds.ts';
import { propose, reach } from './propose.ts';
import { freshRegulatorState } from './state.ts';

const people = 61;
const onlyWords = 2 ** modes.indexOf('ACT');
const asked = { candidates: ['RESPOND', 'ACT'], choice: 'ACT' } as const;

/**
 * Decisions of which so many people wish every one to be an action. Of everybody else one decision would become an action too, which they did not mind, and two were wrong that
 * cannot become one: so the loud are believed, and nobody beside them supports it.
 */
function loud(many: number, of: Gauge, tiebreak: LabelledDecision['tiebreak'] = null) {
  return decisions(people, 'RESPOND', null, start).map(({ decision }, at) => {
    const [person, turn] = [at % people, Math.floor(at / people)];
    const complains = person < many || turn === 1 || turn === 2;
    const excluded = person < many || turn === 0 ? 0 : onlyWords;
    const signals = { ...decision.signals, excluded_modes: excluded, context_warmth: 0 };
    return of.measure({ ...decision, signals, tiebreak, label: complains ? wantsAct : null });
  });
}

function proposed(rows: ReturnType<typeof loud>, of: Gauge, policy: Policy, moves: readonly Move[]) {
  const standing = standUnder(gatherEvidence(of, rows), policy, reach);
  const pressures = [{ name: 'missed_act', value: 0.1, threshold: 0.005, excess: 20, moves }];
  return propose({ standing, state: freshRegulatorState(policy), pressures, shipped: policy, now: start });
}

describe('threat: those who are most in favour move nothing that the others do not support', () => {
  test('of a direction, however sure it is by itself', () => {
    const moves: Move[] = [
      { name: 'act.base', direction: 1 },
      { name: 'respond.base', direction: -1 },
    ];
    expect(proposed(loud(7, gauge), gauge, parent, moves)).toBe('not_proven');
    // With as many again there are others who support it.
    expect(proposed(loud(14, gauge), gauge, parent, moves)).toMatchObject({ pressure: 'missed_act' });
  });

  test('of a step of a margin', () => {
    const policy: Policy = { ...parent, weights: { ...parent.weights, tiebreaker_base_margin: 0.01 } };
    const wide = createGauge(policy);
    const moves: Move[] = [{ name: 'tiebreaker_base_margin', direction: 1 }];
    expect(proposed(loud(7, wide, asked), wide, policy, moves)).toBe('not_proven');
    expect(proposed(loud(14, wide, asked), wide, policy, moves)).toMatchObject({
      parameter: 'tiebreaker_base_margin',
    });
  });
});

test('the cold margin is never learned away: two scores can always be too close to call', () => {
  const policy: Policy = { ...parent, weights: { tiebreaker_base_margin: 0.1, tiebreaker_min_margin: 0.1 } };
  expect(boundsOf('tiebreaker_base_margin', policy).low).toBe(0.02);
  expect(boundsOf('tiebreaker_min_margin', policy).low).toBe(0);
});
