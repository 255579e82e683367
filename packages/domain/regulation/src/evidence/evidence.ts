import { modes } from '@salience/contracts';
import type { Policy } from '@salience/router';
import { possiblyWanted } from '../labels/label.ts';
import type { Gauge, MeasuredDecision } from './measure.ts';
import { scoreInto, settle, weigh, type Weighed } from './mode-under.ts';
import { recallOf } from './recall.ts';
import { medianOf } from './statistics.ts';

/** How labels are read as evidence. */
export const evidenceRules = {
  /** Nobody counts for more than so many times the decisions of the median person. */
  volumeCap: 3,
  /** Nobody's share of wrong decisions counts for more than so many times that of the median person. */
  complaintCap: 2,
  /** The same share counts up to this in any case: where hardly anybody complains, one complaint in ten is no habit. */
  complaintFloor: 0.1,
  /** From so many people on, people are compared; below, each day of a person counts as one. */
  peopleMin: 10,
  /** Of the people whom a change touches, so many of those most in its favour are left out, and it must still be worth while. */
  sparedShare: 0.1,
} as const;

/** Decisions made ready for estimates: who counts how much. */
export interface Evidence {
  readonly gauge: Gauge;
  readonly rows: readonly MeasuredDecision[];
  /** Of each row: how much the decision counts, 0 to 1. */
  readonly weights: Float64Array;
  /** Of each row: how much its label counts, 0 to 1; 0 without one. */
  readonly trusts: Float64Array;
  /** Of each row: the number of its cluster. */
  readonly clusters: Uint32Array;
  /** Sum of the weights of each cluster. */
  readonly sizes: Float64Array;
  /** False where there are too few people to compare: a cluster is a day of a person. */
  readonly byPerson: boolean;
  /** People with a label, and their labelled decisions. */
  readonly labelledPeople: number;
  readonly labelled: number;
  readonly people: number;
  /** The share of wrong decisions that people make known, 0 to 1. */
  readonly recall: number;
}

const dayMs = 86_400_000;
const personOf = ({ decision }: MeasuredDecision) => `${decision.agent}\u0000${decision.person}`;
const isWrong = ({ decision }: MeasuredDecision) =>
  decision.label !== null && decision.label.kind !== 'correct';

interface Person {
  count: number;
  wrong: number;
  labelled: number;
}

function countPeople(rows: readonly MeasuredDecision[], names: readonly string[]): Map<string, Person> {
  const people = new Map<string, Person>();
  for (const [at, row] of rows.entries()) {
    const name = names[at] as string;
    const person = people.get(name) ?? { count: 0, wrong: 0, labelled: 0 };
    people.set(name, person);
    person.count += 1;
    person.labelled += row.decision.label === null ? 0 : 1;
    person.wrong += isWrong(row) ? 1 : 0;
  }
  return people;
}

/**
 * Says how much each decision and each label counts. Somebody who writes much, and somebody who complains about nearly everything,
 * count for little more than the median person; the rest of a complaint that does not count is silence. `recall`: the share of wrong
 * decisions that is made known, 0 to 1, where it was read from more decisions than these; left out, it is read from these.
 */
export function gatherEvidence(gauge: Gauge, rows: readonly MeasuredDecision[], recall?: number): Evidence {
  const names = rows.map(personOf);
  const people = countPeople(rows, names);
  const all = [...people.values()];
  const byPerson = people.size >= evidenceRules.peopleMin;
  const volume = byPerson ? evidenceRules.volumeCap * medianOf(all.map(({ count }) => count)) : Infinity;
  const usual = medianOf(all.map(({ count, wrong }) => wrong / count));
  const share = byPerson ? Math.max(evidenceRules.complaintCap * usual, evidenceRules.complaintFloor) : 1;
  const numbers = new Map<string, number>();
  const weights = new Float64Array(rows.length);
  const trusts = new Float64Array(rows.length);
  const clusters = new Uint32Array(rows.length);
  for (const [at, row] of rows.entries()) {
    const name = names[at] as string;
    const { count, wrong } = people.get(name) as Person;
    const cluster = byPerson ? name : `${name} ${Math.floor(row.decision.at / dayMs)}`;
    if (!numbers.has(cluster)) numbers.set(cluster, numbers.size);
    clusters[at] = numbers.get(cluster) as number;
    weights[at] = Math.min(1, volume / count);
    const heard = isWrong(row) ? Math.min(1, (share * count) / wrong) : 1;
    trusts[at] = (row.decision.label?.confidence ?? 0) * heard;
  }
  const sizes = new Float64Array(numbers.size);
  for (const [at, cluster] of clusters.entries())
    sizes[cluster] = (sizes[cluster] as number) + (weights[at] as number);
  return {
    gauge,
    rows,
    weights,
    trusts,
    clusters,
    sizes,
    byPerson,
    people: people.size,
    labelledPeople: all.filter(({ labelled }) => labelled > 0).length,
    labelled: all.reduce((sum, { labelled }) => sum + labelled, 0),
    recall: recall ?? recallOf({ rows, weights, trusts, clusters, count: sizes.length }),
  };
}

/** What every decision of the evidence scores and gets under one policy: the ground on which changes of it are estimated. */
export interface Standing {
  readonly evidence: Evidence;
  readonly policy: Policy;
  readonly weighed: Weighed;
  /** Five a row, before rounding. */
  readonly scores: Float64Array;
  readonly margins: Float64Array;
  /** Places of the modes. */
  readonly taken: Uint8Array;
  /** Rows whose mode a change of one weight by `reach` or less can move. */
  readonly near: Uint32Array;
}

/**
 * Scores the evidence under a policy. `reach`: the largest change of one weight that will be asked about. Throws
 * `regulation.weight_unknown` for a policy that names other weights than the gauge.
 */
export function standUnder(evidence: Evidence, policy: Policy, reach: number): Standing {
  const { gauge, rows } = evidence;
  const weighed = weigh(gauge, policy);
  const scores = new Float64Array(rows.length * modes.length);
  const margins = new Float64Array(rows.length);
  const taken = new Uint8Array(rows.length);
  const near: number[] = [];
  for (const [at, row] of rows.entries()) {
    const from = at * modes.length;
    margins[at] = scoreInto(gauge, row, weighed, scores, from);
    taken[at] = settle(row, scores, from, margins[at] as number, weighed, () => policy);
    if (!row.guarded && canMove(row, scores, from, reach)) near.push(at);
  }
  return { evidence, policy, weighed, scores, margins, taken, near: Uint32Array.from(near) };
}

/** A rule's value is at most 1, so a change of one weight moves one score by `reach` at most. */
function canMove(row: MeasuredDecision, scores: Float64Array, from: number, reach: number): boolean {
  if (row.decision.tiebreak !== null && row.decision.tiebreak.choice !== null) return true;
  let high = Number.NEGATIVE_INFINITY;
  let next = Number.NEGATIVE_INFINITY;
  for (const mode of row.open) {
    const score = scores[from + mode] as number;
    if (score > high) {
      next = high;
      high = score;
    } else if (score > next) next = score;
  }
  return high - next <= reach + 1e-8;
}

/** The places of the modes that were possibly wanted, by the row's label; empty without a label that says *wrong*. */
export function wantedOf({ decision }: MeasuredDecision): readonly number[] {
  const { label, taken } = decision;
  if (label === null || label.kind === 'correct') return [];
  return possiblyWanted(label, taken).map((mode) => modes.indexOf(mode));
}
