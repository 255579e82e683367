import type { RelationType } from '@salience/contracts';
import { nameKey } from '@salience/language';
import {
  bitsApart,
  type Concept,
  type ConceptLeft,
  type ConceptMention,
  type ConceptName,
  conceptRules,
  type EpisodeOutcome,
  type KnownConcepts,
  lineKey,
  type Relation,
  type RelationLine,
  type RelationStatement,
  type SaidConcept,
  type SaidEpisode,
  settleConcepts,
  settleRelations,
  unlearnConcepts,
} from '@salience/memory';
import { newId } from '../new-id.ts';
import { callIn, type Client } from './memory-lock.ts';
import { columnsOf, rowOf, type StoredRow } from './rows.ts';

/** An episode with what it says of concepts; the nearest stored codes are looked up here. */
export interface EpisodeConcepts extends Omit<SaidEpisode, 'concepts'> {
  readonly concepts: readonly Omit<SaidConcept, 'near'>[];
}

/** What `save_graph` writes. */
interface GraphChanges {
  readonly agentId: string;
  readonly concepts: StoredChanges;
  readonly names: { readonly put: StoredRow[]; readonly rekind: StoredRow[] };
  readonly mentions: StoredRow[];
  readonly codes: readonly object[];
  readonly relations: StoredChanges;
  readonly stated: StoredRow[];
  readonly moved: StoredRow[];
}

interface StoredChanges {
  readonly insert: StoredRow[];
  readonly update: StoredRow[];
  readonly remove: readonly string[];
}

/**
 * Enters what episodes say into the graph. Under the agent's memory lock; three round trips for any number of episodes. Resolves with
 * what came of each.
 */
export async function settleGraph(
  client: Client,
  agentId: string,
  now: Date,
  episodes: readonly EpisodeConcepts[],
): Promise<readonly EpisodeOutcome[]> {
  const ids = episodes.map(({ episodeId }) => episodeId);
  const { known, said } = await loadConcepts(client, agentId, episodes);
  const graph = settleConcepts(known, said, { newId: () => newId('concept', now.getTime()), now });
  const lines = await loadLines(client, agentId, graph.statements, ids);
  const relations = settleRelations(lines, graph.statements, {
    newId: () => newId('relation', now.getTime()),
    now,
  });
  const changes: GraphChanges = {
    agentId,
    concepts: stored(graph.concepts),
    names: { put: graph.names.put.map(columnsOf), rekind: graph.names.rekind.map(columnsOf) },
    mentions: graph.mentions.map(columnsOf),
    codes: graph.codes.map(({ code, conceptId, modelId }) => ({
      id: conceptId,
      kind: 'concept',
      modelId,
      code: Buffer.from(code).toString('base64'),
    })),
    relations: stored(relations),
    stated: relations.said.map(columnsOf),
    moved: relations.moved.map(({ relationId, was }) => movedRow(was, relationId)),
  };
  await callIn(client, 'save_graph', changes);
  return graph.outcomes;
}

function stored(changes: {
  readonly insert: readonly object[];
  readonly update: readonly object[];
  readonly remove: readonly string[];
}): StoredChanges {
  return {
    insert: changes.insert.map(columnsOf),
    update: changes.update.map(columnsOf),
    remove: changes.remove,
  };
}

function movedRow(
  { episodeId, exchangeId, relationId: was }: RelationStatement,
  relationId: string,
): StoredRow {
  return { relation_id: relationId, was_id: was, episode_id: episodeId, exchange_id: exchangeId };
}

/** A row of `concepts`: of one that was never named apart, name and definition are as old and as trusted as the whole. */
type StoredConcept = Omit<Concept, 'namedAt' | 'nameTrust'> & {
  readonly nameTrust: Concept['nameTrust'] | null;
  readonly namedAt: Date | null;
};

function conceptOf(row: StoredRow): Concept {
  const concept = rowOf<StoredConcept>(row);
  return {
    ...concept,
    nameTrust: concept.nameTrust ?? concept.trust,
    namedAt: concept.namedAt ?? concept.firstSeenAt,
    definitionTrust: concept.definition === '' ? null : (concept.definitionTrust ?? concept.trust),
  };
}

/** What some statements and mentions were taken away from. */
export interface UnsettledGraph {
  readonly concepts: readonly string[];
  /** The episodes that are gone. */
  readonly episodes: readonly string[];
  readonly relations: readonly {
    readonly fromId: string;
    readonly type: RelationType;
    readonly toId: string;
  }[];
}

