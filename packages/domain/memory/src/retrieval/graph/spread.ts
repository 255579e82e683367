/** A connection of a concept as energy sees it. Strength 0..1. */
export interface Edge {
  readonly id: string;
  /** The concept that it leads to. */
  readonly node: string;
  readonly strength: number;
}

/** The connections of a concept that carry at a step from a seed, counted from 1. */
export type EdgesOf = (node: string, step: number) => readonly Edge[];

/** How far energy goes. */
export interface SpreadRules {
  /** Relations on a way at most. */
  readonly depth: number;
  /** What is left after each relation, beside its strength. 0..1 */
  readonly decay: number;
  /** Below this it goes no further. 0..1 */
  readonly cut: number;
}

/** A concept that became active, with the relations of its strongest way, beginning at the seed. Energy 0..1. */
export interface Activated {
  readonly id: string;
  readonly energy: number;
  readonly via: readonly string[];
}

/** The rules in force: two relations, 0.7 a level, cut below 0.3. */
export const spreadRules: SpreadRules = Object.freeze({ depth: 2, decay: 0.7, cut: 0.3 });

interface Reached {
  readonly energy: number;
  readonly via: readonly string[];
}

/**
 * Which concepts become active with the seeds: energy is multiplied along each connection by its strength and by the decay. A concept
 * has what its strongest way from a seed brings, and of several seeds the sum, at most 1; a seed gets nothing from itself.
 * `spread_activation` in Postgres, which drift and skills ask, says the same. Strongest first, equal ones by id. Pure.
 */
export function spreadActivation(
  seeds: readonly { readonly id: string; readonly energy: number }[],
  edgesOf: EdgesOf,
  rules: SpreadRules = spreadRules,
): Activated[] {
  const edges = askedOnce(edgesOf);
  const sums = new Map<string, { shares: Reached[] }>();
  for (const seed of uniqueSeeds(seeds)) {
    for (const [id, reached] of spreadFrom(seed, edges, rules)) {
      const sum = sums.get(id) ?? { shares: [] };
      sum.shares.push(reached);
      sums.set(id, sum);
    }
  }
  return [...sums]
    .map(([id, { shares }]) => {
      // Small ones first, as the store adds them: so that both get the same bits.
      const energies = shares.map(({ energy }) => energy).toSorted((a, b) => a - b);
      const strongest = shares.reduce((best, share) => (share.energy > best.energy ? share : best));
      return {
        id,
        energy: Math.min(
          1,
          energies.reduce((a, b) => a + b, 0),
        ),
        via: strongest.via,
      };
    })
    .toSorted((a, b) => b.energy - a.energy || compare(a.id, b.id));
}

/** However many ways lead to a concept, its connections are read once. */
function askedOnce(edgesOf: EdgesOf): EdgesOf {
  const known = new Map<string, readonly Edge[]>();
  return (node, step) => {
    const key = `${step} ${node}`;
    const edges = known.get(key) ?? edgesOf(node, step);
    known.set(key, edges);
    return edges;
  };
}

/** Each seed once with its highest energy, in the order of ids. */
function uniqueSeeds(seeds: readonly { readonly id: string; readonly energy: number }[]) {
  const highest = new Map<string, number>();
  for (const { id, energy } of seeds) highest.set(id, Math.max(energy, highest.get(id) ?? 0));
  return [...highest]
    .map(([id, energy]) => ({ id, energy }))
    .filter(({ energy }) => energy > 0)
    .toSorted((a, b) => compare(a.id, b.id));
}

function spreadFrom(
  seed: { readonly id: string; readonly energy: number },
  edgesOf: EdgesOf,
  { cut, decay, depth }: SpreadRules,
): Map<string, Reached> {
  const best = new Map<string, Reached>();
  let level = new Map<string, Reached>([[seed.id, { energy: seed.energy, via: [] }]]);
  for (let length = 1; length <= depth; length += 1) {
    const next = new Map<string, Reached>();
    for (const [at, { energy, via }] of level) {
      for (const { id, node, strength } of edgesOf(at, length)) {
        const left = energy * strength * decay;
        if (node === seed.id || left < cut) continue;
        const reached = { energy: left, via: [...via, id] };
        if (isStronger(reached, next.get(node))) next.set(node, reached);
      }
    }
    for (const [node, reached] of next) if (isStronger(reached, best.get(node))) best.set(node, reached);
    level = next;
  }
  return best;
}

/** Of equally strong ways the shorter, and of those the one that sorts first. */
function isStronger(a: Reached, b: Reached | undefined): boolean {
  if (b === undefined || a.energy !== b.energy) return b === undefined || a.energy > b.energy;
  return a.via.length === b.via.length
    ? compare(a.via.join(' '), b.via.join(' ')) < 0
    : a.via.length < b.via.length;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
