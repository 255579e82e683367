// Which traits of a person hold and when, computed from all statements about the person.
//
// The statements of one person and key are read in the order in which they were said (time, then exchange), whatever order they arrive
// in. They form a timeline of traits without overlap; the one without an end, if any, is current. Rank: `statementRank`.
//
//   equal value, equal rank   strengthens the current trait: c := c + (1 - c) * 0.2 / mentions, c at least the statement's own
//   otherwise, a value        ends the current trait and begins its own, if its rank is higher; or if the ranks are equal and it is
//                             explicit, or both are inferred and it has more confidence
//   "no longer"               ends a current trait of equal value, if its rank is not lower, and it is explicit or the trait inferred
//   anything else             does not prevail; it is stored without a trait
//
// A trait has the id of its first statement. Of two statements of one exchange on one key the first counts.
import type { TraitCategory, Trust } from '@salience/contracts';
import { byText, type Changes, changesOf, grouped, keyOfParts, sourceOf } from './changes.ts';
import { statementRank } from './ranks.ts';

/** One statement about a person, as stored in `trait_sources`. */
export interface TraitStatement {
  readonly id: string;
  readonly exchangeId: string;
  readonly threadId: string;
  readonly person: string;
  readonly key: string;
  readonly value: string;
  readonly category: TraitCategory;
  readonly origin: 'explicit' | 'inferred';
  readonly literal: boolean;
  /** It says that the value no longer holds. */
  readonly ends: boolean;
  readonly confidence: number;
  readonly trust: Trust;
  readonly source: string;
  readonly half: 'message' | 'reply';
  readonly saidAt: Date;
  readonly createdAt: Date;
  /** The trait that it begins, strengthens or ends; null if it did not prevail. */
  readonly traitId: string | null;
}

/** A value and the time in which it held, as stored in `traits`. */
export interface Trait {
  readonly id: string;
  readonly person: string;
  readonly key: string;
  readonly value: string;
  readonly category: TraitCategory;
  readonly origin: 'explicit' | 'inferred';
  readonly literal: boolean;
  readonly confidence: number;
  readonly mentions: number;
  /** The lowest of its statements; `unverified` ones do not lower the trust of others. */
  readonly trust: Trust;
  readonly source: string;
  /** The exchange that said it first. */
  readonly exchangeId: string;
  readonly threadId: string;
  readonly validFrom: Date;
  /** Null: it still holds. */
  readonly validTo: Date | null;
  readonly supersededBy: string | null;
  readonly lastSeenAt: Date;
  readonly createdAt: Date;
}

/** What is stored of one person and key. */
export interface TraitHistory {
  readonly person: string;
  readonly key: string;
  readonly traits: readonly Trait[];
  readonly statements: readonly TraitStatement[];
  /**
   * True if all rows are present. False if only the current trait and its first statement are; then every new statement is later than
   * all stored ones, and the timeline continues from there.
   */
  readonly whole: boolean;
}

/** The changes to traits and their statements. */
export interface SettledTraits<S extends TraitStatement> extends Changes<Trait> {
  /** New statements, with the trait of each. */
  readonly said: readonly S[];
  /** Known statements whose trait changed. */
  readonly moved: readonly { readonly id: string; readonly traitId: string | null }[];
}

/** Computes the traits of every person and key in `known` with the new statements `said`. Known statements are not counted again. */
export function settleTraits<S extends TraitStatement>(
  known: readonly TraitHistory[],
  said: readonly S[],
): SettledTraits<S> {
  const all = { insert: [] as Trait[], update: [] as Trait[], remove: [] as string[] };
  const news: S[] = [];
  const moved: { id: string; traitId: string | null }[] = [];
  const saidOf = grouped(said, historyKey);
  for (const history of known) {
    const heard = new Set(history.statements.map(({ exchangeId }) => exchangeId));
    const fresh = (saidOf.get(historyKey(history)) ?? []).filter(({ exchangeId }) => {
      const isFirst = !heard.has(exchangeId);
      heard.add(exchangeId);
      return isFirst;
    });
    const timeline = history.whole ? emptyTimeline() : knownEnd(history);
    const read = [
      ...(history.whole ? history.statements : []).map((one) => ({ one, news: null })),
      ...fresh.map((one) => ({ one, news: one })),
    ].toSorted((a, b) => inOrderSaid(a.one, b.one));
    for (const { news: own, one } of read) {
      const traitId = take(timeline, one);
      if (own !== null) news.push({ ...own, traitId });
      else if (one.traitId !== traitId) moved.push({ id: one.id, traitId });
    }
    const open = timeline.open === null ? [] : [timeline.open.trait];
    const changes = changesOf(history.traits, [...timeline.closed, ...open]);
    all.insert.push(...changes.insert);
    all.update.push(...changes.update);
    all.remove.push(...changes.remove);
  }
  return { ...all, said: news, moved };
}

