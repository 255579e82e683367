import type { RecalledMemory, RecallHit } from '@salience/recall';
import { expect, test } from 'vitest';
import { recallFor } from './recall.ts';

type Hit = Partial<RecallHit> & Pick<RecallHit, 'kind' | 'text'>;

/** What a message finds that memory answers with these hits. */
async function evidenceOf(text: string, hits: readonly Hit[]) {
  const found = {
    hits: hits.map((hit, at) => ({
      id: `hit-${String(at)}`,
      exchange_id: null,
      why: { words: 0.9 },
      ...hit,
    })),
    recent: [],
    traits: [],
    ended: [],
    world: null,
    period: null,
  } as unknown as RecalledMemory;
  const step = {
    turn: {
      text,
      source: 'chat',
      speaker: null,
      thread_id: 'thread',
      agent_id: 'agent',
      zone: 'UTC',
      id: 'turn',
    },
    snapshot: { history: [], gists: [], state: null },
  } as unknown as Parameters<typeof recallFor>[1];
  const deps = { recall: { recall: () => Promise.resolve(found) } } as unknown as Parameters<
    typeof recallFor
  >[0];
  const { count, score } = await recallFor(
    deps,
    step,
    { topicId: undefined, vector: undefined } as never,
    new Date(0),
  );
  return { count, score };
}

const asked = { kind: 'exchange', text: 'Tell me about seals', exchange_id: 'asked' as never } as const;

test.each<[string, Hit[]]>([
  ['an open request', [asked]],
  ['a name without a statement', [{ kind: 'concept', text: 'seals (animal)' }]],
  ['a name that was only asked about', [{ kind: 'concept', text: 'seals: tell you about seals' }]],
  ['what repeats a request', [{ kind: 'episode', text: 'Tell you about seals.' }]],
  [
    'what was kept of a request',
    [asked, { kind: 'fact', text: 'There was talk of seals.', exchange_id: 'asked' as never }],
  ],
  ['a question', [{ kind: 'exchange', text: 'Are there seals?' }]],
])('%s is no evidence', async (_, hits) => {
  expect(await evidenceOf('Tell me about seals', hits)).toEqual({ count: 0, score: 0 });
});

test.each<[string, Hit[]]>([
  ['what was said', [{ kind: 'exchange', text: 'The seals sleep on the sandbank.' }]],
  ['what is known of a name', [{ kind: 'concept', text: 'seals: sleep on the sandbank' }]],
  ['an interest', [{ kind: 'exchange', text: "I'm interested in seals." }]],
  [
    'what was kept of something that was said',
    [asked, { kind: 'fact', text: 'Seals sleep on the sandbank.', exchange_id: 'said' as never }],
  ],
])('%s is evidence', async (_, hits) => {
  expect((await evidenceOf('Tell me about seals', hits)).count).toBe(1);
});
