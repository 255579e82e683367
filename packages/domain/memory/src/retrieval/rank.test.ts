import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, rankMemories, weightedSum } from './rank.ts';
import { retrievalFactors, retrievalWeights } from './weights.ts';

const day = 86_400_000;
const now = new Date('2026-06-17T12:00:00Z');

const candidate = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  kind: 'exchange',
  id,
  threadId: 't',
  text: 'We went to the lake.',
  at: new Date(now.getTime() - 100 * day),
  topicId: null,
  words: 0.5,
  neighbours: 0,
  cosine: null,
  speaks: false,
  entity: false,
  graph: 0,
  weight: null,
  usedAt: null,
  ...more,
});
const order = (text: string, ...candidates: Candidate[]) =>
  rankMemories({ text, at: now }, candidates, []).map((hit) => hit.candidate.id);

describe('the ranking of memories', () => {
  it.each([
    ['words', { words: 0.8 }],
    ['neighbours', { neighbours: 0.4 }],
    ['meaning', { cosine: 0.4 }],
    ['the one who is named', { speaks: true }],
    ['what concepts lead to', { graph: 0.6 }],
    ['something that is named', { entity: true }],
    ['recent use', { usedAt: new Date(now.getTime() - day) }],
    ['what counts more', { weight: 0.9 }],
  ])('puts %s higher', (_name, more) => {
    expect(order('Where did we swim?', candidate('plain'), candidate('better', more))[0]).toBe('better');
  });

  it('puts a question below what is told, what has ended below what holds, and first what is asked for', () => {
    const asks = candidate('asks', { text: 'What is my door code?', words: 0.9, cosine: 0.6 });
    const tells = candidate('tells', { text: 'My new door code is 4417.', words: 0.7, cosine: 0.4 });
    expect(order('door code', asks, tells)).toEqual(['tells', 'asks']);
    const fact = { kind: 'fact', words: 1 };
    const over = candidate('over', { ...fact, ended: true });
    const holds = candidate('holds', { ...fact, at: new Date(now.getTime() - 200 * day) });
    expect(order('where do I live', over, holds)).toEqual(['holds', 'over']);
    const asked = candidate('asked', { ...fact, words: 0, asked: true });
    expect(order('where do I live', tells, holds, asked)[0]).toBe('asked');
    // What held then is what is asked for.
    const then = candidate('then', { ...fact, ended: true, held: true });
    expect(order('Where did I live in May?', holds, then)[0]).toBe('then');
  });

  it('counts a time only where one is asked about', () => {
    const told = candidate('told', { text: 'It was last Friday.' });
    const newer = candidate('newer', { at: new Date(now.getTime() - 99 * day) });
    expect(order('When did we swim?', told, newer)[0]).toBe('told');
    expect(order('Where did we swim?', told, newer)[0]).toBe('newer');
    const inMay = candidate('in May', { at: new Date('2026-05-10T09:00:00Z'), words: 0.3 });
    expect(order('What did we do in May?', candidate('before'), inMay)[0]).toBe('in May');
    // What began before and held then is of that time; what was said then and held no longer is not.
    const lasting = candidate('lasting', { kind: 'fact', held: true });
    const over = candidate('over', { at: inMay.at, kind: 'fact', held: false });
    expect(order('Where did I live in May?', over, lasting)).toEqual(['lasting', 'over']);
  });

  it('lifts what was said in a sitting that holds more of the question', () => {
    const at = (hour: number) => new Date(now.getTime() - 10 * day + hour * 3_600_000);
    const sessions = [
      { threadId: 't', from: at(0).getTime(), to: at(1).getTime(), words: 0.9 },
      { threadId: 't', from: at(10).getTime(), to: at(11).getTime(), words: 0.2 },
    ];
    const [best] = rankMemories(
      { text: 'lake', at: now },
      [candidate('later', { at: at(10) }), candidate('in it', { at: at(1) })],
      sessions,
    );
    expect(best?.candidate.id).toBe('in it');
    expect(best?.why.session).toBe(0.9);
  });

  it('gives scores of 0..1 in the order of their sums, and says only factors that are there', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.record({ words: share, neighbours: share, graph: share, speaks: fc.boolean() }), {
          maxLength: 20,
        }),
        (parts) => {
          const candidates = parts.map((part, n) => candidate(`c${n}`, { ...part, cosine: part.graph }));
          const hits = rankMemories({ text: 'When was it in May?', at: now }, candidates, []);
          const sums = hits.map(({ why }) => weightedSum(why, retrievalWeights.factors));
          expect(sums).toEqual(sums.toSorted((a, b) => b - a));
          for (const { score, why } of hits) {
            expect(score).toBeGreaterThanOrEqual(0);
            expect(score).toBeLessThanOrEqual(1);
            for (const [factor, value] of Object.entries(why)) {
              expect(retrievalFactors).toContain(factor);
              expect(value).toBeGreaterThan(0);
              expect(value).toBeLessThanOrEqual(1);
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
