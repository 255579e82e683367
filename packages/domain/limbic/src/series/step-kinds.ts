import { featureCount, slotOf, windowLength } from '../features/feature-names.ts';
import { countsMax, type KindState, kindsMax } from './kind-state.ts';

/** What one event came to. */
export interface KindStep {
  readonly state: KindState;
  /** How rare its kind is after the two kinds before it, 0 to 1; 0 for the first 30 events. */
  readonly surprise: number;
}

/** Characters of a kind that tell it apart. */
const kindCharsMax = 24;
/** Kinds of an event before it that count. */
const orderMax = 2;
const seenMin = 30;
/** How likely a kind is that never came. */
const leastLikely = 1 / 32;
/** How many bits make a surprise of .5; at .65, the default threshold, it is a chance of 1 in 180. */
const halfBits = 4;

/**
 * The state after one more event, and how surprising its kind is. A pure fold: the same kinds give the same state, bit for bit, also after a way through JSON. The
 * chance of a kind is that of a chain of order two that falls back on shorter ones (Witten and Bell 1991, method C); the surprise is its information, in bits. When
 * there are too many counts, all are halved and those below one are dropped.
 */
export function stepKinds(state: KindState, kind: string): KindStep {
  const known = numbered(state.kinds, kind);
  const bits = -Math.log2(likelihood(state, known.number));
  const surprise = state.seen < seenMin ? 0 : bits / (bits + halfBits);
  const next: KindState = {
    schema: state.schema,
    seen: state.seen + 1,
    kinds: known.kinds,
    latest: [...state.latest, known.number].slice(-orderMax),
    counts: counted(state, known.number),
    rows: [...state.rows.slice(1 - windowLength), kindRow(surprise)],
  };
  return { state: next, surprise };
}

function numbered(
  kinds: readonly string[],
  kind: string,
): { readonly number: number; readonly kinds: readonly string[] } {
  const short = kind.slice(0, kindCharsMax);
  const number = kinds.indexOf(short);
  if (number >= 0) return { number, kinds };
  return kinds.length < kindsMax
    ? { number: kinds.length, kinds: [...kinds, short] }
    : { number: kindsMax, kinds };
}

/** The kinds before an event, as a beginning of keys: none, the last one, the last two. */
function contexts({ latest }: KindState): string[] {
  return Array.from({ length: latest.length + 1 }, (_, order) =>
    latest
      .slice(latest.length - order)
      .map((number) => `${number},`)
      .join(''),
  );
}

function likelihood(state: KindState, number: number): number {
  let chance = leastLikely;
  for (const context of contexts(state)) {
    const { distinct, total } = countsAfter(state, context);
    if (total === 0) break;
    const kept = total / (total + distinct);
    chance = (kept * (state.counts[`${context}${number}`] ?? 0)) / total + (1 - kept) * chance;
  }
  return chance;
}

function countsAfter({ counts }: KindState, context: string) {
  let [total, distinct] = [0, 0];
  for (let number = 0; number <= kindsMax; number += 1) {
    const count = counts[`${context}${number}`];
    if (count === undefined) continue;
    total += count;
    distinct += 1;
  }
  return { total, distinct };
}

function counted(state: KindState, number: number): Readonly<Record<string, number>> {
  const counts = { ...state.counts };
  for (const context of contexts(state)) {
    const key = `${context}${number}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  let kept = counts;
  while (Object.keys(kept).length > countsMax) kept = halved(kept);
  return kept;
}

function halved(counts: Readonly<Record<string, number>>): Record<string, number> {
  const entries = Object.entries(counts).map(([key, count]) => [key, Math.floor(count / 2)] as const);
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}

/** A row as that of a number of which nothing but the whole is known. */
function kindRow(surprise: number): number[] {
  const row: number[] = Array.from({ length: featureCount }, () => 0);
  row[slotOf('surprise')] = Math.round(1e4 * surprise) / 1e4;
  return row;
}
