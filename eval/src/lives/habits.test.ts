import { describe, expect, it } from 'vitest';
import { fitToSchema } from './fit-schema.ts';
import { poorHabits } from './habits.ts';
import { strictFaults } from './strict-faults.ts';

const writing = { task: 'episode', again: false, n: 1 };
const object = (n: number) => ({
  gist: `something ${n}`,
  openLoops: [`loop ${n}`],
  people: [{ name: 'Ana', type: 'person' }],
});

describe('a poor model', () => {
  const many = Array.from({ length: 60 }, (_, n) => object(n));

  it('writes the same for the same seed, in any order, and other forms for another', () => {
    const written = (seed: number, from: typeof many) => {
      const habits = poorHabits(seed, 'none');
      return new Set(from.map((one) => habits.object(one, writing)));
    };
    expect(written(1, many)).toEqual(written(1, many.toReversed()));
    expect(written(1, many)).not.toEqual(written(2, many));
  });

  it('spoils the form of most answers, and leaves what is right in all of them', () => {
    const habits = poorHabits(1, 'none');
    const texts = many.map((one) => habits.object(one, writing));
    const parses = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    expect(texts.filter(parses).length).toBeLessThan(texts.length / 2);
    for (const [n, text] of texts.entries()) expect(text).toContain(`something ${n}`);
  });

  it('refuses one chunk, once', () => {
    const habits = poorHabits(1, 'none');
    const texts = many.map((one) => habits.object(one, { ...writing, task: 'chunk' }));
    expect(texts.filter((text) => text.startsWith("I'm sorry"))).toHaveLength(1);
  });
});

describe('strict schemas', () => {
  const strict = {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'note', 'list'],
    properties: {
      kind: { type: 'string', enum: ['a', 'b'] },
      note: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] },
      list: { type: 'array', maxItems: 1, items: { $ref: '#/$defs/one' } },
    },
    $defs: {
      one: {
        type: 'object',
        additionalProperties: false,
        required: ['n'],
        properties: { n: { type: 'number' } },
      },
    },
  };

  it('are taken, and each rule that one breaks is named', () => {
    expect(strictFaults(strict)).toEqual([]);
    expect(strictFaults({ ...strict, required: ['kind'] })).toHaveLength(2);
    expect(strictFaults({ ...strict, additionalProperties: true })).toHaveLength(1);
    expect(strictFaults({ type: 'array', items: { type: 'string', default: 'x' } })).toHaveLength(1);
  });

  it('are filled: what is demanded is there, and nothing else', () => {
    expect(fitToSchema({ kind: 'c', list: [{ n: 1, more: 2 }, { n: 3 }], other: 1 }, strict)).toEqual({
      kind: 'b',
      note: null,
      list: [{ n: 1 }],
    });
    expect(fitToSchema({ kind: 'a', note: 'longer', list: [] }, strict)).toEqual({
      kind: 'a',
      note: 'lon',
      list: [],
    });
  });
});
