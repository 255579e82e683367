// Which relations connect two concepts and when, computed from all statements about them.
//
// Statements are read in the order in which they were said (time, statements before denials, the other concept, episode, exchange),
// whatever order their episodes arrive in. A relation is an interval of time; one without an end is open:
//
//   a statement     strengthens the open interval of its two concepts, or opens one
//   a denial        ends their open interval, if that began earlier and the denial is trusted enough; if there was no interval yet, it
//                   is stored as an empty one, because an earlier episode may still arrive
//   of a functional type (`works-at`) a statement also ends the open intervals with all other concepts that were last stated earlier,
//                   if it is trusted enough
//
// Trusted enough means: not lower than the best statement of the interval, or at least `unverified` (`labelRank`), so external text never
// ends what a person said. Trust and confidence are those of the best statement, strength follows from confidence and the number of
// statements (`mentionedStrength`), source is the one they share. If several statements of one moment end an interval, their order by id
// decides which is stored as the cause; the time does not depend on it.
import type { RelationType, Trust } from '@salience/contracts';
import { mentionedStrength } from '../concepts/strength.ts';
import { byText, type Changes, changesOf, grouped, keyOfParts, sourceOf } from './changes.ts';
import { higherLabel, labelRank } from './ranks.ts';

/** A statement of a relation, as stored in `relation_sources`. */
export interface RelationStatement {
  /** The relation that it belongs to; null for a new statement. */
  readonly relationId: string | null;
  readonly fromId: string;
  readonly toId: string;
  readonly type: RelationType;
  readonly episodeId: string;
  readonly exchangeId: string | null;
  readonly trust: Trust;
  readonly confidence: number;
  readonly denies: boolean;
  /** The source of its episode. */
  readonly source: string;
  readonly saidAt: Date;
}

/** A connection of two concepts and the time in which it held, as stored in `relations`. */
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
  /** Null: it still holds. */
  readonly validTo: Date | null;
  /** The relation that ended it. */
  readonly closedBy: string | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly createdAt: Date;
}

/** The stored relations of one timeline, with their statements. */
export interface RelationLine {
  readonly fromId: string;
  readonly type: RelationType;
  /** Null for a functional type: the relations to all concepts form one timeline. */
  readonly toId: string | null;
  readonly relations: readonly Relation[];
  readonly statements: readonly RelationStatement[];
  /**
   * True if all statements are present. False if only those of the current episodes are; then there are no denials, at most one relation
   * is stored, it is open, and new statements strengthen it, in any order.
   */
  readonly whole: boolean;
}

/** A statement as it was stored, and the relation that it belongs to now. */
export interface MovedStatement {
  readonly was: RelationStatement;
  readonly relationId: string;
}

/** The changes to relations and their statements. */
export interface SettledRelations extends Changes<Relation> {
  /** New statements, with the relation of each. */
  readonly said: readonly RelationStatement[];
  /** Known statements whose relation changed. */
  readonly moved: readonly MovedStatement[];
}

/** The key of the timeline that a statement belongs to. */
export function lineKey(
  { fromId, toId, type }: { readonly fromId: string; readonly type: string; readonly toId: string | null },
  functional: boolean,
): string {
  return keyOfParts(fromId, type, functional ? null : toId);
}

/** Computes the relations of every timeline in `known` with the new statements `said`. A repeated statement of an exchange counts once. */
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
    const fresh = newStatements(line.statements, saidOf.get(lineKey(line, line.toId === null)) ?? []);
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

/** The new statements; there is one per concept, episode and exchange. */
function newStatements(
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

/** A relation while it is computed. */
interface Interval {
  id: string | null;
  readonly toId: string;
  from: Date;
  until: Date | null;
  by: Interval | null;
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
  const intervals: Interval[] = line.whole ? [] : line.relations.map(intervalOf);
  const belongs: { was: RelationStatement; interval: Interval }[] = [];
  for (const one of [...(line.whole ? line.statements : []), ...fresh].toSorted(inOrderSaid)) {
    const interval = take(intervals, one);
    if (line.toId === null && !one.denies) endOthers(intervals, interval, one);
    belongs.push({ was: one, interval });
  }
  assignIds(intervals, line.relations, newId);
  const createdAt = new Map(line.relations.map((relation) => [relation.id, relation.createdAt]));
  return {
    relations: intervals.map((interval) => ({
      id: interval.id as string,
      fromId: line.fromId,
      toId: interval.toId,
      type: line.type,
      strength: mentionedStrength(interval.confidence, interval.mentions),
      confidence: interval.confidence,
      mentions: interval.mentions,
      trust: interval.trust,
      source: interval.source,
      validFrom: interval.from,
      validTo: interval.until,
      closedBy: interval.by?.id ?? null,
      firstSeenAt: interval.from,
      lastSeenAt: interval.seen,
      createdAt: createdAt.get(interval.id as string) ?? now,
    })),
    statements: belongs.map(({ interval, was }) => ({ was, relationId: interval.id as string })),
  };
}

function take(intervals: Interval[], said: RelationStatement): Interval {
  const last = intervals.findLast(({ toId }) => toId === said.toId);
  if (last !== undefined && said.denies) {
    if (last.until === null && said.saidAt > last.from && canEnd(said, last)) last.until = said.saidAt;
    last.source = sourceOf(last.source, said.source);
    return last;
  }
  if (last === undefined || last.until !== null) {
    const begun = begin(said);
    intervals.push(begun);
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

/** True if a statement is trusted enough to end an interval. */
function canEnd(said: RelationStatement, interval: Interval): boolean {
  return labelRank(said.trust) >= Math.min(labelRank(interval.trust), labelRank('unverified'));
}

function endOthers(intervals: readonly Interval[], interval: Interval, said: RelationStatement): void {
  for (const other of intervals) {
    if (other.toId === said.toId || other.until !== null) continue;
    if (other.seen < said.saidAt && canEnd(said, other)) {
      other.until = said.saidAt;
      other.by = interval;
    }
  }
}

function begin(said: RelationStatement): Interval {
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

function intervalOf(relation: Relation): Interval {
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

/** Gives each interval the id of the stored relation at its position among those with the same concept, or a new id. */
function assignIds(
  intervals: readonly Interval[],
  relations: readonly Relation[],
  newId: () => string,
): void {
  const taken = new Set(intervals.map(({ id }) => id));
  const old = grouped(
    relations
      .filter(({ id }) => !taken.has(id))
      .toSorted((a, b) => a.validFrom.getTime() - b.validFrom.getTime() || byText(a.id, b.id)),
    ({ toId }) => toId,
  );
  for (const interval of intervals) interval.id ??= old.get(interval.toId)?.shift()?.id ?? newId();
}

function inOrderSaid(a: RelationStatement, b: RelationStatement): number {
  return (
    a.saidAt.getTime() - b.saidAt.getTime() ||
    Number(a.denies) - Number(b.denies) ||
    byText(a.toId, b.toId) ||
    byText(a.episodeId, b.episodeId) ||
    // Statements without an exchange come last.
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
