import { modes } from '@salience/contracts';
import type { Policy } from '@salience/router';
import type { Evidence } from '../evidence/evidence.ts';
import { wantedOf } from '../evidence/evidence.ts';
import { modeAt, modesUnder } from '../evidence/mode-under.ts';
import { studentBound } from '../evidence/statistics.ts';
import { misrouteCost } from '../labels/cost.ts';

/** What a change really did, measured where it changes anything. */
export interface Effect {
  /** Labelled cost of a decision after minus before, of those decisions for which parent and child differ; below 0 is better. */
  readonly mean: number;
  readonly lower: number;
  readonly upper: number;
  /** Decisions compared: made under the parent's mode, and made under the child's. */
  readonly before: number;
  readonly after: number;
}

interface Sample {
  count: number;
  sum: number;
  squares: number;
}

const meanOf = ({ count, sum }: Sample) => (count === 0 ? 0 : sum / count);
/** Variance of the mean; one that never varied gets that of a single hit among as many. */
function errorOf({ count, squares, sum }: Sample): number {
  const mean = sum / count;
  const variance = Math.max(squares / count - mean ** 2, 1 / (count + 2));
  return variance / Math.max(count - 1, 1);
}

/**
 * Compares labels before and after a change, only on decisions for which the two policies differ: everything else cannot have changed
 * by it. Unlike an estimate it asks nothing of the share of people who make a wrong decision known, as long as that share stays.
 * `tail`: the probability with which each bound may be wrong.
 */
export function measureEffect(
  evidence: Evidence,
  change: { readonly parent: Policy; readonly child: Policy; readonly publishedAt: number },
  tail: number,
): Effect {
  const parents = modesUnder(evidence.gauge, evidence.rows, change.parent);
  const children = modesUnder(evidence.gauge, evidence.rows, change.child);
  const before: Sample = { count: 0, sum: 0, squares: 0 };
  const after: Sample = { count: 0, sum: 0, squares: 0 };
  for (const [at, row] of evidence.rows.entries()) {
    if (parents[at] === children[at]) continue;
    const { decision } = row;
    const isAfter = decision.at >= change.publishedAt;
    const expected = isAfter ? children[at] : parents[at];
    if (decision.taken !== modes[expected as number]) continue;
    const wanted = wantedOf(row);
    const costs = wanted.map((mode) => misrouteCost(decision.taken, modeAt(mode)));
    const mean = costs.reduce((sum, cost) => sum + cost, 0) / Math.max(costs.length, 1);
    const cost = mean * (evidence.trusts[at] as number);
    const sample = isAfter ? after : before;
    sample.count += 1;
    sample.sum += cost;
    sample.squares += cost ** 2;
  }
  const mean = meanOf(after) - meanOf(before);
  if (before.count < 2 || after.count < 2)
    return { mean, lower: -Infinity, upper: Infinity, before: before.count, after: after.count };
  const noise =
    studentBound(tail, Math.min(before.count, after.count) - 1) * Math.sqrt(errorOf(before) + errorOf(after));
  return { mean, lower: mean - noise, upper: mean + noise, before: before.count, after: after.count };
}
