import type { Plan } from '@salience/act';
import { expect, it } from 'vitest';
import { inFull } from '../src/act/resolve-refs.ts';

const refs = { m3: 'fact_1', h1: 'ex_1', r2: 'sch_1' };
const plan = (tool: string, args: Record<string, unknown> | null, text = ''): Plan => ({
  text,
  calls: [{ id: 'call_1', tool, arguments: args }],
  finish: 'tool-calls',
});
const read = (tool: string, args: Record<string, unknown> | null) =>
  inFull(plan(tool, args), refs).calls[0]?.arguments;

it('reads the short names of a planner where a tool takes the name of an item', () => {
  expect(read('recall', { ids: ['m3', '[h1]', 'm9', 'ex_7'] })).toEqual({
    ids: ['fact_1', 'ex_1', 'm9', 'ex_7'],
  });
  expect(read('schedule', { action: 'cancel', reminder: 'r2' })).toEqual({
    action: 'cancel',
    reminder: 'sch_1',
  });
});

it('touches no other argument, and nothing that cannot be read', () => {
  for (const args of [{ query: 'm3' }, { ids: 'm9' }, { ids: [3, null] }, null])
    expect(read('recall', args)).toEqual(args);
  expect(read('shop__order', { size: 'm3', ids: ['m3'] })).toEqual({ size: 'm3', ids: ['m3'] });
});

it('keeps the words of a plan as they mean the same without its prompt', () => {
  const id = `ex_${'0'.repeat(32)}`;
  expect(inFull(plan('recall', {}, 'Done [m3].'), { m3: id }).text).toBe(`Done [${id}].`);
});
