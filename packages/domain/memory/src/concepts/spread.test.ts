import { describe, expect, it } from 'vitest';
import { spreadActivation, type SpreadRelation } from './spread.ts';

const relation = (from: string, to: string, strength: number): SpreadRelation => ({
  id: `${from}${to}`,
  from,
  to,
  strength,
});
const energies = (found: ReturnType<typeof spreadActivation>) =>
  Object.fromEntries(found.map(({ energy, id }) => [id, energy]));

describe('spreading activation', () => {
  it('goes two relations far, in both directions, and leaves 0.7 of what each one lets through', () => {
    const chain = [relation('a', 'b', 1), relation('c', 'b', 1), relation('c', 'd', 1)];
    expect(energies(spreadActivation([{ id: 'a', energy: 1 }], chain))).toEqual({ b: 0.7, c: 0.7 * 0.7 });
  });

  it('a weak link never carries more than a stronger one, and what falls below 0.3 goes no further', () => {
    const star = [relation('a', 'weak', 0.4), relation('a', 'medium', 0.5), relation('a', 'strong', 0.9)];
    const found = energies(spreadActivation([{ id: 'a', energy: 1 }], star));
    expect(found).toEqual({ medium: 0.7 * 0.5, strong: 0.7 * 0.9 });
  });

  it('gives a seed nothing of its own, and what lies between two seeds the sum of both', () => {
    const relations = [relation('a', 'm', 0.6), relation('b', 'm', 0.6), relation('a', 'b', 1)];
    const alone = energies(spreadActivation([{ id: 'a', energy: 1 }], [relation('a', 'm', 0.6)]));
    expect(alone).not.toHaveProperty('a');
    const both = spreadActivation(
      [
        { id: 'a', energy: 1 },
        { id: 'b', energy: 1 },
      ],
      relations,
    );
    expect(energies(both)['m']).toBeGreaterThan(alone['m'] ?? 1);
    expect(both.find(({ id }) => id === 'm')?.via).toEqual(['am']);
    for (const { energy } of both) expect(energy).toBeLessThanOrEqual(1);
  });
});
