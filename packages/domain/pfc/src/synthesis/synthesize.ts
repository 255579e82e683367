import type { BufferedThought } from './buffered-thought.ts';
import { writeDigest } from './digest.ts';

/** How thoughts are put together. */
export interface SynthesisOptions {
  /** One of `synthesisStyles`; any other is `structured`. Changes `digest` and nothing else. */
  readonly style: string;
  /** At most so many, the newest; 1 or more. */
  readonly maxThoughts: number;
  /** What was buffered is gone afterwards. */
  readonly clear: boolean;
  /** How many are buffered, where not all of them are given. */
  readonly total?: number | undefined;
}

/** Thoughts of a channel put together, in order of time. */
export interface Synthesis<T extends BufferedThought> {
  readonly thought_count: number;
  readonly time_span: { readonly first: string | null; readonly last: string | null };
  readonly by_type: Readonly<Record<string, TypeShare>>;
  readonly thoughts: readonly T[];
  readonly cleared: boolean;
  /** How many were buffered. */
  readonly total_buffered: number;
  /** Some were not returned. */
  readonly truncated: boolean;
  /** Older ones that were cleared without being returned. */
  readonly dropped: number;
  /** The thoughts in words, by style. */
  readonly digest: string;
}

/** The thoughts of a type. */
export interface TypeShare {
  readonly count: number;
  readonly contents: readonly string[];
}

/**
 * Puts buffered thoughts together: the newest so many, in order of time and then of id, grouped by type in the order in which types first appear. The same thoughts in
 * another order give the same result.
 */
export function synthesize<T extends BufferedThought>(
  buffered: readonly T[],
  { clear, maxThoughts, style, total }: SynthesisOptions,
): Synthesis<T> {
  const inOrder = buffered.toSorted(byTime);
  const thoughts = inOrder.slice(-Math.max(1, maxThoughts));
  const all = Math.max(buffered.length, total ?? 0);
  const left = all - thoughts.length;
  return {
    thought_count: thoughts.length,
    time_span: { first: thoughts[0]?.created_at ?? null, last: thoughts.at(-1)?.created_at ?? null },
    by_type: byType(thoughts),
    thoughts,
    cleared: clear,
    total_buffered: all,
    truncated: left > 0,
    dropped: clear ? left : 0,
    digest: writeDigest(thoughts, style),
  };
}

function byTime(a: BufferedThought, b: BufferedThought): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id;
}

function byType(thoughts: readonly BufferedThought[]): Record<string, TypeShare> {
  const groups = Map.groupBy(thoughts, ({ thought_type }) => thought_type);
  const shares = Array.from(groups, ([type, those]): [string, TypeShare] => [
    type,
    { count: those.length, contents: those.map(({ content }) => content) },
  ]);
  return Object.fromEntries(shares);
}
