/** A relation as energy sees it: it goes along it in both directions. Strength 0..1. */
export interface SpreadRelation {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly strength: number;
}

/** How far energy goes. */
export interface SpreadRules {
  /** Relations on a way at most. */
  readonly depth: number;
  /** What is left after each relation, beside its strength. 0..1 */
  readonly decay: number;
  /** Below this it goes no further. 0..1 */
  readonly cut: number;
  /** Of each concept at most this many relations carry in either direction, the strongest. */
  readonly fan: number;
}

/** A concept that became active, with the relations of its strongest way, beginning at the seed. Energy 0..1. */
export interface Activated {
  readonly id: string;
  readonly energy: number;
  readonly via: readonly string[];
}

/** The rules in force: two relations, 0.7 a level, cut below 0.3, 64 relations of a concept each way. */
const spreadRules: SpreadRules = Object.freeze({ depth: 2, decay: 0.7, cut: 0.3, fan: 64 });

interface Reached {
  readonly energy: number;
  readonly via: readonly string[];
}

/**
 * Which concepts become active with the seeds: energy is multiplied along each relation by its strength and by the decay. A concept
 * has what its strongest way from a seed brings, and of several seeds the sum, at most 1; a seed gets nothing from itself. This is
 * what `spread_activation` in Postgres is measured against. Strongest first, equal ones by id.
 */
export function spreadActivation(
  seeds: readonly { readonly id: string; readonly energy: number }[],
  relations: readonly SpreadRelation[],
  rules: SpreadRules = spreadRules,
): Activated[] {
  const edges = edgesOf(relations, rules.fan);
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

type Edges = ReadonlyMap<
  string,
  readonly { readonly id: string; readonly node: string; readonly strength: number }[]
>;

function edgesOf(relations: readonly SpreadRelation[], fan: number): Edges {
  const edges = new Map<string, { id: string; node: string; strength: number }[]>();
  const strongestFirst = relations.toSorted((a, b) => b.strength - a.strength || compare(a.id, b.id));
  for (const [near, far] of [['from', 'to'] as const, ['to', 'from'] as const]) {
    const counts = new Map<string, number>();
    for (const relation of strongestFirst) {
      const at = relation[near];
      const count = (counts.get(at) ?? 0) + 1;
      counts.set(at, count);
      if (count > fan) continue;
      const known = edges.get(at) ?? [];
      known.push({ id: relation.id, node: relation[far], strength: relation.strength });
      edges.set(at, known);
    }
  }
  return edges;
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
  edges: Edges,
  { cut, decay, depth }: SpreadRules,
): Map<string, Reached> {
  const best = new Map<string, Reached>();
  let level = new Map<string, Reached>([[seed.id, { energy: seed.energy, via: [] }]]);
  for (let length = 1; length <= depth; length += 1) {
    const next = new Map<string, Reached>();
    for (const [at, { energy, via }] of level) {
      for (const { id, node, strength } of edges.get(at) ?? []) {
        const reached = { energy: energy * strength * decay, via: [...via, id] };
        if (node === seed.id || reached.energy < cut) continue;
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
