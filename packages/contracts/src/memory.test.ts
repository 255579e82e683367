import { expect, test } from 'vitest';
import { chunkProposalSchema } from './memory.ts';

test('a chunk proposal of the first form stays good', () => {
  const first = {
    gists: [{ type: 'fact', content: 'Ana lives in Porto.', confidence: 0.9 }],
    facts: [{ subject: 'Ana', key: 'lives_in', value: 'Porto', confidence: 0.9 }],
    entities: [{ name: 'Ana', type: 'person' }],
  };
  expect(chunkProposalSchema.parse(first)).toEqual({
    ...first,
    entities: [{ name: 'Ana', type: 'person', confidence: 0.8 }],
    traits: [],
    times: [],
  });
});

test('what a later form adds beside it is no error, and a score outside of 0 to 1 is', () => {
  const empty = { gists: [], facts: [], entities: [] };
  expect(
    chunkProposalSchema.safeParse({ ...empty, mood: 'later', sentiment: null, scope: null }).success,
  ).toBe(true);
  expect(chunkProposalSchema.safeParse({ ...empty, sentiment: { value: 8, confidence: 0.9 } }).success).toBe(
    false,
  );
});
