import { expect, test } from 'vitest';
import { cycle, decisions, hour, parent, start, wantsAct, wantsWords } from '../../test/close-call.ts';
import { paceRules } from './bounds.ts';
import { freshRegulatorState } from './state.ts';
import { watchedAt } from './watch.ts';

const day = 24 * hour;
const wronged = decisions(20, 'RESPOND', wantsAct, start);
const published = cycle(wronged, freshRegulatorState(parent), start);
/** Two days without a decision: it stays, because all decisions together speak for it. */
const kept = cycle(wronged, published.state, start + 2 * day, 3);
const stays = { ...kept.state, live: null, policy: published.state.policy };
const [change] = stays.watched;
if (change === undefined) throw new Error('expected a change that is watched');

test('a change that stays without proof is watched', () => {
  expect(kept.actions[0]).toMatchObject({ kind: 'confirm', settlement: { verdict: 'unproven' } });
  expect(change.version).toBe(2);
});

test('what turns within a week is taken back: the recorded weight, half the step', () => {
  const now = start + 6 * day;
  const complaints = decisions(20, 'ACT', wantsWords, now);
  const { actions, state } = cycle([...wronged, ...complaints], stays, now, 4);
  expect(actions.map(({ kind }) => kind)).toEqual(['revert']);
  expect(state.policy.weights).toEqual(parent.weights);
  expect(state.watched).toEqual([]);
  expect(state.steps).toEqual({ [change.parameter]: paceRules.step / 2 });
});

test('what all decisions together no longer speak for goes, though nothing is proven against it', () => {
  const now = start + 6 * day;
  // Half of those who wanted it are joined by as many who want the contrary.
  const some = decisions(18, 'ACT', wantsWords, now).map((row) => ({
    ...row,
    decision: { ...row.decision, label: row.decision.label && { ...row.decision.label, confidence: 1 } },
  }));
  const { actions } = cycle([...wronged, ...some], stays, now, 4);
  expect(actions[0]?.kind).toBe('revert');
});

test('a week after its publication it is watched no more, and harm is answered as any other', () => {
  const now = start + 7 * day + 1;
  expect(watchedAt(stays.watched, start + 7 * day)).toEqual([change]);
  expect(watchedAt(stays.watched, now)).toEqual([]);
  const { actions } = cycle([...wronged, ...decisions(20, 'ACT', wantsWords, now)], stays, now, 4);
  expect(actions.some(({ kind }) => kind === 'revert')).toBe(false);
});

test('of two changes the one that turned goes from under the other, which stays open', () => {
  const now = start + 3 * day;
  const other = change.parameter === 'act.base' ? 'respond.base' : 'act.base';
  const before = stays.policy.weights[other] ?? 0;
  const policy = {
    ...stays.policy,
    version: 3,
    weights: { ...stays.policy.weights, [other]: before + 1e-6 },
  };
  const live = {
    ...change,
    parameter: other,
    before,
    after: before + 1e-6,
    version: 3,
    publishedAt: now - hour,
    parent: stays.policy,
  } as const;
  const complaints = decisions(20, 'ACT', wantsWords, now - 2 * hour);
  const { actions, state } = cycle([...wronged, ...complaints], { ...stays, policy, live }, now, 4);
  expect(actions).toMatchObject([{ kind: 'revert', change: { version: 2 } }]);
  expect(state.live?.version).toBe(3);
  expect(state.live?.parent.weights[change.parameter]).toBe(change.before);
  expect(state.policy.weights).toEqual({ ...parent.weights, [other]: before + 1e-6 });
});

test('one whose weight was moved on waits until the later step is taken back', () => {
  const now = start + 3 * day;
  const { parameter } = change;
  const moved = change.after + Math.sign(change.after - change.before) * paceRules.step;
  const weights = { ...stays.policy.weights, [parameter]: moved };
  const complaints = decisions(20, 'ACT', wantsWords, now);
  const rows = [...wronged, ...complaints];
  const { actions, state } = cycle(rows, { ...stays, policy: { ...stays.policy, weights } }, now, 4);
  expect(actions.some(({ kind }) => kind === 'revert')).toBe(false);
  expect(state.watched).toEqual([change]);
  // Taken back, it is judged again.
  expect(cycle(rows, stays, now, 4).actions[0]).toMatchObject({ kind: 'revert', change: { version: 2 } });
});
