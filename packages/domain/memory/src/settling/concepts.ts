// Which concept a name means, and how a mention changes the concept.
//
// A name means, in this order: the concept of its kind with this name; the first of its kind with one of the other names; the only concept
// with this name, if one of the two kinds is "thing"; the nearest of its kind by sign code, never if numbers differ: with cosine >= 0.65 if
// the names are spelled alike, else >= 0.9, or for people, places and organisations >= 0.65 if all names are nested; else a new one. A name
// that a relation needs but the episode does not list means the strongest concept of that name.
// This is decided once, from what is known at the time, so it depends on the order of episodes. Nothing below does:
//
//   strength      1 - (1 - 0.4 c) * n^-0.4   for n mentions and the highest confidence c (mentionedStrength)
//   name          from the most trusted mention, then the first, then by letters; the same for the concept's other names
//   definition    from the highest rank, then the last, then by letters, label and episode
//   trust         the lowest of name and definition
//   kind          "thing" becomes the first other kind it is given, unless another concept of that kind has one of its names
//   source        the one that all mentions share, or "mixed"
import { type ConceptKind, lowestTrust, type Trust } from '@salience/contracts';
import type { AcceptedRelation } from '../concepts/accept-concepts.ts';
import { type ConceptRules, conceptRules } from '../concepts/concept-rules.ts';
import { mentionedStrength } from '../concepts/strength.ts';
import { byText, sourceOf } from './changes.ts';
import { createGraph, type Graph, type GraphChanges } from './concept-graph.ts';
import type { Concept, ConceptName, KnownConcepts, SaidConcept, SaidEpisode } from './concept-rows.ts';
import { definitionRank, higherLabel, labelRank } from './ranks.ts';
import type { RelationStatement } from './relations.ts';
import { nameKey } from '@salience/language';
import { meaning, strongest } from './whom-a-name-means.ts';

/** The result for an episode: the number of concepts, of new ones, and of relations that are stored or have an unknown concept. */
export interface EpisodeOutcome {
  readonly concepts: number;
  readonly created: number;
  readonly relations: number;
  readonly unknown: number;
}

/** The changes to concepts, and the input of settleRelations. */
export interface SettledConcepts extends GraphChanges {
  readonly statements: readonly RelationStatement[];
  /** In the order of the episodes. */
  readonly outcomes: readonly EpisodeOutcome[];
}

/** Merges the concepts of episodes into the graph, one episode after another. A mention that is stored already is not counted again. */
export function settleConcepts(
  known: KnownConcepts,
  episodes: readonly SaidEpisode[],
  {
    newId,
    now,
    rules = conceptRules,
  }: { readonly newId: () => string; readonly now: Date; readonly rules?: ConceptRules },
): SettledConcepts {
  const graph = createGraph(known);
  const statements: RelationStatement[] = [];
  const outcomes = episodes.map((episode): EpisodeOutcome => {
    let created = 0;
    const ids = episode.concepts.map((said) => {
      const key = nameKey(said.name);
      if (key === '') return undefined;
      const meant = said.kind === null ? strongest(graph, key) : meaning(graph, said, said.kind, rules);
      if (meant !== undefined || said.kind === null) {
        if (meant !== undefined) mention(graph, meant, said, episode);
        return meant?.id;
      }
      created += 1;
      const made = newConcept(graph, said, said.kind, { id: newId(), source: episode.source, now });
      mention(graph, made, said, episode);
      return made.id;
    });
    let kept = 0;
    for (const relation of episode.relations) {
      const [from, to] = [ids[relation.from], ids[relation.to]];
      if (from === undefined || to === undefined || from === to) continue;
      kept += 1;
      statements.push(...statementsOf(relation, from, to, episode));
    }
    return {
      concepts: new Set(ids.filter((id) => id !== undefined)).size,
      created,
      relations: kept,
      unknown: episode.relations.length - kept,
    };
  });
  return { ...graph.changes(), statements, outcomes };
}

/** A new concept, before its first mention is added. */
function newConcept(
  graph: Graph,
  said: SaidConcept,
  kind: ConceptKind,
  { id, now, source }: { readonly id: string; readonly source: string; readonly now: Date },
): Concept {
  const { first, last } = seen(said);
  const given = givenName(graph, undefined, kind, said);
  return {
    id,
    name: given.name,
    kind,
    definition: '',
    strength: 0,
    confidence: said.confidence,
    mentions: 0,
    trust: given.trust,
    nameTrust: given.trust,
    namedAt: first,
    definitionTrust: null,
    source,
    definedAt: null,
    definedBy: null,
    firstSeenAt: first,
    lastSeenAt: last,
    createdAt: now,
  };
}

/** The strength of one mention with confidence 1. */
const firstStrength = 0.4;

/** The strength of a concept with this many mentions. */
export function conceptStrength(confidence: number, mentions: number): number {
  return mentionedStrength(firstStrength * confidence, mentions);
}

