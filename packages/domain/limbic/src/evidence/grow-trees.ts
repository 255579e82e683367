import { type Bits, type Column, countBits, countWord } from './columns.ts';
import { logBeta } from './log-beta.ts';

/** A question about an event: the column asked about, and what follows a yes and a no; or the chance at the end of it. */
export type Tree =
  | { readonly column: Column; readonly yes: Tree; readonly no: Tree }
  | { readonly chance: number };

/** A tree and its share among all that explain the labels; shares add up to 1. */
export interface WeightedTree {
  readonly tree: Tree;
  readonly share: number;
}

/** How far trees are searched. */
export interface GrowOptions {
  /** Questions in a tree at most. */
  readonly questionsMax: number;
  /** Trees that are gone on with after each question. */
  readonly beam: number;
  /** Trees that are kept in the end. */
  readonly kept: number;
}

interface Leaf {
  readonly bits: Bits;
  readonly score: number;
}
interface Partial {
  /** Leaves in the order of a walk through the tree. */
  readonly leaves: readonly Leaf[];
  readonly shape: Shape;
  readonly score: number;
}
type Shape = { readonly column: Column; readonly yes: Shape; readonly no: Shape } | null;

/** Labels that the base rate is worth at the end of a tree: a leaf of two rows already says something, but not all. */
const baseWorth = 0.5;
/** The chance that a question follows at all. */
const splitChance = 0.9;

/**
 * The decision trees that explain labels best, by their posterior: Bayesian model averaging over small trees (Buntine 1992; Chipman, George
 * and McCulloch 1998), found by a beam search. A leaf's likelihood is beta-binomial around the base rate, so a further question, as any conjunction, must earn its
 * prior. Deterministic.
 */
export function growTrees(
  columns: readonly Column[],
  positive: Bits,
  rows: number,
  options: GrowOptions,
): WeightedTree[] {
  const all = new Int32Array(positive.length);
  for (let n = 0; n < rows; n += 1) all[n >> 5] = (all[n >> 5] as number) | (1 << (n & 31));
  const base = (countBits(positive) + 0.5) / (rows + 1);
  const scorer = leafScorer(rows, base);
  const root: Leaf = { bits: all, score: scorer(countBits(positive), rows) };
  let beam: Partial[] = [{ leaves: [root], shape: null, score: root.score }];
  let best = beam;
  for (let question = 0; question < options.questionsMax; question += 1) {
    beam = grown(beam, columns, positive, scorer, options.beam);
    best = [...best, ...beam].toSorted((a, b) => b.score - a.score).slice(0, options.kept);
  }
  const top = best[0]?.score ?? 0;
  const masses = best.map(({ score }) => Math.exp(score - top));
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  return best
    .map(({ shape, leaves }, n) => ({
      tree: withChances(shape, leaves.values(), positive, base),
      share: (masses[n] as number) / total,
    }))
    .filter(({ share }) => share > 1e-3);
}

function leafScorer(rows: number, base: number): (positives: number, count: number) => number {
  const [yes, no] = [baseWorth * base, baseWorth * (1 - base)];
  const known = new Float64Array((rows + 1) ** 2).fill(Number.NaN);
  const start = logBeta(yes, no);
  return (positives, count) => {
    const key = positives * (rows + 1) + count;
    let score = known[key] as number;
    if (Number.isNaN(score)) {
      score = logBeta(yes + positives, no + count - positives) - start;
      known[key] = score;
    }
    return score;
  };
}

interface Move {
  readonly from: Partial;
  readonly leaf: number;
  readonly column: Column;
  readonly score: number;
}

function grown(
  beam: readonly Partial[],
  columns: readonly Column[],
  positive: Bits,
  scorer: (positives: number, count: number) => number,
  width: number,
): Partial[] {
  const moves: Move[] = [];
  let floor = Number.NEGATIVE_INFINITY;
  for (const from of beam) {
    for (const [leaf, { bits, score }] of from.leaves.entries()) {
      const whole = from.score - score + Math.log(splitChance);
      const [count, positives] = [countBits(bits), countBoth(bits, positive)];
      for (const column of columns) {
        const inside = countBoth(bits, column.bits);
        if (inside === 0 || inside === count) continue;
        const hits = countThree(bits, column.bits, positive);
        const gained =
          whole + column.logPrior + scorer(hits, inside) + scorer(positives - hits, count - inside);
        if (gained <= floor) continue;
        moves.push({ from, leaf, column, score: gained });
        if (moves.length >= 40 * width) floor = keepBest(moves, 10 * width);
      }
    }
  }
  keepBest(moves, moves.length);
  return different(moves, positive, scorer, width);
}

/** Leaves the best moves in `moves`, best first, and answers the score of the last of them. */
function keepBest(moves: Move[], kept: number): number {
  moves.sort((a, b) => b.score - a.score);
  moves.length = Math.min(moves.length, kept);
  return moves.at(-1)?.score ?? Number.NEGATIVE_INFINITY;
}

/** The best trees that part the rows differently. */
function different(
  moves: readonly Move[],
  positive: Bits,
  scorer: (positives: number, count: number) => number,
  width: number,
): Partial[] {
  const seen = new Set<string>();
  const result: Partial[] = [];
  for (const { from, leaf, column, score } of moves) {
    const old = from.leaves[leaf] as Leaf;
    const parts = [
      old.bits.map((word, n) => word & (column.bits[n] as number)),
      old.bits.map((word, n) => word & ~(column.bits[n] as number)),
    ];
    const fresh = parts.map((bits) => ({
      bits,
      score: scorer(countBoth(bits, positive), countBits(bits)),
    }));
    const leaves = [...from.leaves.slice(0, leaf), ...fresh, ...from.leaves.slice(leaf + 1)];
    const key = leaves
      .map(({ bits }) => bits.join())
      .toSorted()
      .join(';');
    if (seen.has(key)) continue;
    seen.add(key);
    result.push({ leaves, shape: replaced(from.shape, { left: leaf }, column), score });
    if (result.length === width) break;
  }
  return result;
}

/** The shape with a question in place of one leaf; `at.left` counts the leaves still to be passed. */
function replaced(shape: Shape, at: { left: number }, column: Column): Shape {
  if (shape === null) {
    at.left -= 1;
    return at.left === -1 ? { column, yes: null, no: null } : null;
  }
  const yes = replaced(shape.yes, at, column);
  return { column: shape.column, yes, no: replaced(shape.no, at, column) };
}

function withChances(shape: Shape, leaves: Iterator<Leaf>, positive: Bits, base: number): Tree {
  if (shape !== null) {
    const yes = withChances(shape.yes, leaves, positive, base);
    return { column: shape.column, yes, no: withChances(shape.no, leaves, positive, base) };
  }
  const { bits } = leaves.next().value as Leaf;
  return { chance: (countBoth(bits, positive) + baseWorth * base) / (countBits(bits) + baseWorth) };
}

function countBoth(a: Bits, b: Bits): number {
  let count = 0;
  for (let n = 0; n < a.length; n += 1) count += countWord((a[n] as number) & (b[n] as number));
  return count;
}

function countThree(a: Bits, b: Bits, c: Bits): number {
  let count = 0;
  for (let n = 0; n < a.length; n += 1)
    count += countWord((a[n] as number) & (b[n] as number) & (c[n] as number));
  return count;
}
