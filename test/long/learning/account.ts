import type { Policy } from '@salience/router';
import type { LivedDay, LivedTurn } from '@salience/testing/personas';
import { costUnder, priceOf, type Traffic } from './optimum.ts';
import type { KnownDecision, StoredChange, StoredLabel } from './stored.ts';

/** A change that was published, and what it was worth by what people really wanted. */
export interface ChangeFigures {
  readonly day: number;
  readonly action: string;
  readonly version: number;
  readonly parameter: string | null;
  readonly before: number | null;
  readonly after: number | null;
  readonly pressure: string | null;
  /** Cost of the version minus that of its parent on all traffic; above 0 it was for the worse. Null: no version was published. */
  readonly harm: number | null;
  /** Days until the weight was back where it was, or the run was over. */
  readonly liveDays: number | null;
}

const round = (value: number): number => Math.round(value * 100_000) / 100_000;

/** Mean cost of misroutes of planned messages by day, as lived. */
export function costByDay(decisions: readonly KnownDecision[]): number[] {
  const days = Map.groupBy(decisions, ({ day }) => day);
  return [...days]
    .toSorted(([a], [b]) => a - b)
    .map(([, own]) =>
      round(own.reduce((sum, { seen, wanted }) => sum + priceOf(seen, wanted), 0) / own.length),
    );
}

/** The weights that differ, as from and to. */
export function differences(
  from: Policy['weights'],
  to: Policy['weights'],
): Record<string, readonly [number, number]> {
  return Object.fromEntries(
    Object.entries(to).flatMap(([name, weight]) => {
      const before = from[name as keyof typeof from] ?? 0;
      return Math.abs(before - weight) < 1e-9 ? [] : [[name, [before, weight] as const]];
    }),
  );
}

/** The sum of distances of all weights. */
export function distance(from: Policy['weights'], to: Policy['weights']): number {
  return round(Object.values(differences(from, to)).reduce((sum, [a, b]) => sum + Math.abs(a - b), 0));
}

/** Each row of the history with what it did; `days`: when the run was over. */
export function judgeChanges(
  changes: readonly StoredChange[],
  versions: ReadonlyMap<number, Policy>,
  first: Policy,
  traffic: Traffic,
  days: number,
): ChangeFigures[] {
  const costs = new Map<number, number>();
  const costOf = (version: number | null): number => {
    const policy = version === null ? first : (versions.get(version) ?? first);
    const key = version ?? 0;
    const cost = costs.get(key) ?? costUnder(traffic, policy.weights);
    costs.set(key, cost);
    return cost;
  };
  return changes.map((change, place) => {
    const { action, after, before, day, parameter, parent, pressure, version } = change;
    const isNew = action !== 'confirm' && action !== 'pin' && action !== 'unpin';
    const harm = isNew ? round(costOf(version) - costOf(parent)) : null;
    const back = changes.slice(place + 1).find((later) => isBack(change, versions.get(later.version)));
    const liveDays = action === 'publish' ? (back?.day ?? days) - day : null;
    return { day, action, version, parameter, before, after, pressure, harm, liveDays };
  });
}

function isBack({ after, before, parameter }: StoredChange, later: Policy | undefined): boolean {
  if (later === undefined || parameter === null || before === null || after === null) return false;
  const weight = later.weights[parameter as keyof Policy['weights']] ?? 0;
  return (weight - before) * Math.sign(after - before) <= 1e-9;
}

/** How often each weight changed its direction, reverts counted; those that did. */
export function signChanges(changes: readonly ChangeFigures[]): Record<string, number> {
  const last = new Map<string, number>();
  const counts: Record<string, number> = {};
  for (const { action, after, before, parameter } of changes) {
    if ((action !== 'publish' && action !== 'revert') || parameter === null) continue;
    const sign = Math.sign((after ?? 0) - (before ?? 0));
    if (sign === 0) continue;
    if ((last.get(parameter) ?? sign) !== sign) counts[parameter] = (counts[parameter] ?? 0) + 1;
    last.set(parameter, sign);
  }
  return counts;
}

/** What labels said of planned messages and of what was said about them, beside what was wanted. */
export function judgeLabels(labels: readonly StoredLabel[], turns: readonly LivedTurn[]) {
  const byTurn = new Map(turns.map((turn) => [turn.turn, turn]));
  const told = labels.filter(({ via }) => via !== 'silence');
  const known = told.flatMap((label) => {
    const turn = byTurn.get(label.turn);
    return turn === undefined || turn.wanted.length === 0 ? [] : [{ label, turn }];
  });
  const wrong = known.filter(({ label }) => label.kind !== 'correct');
  const truly = wrong.filter(({ turn }) => turn.fit !== 'fits');
  const named = truly.filter(({ label }) => label.wanted !== null);
  const misfits = turns.filter(({ fit, wanted }) => fit !== 'fits' && wanted.length > 0);
  const right = known.filter(({ label }) => label.kind === 'correct');
  const kinds: Record<string, number> = {};
  for (const { kind, via } of labels) kinds[`${via} ${kind}`] = (kinds[`${via} ${kind}`] ?? 0) + 1;
  return {
    kinds,
    /** Of those that say *wrong*: shares that were, and of misroutes that were told. */
    wrongPrecision: share(truly.length, wrong.length),
    wrongRecall: share(truly.length, misfits.length),
    /** Of what people got that did not fit, by how it did not: how many, and the share that was told as wrong. */
    recallByFit: recallByFit(
      misfits,
      wrong.map(({ turn }) => turn),
    ),
    rightPrecision: share(right.filter(({ turn }) => turn.fit === 'fits').length, right.length),
    /** Of true ones that name a mode: those that name one that was wanted. */
    namedRightly: share(
      named.filter(({ label, turn }) => turn.wanted.includes(label.wanted as never)).length,
      named.length,
    ),
  };
}

function recallByFit(misfits: readonly LivedTurn[], told: readonly LivedTurn[]) {
  const heard = new Set(told);
  return Object.fromEntries(
    [...Map.groupBy(misfits, ({ fit }) => fit)].map(([fit, own]) => [
      fit,
      { count: own.length, recall: share(own.filter((turn) => heard.has(turn)).length, own.length) },
    ]),
  );
}

function share(part: number, all: number): number | null {
  return all === 0 ? null : Math.round((1_000 * part) / all) / 1_000;
}

/** What was misrouted in a part of the days, by `wanted>got`, the most frequent first. */
export function misroutedIn(days: readonly LivedDay[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { misrouted } of days)
    for (const [key, count] of Object.entries(misrouted)) sums[key] = (sums[key] ?? 0) + count;
  return Object.fromEntries(Object.entries(sums).toSorted(([, a], [, b]) => b - a));
}
