import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type FoundItem, likelyBest } from './likely-best.ts';
import { type Candidate, rankMemories } from './rank.ts';

const at = new Date('2026-06-17T12:00:00Z');
const question = { text: 'When did the boat leave?', at, topicId: 'top_1' };
const share = fc.double({ min: 0, max: 1, noNaN: true });
const texts = ['It left on Friday.', 'Where is it?', 'The boat is blue.'] as const;

/** What is known before a memory is loaded, and what is known after. */
const memory = fc.record({
  kind: fc.constantFrom('exchange', 'fact', 'episode', 'concept', 'thought'),
  words: share,
  neighbours: share,
  cosine: fc.option(share),
  speaks: fc.boolean(),
  days: fc.nat(60),
  graph: share,
  text: fc.nat(2),
  topic: fc.boolean(),
  entity: fc.boolean(),
  weight: fc.option(share),
  used: fc.option(fc.nat(5)),
  ended: fc.boolean(),
});

it('what may be among the best is kept: ranking it gives the same hits as ranking everything', () => {
  fc.assert(
    fc.property(fc.array(memory, { maxLength: 40 }), fc.integer({ min: 1, max: 8 }), (memories, limit) => {
      const found = memories.map((one, n): FoundItem & { readonly candidate: Candidate } => {
        const { cosine, entity, graph, kind, neighbours, speaks, weight, words } = one;
        const text = texts[one.text] as string;
        const id = `${kind}_${n}`;
        const said = new Date(at.getTime() - one.days * 86_400_000);
        const base = { kind, id, threadId: 'thr_1', words, neighbours, cosine, speaks };
        return {
          words,
          neighbours,
          cosine,
          speaks,
          graph,
          row: {
            kind: kind as 'exchange',
            id,
            threadId: 'thr_1',
            seq: n,
            at: said.getTime(),
            until: null,
            turnId: '',
            speaker: null,
            length: 3,
            // What an episode leaves open stands behind its text when it is loaded.
            asks: kind === 'exchange' && text.endsWith('?'),
            endsAsking: text.endsWith('?'),
          },
          candidate: {
            ...base,
            text,
            at: said,
            topicId: one.topic ? 'top_1' : null,
            entity,
            graph,
            weight,
            usedAt: one.used === null ? null : new Date(at.getTime() - one.used * 86_400_000),
            ended: kind === 'fact' && one.ended,
          },
        };
      });
      const sessions = [{ threadId: 'thr_1', from: at.getTime() - 86_400_000, to: at.getTime(), words: 0.5 }];
      const best = (some: readonly (typeof found)[number][]) =>
        rankMemories(
          question,
          some.map(({ candidate }) => candidate).filter(({ kind }) => kind !== 'thought'),
          sessions,
        )
          .slice(0, limit)
          .map(({ candidate, score }) => [candidate.id, score]);
      const kept = likelyBest(question, found, sessions, limit);
      expect(best(kept)).toEqual(best(found));
      expect(kept.filter(({ row }) => row.id.startsWith('thought'))).toHaveLength(
        found.filter(({ row }) => row.id.startsWith('thought')).length,
      );
    }),
  );
});

it('leaves out what cannot be among them, and nothing where a time is asked about', () => {
  const row = {
    kind: 'exchange' as const,
    threadId: 't',
    seq: 1,
    at: 0,
    until: null,
    turnId: '',
    speaker: null,
    length: 1,
  };
  const found = Array.from({ length: 50 }, (_, n) => ({
    row: { ...row, id: `ex_${n}`, asks: false, endsAsking: false },
    words: n / 50,
    neighbours: 0,
    speaks: false,
    cosine: null,
    graph: 0,
  }));
  expect(likelyBest({ ...question, text: 'Is the boat blue?' }, found, [], 5).length).toBeLessThan(25);
  expect(likelyBest({ ...question, text: 'What happened yesterday?' }, found, [], 5)).toHaveLength(50);
});
