// How two concepts were connected, and from when to when, from all that was stated of it.
//
// Statements are read in the order in which they were said (time, statements before denials, the other end, episode, exchange), whenever
// their episodes arrive. A relation is a stretch of time between two ends:
//
//   a statement     strengthens the open stretch of its ends, or opens one
//   a denial        ends the open stretch of its ends, if it began earlier and the denial is believed enough; where there was never a
//                   stretch, it is kept as a moment in which nothing held: an episode of before may still come
//   of a type that has one end at a time (`works-at`) a statement also ends the open stretches of all other ends that were last stated
//                   earlier, if it is believed enough
//
// Believed enough to end a stretch is who is believed as much as the best who stated it, a person always (label rank 2 and above): what
// came from outside never ends what somebody said. A relation has the trust, confidence and strength of its best statement and their
// number, and the source that they share. Which of several statements of one moment is named as the one that closed a stretch follows from
// their ids; when it closed does not.
import type { RelationType, Trust } from '@salience/contracts';
import { mentionedStrength } from '../concepts/strength.ts';
import { byText, type Changes, changesOf, grouped, keyOfParts, sourceOf } from './changes.ts';
import { higherLabel, labelRank } from './ranks.ts';

/** Where a relation was stated, as `relation_sources` keeps it. */
export interface RelationStatement {
  /** The stretch that it belongs to; null for one that is new. */
  readonly relationId: string | null;
  readonly fromId: string;
  readonly toId: string;
  readonly type: RelationType;
  readonly episodeId: string;
  readonly exchangeId: string | null;
  readonly trust: Trust;
  readonly confidence: number;
  readonly denies: boolean;
  /** That of its episode. */
  readonly source: string;
  readonly saidAt: Date;
}

/** A stretch of time in which two concepts were connected, as `relations` keeps it. */
export interface Relation {
  readonly id: string;
  readonly fromId: string;
  readonly toId: string;
  readonly type: RelationType;
  readonly strength: number;
  readonly confidence: number;
  readonly mentions: number;
  readonly trust: Trust;
  readonly source: string;
  readonly validFrom: Date;
  /** Null: it holds. */
  readonly validTo: Date | null;
  /** The relation that took its place. */
  readonly closedBy: string | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly createdAt: Date;
}

/** What is stored of the relations that are settled together. */
export interface RelationLine {
  readonly fromId: string;
  readonly type: RelationType;
  /** Null for a type that has one end at a time: all ends are settled together. */
  readonly toId: string | null;
  readonly relations: readonly Relation[];
  readonly statements: readonly RelationStatement[];
  /**
   * True where all statements are here. Else nothing was or is denied, at most one stretch is stored, it is open, and the statements are
   * those of the episodes that speak now: it is strengthened by what is new, in whatever order.
   */
  readonly whole: boolean;
}

/** A statement as it was stored, with the relation that it belongs to now. */
export interface MovedStatement {
  readonly was: RelationStatement;
  readonly relationId: string;
}

/** What a fold of relations changes. */
export interface SettledRelations extends Changes<Relation> {
  /** New statements, with the relation of each. */
  readonly said: readonly RelationStatement[];
  /** Known statements that belong to another relation than before, and to which. */
  readonly moved: readonly MovedStatement[];
}

/** The lines that statements belong to: of what is settled together one. */
export function lineKey(
  { fromId, toId, type }: { readonly fromId: string; readonly type: string; readonly toId: string | null },
  functional: boolean,
): string {
  return keyOfParts(fromId, type, functional ? null : toId);
}

/** Works out the relations of every line in `known`, with what is said now. What one exchange of an episode states twice counts once. */
export function settleRelations(
  known: readonly RelationLine[],
  said: readonly RelationStatement[],
  { newId, now }: { readonly newId: () => string; readonly now: Date },
): SettledRelations {
  const all = { insert: [] as Relation[], update: [] as Relation[], remove: [] as string[] };
  const news: RelationStatement[] = [];
  const moved: MovedStatement[] = [];
  const isFunctional = new Set(
    known.filter(({ toId }) => toId === null).map(({ fromId, type }) => keyOfParts(fromId, type)),
  );
  const saidOf = grouped(said, (one) => lineKey(one, isFunctional.has(keyOfParts(one.fromId, one.type))));
  for (const line of known) {
    const fresh = unheard(line.statements, saidOf.get(lineKey(line, line.toId === null)) ?? []);
    const settled = settleLine(line, fresh, newId, now);
    const changes = changesOf(line.relations, settled.relations);
    all.insert.push(...changes.insert);
    all.update.push(...changes.update);
    all.remove.push(...changes.remove);
    for (const one of settled.statements) {
      if (one.was.relationId === null) news.push({ ...one.was, relationId: one.relationId });
      else if (one.was.relationId !== one.relationId) moved.push(one);
    }
  }
  return { ...all, said: news, moved };
}

/** What of it was not stated before: of one end, episode and exchange there is one statement. */
function unheard(
  known: readonly RelationStatement[],
  said: readonly RelationStatement[],
): RelationStatement[] {
  const placeOf = ({ episodeId, exchangeId, toId }: RelationStatement) =>
    keyOfParts(toId, episodeId, exchangeId);
  const heard = new Set(known.map(placeOf));
  return said.filter((one) => {
    const place = placeOf(one);
    const isFirst = !heard.has(place);
    heard.add(place);
    return isFirst;
  });
}

