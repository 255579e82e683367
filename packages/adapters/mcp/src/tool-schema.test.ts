import { describe, expect, it } from 'vitest';
import { argumentCheck } from './tool-schema.ts';

const object = { type: 'object' } as const;

describe('the check of arguments', () => {
  it('says in words what does not fit, and what would', () => {
    const check = argumentCheck({
      ...object,
      properties: { unit: { enum: ['C', 'F'] }, city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    });
    expect(check?.({ city: 'Oslo', unit: 'C' })).toBeNull();
    expect(check?.({})).toMatch(/required property 'city'/);
    expect(check?.({ city: 1 })).toMatch(/"city" must be string/);
    expect(check?.({ city: 'Oslo', unit: 'K' })).toMatch(/"unit".*\["C","F"\]/);
    expect(check?.({ city: 'Oslo', town: 'x' })).toMatch(/additional properties: "town"/);
  });

  it.each([
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2020-12/schema',
    undefined,
  ])('reads the dialect %s', ($schema) => {
    const check = argumentCheck({
      ...($schema === '' ? {} : { $schema }),
      ...object,
      properties: { n: { type: 'integer', minimum: 1 } },
    });
    expect(check?.({ n: 1 })).toBeNull();
    expect(check?.({ n: 0 })).not.toBeNull();
  });

  it('keeps schemas of one name apart', () => {
    const named = (type: string) => argumentCheck({ $id: 'same', ...object, properties: { a: { type } } });
    const [first, second] = [named('string'), named('number')];
    expect(first?.({ a: 'x' })).toBeNull();
    expect(second?.({ a: 1 })).toBeNull();
    expect(second?.({ a: 'x' })).not.toBeNull();
  });

  it('follows references inside the schema, also circular ones', () => {
    const check = argumentCheck({
      ...object,
      properties: { tree: { $ref: '#/$defs/tree' } },
      $defs: {
        tree: { ...object, properties: { pattern: { type: 'string' }, next: { $ref: '#/$defs/tree' } } },
      },
    });
    expect(check?.({ tree: { next: { next: {} } } })).toBeNull();
    // A property may be called as a keyword is.
    expect(check?.({ tree: { next: { pattern: 1 } } })).toMatch(/pattern/);
  });

  it.each([
    ['what is no schema', { ...object, properties: { a: { type: 'nonsense' } } }],
    [
      'a reference to elsewhere',
      { ...object, properties: { a: { $ref: 'https://example.org/schema.json' } } },
    ],
    ['a huge schema', { ...object, description: 'x'.repeat(100_000) }],
    [
      'a very deep schema',
      JSON.parse('{"type":"object","not":'.repeat(200) + '{}' + '}'.repeat(200)) as object,
    ],
  ])('takes no %s', (_what, schema) => {
    expect(argumentCheck(schema)).toBeNull();
  });

  it('threat: an expression in a schema of a tool server is never run', () => {
    const evil = '^(a+)+$';
    const check = argumentCheck({
      ...object,
      properties: { text: { type: 'string', pattern: evil, format: 'email' } },
      patternProperties: { [evil]: { type: 'number' } },
    });
    // It would take longer than the universe has been there.
    expect(check?.({ text: `${'a'.repeat(60)}!`, [`${'a'.repeat(60)}!`]: 'x' })).toBeNull();
  });
});
