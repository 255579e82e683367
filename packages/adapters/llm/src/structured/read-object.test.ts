import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readObject } from './read-object.ts';
import { writtenObjects } from './written-objects.ts';

const schema = z.object({
  gists: z
    .array(
      z.object({
        type: z.enum(['fact', 'decision', 'open-loop']),
        content: z.string().min(1).max(40),
        confidence: z.number().min(0).max(1).default(0.5),
        quote: z.string().max(20).optional(),
      }),
    )
    .max(3),
  entities: z.array(z.string()),
  mood: z.enum(['good', 'bad']).optional(),
  gist: z.string().max(30).optional(),
  found: z.boolean().optional(),
});
const fact = { type: 'fact', content: 'Marta lives in Lubeck', confidence: 0.9 };
const good = { gists: [fact], entities: ['Marta'] };
const read = (written: unknown) =>
  readObject(typeof written === 'string' ? written : JSON.stringify(written), schema);

describe('an object among other words', () => {
  const braceless = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[{}<]/g, ''));
  const value = fc
    .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue())
    .filter((one) => !Object.hasOwn(one, '__proto__'));

  test('any object comes back out of any prose without braces, braces and quotes in its strings or not', () => {
    const tricky = fc.constantFrom(
      'a } b',
      '{',
      '"}',
      '\\"{',
      'x\\',
      '```',
      '</think>',
      '<think>',
      'ü\u2028',
    );
    const object = fc
      .tuple(value, fc.array(tricky, { maxLength: 3 }))
      .map(([one, texts]) => ({ ...one, texts }));
    fc.assert(
      fc.property(
        braceless,
        object,
        braceless,
        fc.constantFrom(undefined, 2),
        (before, one, after, indent) => {
          const text = `${before}${JSON.stringify(one, null, indent)}${after}`;
          expect(writtenObjects(text)).toEqual([{ value: JSON.parse(JSON.stringify(one)), cut: false }]);
        },
      ),
    );
  });

  test('the end of an object that breaks off anywhere never invents anything', () => {
    fc.assert(
      fc.property(value, fc.double({ min: 0, max: 1, noNaN: true }), (one, share) => {
        const whole = JSON.stringify(one);
        const cut = whole.slice(0, Math.floor(whole.length * share));
        for (const found of writtenObjects(cut)) {
          for (const key of Object.keys(found.value)) expect(Object.keys(one)).toContain(key);
        }
      }),
    );
  });

  test.each([
    [
      'a fence with words before and after',
      `Sure!\n\`\`\`json\n${JSON.stringify(good)}\n\`\`\`\nAnything else?`,
    ],
    ['thoughts before it', `<think>maybe {"gists": []}?</think>${JSON.stringify(good)}`],
    [
      'thoughts whose beginning was swallowed',
      `I take {"gists": []} first.</think>\n${JSON.stringify(good)}`,
    ],
    ['braces in the prose', `The set {a, b} gives ${JSON.stringify(good)}`],
    ['a name around it', JSON.stringify({ chunk: good })],
    ['a list around it', JSON.stringify([good])],
    [
      'commas before brackets',
      '{"gists": [{"type": "fact", "content": "Marta lives in Lubeck", "confidence": 0.9,},], "entities": ["Marta",],}',
    ],
    ['a draft that lacks parts before it', `{"gists": []} no: ${JSON.stringify(good)}`],
  ])('%s', (_name, text) => {
    expect(read(text)).toMatchObject({ ok: true, object: good });
  });

  test('a line break inside of a string is part of it', () => {
    expect(readObject('{"text": "one\ntwo\tthree"}', z.object({ text: z.string() }))).toMatchObject({
      object: { text: 'one\ntwo\tthree' },
    });
  });

  test('what an answer held when it was cut is kept; what it had begun is lost', () => {
    const text =
      '{"entities":["Marta"],"gists":[{"type":"fact","content":"a"},{"type":"fact","content":"b"},{"type":"fa';
    expect(read(text)).toMatchObject({
      ok: true,
      cut: true,
      object: { gists: [{ content: 'a' }, { content: 'b' }], entities: ['Marta'] },
    });
  });

  test('where every part has a default, an object of other parts is none, and one that wraps the answer is passed', () => {
    const lenient = z.object({ gists: z.array(z.string()).default([]), mood: z.string().optional() });
    expect(readObject('{"error": "not possible"}', lenient)).toMatchObject({ ok: false });
    expect(readObject('{}', lenient)).toMatchObject({ ok: true, object: { gists: [] } });
    expect(readObject('{"answer": {"gists": ["a"]}}', lenient)).toMatchObject({ object: { gists: ['a'] } });
    // A shape without named parts takes any.
    expect(readObject('{"a": 1}', z.record(z.string(), z.number()))).toMatchObject({ object: { a: 1 } });
  });

  test.each([
    ['a refusal', 'I am sorry, I cannot help with that.'],
    ['a thought without an end', `<think>${JSON.stringify(good)}`],
    ['an object of something else', '{"error": "busy"}'],
    ['nothing', ''],
    ['brackets without end', '{'.repeat(5_000)],
  ])('%s holds none', (_name, text) => {
    expect(read(text)).toMatchObject({ ok: false });
  });
});

