import { nameKey } from '@salience/language';
import { type TestDatabase, testDatabase } from '@salience/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const word = fc.oneof(
  fc.constantFrom(
    'the',
    'my',
    'Quilts',
    "Ana's",
    'C++',
    'C#',
    'O’Neil',
    'Éclairs',
    'Straße',
    'ΝΙΚΟΣ',
    'Νίκος',
    'boxes',
    'glass',
    'ties',
    'ⅷ',
    '東京',
    "'so'",
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const names = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' ').replaceAll('\0', ''));

it('names in a question are read as names are compared', async () => {
  const samples = fc.sample(names, 5_000);
  const rows = await database.admin<{ name: string; words: string[]; last: string }>(
    `select name, w as words, salience.singular(w[cardinality(w)]) as last
     from unnest($1::text[]) name, salience.name_words(name) w`,
    [samples],
  );
  expect(rows).toHaveLength(samples.length);
  for (const { last, name, words } of rows) {
    const read = [...words.slice(0, -1), ...(words.length === 0 ? [] : [last])].join(' ');
    // A name may begin with an article, which the question's words keep.
    expect([name, nameKey(name)]).toEqual([
      name,
      read.replace(/^(?:the|an?|my|our|your|his|her|their) (?=.)/u, ''),
    ]);
  }
});