/** Adds the mentions and definition of an episode to a concept. */
function mention(graph: Graph, meant: Concept, said: SaidConcept, { episodeId, source }: SaidEpisode): void {
  const { first, last } = seen(said);
  const kind = clearerKind(graph, meant, said.kind);
  const named = said.kind === null ? meant : calledAs(graph, { ...meant, kind }, said, first);
  let { mentions } = meant;
  for (const { at, exchangeId, name, trust } of said.mentions) {
    const one = { conceptId: meant.id, episodeId, exchangeId, key: nameKey(name), trust, seenAt: at };
    if (graph.addMention(one)) mentions += 1;
  }
  const confidence = Math.fround(Math.max(meant.confidence, said.confidence));
  const definition = definedAs(meant, said, episodeId);
  graph.concepts.set(meant.id, {
    ...named,
    ...definition,
    kind,
    mentions,
    confidence,
    strength: conceptStrength(confidence, mentions),
    source: sourceOf(meant.source, source),
    trust: shownTrust(named.nameTrust, definition.definitionTrust),
    firstSeenAt: meant.firstSeenAt <= first ? meant.firstSeenAt : first,
    lastSeenAt: meant.lastSeenAt >= last ? meant.lastSeenAt : last,
  });
}

/** The lowest trust of name and definition. */
export function shownTrust(name: Trust, definition: Trust | null): Trust {
  return lowestTrust(definition === null ? [name] : [name, definition]);
}

/** The first and last mention in an episode. */
function seen({ mentions }: SaidConcept): { readonly first: Date; readonly last: Date } {
  const times = mentions.map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime());
  return { first: times[0] as Date, last: times.at(-1) as Date };
}

/** The concept with its kind, if it was only a thing; its names change with it. */
function clearerKind(graph: Graph, { id, kind }: Concept, said: ConceptKind | null): ConceptKind {
  const names = graph.namesOf(id);
  if (kind !== 'thing' || said === null || said === 'thing') return kind;
  if (names.some(({ key }) => graph.nameOf(key, said) !== undefined)) return kind;
  for (const name of names) {
    graph.removeName(name);
    graph.setName({ ...name, kind: said });
  }
  return said;
}

/** The concept with its best name; adds its other names and its sign code to the graph. */
function calledAs(graph: Graph, concept: Concept, said: SaidConcept, at: Date): Concept {
  const { id, kind } = concept;
  const given = givenName(graph, id, kind, said);
  for (const name of new Set([said.name, ...said.aliases])) {
    const called = { key: nameKey(name), kind, conceptId: id, name, trust: calledTrust(said, name) };
    const old = graph.nameOf(called.key, kind);
    if (called.key === '' || (old !== undefined && (old.conceptId !== id || !isBetterName(called, old))))
      continue;
    graph.setName(called);
  }
  if (said.code !== null && !graph.isCoded(id, said.code.modelId)) graph.codes.set(id, said.code);
  const isBetter =
    labelRank(given.trust) - labelRank(concept.nameTrust) ||
    concept.namedAt.getTime() - at.getTime() ||
    byText(concept.name, given.name);
  return isBetter > 0 ? { ...concept, name: given.name, nameTrust: given.trust, namedAt: at } : concept;
}

function isBetterName(a: ConceptName, b: ConceptName): boolean {
  return labelRank(a.trust) > labelRank(b.trust) || (a.trust === b.trust && byText(a.name, b.name) < 0);
}

/** The best name in an episode: of the most trusted mention, then the proposed one, then the first; never another concept's name. */
function givenName(
  graph: Graph,
  id: string | undefined,
  kind: ConceptKind,
  said: SaidConcept,
): { readonly name: string; readonly trust: Trust } {
  let best = { name: said.name, trust: calledTrust(said, said.name) };
  const called = said.mentions.toSorted((a, b) => a.at.getTime() - b.at.getTime() || byText(a.name, b.name));
  for (const { name, trust } of called) {
    const key = nameKey(name);
    const owner = graph.nameOf(key, kind)?.conceptId;
    const isFree = key !== '' && (owner === undefined || owner === id);
    if (isFree && labelRank(trust) > labelRank(best.trust)) best = { name, trust };
  }
  return best;
}

/** The highest trust of mentions with this name; for a name in no mention, the lowest trust of all. */
function calledTrust({ mentions, name: proposed, nameTrust }: SaidConcept, name: string): Trust {
  if (name === proposed) return nameTrust;
  const callers = mentions.filter((one) => one.name === name).map(({ trust }) => trust);
  return callers.length === 0 ? lowestTrust(mentions.map(({ trust }) => trust)) : callers.reduce(higherLabel);
}

/** The definition of the highest rank, with its origin. */
function definedAs(
  concept: Concept,
  { definition }: SaidConcept,
  episodeId: string,
): Pick<Concept, 'definedAt' | 'definedBy' | 'definition' | 'definitionTrust'> {
  const { definedAt, definedBy, definition: text, definitionTrust } = concept;
  const old = { definedAt, definedBy, definition: text, definitionTrust };
  if (definition === null) return old;
  const isBetter =
    definitionTrust === null ||
    (definitionRank(definition.trust) - definitionRank(definitionTrust) ||
      definition.at.getTime() - (definedAt?.getTime() ?? 0) ||
      byText(definition.text, text) ||
      labelRank(definition.trust) - labelRank(definitionTrust) ||
      byText(definedBy ?? '', episodeId)) > 0;
  return isBetter
    ? {
        definition: definition.text,
        definitionTrust: definition.trust,
        definedAt: definition.at,
        definedBy: episodeId,
      }
    : old;
}

function statementsOf(
  relation: AcceptedRelation,
  from: string,
  to: string,
  { episodeId, source }: SaidEpisode,
) {
  const { confidence, denies, statements, symmetric, type } = relation;
  const [fromId, toId] = symmetric && from > to ? [to, from] : [from, to];
  return statements.map(({ at, exchangeId, trust }) => ({
    relationId: null,
    fromId,
    toId,
    type,
    episodeId,
    exchangeId,
    trust,
    confidence,
    denies,
    source,
    saidAt: at,
  }));
}
