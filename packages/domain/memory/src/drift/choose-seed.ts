import { retrievalWeight } from '../decay.ts';
import { driftRules, type SeedStrategy, seedStrategies } from './drift-rules.ts';
import type { Draw } from './drift-timing.ts';

/** A concept that a thought may start from. Strength and salience 0..1; times ISO 8601. */
export interface SeedCandidate {
  readonly id: string;
  readonly strength: number;
  readonly lastSeenAt: string;
  readonly salience: number;
  /** When drift last used it; null for never. */
  readonly driftedAt: string | null;
  /** When a thought that started here was last judged bad; null or absent for never. */
  readonly dislikedAt?: string | null;
}

/** A seed and the strategy that chose it. */
export interface ChosenSeed<C extends SeedCandidate> {
  readonly concept: C;
  readonly strategy: SeedStrategy;
}

/** True while a concept is on its cooldown. */
export function isCoolingDown(driftedAt: string | null, now: Date, rules = driftRules): boolean {
  return driftedAt !== null && now.getTime() - Date.parse(driftedAt) < rules.cooldownMs;
}

function isDisliked(dislikedAt: string | null | undefined, now: Date, rules: typeof driftRules): boolean {
  return typeof dislikedAt === 'string' && now.getTime() - Date.parse(dislikedAt) < rules.judging.badFor;
}

/** What decides beside the candidates. */
export interface ChooseInput {
  readonly draw: Draw;
  /** Concepts that were tried before. */
  readonly except: ReadonlySet<string>;
  /** What people thought of the thoughts of each strategy lately, −1 to 1. */
  readonly liking?: Readonly<Partial<Record<SeedStrategy, number>>>;
  readonly now: Date;
}

/**
 * Chooses a seed: a strategy by weight, then a concept by that strategy. A strategy without candidates passes to the next one, so a
 * seed is found whenever a concept is off its cooldown. `except`: concepts that were tried before.
 */
export function chooseSeed<C extends SeedCandidate>(
  pool: readonly C[],
  { draw, except, liking = {}, now }: ChooseInput,
  rules = driftRules,
): ChosenSeed<C> | undefined {
  const free = pool
    .filter(({ driftedAt, id }) => !except.has(id) && !isCoolingDown(driftedAt, now, rules))
    .filter(({ dislikedAt }) => !isDisliked(dislikedAt, now, rules))
    .toSorted(byId);
  if (free.length === 0) return undefined;
  const first = pick(
    seedStrategies.map((strategy) => ({
      item: strategy,
      weight: rules.strategyWeights[strategy] * (1 + rules.judging.strategyShare * (liking[strategy] ?? 0)),
    })),
    draw,
  );
  const start = seedStrategies.indexOf(first ?? 'random');
  for (let step = 0; step < seedStrategies.length; step += 1) {
    const strategy = seedStrategies[(start + step) % seedStrategies.length] as SeedStrategy;
    const concept = pick(candidatesOf(strategy, free, now, rules), draw);
    if (concept !== undefined) return { concept, strategy };
  }
  return undefined;
}

interface Weighed<T> {
  readonly item: T;
  readonly weight: number;
}

function candidatesOf<C extends SeedCandidate>(
  strategy: SeedStrategy,
  free: readonly C[],
  now: Date,
  rules: typeof driftRules,
): Weighed<C>[] {
  const hours = (concept: C) => Math.max(0, now.getTime() - Date.parse(concept.lastSeenAt)) / 3_600_000;
  const recency = (concept: C) => Math.exp(-rules.recencyRate * hours(concept));
  switch (strategy) {
    case 'decaying':
      return free
        .map((item) => ({ item, left: weightLeft(item, now) }))
        .filter(({ left }) => left < rules.fadedBelow)
        .toSorted((a, b) => a.item.strength * a.left - b.item.strength * b.left || byId(a.item, b.item))
        .slice(0, rules.weakest)
        .map(({ item }) => ({ item, weight: 1 }));
    case 'recent':
      return free
        .toSorted((a, b) => hours(a) - hours(b) || byId(a, b))
        .slice(0, rules.latest)
        .map((item) => ({ item, weight: recency(item) }));
    case 'salient':
      return free
        .filter((item) => hours(item) * 3_600_000 < rules.salientMs)
        .map((item) => ({ item, weight: item.salience * recency(item) }));
    case 'random':
      return free.map((item) => ({ item, weight: 1 }));
  }
}

function weightLeft({ lastSeenAt, strength }: SeedCandidate, now: Date): number {
  return retrievalWeight({ strength, seenAt: new Date(lastSeenAt), explicit: false }, now);
}

function byId(a: SeedCandidate, b: SeedCandidate): number {
  return a.id < b.id ? -1 : 1;
}

/** A random item with probability proportional to its weight; undefined if all weights are 0. */
function pick<T>(items: readonly Weighed<T>[], draw: Draw): T | undefined {
  const total = items.reduce((sum, { weight }) => sum + weight, 0);
  if (total <= 0) return undefined;
  let left = draw() * total;
  for (const { item, weight } of items) {
    left -= weight;
    if (left < 0) return item;
  }
  return items.findLast(({ weight }) => weight > 0)?.item;
}
