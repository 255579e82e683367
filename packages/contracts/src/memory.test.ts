import { expect, test } from 'vitest';
import { z } from 'zod';
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

test('times are any words, and what names a kind or a type is any word: code reads them', () => {
  const proposal = chunkProposalSchema.parse({
    gists: [{ content: 'x' }],
    entities: [{ name: 'Ana', type: 'human' }],
    traits: [{ key: 'Lives In', value: 'Porto' }],
    times: [{ text: 'Monday at nine', from: '2026-11-23T09:00' }],
  });
  expect(proposal.gists[0]).toEqual({ type: 'fact', content: 'x', confidence: 0.8 });
  expect(proposal.traits[0]).toMatchObject({
    person: 'user',
    origin: 'explicit',
    literal: true,
    ended: false,
  });
  // Whoever writes is told the list all the same.
  expect(JSON.stringify(z.toJSONSchema(chunkProposalSchema, { io: 'input' }))).toContain(
    '"enum":["person","place"',
  );
});
