import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storableJson, storableText, storableValue } from './storable.ts';

const clean = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

describe('what Postgres takes', () => {
  it('keeps every text but for the characters that it refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, key) => {
        const value = { [key === '__proto__' ? 'key' : key]: [`${text}\0\uD800`, `\\u0000 ${text}`] };
        const back = JSON.parse(storableJson(value)) as Record<string, string[]>;
        expect(Object.values(back)).toEqual([[clean(`${text}\0\uD800`), clean(`\\u0000 ${text}`)]]);
        expect(storableText(`${text}\0\uD800`)).toBe(clean(`${text}\0\uD800`));
      }),
    );
  });

  it('leaves whole pairs, escapes and other values as they are', () => {
    expect(storableJson({ a: '😀 \\ud800 "\n', b: 1 })).toBe('{"a":"😀 \\\\ud800 \\"\\n","b":1}');
    expect([storableValue(3), storableValue(null), storableValue('a\0b')]).toEqual([3, null, 'a\uFFFDb']);
  });
});
