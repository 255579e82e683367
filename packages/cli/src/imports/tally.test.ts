import { expect, test } from 'vitest';
import type { Item } from './pages.ts';
import { Tally } from './tally.ts';

const item = (speaker: string | null, at: string, thread: string): Item => ({
  kind: 'exchange',
  id: 'ex_1',
  at,
  text: 'x',
  trust: 'unverified',
  sources: ['turn_1'],
  thread_id: thread,
  speaker,
  reply: null,
});

test('a preview says how much, from when, by whom, what is left out and what is broken', () => {
  const tally = new Tally();
  tally.add(item('Ann', '2025-02-01T00:00:00.000Z', 'a'));
  tally.add(item('Bert', '2024-02-01T00:00:00.000Z', 'b'));
  tally.add(item('Ann', '2026-02-01T00:00:00.000Z', 'b'));
  tally.leave(new Map([['tool', 2]]));
  tally.leave(new Map([['tool', 1]]));
  for (let n = 1; n <= 12; n += 1) tally.addBroken({ what: `number ${n}`, why: 'is no object' });
  const lines = tally.lines();
  expect(lines.slice(0, 6)).toEqual([
    '3 exchanges in 2 threads, from 2024-02-01 to 2026-02-01',
    'Speakers: Ann 2, Bert 1',
    'None of them is you; --me NAME says who is',
    'Left out: calls and output of tools 3',
    'Not readable, so nothing of it is taken in: 12',
    '  number 1: it is no object',
  ]);
  expect(lines.at(-1)).toBe('  and 2 more');
  expect(tally.view()).toMatchObject({ exchanges: 3, threads: 2, left_out: { tool: 3 } });
});

test('an export of nothing has no span and no speakers', () => {
  expect(new Tally().lines()).toEqual(['0 exchanges in 0 threads']);
});
