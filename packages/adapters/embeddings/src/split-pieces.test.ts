import { describe, expect, it } from 'vitest';
import { splitPieces } from './split-pieces.ts';

function pieces(length: number, isStart: (index: number) => boolean) {
  const ids = Array.from({ length }, (_, index) => index);
  return { ids, wordStarts: ids.map(isStart) };
}

describe('splitting pieces', () => {
  it('leaves what fits alone', () => {
    expect(
      splitPieces(
        pieces(128, () => true),
        128,
      ),
    ).toHaveLength(1);
    expect(
      splitPieces(
        pieces(0, () => true),
        128,
      ),
    ).toEqual([]);
  });

  it('loses no piece, keeps to the limit and balances the parts', () => {
    const parts = splitPieces(
      pieces(130, () => true),
      128,
    );
    expect(parts.map((part) => part.length)).toEqual([65, 65]);
    expect(parts.flat()).toEqual(pieces(130, () => true).ids);
  });

  it('cuts at the start of a word where one is near', () => {
    const parts = splitPieces(
      pieces(300, (index) => index % 7 === 0),
      128,
    );
    expect(parts.flat()).toHaveLength(300);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(128);
      expect((part[0] ?? 1) % 7).toBe(0);
    }
  });

  it('cuts a text without words where it must', () => {
    expect(
      splitPieces(
        pieces(20, (index) => index === 0),
        8,
      ).map((part) => part.length),
    ).toEqual([7, 7, 6]);
  });
});
