import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  argumentsHashOf,
  argumentsProblem,
  canonicalArguments,
  idempotencyKeyOf,
  signatureOf,
} from './canonical.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const shuffle = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffle);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, shuffle(item)]),
  );
};
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const args = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })) as fc.Arbitrary<
  Record<string, unknown>
>;

describe('canonical arguments', () => {
  it('are the same for equal values and read back as the value', () => {
    fc.assert(
      fc.property(args, (value) => {
        const text = canonicalArguments(value);
        expect(canonicalArguments(shuffle(value) as Record<string, unknown>)).toBe(text);
        expect(canonicalArguments(JSON.parse(text) as Record<string, unknown>)).toBe(text);
      }),
    );
  });

  it('differ for different values', () => {
    fc.assert(
      fc.property(args, args, (a, b) => {
        // One text reads back as one value, so two values cannot share it.
        expect(canonicalArguments(a) === canonicalArguments(b)).toBe(isDeepStrictEqual(plain(a), plain(b)));
      }),
    );
    expect(canonicalArguments({ a: '1' })).not.toBe(canonicalArguments({ a: 1 }));
    expect(canonicalArguments({ b: undefined, a: [undefined] })).toBe('{"a":[null]}');
  });

  it('hash tool and arguments together, and key a step of a run', () => {
    expect(argumentsHashOf('send', { b: 1, a: 2 }, sha256)).toBe(
      argumentsHashOf('send', { a: 2, b: 1 }, sha256),
    );
    expect(argumentsHashOf('send', { a: 1 }, sha256)).not.toBe(argumentsHashOf('pay', { a: 1 }, sha256));
    expect(idempotencyKeyOf('turn_1', 12, sha256)).toBe(sha256('turn_1:12'));
  });

  it('are refused when they nest too deep', () => {
    const nest = (depth: number): Record<string, unknown> =>
      JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) as Record<string, unknown>;
    expect(argumentsProblem({ arguments: nest(20) })).toBeNull();
    expect(argumentsProblem({ arguments: nest(40) })).toContain('deeper');
    expect(() => canonicalArguments(nest(40))).toThrow('nested at most 32');
    expect(signatureOf({ tool: 'x', arguments: nest(9_000) })).toContain('deeper');
    expect(argumentsProblem({ arguments: { a: 'x'.repeat(70_000) } })).toContain('characters');
    expect(argumentsProblem({ arguments: null })).toContain('read');
  });

  it('are refused with characters that no store keeps, in texts and in names', () => {
    for (const bad of ['a\0b', '\uD800', 'x\uDC00y']) {
      expect(argumentsProblem({ arguments: { a: [bad] } })).toContain('NUL');
      expect(argumentsProblem({ arguments: { a: { [bad]: 1 } } })).toContain('NUL');
    }
    expect(argumentsProblem({ arguments: { '😀': '😀 \u0001' } })).toBeNull();
  });
});
