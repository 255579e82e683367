import type { FoundMemory, Snapshot } from '@salience/database/recall';
import { describe, expect, it } from 'vitest';
import { FoundContents } from './found-contents.ts';

const item = (id: string, more: Partial<FoundMemory> = {}) =>
  ({ id, kind: 'exchange', text: 'x'.repeat(100), reply: null, names: null, ...more }) as FoundMemory;
/** Sees the transactions up to one. */
const upTo = (last: number): Snapshot => ({ sees: (xid) => Number(xid) <= last });
const most = 1_000_000;

function holding(items: readonly FoundMemory[], snapshot = upTo(5), bytesMax = most): FoundContents {
  const contents = new FoundContents();
  const load = contents.load();
  load.keep(items, snapshot, bytesMax);
  load.end();
  return contents;
}

describe('contents that are held', () => {
  it('are those that were used last, within their bytes', () => {
    const one = holding([item('a')]).bytes;
    const contents = holding([item('a'), item('b')]);
    expect(contents.get('a')?.id).toBe('a');
    const load = contents.load();
    load.keep([item('c')], upTo(5), 2.5 * one);
    load.end();
    expect(['a', 'b', 'c'].map((id) => contents.get(id)?.id)).toEqual(['a', undefined, 'c']);
    expect(contents.bytes).toBe(2 * one);
    expect(holding([item('a', { text: '“'.repeat(100) })]).bytes).toBe(one + 100);
    expect(holding([item('a')], upTo(5), 0).bytes).toBe(0);
  });

  it('go when they are written, and stay when what was seen comes again', () => {
    const contents = holding([item('a'), item('b')]);
    contents.note([
      { id: 'a', xid: '5', kind: 'exchange' },
      { id: 'b', xid: '6', kind: 'exchange' },
      { id: 'c', xid: '6', kind: 'exchange' },
    ]);
    expect(['a', 'b'].map((id) => contents.get(id)?.id)).toEqual(['a', undefined]);
  });

  it('do not begin with what was written while they were loaded', () => {
    const contents = new FoundContents();
    const [slow, other] = [contents.load(), contents.load()];
    contents.note([
      { id: 'a', xid: '6', kind: 'exchange' },
      { id: 'b', xid: '5', kind: 'exchange' },
    ]);
    slow.keep([item('a'), item('b')], upTo(5), most);
    expect(['a', 'b'].map((id) => contents.get(id)?.id)).toEqual([undefined, 'b']);
    other.keep([item('a')], upTo(6), most);
    expect(contents.get('a')?.id).toBe('a');
    for (const load of [slow, other]) load.end();
  });

  it('are no concepts, no thoughts and no facts that were asked for', () => {
    const contents = holding([
      item('a', { kind: 'concept' }),
      item('b', { kind: 'thought' }),
      item('c', { kind: 'fact', asked: true }),
    ]);
    expect(contents.bytes).toBe(0);
  });

  it('get what was missing and stay as old as they were', () => {
    const contents = holding([item('a')]);
    contents.fill('a', { names: ['Ana'] });
    contents.fill('b', { names: ['Ana'] });
    expect([contents.get('a')?.names, contents.get('b')]).toEqual([['Ana'], undefined]);
    contents.note([{ id: 'a', xid: '6', kind: 'exchange' }]);
    expect(contents.get('a')).toBeUndefined();
  });
});
