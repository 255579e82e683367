import { strictRefusal } from '@salience/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { objectRoles } from '../object-roles.ts';
import { branchesOf, isNull, isSchema, type JsonSchema, namedParts } from './json-schema.ts';
import { readObject } from './read-object.ts';
import { sentSchema } from './sent-schema.ts';
import { shapeInWords } from './shape-in-words.ts';

/** Schemas of every form that ours can have, with values that fit. */
interface Drawn {
  readonly schema: z.ZodType;
  readonly value: fc.Arbitrary<unknown>;
}

const word = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 8 });
const leaf: fc.Arbitrary<Drawn> = fc.constantFrom<Drawn>(
  { schema: z.string(), value: fc.string() },
  { schema: z.string().min(1).max(9), value: word },
  { schema: z.string().regex(/^[a-z][a-z0-9_]{0,9}$/), value: fc.constantFrom('lives_in', 'a', 'x9') },
  {
    schema: z.iso.datetime({ offset: true }).or(z.iso.date()),
    value: fc.constantFrom('2026-11-22', '2026-11-22T18:04:00+01:00'),
  },
  {
    schema: z.number().min(0).max(1),
    value: fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  },
  { schema: z.int(), value: fc.integer() },
  { schema: z.boolean(), value: fc.boolean() },
  { schema: z.enum(['fact', 'intent', 'works-at']), value: fc.constantFrom('fact', 'intent', 'works-at') },
  { schema: z.literal('trait'), value: fc.constant('trait') },
  { schema: z.union([z.literal(1), z.literal('one')]), value: fc.constantFrom(1, 'one') },
  { schema: z.string().nullable(), value: fc.option(word, { nil: null }) },
);

const { drawn } = fc.letrec<{ drawn: Drawn; object: Drawn }>((tie) => ({
  drawn: fc.oneof(
    { maxDepth: 3 },
    leaf,
    tie('object'),
    tie('drawn').map(({ schema, value }) => ({
      schema: z.array(schema).max(4),
      value: fc.array(value, { maxLength: 4 }),
    })),
  ),
  object: fc
    .dictionary(
      fc.constantFrom('a', 'b', 'c', 'kind', 'quote'),
      fc.tuple(tie('drawn'), fc.constantFrom('asked', 'optional', 'nullish', 'default')),
      {
        minKeys: 1,
        maxKeys: 4,
      },
    )
    .chain((parts) => {
      const entries = Object.entries(parts);
      // A default is a value of the schema itself.
      const defaults = fc.tuple(...entries.map(([, [own]]) => own.value));
      return defaults.map((values) => objectOf(entries, values));
    }),
}));

function objectOf(
  entries: readonly (readonly [string, readonly [Drawn, string]])[],
  defaults: readonly unknown[],
): Drawn {
  const shape = entries.map(([name, [{ schema }, how]], index) => [
    name,
    how === 'optional'
      ? schema.optional()
      : how === 'nullish'
        ? schema.nullish()
        : how === 'default'
          ? schema.default(defaults[index] as never)
          : schema,
  ]);
  const values = entries.map(([name, [{ value }, how]]) => [
    name,
    how === 'optional' || how === 'nullish'
      ? fc.option(
          value.filter((one) => one !== null),
          { nil: undefined },
        )
      : value,
  ]);
  return {
    schema: z.object(Object.fromEntries(shape)),
    value: fc
      .record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>)
      .map((record) => Object.fromEntries(Object.entries(record).filter(([, part]) => part !== undefined))),
  };
}

const object = drawn.filter(({ schema }) => schema instanceof z.ZodObject);

/** A value as a model writes it that has to write every property: null where there is nothing. */
function rendered(value: unknown, schema: JsonSchema): unknown {
  const meant = (branchesOf(schema) ?? [schema]).filter((branch) => !isNull(branch));
  if (Array.isArray(value)) {
    const items = meant.map((one) => one['items']).find(isSchema) ?? {};
    return value.map((item) => rendered(item, items));
  }
  if (!isSchema(value)) return value;
  const properties = meant.flatMap((one) => namedParts(one['properties']));
  return Object.fromEntries(
    properties.map(([name, own]) => [name, name in value ? rendered(value[name], own) : null]),
  );
}

