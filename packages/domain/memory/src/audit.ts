import { decayBetween } from './decay.ts';
import { chunkRules } from './chunk-rules.ts';
import { saidKey } from '@salience/language';
import { sourceWords, supportOf } from './words.ts';

/** Kinds of memory that rest on exchanges and can be audited against them. */
export const auditedKinds = ['gist', 'fact', 'trait', 'episode', 'concept'] as const;
export type AuditedKind = (typeof auditedKinds)[number];

/** An exchange that something rests on. */
export interface AuditSource {
  readonly said: string;
  readonly speaker: string | null;
  readonly replied: string | null;
  /** The reply was made from memory: it cites some. */
  readonly cites: boolean;
}

/** A memory item as the audit reads it. */
export interface AuditItem {
  /** The text that its sources must support. */
  readonly text: string;
  /** Distinguishes items with equal text about different things: a fact's subject and key. */
  readonly of: string;
  readonly seenAt: Date;
  /** 0..1: strength, confidence or salience. */
  readonly strength: number;
  readonly explicit: boolean;
  readonly superseded: boolean;
  /** Empty if it was not made from exchanges; then its support is not audited. */
  readonly sources: readonly AuditSource[];
}

/** Figures of one kind. Shares are 0..1 of `looked`. */
export interface AuditFigures {
  readonly total: number;
  readonly looked: number;
  readonly duplicates: number;
  readonly unsupported: number;
  readonly loops: number;
  readonly stale: number;
}

/** The rows that an audit needs. Times are ISO 8601. */
export interface AuditSample {
  /** The latest of each kind. */
  readonly items: readonly (Omit<AuditItem, 'seenAt' | 'sources'> & {
    readonly kind: AuditedKind;
    readonly seenAt: string;
    /** Keys of `exchanges`. */
    readonly sources: readonly string[];
  })[];
  readonly exchanges: Readonly<Record<string, AuditSource>>;
  /** Number of items of each kind. */
  readonly total: Readonly<Record<AuditedKind, number>>;
  /** Number of failed pieces that can be retried, by kind. */
  readonly failed: Readonly<Record<string, number>>;
  /** Number of repetitions of each kind; they are not among `items` or `total`. */
  readonly repeats: Readonly<Record<string, number>>;
  /** Number of exchanges in which code found nothing to keep, so no model was called. */
  readonly untold: number;
}

/** An audit of all kinds. */
export interface MemoryAudit {
  /** ISO 8601. */
  readonly at: string;
  readonly kinds: Record<AuditedKind, AuditFigures>;
  readonly failed: Record<string, number>;
  readonly repeats: Record<string, number>;
  /** Number of exchanges in which code found nothing to keep. */
  readonly untold: number;
}

/** Audits a sample. The result holds numbers only, no content. */
export function auditSample(
  { exchanges, failed, items, repeats, total, untold }: AuditSample,
  now: Date,
): MemoryAudit {
  const figures = auditedKinds.map((kind) => {
    const own = items
      .filter((item) => item.kind === kind)
      .map((item) => ({
        ...item,
        seenAt: new Date(item.seenAt),
        sources: item.sources.flatMap((id) => exchanges[id] ?? []),
      }));
    return [kind, auditMemory(kind, own, total[kind], now)] as const;
  });
  return {
    at: now.toISOString(),
    kinds: Object.fromEntries(figures) as MemoryAudit['kinds'],
    failed: { ...failed },
    repeats: { ...repeats },
    untold,
  };
}

/** The thresholds of the audit. A change of any number is a new version. */
const auditRules = Object.freeze({
  version: 1,
  /** Share of an item's words that its sources must contain. 0..1 */
  supportMin: {
    gist: chunkRules.gistSupportMin,
    fact: chunkRules.factSupportMin,
    trait: 0.5,
    episode: 0.3,
    concept: 0.5,
  },
  /** An item with a lower retrieval weight counts as stale. 0..1 */
  weightMin: 0.1,
});

/**
 * Counts the duplicate, unsupported, circular and stale items in a sample of one kind. `total`: the number of stored items, of which
 * `items` are the latest. Deterministic.
 */
export function auditMemory(
  kind: AuditedKind,
  items: readonly AuditItem[],
  total: number,
  now: Date,
): AuditFigures {
  const seen = new Set<string>();
  const counts = { duplicates: 0, unsupported: 0, loops: 0, stale: 0 };
  for (const item of items) {
    if (isStale(item, now)) counts.stale += 1;
    if (!item.superseded) {
      const key = saidKey(item.of, item.text);
      if (seen.has(key)) counts.duplicates += 1;
      seen.add(key);
    }
    const standing = standingOf(kind, item);
    if (standing !== 'sound') counts[standing] += 1;
  }
  const looked = items.length;
  const share = (count: number): number => (looked === 0 ? 0 : count / looked);
  return {
    total,
    looked,
    duplicates: share(counts.duplicates),
    unsupported: share(counts.unsupported),
    loops: share(counts.loops),
    stale: share(counts.stale),
  };
}

function isStale({ explicit, seenAt, strength, superseded }: AuditItem, now: Date): boolean {
  return superseded || decayBetween({ explicit, seenAt, strength }, seenAt, now) < auditRules.weightMin;
}

/** How an item is supported: by first-hand words, not at all, or only by replies made from memory (`loops`). */
function standingOf(kind: AuditedKind, { sources, text }: AuditItem): 'sound' | 'unsupported' | 'loops' {
  if (sources.length === 0) return 'sound';
  const min = auditRules.supportMin[kind];
  const firstHand = sources.flatMap(({ cites, replied, said, speaker }) => [
    said,
    speaker,
    cites ? null : replied,
  ]);
  if (supportOf(text, sourceWords(firstHand)) >= min) return 'sound';
  const recalled = sources.flatMap(({ cites, replied }) => (cites ? [replied] : []));
  return supportOf(text, sourceWords([...firstHand, ...recalled])) >= min ? 'loops' : 'unsupported';
}
