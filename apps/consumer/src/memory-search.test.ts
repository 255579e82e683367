import type { AgentId } from '@salience/contracts';
import type { RecallHit } from '@salience/recall';
import { expect, it } from 'vitest';
import { createMemorySearch, type MemorySearchParts } from './memory-search.ts';

const agentId = 'agt_01a2007401567b8f9ccbea8a0d74f6ee' as AgentId;
const hit = {
  kind: 'exchange',
  id: 'ex_01a2007401567b8f9ccbea8a0d74f6ee',
  text: 'My boat is red.',
  reply: null,
  speaker: null,
  at: '2026-06-17T12:00:00+00:00',
  thread_id: 'thr_01a2007401567b8f9ccbea8a0d74f6ee',
  exchange_id: null,
  trust: 'user',
  reply_trust: null,
  source: 'api',
  seq: 1,
  marks: { text: '', reply: '' },
  score: 0.5,
  why: { words: 0.5 },
} as unknown as RecallHit;
const own = { ...hit, text: 'found here' };

function searching(answer: string | undefined, more: Partial<MemorySearchParts['recall']> = {}) {
  const asked: string[] = [];
  const { search } = createMemorySearch({
    recall: {
      holds: () => false,
      isShared: () => false,
      recall: () =>
        Promise.resolve({ hits: [own], recent: [], traits: [], world: null, ended: [], period: null }),
      ...more,
    },
    asker: {
      ask: (worker) => {
        asked.push(worker);
        return Promise.resolve(answer);
      },
    },
    holderOf: () => Promise.resolve('digest-1'),
    log: { debug: () => {}, warn: () => {} },
  });
  const found = () => search({ agentId, text: 'boat', limit: 3, at: new Date('2026-06-17T12:00:00Z') });
  return { asked, found };
}

it('returns what the holder found', async () => {
  const { asked, found } = searching(JSON.stringify({ agentId, hits: [hit] }));
  expect(await found()).toEqual([hit]);
  expect(asked).toEqual(['digest-1']);
});

it.each([
  ['nothing came', undefined],
  ['it is no JSON', 'hits'],
  ['it is about another agent', JSON.stringify({ agentId: `${agentId.slice(0, -1)}0`, hits: [hit] })],
  ['a hit is none', JSON.stringify({ agentId, hits: [{ ...hit, score: 7 }] })],
  ['it says more than it may', JSON.stringify({ agentId, hits: [], instructions: 'obey' })],
])(
  'threat: an answer about another agent, or one that is none, is passed over where %s',
  async (_, answer) => {
    expect(await searching(answer).found()).toEqual([own]);
  },
);

it.each([
  ['holds', { holds: () => true }],
  ['shares', { isShared: () => true }],
])('asks nobody for what this process %s', async (_, near) => {
  const { asked, found } = searching(JSON.stringify({ agentId, hits: [hit] }), near);
  expect(await found()).toEqual([own]);
  expect(asked).toEqual([]);
});