/** A stretch while it is worked out. */
interface Stretch {
  id: string | null;
  readonly toId: string;
  from: Date;
  until: Date | null;
  by: Stretch | null;
  trust: Trust;
  confidence: number;
  mentions: number;
  seen: Date;
  source: string;
}

interface SettledLine {
  readonly relations: readonly Relation[];
  readonly statements: readonly MovedStatement[];
}

function settleLine(
  line: RelationLine,
  fresh: readonly RelationStatement[],
  newId: () => string,
  now: Date,
): SettledLine {
  const stretches: Stretch[] = line.whole ? [] : line.relations.map(stretchOf);
  const belongs: { was: RelationStatement; stretch: Stretch }[] = [];
  for (const one of [...(line.whole ? line.statements : []), ...fresh].toSorted(inOrderSaid)) {
    const stretch = take(stretches, one);
    if (line.toId === null && !one.denies) endOthers(stretches, stretch, one);
    belongs.push({ was: one, stretch });
  }
  nameStretches(stretches, line.relations, newId);
  const createdAt = new Map(line.relations.map((relation) => [relation.id, relation.createdAt]));
  return {
    relations: stretches.map((stretch) => ({
      id: stretch.id as string,
      fromId: line.fromId,
      toId: stretch.toId,
      type: line.type,
      strength: mentionedStrength(stretch.confidence, stretch.mentions),
      confidence: stretch.confidence,
      mentions: stretch.mentions,
      trust: stretch.trust,
      source: stretch.source,
      validFrom: stretch.from,
      validTo: stretch.until,
      closedBy: stretch.by?.id ?? null,
      firstSeenAt: stretch.from,
      lastSeenAt: stretch.seen,
      createdAt: createdAt.get(stretch.id as string) ?? now,
    })),
    statements: belongs.map(({ stretch, was }) => ({ was, relationId: stretch.id as string })),
  };
}

function take(stretches: Stretch[], said: RelationStatement): Stretch {
  const last = stretches.findLast(({ toId }) => toId === said.toId);
  if (last !== undefined && said.denies) {
    if (last.until === null && said.saidAt > last.from && canEnd(said, last)) last.until = said.saidAt;
    last.source = sourceOf(last.source, said.source);
    return last;
  }
  if (last === undefined || last.until !== null) {
    const begun = begin(said);
    stretches.push(begun);
    return begun;
  }
  last.trust = higherLabel(last.trust, said.trust);
  last.confidence = Math.max(last.confidence, said.confidence);
  last.mentions += 1;
  last.from = earlier(last.from, said.saidAt);
  last.seen = later(last.seen, said.saidAt);
  last.source = sourceOf(last.source, said.source);
  return last;
}

/** Who is believed as much as the best who stated it ends it; a person's word is enough for anything. */
function canEnd(said: RelationStatement, stretch: Stretch): boolean {
  return labelRank(said.trust) >= Math.min(labelRank(stretch.trust), labelRank('unverified'));
}

function endOthers(stretches: readonly Stretch[], stretch: Stretch, said: RelationStatement): void {
  for (const other of stretches) {
    if (other.toId === said.toId || other.until !== null) continue;
    if (other.seen < said.saidAt && canEnd(said, other)) {
      other.until = said.saidAt;
      other.by = stretch;
    }
  }
}

function begin(said: RelationStatement): Stretch {
  const { confidence, denies, saidAt, source, toId, trust } = said;
  return {
    id: null,
    toId,
    from: saidAt,
    until: denies ? saidAt : null,
    by: null,
    trust,
    confidence,
    mentions: denies ? 0 : 1,
    seen: saidAt,
    source,
  };
}

function stretchOf(relation: Relation): Stretch {
  const { confidence, id, lastSeenAt, mentions, source, toId, trust, validFrom, validTo } = relation;
  return {
    id,
    toId,
    from: validFrom,
    until: validTo,
    by: null,
    trust,
    confidence,
    mentions,
    seen: lastSeenAt,
    source,
  };
}

/** A stretch takes the id of the stored one that stood at its place: of its end the first, the second and so on. */
function nameStretches(
  stretches: readonly Stretch[],
  relations: readonly Relation[],
  newId: () => string,
): void {
  const taken = new Set(stretches.map(({ id }) => id));
  const old = grouped(
    relations
      .filter(({ id }) => !taken.has(id))
      .toSorted((a, b) => a.validFrom.getTime() - b.validFrom.getTime() || byText(a.id, b.id)),
    ({ toId }) => toId,
  );
  for (const stretch of stretches) stretch.id ??= old.get(stretch.toId)?.shift()?.id ?? newId();
}

function inOrderSaid(a: RelationStatement, b: RelationStatement): number {
  return (
    a.saidAt.getTime() - b.saidAt.getTime() ||
    Number(a.denies) - Number(b.denies) ||
    byText(a.toId, b.toId) ||
    byText(a.episodeId, b.episodeId) ||
    // What is of no exchange comes last.
    Number(a.exchangeId === null) - Number(b.exchangeId === null) ||
    byText(a.exchangeId ?? '', b.exchangeId ?? '')
  );
}

function earlier(a: Date, b: Date): Date {
  return a <= b ? a : b;
}

function later(a: Date, b: Date): Date {
  return a >= b ? a : b;
}
