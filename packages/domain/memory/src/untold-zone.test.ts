import { expect, test } from 'vitest';
import { untoldZone } from './untold-zone.ts';
import type { WorldRows } from './world-state.ts';

const zones = [
  { personId: 'per_1', owner: true, names: [], place: 'Oslo', zone: 'Europe/Oslo', exchangeId: 'ex_1' },
];
const world = { zones } as unknown as WorldRows;
const said = (id: string, message: string) => ({ id, message });
const lives = said('ex_1', 'I live in Oslo.');

test('a proposed zone is told to whom it was proposed for', () => {
  expect(untoldZone(world, null, [said('ex_0', 'I was born in Porto.'), lives])?.zone).toBe('Europe/Oslo');
  expect(untoldZone(world, 'Ana', [lives])).toBeUndefined();
  expect(untoldZone(null, null, [lives])).toBeUndefined();
});

test('it waits while a later message names a place, from which nothing was learned yet', () => {
  expect(untoldZone(world, null, [lives, said('ex_2', 'I moved: I live in Porto now.')])).toBeUndefined();
  expect(untoldZone(world, null, [said('ex_2', 'New York City is far away.')])).toBeUndefined();
  expect(untoldZone(world, null, [lives, said('ex_2', 'It rains.')])?.zone).toBe('Europe/Oslo');
});