describe('an object that does not fit', () => {
  test('items that cannot be used fall out alone, and are counted', () => {
    const gists = [
      { type: 'event', content: 'Christmas' },
      fact,
      { type: 'fact', content: 'x'.repeat(41) },
      { type: 'fact' },
      'a sentence',
      null,
    ];
    expect(read({ gists, entities: ['Marta', null, { name: 'Jonas' }] })).toEqual({
      ok: true,
      object: { gists: [fact], entities: ['Marta'] },
      dropped: 7,
      asWritten: false,
    });
  });

  test('what may be absent falls out of its item, and the item stays', () => {
    const gists = [{ ...fact, quote: 'far more than twenty characters', confidence: 'high' }];
    expect(read({ ...good, gists, mood: 'joy' })).toMatchObject({
      ok: true,
      object: { gists: [{ ...fact, confidence: 0.5 }], entities: ['Marta'] },
      dropped: 3,
    });
  });

  test.each<[string, object, object]>([
    [
      'a number out of its range',
      { gists: [{ ...fact, confidence: 7 }] },
      { gists: [{ ...fact, confidence: 1 }] },
    ],
    [
      'a number as text',
      { gists: [{ ...fact, confidence: '0.4' }] },
      { gists: [{ ...fact, confidence: 0.4 }] },
    ],
    [
      'a word in another case',
      { gists: [{ ...fact, type: 'Open_Loop' }] },
      { gists: [{ ...fact, type: 'open-loop' }] },
    ],
    [
      'a number where a text is meant',
      { gists: [{ ...fact, content: 4417 }] },
      { gists: [{ ...fact, content: '4417' }] },
    ],
    ['a yes in words', { found: 'True' }, { found: true }],
    ['one thing where a list is meant', { entities: 'Marta' }, { entities: ['Marta'] }],
    ['a list that was not written', { entities: undefined }, { entities: [] }],
    [
      'a text alone that is too long',
      { gist: `${'word '.repeat(5)}${'x'.repeat(20)}` },
      { gist: 'word word word word word' },
    ],
    ['nulls for what is absent', { mood: null, gist: null }, {}],
  ])('%s is taken as it was meant', (_name, change, meant) => {
    expect(read({ ...good, ...change })).toMatchObject({
      ok: true,
      object: { ...good, ...meant },
      dropped: 0,
    });
  });

  test('a list that is too long keeps its first items', () => {
    const gists = [1, 2, 3, 4, 5].map((n) => ({ ...fact, content: `${n}` }));
    const fitted = read({ ...good, gists });
    expect(fitted).toMatchObject({ ok: true, dropped: 2 });
    expect(fitted.ok && fitted.object.gists.map(({ content }) => content)).toEqual(['1', '2', '3']);
  });

  test('more than was asked for is no loss', () => {
    const strict = z.strictObject({ fits: z.boolean() });
    expect(readObject('{"fits": true, "why": "so"}', strict)).toMatchObject({
      object: { fits: true },
      dropped: 0,
    });
  });

  test('a part that cannot be made up is told by its place and rule, without what was written', () => {
    const fitted = readObject(
      '{"choice": "secret", "reason": "secret"}',
      z.object({ choice: z.enum(['A', 'B']) }),
    );
    expect(fitted).toMatchObject({ ok: false, issues: [expect.stringMatching(/^choice: .*"A"\|"B"/)] });
    expect(JSON.stringify(fitted)).not.toContain('secret');
  });

  test('whatever is written, it ends and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (gists, entities) => {
        const fitted = read({ gists, entities });
        expect(!fitted.ok || schema.safeParse(fitted.object).success).toBe(true);
      }),
    );
  });
});
