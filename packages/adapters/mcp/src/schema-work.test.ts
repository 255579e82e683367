import { describe, expect, it } from 'vitest';
import { schemaWork } from './schema-work.ts';

const most = 10_000;
const work = (schema: object): number => schemaWork(schema, most);
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });

describe('what a schema costs', () => {
  it('adds up what stands beside each other, and takes the dearest of fields and items', () => {
    expect(work({ type: 'string' })).toBe(1);
    const cheap = work({ properties: { a: {} } });
    expect(work({ properties: { a: {}, b: {} } })).toBe(cheap + 1);
    expect(work({ allOf: [{}, {}, {}] })).toBe(4);
    expect(work({ enum: ['a', 'b'] })).toBe(3);
  });

  it('doubles with definitions that use the next one twice', () => {
    const chain = (levels: number) => ({
      ...ref('d0'),
      $defs: Object.fromEntries(
        Array.from({ length: levels }, (_, n) => [
          `d${n}`,
          n === levels - 1 ? {} : { anyOf: [ref(`d${n + 1}`), ref(`d${n + 1}`)] },
        ]),
      ),
    });
    expect(work(chain(3))).toBe(14);
    expect(work(chain(12))).toBeLessThanOrEqual(most);
    expect(work(chain(14))).toBe(Number.POSITIVE_INFINITY);
    expect(work(chain(60))).toBe(Number.POSITIVE_INFINITY);
  });

  it('follows trees and lists that hold their like, and refuses what fans out at one value or goes in a circle', () => {
    const node = { properties: { left: ref('node'), right: ref('node'), items: { items: ref('node') } } };
    expect(work({ ...ref('node'), $defs: { node } })).toBeLessThan(500);
    const json = { anyOf: [{ type: 'string' }, { items: ref('json') }] };
    expect(work({ ...ref('json'), $defs: { json } })).toBeLessThan(500);
    expect(work({ properties: { a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } } })).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(work({ $ref: '#' })).toBe(Number.POSITIVE_INFINITY);
    expect(work({ ...ref('a'), $defs: { a: { not: ref('b') }, b: { if: ref('a') } } })).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it('knows references by their path alone', () => {
    expect(work({ $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': {} } })).toBe(2);
    for (const $ref of ['#name', 'https://a.example/schema', '#/$defs/none', '#/%', '#/__proto__', 7])
      expect(work({ $ref })).toBe(Number.POSITIVE_INFINITY);
  });
});
