import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankMemories } from './rank.ts';
import { scoreParts } from './score-parts.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const now = new Date('2026-06-17T12:00:00Z');

test('the parts of a score add up to it, with what counts against it below 0', () => {
  fc.assert(
    fc.property(
      fc.record({ words: share, neighbours: share, cosine: share, graph: share, ended: fc.boolean() }),
      (evidence) => {
        const [hit] = rankMemories(
          { text: 'Where did we swim?', at: now },
          [
            {
              kind: 'fact',
              id: 'a',
              threadId: 't',
              text: 'We swam in the lake.',
              at: now,
              topicId: null,
              speaks: false,
              entity: true,
              weight: 0.5,
              usedAt: null,
              ...evidence,
            },
          ],
          [],
        );
        const parts = scoreParts(hit?.why ?? {});
        const sum = parts.reduce((all, { part }) => all + part, 0);
        expect(Math.min(1, Math.max(0, sum))).toBeCloseTo(hit?.score ?? -1, 9);
        expect(parts.filter(({ part }) => part < 0).map(({ name }) => name)).toEqual(
          evidence.ended ? ['ended'] : [],
        );
      },
    ),
    { seed: 20, numRuns: 200 },
  );
});
