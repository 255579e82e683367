import { expect, it } from 'vitest';
import { readState, withSignal } from './held-state.ts';

const number = (location: string, value: number, at: number) =>
  ({
    source: 'network',
    location,
    delta_type: 'modified',
    magnitude: 1,
    timestamp: at,
    features: { value },
  }) as const;

it('remembers statistics of the numbers of the latest locations, and of no more than sixteen', () => {
  let state = readState(null);
  for (let n = 0; n < 20; n += 1) state = withSignal(state, number(`p${n}`, n, n));
  expect(Object.keys(state.series)).toEqual(Array.from({ length: 16 }, (_, n) => `p${n + 4}`));
  state = withSignal(state, number('p4', 1, 99));
  expect(Object.keys(state.series).at(-1)).toBe('p4');
});

it('a number far from what is usual surprises', () => {
  let state = readState(null);
  for (let n = 0; n < 200; n += 1) state = withSignal(state, number('page', 10 + (n % 3), n * 60));
  const calm = state.cluster.events.at(-1)?.surprise ?? 1;
  state = withSignal(state, number('page', 500, 200 * 60));
  expect(state.cluster.events.at(-1)?.surprise ?? 0).toBeGreaterThan(calm + 0.3);
});

it('a state of another version begins anew', () => {
  const state = withSignal(readState(null), number('page', 1, 1));
  expect(readState(JSON.parse(JSON.stringify(state)))).toEqual(state);
  expect(readState({ ...state, cluster: { ...state.cluster, schema: 'older' } })).toEqual(readState(null));
});
