// Whom a name means, and what a mention adds.
//
// A name means, in this order: the concept of its kind that has the name; the first whose kind and one of the other names fit; the only one
// that has the name, where either of the two kinds is just "thing"; the one of its kind whose sign code is nearest, if it is near enough:
// 0.9 of cosine, or 0.65 where the names are spelled alike, and of people, places and organisations where all names are nested; never where
// numbers differ. Else it is new. An end of a relation that must be known from before means the strongest concept of that name.
// Whom a name means is decided when it is said, by what is known then, and stays: it is the one thing here that depends on the order of
// episodes. All that follows does not:
//
//   strength      1 - (1 - 0.4 c) * n^-0.4   for n mentions and the highest confidence c
//   its name      that of the most trusted who named it, of equals the first, then by its letters; the same for each of its other names
//   definition    that of the most believed, of equals the last, then by its letters, its label and its episode
//   trust         the lowest of name and definition
//   kind          what was only a "thing" becomes what it is said to be, where no other concept of that kind has one of its names
//   source        the one that all share, or "mixed"
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

/** What came of an episode: how many concepts it mentions, how many of them are new, how many of its relations are kept or lead nowhere. */
export interface EpisodeOutcome {
  readonly concepts: number;
  readonly created: number;
  readonly relations: number;
  readonly unknown: number;
}

/** What a fold of concepts changes, and what it leaves for that of relations. */
export interface SettledConcepts extends GraphChanges {
  readonly statements: readonly RelationStatement[];
  /** In the order of the episodes. */
  readonly outcomes: readonly EpisodeOutcome[];
}

/** Enters what episodes say of concepts into the graph, one episode after another. What one of them said before counts once. */
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

/** A concept as its first mention makes it; what the mention adds comes to it next. */
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

/** What a first mention of full confidence gives. */
const firstStrength = 0.4;

/** The strength of a concept that was mentioned so often. */
export function conceptStrength(confidence: number, mentions: number): number {
  return mentionedStrength(firstStrength * confidence, mentions);
}

/** Adds to a concept what an episode says of it. */
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

/** The trust of what is shown of a concept. */
export function shownTrust(name: Trust, definition: Trust | null): Trust {
  return lowestTrust(definition === null ? [name] : [name, definition]);
}

/** When it was mentioned first and last in an episode. */
function seen({ mentions }: SaidConcept): { readonly first: Date; readonly last: Date } {
  const times = mentions.map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime());
  return { first: times[0] as Date, last: times.at(-1) as Date };
}

/** What the concept is, now that it is said; its names go along. */
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

/** The concept with the name that it is shown by; notes its code and by what names it is called. */
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

/** The name that an episode gives: that of the most trusted, of equals the one that was proposed, then the first. No other concept's. */
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

/** How far who calls it so is trusted; of a name that stands in no mention, the least of all who mention it. */
function calledTrust({ mentions, name: proposed, nameTrust }: SaidConcept, name: string): Trust {
  if (name === proposed) return nameTrust;
  const callers = mentions.filter((one) => one.name === name).map(({ trust }) => trust);
  return callers.length === 0 ? lowestTrust(mentions.map(({ trust }) => trust)) : callers.reduce(higherLabel);
}

/** The definition that has the word, with where it is from. */
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
