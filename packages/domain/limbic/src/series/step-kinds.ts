import { featureCount, slotOf, windowLength } from '../features/feature-names.ts';
import { countsMax, type KindState, kindsMax } from './kind-state.ts';

/** What one event came to. */
export interface KindStep {
  readonly state: KindState;
  /** How rare its kind is after the two kinds before it, 0 to 1; 0 for the first 30 events. */
  readonly surprise: number;
}

/** Characters of a kind that tell it apart. */
const kindCharsMax = 16;
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
    ...counted(state, known.number),
    rows: [...state.rows.slice(1 - windowLength), kindRow(surprise)],
  };
  return { state: next, surprise };
}

function numbered(
  kinds: readonly string[],
  kind: string,
): { readonly number: number; readonly kinds: readonly string[] } {
  const short = kind.slice(0, kindCharsMax).replace(/[\p{C}"\\]/gu, '_');
  const number = kinds.indexOf(short);
  if (number >= 0) return { number, kinds };
  return kinds.length < kindsMax
    ? { number: kinds.length, kinds: [...kinds, short] }
    : { number: kindsMax, kinds };
}

/** The kinds before an event: none, the last one, the last two. */
function contexts({ latest }: KindState): string[] {
  return Array.from({ length: latest.length + 1 }, (_, order) => latest.slice(latest.length - order).join());
}

function likelihood(state: KindState, number: number): number {
  let chance = leastLikely;
  for (const context of contexts(state)) {
    const after = state.counts[context];
    if (after === undefined) break;
    const counts = Object.values(after);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const kept = total / (total + counts.length);
    chance = (kept * (after[number] ?? 0)) / total + (1 - kept) * chance;
  }
  return chance;
}

function counted(state: KindState, number: number): Pick<KindState, 'counts' | 'countCount'> {
  const counts = { ...state.counts };
  let { countCount } = state;
  for (const context of contexts(state)) {
    const after = counts[context];
    const count = after?.[number];
    if (count === undefined) countCount += 1;
    counts[context] = { ...after, [number]: (count ?? 0) + 1 };
  }
  return countCount > countsMax ? halved(counts) : { counts, countCount };
}

/** Half of every count, without those that come to nothing; again until there are few enough. */
function halved(counts: KindState['counts']): Pick<KindState, 'counts' | 'countCount'> {
  const kept: Record<string, Record<string, number>> = {};
  let countCount = 0;
  for (const [context, after] of Object.entries(counts)) {
    const halves = Object.entries(after).map(([number, count]) => [number, Math.floor(count / 2)] as const);
    const left = halves.filter(([, count]) => count > 0);
    if (left.length === 0) continue;
    kept[context] = Object.fromEntries(left);
    countCount += left.length;
  }
  return countCount > countsMax ? halved(kept) : { counts: kept, countCount };
}

/** A row as that of a number of which nothing but the whole is known. */
function kindRow(surprise: number): number[] {
  const row: number[] = Array.from({ length: featureCount }, () => 0);
  row[slotOf('surprise')] = Math.round(1e4 * surprise) / 1e4;
  return row;
}
