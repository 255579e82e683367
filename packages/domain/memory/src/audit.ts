import { decayBetween } from './decay.ts';
import { chunkRules } from './chunk-rules.ts';
import { saidKey } from '@salience/language';
import { sourceWords, supportOf } from './words.ts';

/** Kinds of memory that are made of others and can be audited against them. */
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

/** Something remembered, as the audit looks at it. */
export interface AuditItem {
  /** What must stand in its sources. */
  readonly text: string;
  /** What tells it apart from others that say the same of something else: a fact's subject and key. */
  readonly of: string;
  readonly seenAt: Date;
  /** 0..1: strength, confidence or salience. */
  readonly strength: number;
  readonly explicit: boolean;
  readonly superseded: boolean;
  /** Empty where it was not made of exchanges: then its support is not judged here. */
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

/** What a store gives to be audited. Times are ISO 8601. */
export interface AuditSample {
  /** The latest of each kind. */
  readonly items: readonly (Omit<AuditItem, 'seenAt' | 'sources'> & {
    readonly kind: AuditedKind;
    readonly seenAt: string;
    /** Keys of `exchanges`. */
    readonly sources: readonly string[];
  })[];
  readonly exchanges: Readonly<Record<string, AuditSource>>;
  /** How many there are of each kind. */
  readonly total: Readonly<Record<AuditedKind, number>>;
  /** What could not be learned from and may be tried again, by kind. */
  readonly failed: Readonly<Record<string, number>>;
  /** How many of each kind say again what an earlier one says, and are none of their own. */
  readonly repeats: Readonly<Record<string, number>>;
  /** Exchanges in which code saw nothing to keep: no model was asked about them. */
  readonly untold: number;
}

/** An audit of all kinds. */
export interface MemoryAudit {
  /** ISO 8601. */
  readonly at: string;
  readonly kinds: Record<AuditedKind, AuditFigures>;
  readonly failed: Record<string, number>;
  readonly repeats: Record<string, number>;
  /** Exchanges in which code saw nothing to keep. */
  readonly untold: number;
}

/** Audits what a store gave; nothing of its content is in the answer. */
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

/** By what the audit judges. A change of any number is a new version. */
const auditRules = Object.freeze({
  version: 1,
  /** Share of an item's words that its sources must hold. 0..1 */
  supportMin: {
    gist: chunkRules.gistSupportMin,
    fact: chunkRules.factSupportMin,
    trait: 0.5,
    episode: 0.3,
    concept: 0.5,
  },
  /** What weighs less in retrieval counts as stale. 0..1 */
  weightMin: 0.1,
});

/**
 * How good a sample of one kind is: said twice, not carried by its sources, resting on what memory itself had said, or out of
 * date. `total` is how many there are, of which the items are the latest. Same input, same figures.
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

/** What carries an item: first-hand words, nothing at all, or only replies that repeat what memory said before. */
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
