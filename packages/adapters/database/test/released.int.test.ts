import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestRelease, promises, type TestDatabase, testDatabase } from '@salience/testing';
import type { Ask } from './present/render-rights.ts';
import { brokenPromises } from './released/broken-promises.ts';
import { type PromisedSchema, promisedSchema } from './released/promised-schema.ts';
import { widened } from './released/widened.ts';

let database: TestDatabase;
let present: PromisedSchema;
beforeAll(async () => {
  database = await testDatabase();
  const ask: Ask = async (query) => (await database.admin(query)) as never;
  present = await promisedSchema(ask);
});
afterAll(() => database.close());

const changed = (change: (schema: Changing) => void): PromisedSchema => {
  const schema = structuredClone(present) as unknown as Changing;
  change(schema);
  return schema as unknown as PromisedSchema;
};

interface Changing {
  migrations: Record<string, string>;
  relations: Record<
    string,
    {
      columns: Record<string, { type: string; required: boolean; present: boolean }>;
      rules: Record<string, string>;
    }
  >;
  functions: Record<string, { arguments: string; result: string; retired: boolean }>;
  rights: string[];
}

describe('what the newest release promises its successors', () => {
  it('is kept by the present schema', () => {
    if (promises('schema.json', () => `${JSON.stringify(present, undefined, 1)}\n`)) return;
    const release = newestRelease();
    const released = JSON.parse(release.read('schema.json')) as PromisedSchema;
    expect(brokenPromises(released, present, widened)).toEqual([]);
  });

  it.each<[string, (schema: Changing) => void]>([
    ['a released migration was edited', (s) => Object.assign(s.migrations, { '0000_baseline.sql': 'x' })],
    ['a table is gone', (s) => delete s.relations['lanes']],
    ['a column is gone', (s) => delete s.relations['lanes']?.columns['tail']],
    [
      'a column has another type',
      (s) => Object.assign(s.relations['lanes']?.columns['tail'] ?? {}, { type: 'text' }),
    ],
    [
      'a column is required',
      (s) => Object.assign(s.relations['lanes']?.columns['owner'] ?? {}, { present: true }),
    ],
    [
      'a column may be null',
      (s) => Object.assign(s.relations['lanes']?.columns['tail'] ?? {}, { present: false }),
    ],
    [
      'a column must be named',
      (s) =>
        Object.assign(s.relations['lanes']?.columns ?? {}, {
          planted: { type: 'text', required: true, present: true },
        }),
    ],
    [
      'a rule is new',
      (s) => Object.assign(s.relations['lanes']?.rules ?? {}, { planted: 'CHECK (tail > 7)' }),
    ],
    ['a function is gone', (s) => delete s.functions['accept_turn']],
    [
      'a function takes more',
      (s) => Object.assign(s.functions['accept_turn'] ?? {}, { arguments: 'p jsonb, more text' }),
    ],
    [
      'a function returns something else',
      (s) => Object.assign(s.functions['accept_turn'] ?? {}, { result: 'text' }),
    ],
    ['a right was revoked', (s) => s.rights.splice(0, 1)],
  ])('would not be kept if %s', (_, change) => {
    expect(brokenPromises(present, changed(change))).toHaveLength(1);
  });

  it.each<[string, (schema: Changing) => void]>([
    [
      'a column with a default is new',
      (s) =>
        Object.assign(s.relations['lanes']?.columns ?? {}, {
          planted: { type: 'text', required: false, present: true },
        }),
    ],
    ['a table is new', (s) => Object.assign(s.relations, { planted: { columns: {}, rules: {} } })],
    [
      'a function takes more, with a default',
      (s) =>
        Object.assign(s.functions['accept_turn'] ?? {}, {
          arguments: 'p jsonb, more text DEFAULT NULL::text',
        }),
    ],
    ['a rule is gone', (s) => delete s.relations['lanes']?.rules['lanes_cursor']],
  ])('is kept where %s', (_, change) => {
    expect(brokenPromises(present, changed(change))).toEqual([]);
  });

  it('lets a function go that the release did not call any more', () => {
    const released = changed((s) => Object.assign(s.functions['accept_turn'] ?? {}, { retired: true }));
    const without = changed((s) => {
      delete s.functions['accept_turn'];
      s.rights = s.rights.filter((right) => !right.endsWith(' on accept_turn'));
    });
    expect(brokenPromises(released, without)).toEqual([]);
  });
});
