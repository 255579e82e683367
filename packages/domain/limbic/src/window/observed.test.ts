import { expect, it } from 'vitest';
import { observe, readObserved } from './observed.ts';

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
  let state = readObserved(null);
  for (let n = 0; n < 20; n += 1) state = observe(state, number(`p${n}`, n, n));
  expect(Object.keys(state.series)).toEqual(Array.from({ length: 16 }, (_, n) => `p${n + 4}`));
  state = observe(state, number('p4', 1, 99));
  expect(Object.keys(state.series).at(-1)).toBe('p4');
});

it('a number far from what is usual surprises', () => {
  let state = readObserved(null);
  for (let n = 0; n < 200; n += 1) state = observe(state, number('page', 10 + (n % 3), n * 60));
  const calm = state.cluster.events.at(-1)?.surprise ?? 1;
  state = observe(state, number('page', 500, 200 * 60));
  expect(state.cluster.events.at(-1)?.surprise ?? 0).toBeGreaterThan(calm + 0.3);
});

it('a kind of event that never came surprises', () => {
  const ended = (state: string, at: number) =>
    ({
      source: 'task',
      location: 'backup',
      delta_type: 'modified',
      magnitude: 1,
      timestamp: at,
      features: { kind: state },
    }) as const;
  let state = readObserved(null);
  for (let n = 0; n < 100; n += 1) state = observe(state, ended('completed', n));
  const usual = state.cluster.events.at(-1)?.surprise ?? 1;
  state = observe(state, ended('failed', 100));
  expect(state.cluster.events.at(-1)?.surprise ?? 0).toBeGreaterThan(usual + 0.4);
});

it('a state of another version begins anew', () => {
  const state = observe(readObserved(null), number('page', 1, 1));
  expect(readObserved(JSON.parse(JSON.stringify(state)))).toEqual(state);
  expect(readObserved({ ...state, cluster: { ...state.cluster, schema: 'older' as never } })).toEqual(
    readObserved(null),
  );
});
