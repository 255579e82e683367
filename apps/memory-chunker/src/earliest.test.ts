import type { ExchangeId } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { earliestOf } from './earliest.ts';

const thread = (ids: readonly string[], chunkedSeq = 0) => ({
  chunkedSeq,
  places: ids.map((id, at) => ({ id: id as ExchangeId, seq: at + 1 })),
});

describe('exchanges that wait for their chunks', () => {
  it('are taken in the order of their time, of whatever thread', () => {
    expect(earliestOf([thread(['a', 'd']), thread(['b', 'c'])], 3)).toEqual(['a', 'b', 'c']);
  });

  it('are those behind the watermark', () => {
    expect(earliestOf([thread(['a', 'b', 'c'], 2)], 3)).toEqual(['c']);
  });

  it('never leave a gap in a thread, whatever their ids are', () => {
    // The first exchange has the last id: a batch without it would move no watermark, and be made again for ever.
    expect(earliestOf([thread(['z', 'b', 'c']), thread(['y', 'a'])], 2)).toEqual(['y', 'a']);
    expect(earliestOf([thread(['z', 'b', 'c'])], 2)).toEqual(['z', 'b']);
  });
});
