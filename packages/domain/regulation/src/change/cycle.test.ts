import { type Policy, shippedPolicy } from '@salience/router';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cycle, decisions, gauge, hour, parent, start, wantsAct, wantsWords } from '../../test/close-call.ts';
import { gatherEvidence } from '../evidence/evidence.ts';
import type { MeasuredDecision } from '../evidence/measure.ts';
import { pressuresOf } from '../pressures/pressures.ts';
import { boundsOf, paceRules, stepped } from './bounds.ts';
import { regulate } from './cycle.ts';
import { offsetsBetween, regulateOffsets, withOffsets } from './offsets.ts';
import { freshRegulatorState, type RegulatorState } from './state.ts';

const wronged = decisions(20, 'RESPOND', wantsAct, start);
const fresh = freshRegulatorState(parent);
const published = cycle(wronged, fresh, start);

describe('a cycle', () => {
  test('makes one bounded change that the labels support, as a new version with its parent', () => {
    const [action] = published.actions;
    expect(published.actions).toHaveLength(1);
    if (action?.kind !== 'publish') throw new Error('expected a change');
    expect([action.parent, action.policy.version]).toEqual([1, 2]);
    expect(Math.abs(action.candidate.after - action.candidate.before)).toBeCloseTo(0.02, 9);
    expect(published.state.live?.parent).toEqual(parent);
    expect(cycle(wronged, fresh, start)).toEqual(published);
  });

  test('waits while a change is open, and confirms it when newer labels support it', () => {
    const now = start + 24 * hour;
    expect(cycle(wronged, published.state, now).actions).toEqual([{ kind: 'wait', why: 'change_open' }]);
    const thanked = decisions(20, 'ACT', { ...wantsAct, kind: 'correct', wanted: null }, now);
    const { actions, state } = cycle([...wronged, ...thanked], published.state, now, 3);
    expect(actions[0]?.kind).toBe('confirm');
    expect(state.live?.version).not.toBe(2);
    // A sample below twenty settles nothing for the better.
    const few = cycle([...wronged, ...thanked.slice(0, 19)], published.state, now, 3);
    expect(few.actions).toEqual([{ kind: 'wait', why: 'change_open' }]);
    expect(cycle([...wronged, ...thanked.slice(0, 20)], published.state, now, 3).actions[0]?.kind).toBe(
      'confirm',
    );
  });

  test('takes back what newer labels speak against: the recorded weight, half the step, and nothing else that day', () => {
    const now = start + 24 * hour;
    const complaints = decisions(20, 'ACT', wantsWords, now);
    const { actions, state } = cycle([...wronged, ...complaints], published.state, now, 3);
    expect(actions.map(({ kind }) => kind)).toEqual(['revert']);
    expect(state.policy.weights).toEqual(parent.weights);
    expect([state.policy.version, state.live]).toEqual([3, null]);
    const [parameter] = Object.keys(state.steps);
    expect(state.steps).toEqual({ [parameter ?? '']: paceRules.step / 2 });
    expect(state.cooldowns).toEqual({ [parameter ?? '']: now + 48 * hour });
  });

  test('law 8: does nothing without labels, with too few people, without pressure, and when somebody holds the policy', () => {
    const why = (rows: readonly MeasuredDecision[], state = fresh) => cycle(rows, state, start).actions;
    expect(why(decisions(20, 'RESPOND', null, start))).toEqual([{ kind: 'wait', why: 'too_few_labels' }]);
    const some = [
      ...decisions(4, 'RESPOND', wantsAct, start),
      ...decisions(16, 'RESPOND', null, start - hour),
    ];
    expect(why(some)).toEqual([{ kind: 'wait', why: 'too_few_labels' }]);
    const fewPeople = [
      ...decisions(9, 'RESPOND', wantsAct, start),
      ...decisions(9, 'RESPOND', wantsAct, start - 10 * hour),
      ...decisions(20, 'RESPOND', null, start - 20 * hour),
    ];
    expect(why(fewPeople)).toEqual([{ kind: 'wait', why: 'too_few_labels' }]);
    expect(why(wronged, { ...fresh, pinned: true })).toEqual([{ kind: 'wait', why: 'pinned' }]);
    const tooSoon = { ...fresh, publishedAt: start - hour };
    expect(why(wronged, tooSoon)).toEqual([{ kind: 'wait', why: 'too_soon' }]);
    const evidence = gatherEvidence(gauge, wronged);
    const input = { state: fresh, evidence, pressures: [], shipped: parent, now: start, nextVersion: 2 };
    expect(regulate(input).actions).toEqual([{ kind: 'wait', why: 'no_pressure' }]);
  });

  test('a weight that cools down stays, and another answers the pressure', () => {
    const cooldowns = { 'respond.base': start + hour };
    const { actions } = cycle(wronged, { ...fresh, cooldowns }, start);
    expect(actions[0]).toMatchObject({ kind: 'publish', candidate: { parameter: 'act.base' } });
    const both = { ...cooldowns, 'act.base': start + hour };
    expect(cycle(wronged, { ...fresh, cooldowns: both }, start).actions).toEqual([
      { kind: 'wait', why: 'cooling' },
    ]);
  });
});