describe('what is sent of a schema', () => {
  test.each(Object.entries(objectRoles))(
    '%s is strict, by the rules that OpenAI publishes',
    (role, schema) => {
      const sent = sentSchema(schema, 'nullable');
      expect(sent.strict).toBe(true);
      expect(strictRefusal(sent.schema, role)).toBeUndefined();
      expect(JSON.stringify(sent.schema)).not.toMatch(/"(?:pattern|format|minLength|maxItems|default)":/);
    },
  );

  test('any schema of ours is taken, and what fits it comes back from how it is written', () => {
    fc.assert(
      fc.property(
        object.chain((one) => fc.tuple(fc.constant(one.schema), one.value)),
        ([schema, value]) => {
          const sent = sentSchema(schema, 'nullable');
          expect(sent.strict).toBe(true);
          expect(strictRefusal(sent.schema, 'drawn')).toBeUndefined();
          const written = JSON.stringify(rendered(schema.parse(value), sent.schema));
          const read = readObject(`Here it is: ${written}`, schema);
          expect(read).toEqual({ ok: true, object: schema.parse(value), dropped: 0, asWritten: true });
        },
      ),
      { numRuns: 300 },
    );
  });

  test('where absent parts are left out, they are not demanded and nothing is a union for them', () => {
    const schema = z.object({ a: z.string().nullish(), b: z.number().default(1), c: z.string() });
    expect(sentSchema(schema, 'optional').schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'number' }, c: { type: 'string' } },
      required: ['b', 'c'],
      additionalProperties: false,
    });
  });

  test('alternatives that are alike once their formats are gone are one', () => {
    const schema = z.object({ from: z.iso.date().or(z.iso.datetime()).nullish() });
    expect(sentSchema(schema, 'nullable').schema).toMatchObject({
      properties: { from: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      required: ['from'],
    });
  });

  test.each<[string, z.ZodType]>([
    ['a map', z.object({ by: z.record(z.string(), z.number()) })],
    ['a tuple', z.object({ pair: z.tuple([z.string(), z.number()]) })],
    ['anything', z.object({ any: z.unknown() })],
    ['no object at the top', z.array(z.string())],
    [
      'more enumerated values than there may be',
      z.object({ id: z.enum(Array.from({ length: 1_001 }, (_, n) => `v${n}`)) }),
    ],
    ['objects nested too deep', nested(11)],
  ])('%s is not sent as strict', (_name, schema) => {
    expect(sentSchema(schema, 'nullable').strict).toBe(false);
  });

  test('ten levels of objects are sent as strict', () => {
    const { schema, strict } = sentSchema(nested(10), 'nullable');
    expect(strict).toBe(true);
    expect(strictRefusal(schema, 'nested')).toBeUndefined();
  });

  test('a schema that refers to itself is sent with its reference', () => {
    const tree: z.ZodType = z.object({
      name: z.string(),
      get children() {
        return z.array(tree);
      },
    });
    const { schema, strict } = sentSchema(tree, 'nullable');
    expect(strict).toBe(true);
    expect(strictRefusal(schema, 'tree')).toBeUndefined();
    expect(readObject('{"name":"a","children":[{"name":"b","children":[]}]}', tree)).toMatchObject({
      ok: true,
    });
  });
});

function nested(levels: number): z.ZodType {
  return levels === 0 ? z.string() : z.object({ in: nested(levels - 1) });
}

describe('the checker', () => {
  test.each<[object, RegExp]>([
    [
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
      /'required' is required .* Missing 'a'/,
    ],
    [
      { type: 'object', properties: {}, required: [] },
      /'additionalProperties' is required to be supplied and to be false/,
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'string', default: '' } },
        required: ['a'],
        additionalProperties: false,
      },
      /'default' is not permitted/,
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'string', maxLength: 3 } },
        required: ['a'],
        additionalProperties: false,
      },
      /'maxLength' is not permitted/,
    ],
    [
      { type: 'object', properties: { a: { type: 'array' } }, required: ['a'], additionalProperties: false },
      /array schema missing items/,
    ],
    [
      { type: 'object', properties: { a: {} }, required: ['a'], additionalProperties: false },
      /must have a 'type' key/,
    ],
    [
      { type: 'object', properties: { a: { oneOf: [] } }, required: ['a'], additionalProperties: false },
      /'oneOf' is not permitted/,
    ],
    [{ anyOf: [{ type: 'object' }] }, /type: "object"/],
    [{ type: 'array', items: { type: 'string' } }, /type: "object"/],
  ])('refuses %j', (schema, said) => {
    expect(strictRefusal(schema, 'x')).toMatch(said);
  });
});

test('a shape in words names every key and what stands behind it', () => {
  const schema = z.object({
    kind: z.enum(['fact', 'intent']),
    items: z
      .array(
        z.object({ text: z.string(), confidence: z.number().min(0).max(1), quote: z.string().optional() }),
      )
      .default([]),
    sure: z.boolean().nullish(),
  });
  expect(shapeInWords(schema)).toBe(
    '{"kind": "fact" | "intent", "items": [{"text": string, "confidence": number from 0 to 1, "quote": string | null}, …], "sure": true | false | null}',
  );
});