/** What is left of concepts and relations: what `forget_settled` writes. Under the agent's memory lock. */
export async function resettleGraph(client: Client, agentId: string, now: Date, lost: UnsettledGraph) {
  const left = await callIn<
    readonly {
      readonly concept: StoredRow;
      readonly names: readonly StoredRow[];
      readonly heard: readonly StoredRow[];
    }[]
  >(client, 'load_mentions', { agentId, ids: lost.concepts });
  const graph = unlearnConcepts(
    left.map((one) => ({
      concept: conceptOf(one.concept),
      names: one.names.map((row) => rowOf<ConceptName>(row)),
      heard: one.heard.map((row) => rowOf<ConceptLeft['heard'][number]>(row)),
    })),
    new Set(lost.episodes),
  );
  const asked = new Map(
    lost.relations.map(({ fromId, toId, type }): [string, LineAsked] => {
      const oneAtATime = conceptRules.functional.has(type);
      const line = { fromId, type, toId: oneAtATime ? null : toId, counts: false };
      return [lineKey({ fromId, toId, type }, oneAtATime), line];
    }),
  );
  const lines = asked.size === 0 ? [] : await loadAsked(client, agentId, [...asked.values()], []);
  const relations = settleRelations(lines, [], { newId: () => newId('relation', now.getTime()), now });
  const changes: GraphChanges = {
    agentId,
    concepts: { ...stored(graph.concepts), remove: [] },
    names: { put: [], rekind: [] },
    mentions: [],
    codes: [],
    relations: stored(relations),
    stated: [],
    moved: relations.moved.map(({ relationId, was }) => movedRow(was, relationId)),
  };
  return {
    graph: changes,
    concepts: graph.concepts.remove,
    names: { lower: graph.names.put.map(columnsOf), remove: graph.names.remove },
  };
}

async function loadConcepts(
  client: Client,
  agentId: string,
  episodes: readonly EpisodeConcepts[],
): Promise<{ known: KnownConcepts; said: SaidEpisode[] }> {
  const all = episodes.flatMap(({ concepts }) => concepts);
  const names = all.flatMap(({ aliases, mentions, name }) => [
    name,
    ...aliases,
    ...mentions.map((one) => one.name),
  ]);
  const found = await callIn<{
    readonly near: readonly {
      readonly place: number;
      readonly conceptId: string;
      readonly distance: number;
    }[];
    readonly concepts: readonly StoredRow[];
    readonly names: readonly StoredRow[];
    readonly mentions: readonly StoredRow[];
    readonly coded: KnownConcepts['coded'];
  }>(client, 'load_graph', {
    agentId,
    keys: [...new Set(names.map(nameKey))].filter((key) => key !== ''),
    codes: all.flatMap(({ code, kind, name }, place) =>
      code === null
        ? []
        : {
            place,
            key: nameKey(name),
            kind,
            modelId: code.modelId,
            code: Buffer.from(code.code).toString('base64'),
            line: bitsApart(conceptRules.spelledAlikeMin, code.code.length * 8),
          },
    ),
    episodes: episodes.map(({ episodeId }) => episodeId),
  });
  let place = 0;
  return {
    known: {
      concepts: found.concepts.map(conceptOf),
      names: found.names.map((row) => rowOf<ConceptName>(row)),
      mentions: found.mentions.map((row) => rowOf<ConceptMention>(row)),
      coded: found.coded,
    },
    said: episodes.map((episode) => ({
      ...episode,
      concepts: episode.concepts.map((concept): SaidConcept => {
        const own = place;
        place += 1;
        return { ...concept, near: found.near.filter((one) => one.place === own) };
      }),
    })),
  };
}

interface LineAsked {
  readonly fromId: string;
  readonly type: RelationType;
  readonly toId: string | null;
  /** Nothing is denied or taken away: it may be enough to count. */
  readonly counts: boolean;
}

async function loadLines(
  client: Client,
  agentId: string,
  said: readonly RelationStatement[],
  episodes: readonly string[],
): Promise<RelationLine[]> {
  const lines = new Map<string, LineAsked>();
  for (const one of said) {
    const oneAtATime = conceptRules.functional.has(one.type);
    const key = lineKey(one, oneAtATime);
    const counts = !one.denies && lines.get(key)?.counts !== false;
    lines.set(key, { fromId: one.fromId, type: one.type, toId: oneAtATime ? null : one.toId, counts });
  }
  if (lines.size === 0) return [];
  return loadAsked(client, agentId, [...lines.values()], episodes);
}

async function loadAsked(
  client: Client,
  agentId: string,
  lines: readonly LineAsked[],
  episodes: readonly string[],
): Promise<RelationLine[]> {
  const found = await callIn<
    readonly (Omit<RelationLine, 'relations' | 'statements'> & {
      readonly relations: readonly StoredRow[];
      readonly statements: readonly StoredRow[];
    })[]
  >(client, 'load_relations', { agentId, lines, episodes });
  return found.map((line) => ({
    ...line,
    relations: line.relations.map((row) => rowOf<Relation>(row)),
    statements: line.statements.map((row) => ({
      ...rowOf<RelationStatement>(row),
      fromId: line.fromId,
      type: line.type,
    })),
  }));
}
