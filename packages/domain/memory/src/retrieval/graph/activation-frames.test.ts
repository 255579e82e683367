import fc from 'fast-check';
import { expect, test } from 'vitest';
import { activationFrames } from './activation-frames.ts';
import { type EdgesOf, spreadActivation } from './spread.ts';

const graph = fc.record({
  seeds: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }),
  edges: fc.array(fc.record({ from: fc.nat(7), to: fc.nat(7), strength: fc.integer({ min: 1, max: 16 }) }), {
    maxLength: 30,
  }),
});

test('frames begin with nothing, never lose energy, and end as spreading activation ends', () => {
  fc.assert(
    fc.property(graph, ({ edges, seeds }) => {
      const edgesOf: EdgesOf = (node) =>
        edges.flatMap(({ from, strength, to }, n) =>
          String(from) === node ? [{ id: `e${n}`, node: String(to), strength: strength / 16 }] : [],
        );
      const from = seeds.map((id) => ({ id: String(id), energy: 1 }));
      const frames = activationFrames(from, edgesOf);
      expect(frames.map(({ step }) => step)).toEqual([0, 1, 2]);
      expect(frames[0]?.active).toEqual([]);
      expect(frames.at(-1)?.active).toEqual(spreadActivation(from, edgesOf));
      const last = new Map(frames[2]?.active.map(({ energy, id }) => [id, energy]));
      for (const { energy, id } of frames[1]?.active ?? [])
        expect(last.get(id)).toBeGreaterThanOrEqual(energy);
    }),
    { seed: 20, numRuns: 200 },
  );
});