function historyKey({ key, person }: { readonly person: string; readonly key: string }): string {
  return keyOfParts(person, key);
}

/** The ended traits so far, and the current one with its rank. */
interface Timeline {
  readonly closed: Trait[];
  open: { readonly trait: Trait; readonly rank: number } | null;
}

function emptyTimeline(): Timeline {
  return { closed: [], open: null };
}

/** A timeline of which only the end is known. Every statement that strengthened a trait has the rank of its first one. */
function knownEnd({ statements, traits }: TraitHistory): Timeline {
  const trait = traits.find(({ validTo }) => validTo === null);
  if (trait === undefined) return { closed: [...traits], open: null };
  const first = statements.find(({ id }) => id === trait.id);
  return {
    closed: traits.filter((one) => one !== trait),
    open: { trait, rank: statementRank(trait.trust, first?.half ?? 'message') },
  };
}

/** Appends a statement to the timeline; returns the id of the trait that it belongs to, or null. */
function take(timeline: Timeline, said: TraitStatement): string | null {
  const { open } = timeline;
  const rank = statementRank(said.trust, said.half);
  if (said.ends) {
    if (open === null || rank < open.rank || !isSameValue(said, open.trait) || !canEnd(said, open.trait))
      return null;
    timeline.closed.push({ ...open.trait, validTo: said.saidAt });
    timeline.open = null;
    return open.trait.id;
  }
  if (open !== null && rank === open.rank && isSameValue(said, open.trait)) {
    timeline.open = { trait: strengthened(open.trait, said), rank };
    return open.trait.id;
  }
  if (open !== null) {
    if (rank < open.rank || (rank === open.rank && !prevails(said, open.trait))) return null;
    timeline.closed.push({ ...open.trait, validTo: said.saidAt, supersededBy: said.id });
  }
  timeline.open = { trait: begun(said), rank };
  return said.id;
}

function isSameValue(said: TraitStatement, trait: Trait): boolean {
  return said.value.toLowerCase() === trait.value.toLowerCase();
}

/** Only an explicit statement ends an explicit trait. */
function canEnd(said: TraitStatement, trait: Trait): boolean {
  return said.origin === 'explicit' || trait.origin === 'inferred';
}

/** True if a statement replaces a trait of equal rank. */
function prevails(said: TraitStatement, trait: Trait): boolean {
  if (said.origin === 'explicit') return true;
  return trait.origin === 'inferred' && Math.fround(said.confidence) > Math.fround(trait.confidence);
}

function strengthened(trait: Trait, said: TraitStatement): Trait {
  const mentions = trait.mentions + 1;
  const confidence = Math.fround(Math.max(trait.confidence, said.confidence));
  return {
    ...trait,
    mentions,
    confidence: Math.fround(confidence + ((1 - confidence) * 0.2) / mentions),
    lastSeenAt: said.saidAt,
    literal: trait.literal || said.literal,
    origin: said.origin === 'explicit' ? 'explicit' : trait.origin,
    trust: sharedTrust(trait.trust, said.trust),
    source: sourceOf(trait.source, said.source),
  };
}

const lowestFirst: readonly Trust[] = ['external', 'agent', 'user', 'owner'];

/** The lower of two; `unverified` does not lower the other. */
function sharedTrust(a: Trust, b: Trust): Trust {
  if (b === 'unverified') return a;
  if (a === 'unverified') return b;
  return lowestFirst.indexOf(a) <= lowestFirst.indexOf(b) ? a : b;
}

function begun(said: TraitStatement): Trait {
  const { category, confidence, createdAt, exchangeId, id, key, literal, origin, person, saidAt, source } =
    said;
  return {
    id,
    person,
    key,
    value: said.value,
    category,
    origin,
    literal,
    confidence: Math.fround(confidence),
    mentions: 1,
    trust: said.trust,
    source,
    exchangeId,
    threadId: said.threadId,
    validFrom: saidAt,
    validTo: null,
    supersededBy: null,
    lastSeenAt: saidAt,
    createdAt,
  };
}

function inOrderSaid(a: TraitStatement, b: TraitStatement): number {
  return a.saidAt.getTime() - b.saidAt.getTime() || byText(a.exchangeId, b.exchangeId);
}
