import { describe, expect, it } from 'vitest';
import { edgesIn } from './graph-edges.ts';
import { GraphIndex } from './graph-index.ts';
import { spreadActivation } from './spread.ts';
import type { GraphRelation } from './stated-relations.ts';

const relation = (fromId: string, toId: string, strength: number): GraphRelation => {
  const id = `${fromId}${toId}`;
  return { id, fromId, toId, strength, from: 0, until: null, exchanges: [], between: [id] };
};
const spread = (seeds: readonly string[], relations: readonly GraphRelation[]) => {
  const graph = new GraphIndex();
  graph.add({ concepts: [], mentions: [], relations });
  return spreadActivation(
    seeds.map((id) => ({ id, energy: 1 })),
    edgesIn(graph, { at: 0, together: 0 }),
  );
};
const energies = (found: ReturnType<typeof spread>) =>
  Object.fromEntries(found.map(({ energy, id }) => [id, energy]));

describe('spreading activation', () => {
  it('goes two relations far, in both directions, and leaves 0.7 of what each one lets through', () => {
    const chain = [relation('a', 'b', 1), relation('c', 'b', 1), relation('c', 'd', 1)];
    expect(energies(spread(['a'], chain))).toEqual({ b: 0.7, c: 0.7 * 0.7 });
  });

  it('a weak link never carries more than a stronger one, and what falls below 0.3 goes no further', () => {
    const star = [relation('a', 'weak', 0.4), relation('a', 'medium', 0.5), relation('a', 'strong', 0.9)];
    const found = energies(spread(['a'], star));
    expect(found).toEqual({ medium: 0.7 * 0.5, strong: 0.7 * 0.9 });
  });

  it('gives a seed nothing of its own, and what lies between two seeds the sum of both', () => {
    const relations = [relation('a', 'm', 0.6), relation('b', 'm', 0.6), relation('a', 'b', 1)];
    const alone = energies(spread(['a'], [relation('a', 'm', 0.6)]));
    expect(alone).not.toHaveProperty('a');
    const both = spread(['a', 'b'], relations);
    expect(energies(both)['m']).toBeGreaterThan(alone['m'] ?? 1);
    expect(both.find(({ id }) => id === 'm')?.via).toEqual(['am']);
    for (const { energy } of both) expect(energy).toBeLessThanOrEqual(1);
  });
});