test('a step stays within its bounds, and what is recorded is how far it really went', () => {
  const names = fc.constantFrom(...(Object.keys(shippedPolicy.weights) as (keyof Policy['weights'])[]));
  fc.assert(
    fc.property(
      names,
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.constantFrom(-0.02, 0.02),
      (name, off, delta) => {
        const bounds = boundsOf(name, shippedPolicy);
        expect(bounds.low).toBeLessThanOrEqual(shippedPolicy.weights[name] ?? 0);
        expect(bounds.high).toBeGreaterThanOrEqual(shippedPolicy.weights[name] ?? 0);
        expect(bounds.low).toBeGreaterThanOrEqual(0);
        const before = Math.max((shippedPolicy.weights[name] ?? 0) + off, 0);
        const step = stepped(before, delta, bounds);
        expect(step.after).toBeCloseTo(before + step.delta, 8);
        expect(Math.abs(step.delta)).toBeLessThanOrEqual(0.02 + 1e-9);
        const outside = (value: number) => Math.max(bounds.low - value, value - bounds.high, 0);
        expect(outside(step.after)).toBeLessThanOrEqual(outside(before) + 1e-8);
      },
    ),
  );
});

describe('offsets of an agent', () => {
  test('need 500 labelled decisions of its own', () => {
    const state = fresh;
    const few = gatherEvidence(gauge, wronged);
    const base = { state, fleet: parent, now: start, nextVersion: 2 };
    const pressures = pressuresOf({
      evidence: few,
      policy: parent,
      reviews: [],
      calibrationError: null,
      now: start,
    });
    expect(regulateOffsets({ ...base, evidence: few, pressures })).toEqual({
      actions: [{ kind: 'wait', why: 'too_few_labels' }],
      state,
    });
    const many = gatherEvidence(gauge, decisions(100, 'RESPOND', wantsAct, start));
    const { actions, state: after } = regulateOffsets({ ...base, evidence: many, pressures });
    expect(actions[0]?.kind).toBe('publish');
    expect(Object.values(offsetsBetween(parent, after.policy)).map(Math.abs)).toEqual([0.02]);
  });

  describe('when labels leave the window and fewer than 500 are left', () => {
    const many = decisions(100, 'RESPOND', wantsAct, start);
    const own = (rows: readonly MeasuredDecision[], state: RegulatorState, now: number) => {
      const evidence = gatherEvidence(gauge, rows);
      const seen = { evidence, policy: state.policy, reviews: [], calibrationError: null, now };
      const pressures = pressuresOf(seen);
      return regulateOffsets({ state, fleet: parent, evidence, pressures, now, nextVersion: 3 });
    };
    const made = own(many, fresh, start).state;
    // One of the 500 labelled ones has gone; what came since is not labelled, or says that it was harmful.
    const left = many.slice(1);
    const complaints = decisions(20, 'ACT', wantsWords, start + 24 * hour).slice(0, 40);
    const evidenceOf = (rows: readonly MeasuredDecision[]) => gatherEvidence(gauge, rows).labelled;

    test('a change that is live goes as soon as newer labels speak against it, and settles within 48 hours without', () => {
      expect(evidenceOf(many)).toBe(500);
      expect(evidenceOf(left)).toBe(499);
      const fewer = [...left.slice(60), ...complaints];
      expect(evidenceOf(fewer)).toBeLessThan(500);
      const harmed = own(fewer, made, start + 24 * hour);
      expect(harmed.actions.map(({ kind }) => kind)).toEqual(['revert']);
      expect(harmed.state.policy.weights).toEqual(parent.weights);
      expect(own(left, made, start + 24 * hour).actions).toEqual([{ kind: 'wait', why: 'change_open' }]);
      const settled = own(left, made, start + 48 * hour);
      expect(settled.actions).toMatchObject([
        { kind: 'confirm', settlement: { verdict: 'unproven' } },
        { kind: 'wait', why: 'too_few_labels' },
      ]);
      expect([settled.state.live, settled.state.watched.length]).toEqual([null, 1]);
    });

    test('a change that nothing speaks for any more is taken back, also where no decision is left', () => {
      expect(own([], made, start + 48 * hour).actions.map(({ kind }) => kind)).toEqual(['revert']);
    });

    test('a change that is watched goes when it turns', () => {
      const watching = own(left, made, start + 48 * hour).state;
      const now = start + 72 * hour;
      const turned = own([...left.slice(900), ...decisions(20, 'ACT', wantsWords, now)], watching, now);
      expect(turned.actions.map(({ kind }) => kind)).toEqual(['revert']);
    });

    test('a policy that somebody holds says so', () => {
      const { actions } = own(left, { ...made, pinned: true }, start + 24 * hour);
      expect(actions).toEqual([{ kind: 'wait', why: 'pinned' }]);
    });
  });

  test('stay within .1 of the fleet, and lead back to the same policy', () => {
    const offset = fc.double({ min: -0.3, max: 0.3, noNaN: true });
    fc.assert(
      fc.property(fc.record({ 'respond.base': offset, 'act.base': offset }), (offsets) => {
        const own = withOffsets(parent, offsets);
        const kept = offsetsBetween(parent, own);
        for (const value of Object.values(kept)) expect(Math.abs(value)).toBeLessThanOrEqual(0.1 + 1e-9);
        expect(withOffsets(parent, kept)).toEqual(own);
      }),
    );
  });
});
