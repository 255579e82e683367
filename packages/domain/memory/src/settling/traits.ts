// What is known of a person, and when it held, from all that was said of it.
//
// The statements of one person and key are read in the order in which they were said (time, then exchange), whenever they arrive, and
// build one line of stretches; the open one, if any, is what holds:
//
//   the same value, believed alike    strengthens:  c := c + (1 - c) * 0.2 / mentions,  c at least the statement's own
//   another value                     ends the open stretch and opens its own, if it is believed more; or is believed alike and
//                                     stated; or is believed alike, and both are inferred and it is surer
//   "no longer"                       ends the open stretch of its value, if it is believed at least alike, and stated or the
//                                     stretch is inferred; nothing takes its place
//   anything else                     did not prevail; it stays without a trait
//
// A stretch has the id of the statement that it began with. Of two statements of one exchange on one key the first counts.
import type { TraitCategory, Trust } from '@salience/contracts';
import { byText, type Changes, changesOf, grouped, keyOfParts, sourceOf } from './changes.ts';
import { statementRank } from './ranks.ts';

/** One statement about a person, as `trait_sources` keeps it. */
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
  /** It says that the value holds no longer. */
  readonly ends: boolean;
  readonly confidence: number;
  readonly trust: Trust;
  readonly source: string;
  readonly half: 'message' | 'reply';
  readonly saidAt: Date;
  readonly createdAt: Date;
  /** The trait that it makes, strengthens or ends; null for one that did not prevail. */
  readonly traitId: string | null;
}

/** A stretch of time in which a value held, as `traits` keeps it. */
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
  /** The lowest of its statements; where a person and nobody in particular said the same, the person's. */
  readonly trust: Trust;
  readonly source: string;
  /** Where it was first said. */
  readonly exchangeId: string;
  readonly threadId: string;
  readonly validFrom: Date;
  /** Null: it holds. */
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
   * True where all of it is here. Else what is said now was said after all of it, and here are only the open trait and the statement
   * that it began with: the line goes on from there.
   */
  readonly whole: boolean;
}

/** What a fold of traits changes. */
export interface SettledTraits<S extends TraitStatement> extends Changes<Trait> {
  /** New statements, with the trait of each. */
  readonly said: readonly S[];
  /** Known statements that belong to another trait than before. */
  readonly moved: readonly { readonly id: string; readonly traitId: string | null }[];
}

/** Works out the traits of every person and key that is in `known`, with what is said now. What is known already counts once. */
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
    const line = history.whole ? emptyLine() : openLine(history);
    const read = [
      ...(history.whole ? history.statements : []).map((one) => ({ one, news: null })),
      ...fresh.map((one) => ({ one, news: one })),
    ].toSorted((a, b) => inOrderSaid(a.one, b.one));
    for (const { news: own, one } of read) {
      const traitId = take(line, one);
      if (own !== null) news.push({ ...own, traitId });
      else if (one.traitId !== traitId) moved.push({ id: one.id, traitId });
    }
    const open = line.open === null ? [] : [line.open.trait];
    const changes = changesOf(history.traits, [...line.closed, ...open]);
    all.insert.push(...changes.insert);
    all.update.push(...changes.update);
    all.remove.push(...changes.remove);
  }
  return { ...all, said: news, moved };
}

function historyKey({ key, person }: { readonly person: string; readonly key: string }): string {
  return keyOfParts(person, key);
}

/** The stretches so far, and the one that stands open with how far it is believed. */
interface Line {
  readonly closed: Trait[];
  open: { readonly trait: Trait; readonly rank: number } | null;
}

function emptyLine(): Line {
  return { closed: [], open: null };
}

/** The line of which only its end is known. All that strengthened a trait was believed as the statement that it began with. */
function openLine({ statements, traits }: TraitHistory): Line {
  const trait = traits.find(({ validTo }) => validTo === null);
  if (trait === undefined) return { closed: [...traits], open: null };
  const first = statements.find(({ id }) => id === trait.id);
  return {
    closed: traits.filter((one) => one !== trait),
    open: { trait, rank: statementRank(trait.trust, first?.half ?? 'message') },
  };
}

/** Puts a statement at the end of the line and gives the trait that it belongs to. */
function take(line: Line, said: TraitStatement): string | null {
  const { open } = line;
  const rank = statementRank(said.trust, said.half);
  if (said.ends) {
    if (open === null || rank < open.rank || !isSameValue(said, open.trait) || !canEnd(said, open.trait))
      return null;
    line.closed.push({ ...open.trait, validTo: said.saidAt });
    line.open = null;
    return open.trait.id;
  }
  if (open !== null && rank === open.rank && isSameValue(said, open.trait)) {
    line.open = { trait: strengthened(open.trait, said), rank };
    return open.trait.id;
  }
  if (open !== null) {
    if (rank < open.rank || (rank === open.rank && !prevails(said, open.trait))) return null;
    line.closed.push({ ...open.trait, validTo: said.saidAt, supersededBy: said.id });
  }
  line.open = { trait: begun(said), rank };
  return said.id;
}

function isSameValue(said: TraitStatement, trait: Trait): boolean {
  return said.value.toLowerCase() === trait.value.toLowerCase();
}

/** What was stated is ended by a statement only. */
function canEnd(said: TraitStatement, trait: Trait): boolean {
  return said.origin === 'explicit' || trait.origin === 'inferred';
}

/** Of two that are believed alike. */
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

/** The lower of two; whoever says it beside a person takes nothing away from what the person said. */
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
