import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BufferedThought, synthesisStyles, synthesize } from '../src/index.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 23, 0, 0, second)).toISOString();
const thought = (id: number, thought_type = 'reaction', second = id): BufferedThought => ({
  id,
  thought_type,
  content: `thought ${id}`,
  created_at: at(second),
  trigger_author: id === 2 ? 'Lance' : null,
});
const options = { style: 'structured', maxThoughts: 50, clear: false } as const;

test('thoughts in order of time, grouped by type, in the documented shape', () => {
  const found = synthesize([thought(3, 'question'), thought(1), thought(2)], { ...options, clear: true });
  expect(found).toMatchObject({
    thought_count: 3,
    time_span: { first: at(1), last: at(3) },
    by_type: {
      reaction: { count: 2, contents: ['thought 1', 'thought 2'] },
      question: { count: 1, contents: ['thought 3'] },
    },
    cleared: true,
    total_buffered: 3,
    truncated: false,
    dropped: 0,
  });
  expect(found.thoughts.map(({ id }) => id)).toEqual([1, 2, 3]);
});

test('an empty buffer is no error', () => {
  expect(synthesize([], { ...options, clear: true })).toEqual({
    thought_count: 0,
    time_span: { first: null, last: null },
    by_type: {},
    thoughts: [],
    cleared: true,
    total_buffered: 0,
    truncated: false,
    dropped: 0,
    digest: '',
  });
});

test('the newest are returned; older ones that are cleared with them are told as dropped', () => {
  const all = [1, 2, 3, 4].map((id) => thought(id));
  const found = synthesize(all, { ...options, maxThoughts: 2 });
  expect(found.thoughts.map(({ id }) => id)).toEqual([3, 4]);
  expect(found).toMatchObject({ thought_count: 2, total_buffered: 4, truncated: true, dropped: 0 });
  expect(synthesize(all, { ...options, maxThoughts: 2, clear: true }).dropped).toBe(2);
  expect(synthesize(all, { ...options, total: 9 })).toMatchObject({ total_buffered: 9, truncated: true });
});

test('a type may have any name', () => {
  const found = synthesize([thought(1, '__proto__')], options);
  expect(Object.keys(found.by_type)).toEqual(['__proto__']);
});

test('a style changes the digest and nothing else', () => {
  const all = [thought(1), thought(2, 'question'), thought(3)];
  const [first, ...others] = synthesisStyles.map((style) => synthesize(all, { ...options, style }));
  for (const other of others) expect({ ...other, digest: first?.digest }).toEqual(first);
  expect(new Set([first, ...others].map((one) => one?.digest)).size).toBe(3);
});

test.each([
  ['structured', 'reaction (2)\n- thought 1\n- thought 3\n\nquestion (1)\n- Lance: thought 2'],
  ['concise', 'reaction (2): thought 1; thought 3\nquestion (1): thought 2'],
  [
    'narrative',
    'First, a thought (reaction): “thought 1”. Then to what Lance said, a thought (question): “thought 2”. Last, a thought (reaction): “thought 3”.',
  ],
] as const)('%s', (style, digest) => {
  expect(synthesize([thought(1), thought(2, 'question'), thought(3)], { ...options, style }).digest).toBe(
    digest,
  );
});

test('the order in which thoughts come in makes no difference', () => {
  const all = [1, 2, 3, 4, 5].map((id) =>
    thought(id, id % 2 === 0 ? 'question' : 'reaction', Math.ceil(id / 2)),
  );
  const found = synthesize(all, { ...options, maxThoughts: 3 });
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: 5 }), (shuffled) => {
      expect(synthesize(shuffled, { ...options, maxThoughts: 3 })).toEqual(found);
    }),
  );
});
