import type {
  AgentId,
  ConceptKind,
  EpisodeId,
  ExchangeId,
  Id,
  RelationType,
  ThreadId,
  Trust,
} from '@salience/contracts';
import type { AcceptedConcept, AcceptedRelation, EndedIn, EpisodeOutcome } from '@salience/memory';
import { type Database, query, withAgent } from '../connect.ts';
import { settleGraph } from '../settling/graph.ts';
import { withMemory } from '../settling/memory-lock.ts';
import { experienceZone } from './experiences.ts';

/** An episode as its concepts are read from it. */
export interface ConceptSourceRow {
  readonly id: EpisodeId;
  readonly state: 'pending' | 'done' | 'failed';
  readonly threadId: ThreadId | null;
  readonly traceparent: string | null;
  readonly gist: string;
  readonly intent: string;
  readonly outcome: string;
  readonly trust: Trust;
  readonly source: string;
  readonly endedAt: Date;
  /** The IANA time zone of the turn that it is of, where it was not made of exchanges: each of those has its own. */
  readonly zone: string | null;
  /** Empty where it was not made of exchanges. */
  readonly exchanges: readonly {
    readonly id: ExchangeId;
    readonly message: string;
    readonly reply: string | null;
    readonly speaker: string | null;
    readonly saidAt: Date;
    /** The IANA time zone of its turn. */
    readonly zone: string;
    readonly trust: Trust;
    /** The trust of the reply; null without one. */
    readonly replyTrust: Trust | null;
    readonly source: string;
    readonly entities: readonly { readonly name: string; readonly type: string }[];
  }[];
  /** Concepts of before that its text names. */
  readonly known: readonly { readonly name: string; readonly kind: ConceptKind }[];
}

interface StoredSource extends Omit<ConceptSourceRow, 'endedAt' | 'exchanges' | 'zone'> {
  readonly endedAt: string;
  readonly exchanges: readonly (Omit<ConceptSourceRow['exchanges'][number], 'saidAt'> & {
    readonly saidAt: string;
  })[];
}

/** Loads an episode for its concepts; undefined when there is none. */
export async function loadForConcepts(
  db: Database,
  agentId: AgentId,
  episodeId: EpisodeId,
): Promise<ConceptSourceRow | undefined> {
  const rows = await query<{ r: StoredSource | null }>(
    db,
    'load_for_concepts',
    'select salience.load_for_concepts($1, $2) as r',
    [agentId, episodeId],
  );
  const row = rows[0]?.r ?? undefined;
  if (row === undefined) return undefined;
  return {
    ...row,
    endedAt: new Date(row.endedAt),
    zone: row.exchanges.length === 0 ? await experienceZone(db, agentId, episodeId) : null,
    exchanges: row.exchanges.map((exchange) => ({ ...exchange, saidAt: new Date(exchange.saidAt) })),
  };
}

/** What an episode says of concepts, accepted and ready to be stored. */
export interface SaveConcepts {
  readonly agentId: AgentId;
  readonly episodeId: EpisodeId;
  readonly now: Date;
  /** Each with the sign code of its name in base64, and the model of that. */
  readonly concepts: readonly (AcceptedConcept & { readonly code?: string; readonly modelId?: string })[];
  readonly relations: readonly AcceptedRelation[];
}

/** What came of storing: how many concepts were mentioned and made, how many relations were kept, and how many led nowhere. */
export type SavedConcepts =
  | ({ readonly status: 'stored' } & EpisodeOutcome)
  | { readonly status: 'known' | 'no_episode' };

/** Stores the concepts and relations of an episode once; a second time it is `known` and nothing changes. */
export function saveConcepts(db: Database, save: SaveConcepts): Promise<SavedConcepts> {
  return withMemory(db, save.agentId, async (client) => {
    const { rows } = await client.query<{ done: boolean; source: string }>({
      name: 'begin_concepts',
      text: `with done as (update salience.episodes set concept_state = 'done', concept_error = null
               where id = $1 and concept_state <> 'done' returning id)
             select e.source, exists (select 1 from done) as done from salience.episodes e where e.id = $1`,
      values: [save.episodeId],
    });
    const [episode] = rows;
    if (episode === undefined) return { status: 'no_episode' };
    if (!episode.done) return { status: 'known' };
    const [outcome] = await settleGraph(client, save.agentId, save.now, [
      {
        episodeId: save.episodeId,
        source: episode.source,
        concepts: save.concepts.map(({ code, modelId, ...concept }) => ({
          ...concept,
          code:
            code === undefined || modelId === undefined
              ? null
              : { modelId, code: Buffer.from(code, 'base64') },
        })),
        relations: save.relations,
      },
    ]);
    return { status: 'stored', ...(outcome as EpisodeOutcome) };
  });
}

/** Leaves an episode without its concepts, visibly. Those that were stored meanwhile stay. */
export function failConcepts(
  db: Database,
  agentId: AgentId,
  episodeId: EpisodeId,
  error: string,
): Promise<void> {
  return withAgent(db, agentId, async (client) => {
    await client.query(
      `update salience.episodes set concept_state = 'failed', concept_error = $2 where id = $1 and concept_state = 'pending'`,
      [episodeId, error],
    );
  });
}

/** Episodes whose concepts were not read yet, each offered again after five seconds. Scheduler only. */
export async function sweepConcepts(
  db: Database,
  limit: number,
): Promise<{ readonly agentId: AgentId; readonly episodeId: EpisodeId }[]> {
  const rows = await query<{ r: { agentId: AgentId; episodeId: EpisodeId }[] }>(
    db,
    'sweep_concepts',
    'select salience.sweep_concepts($1) as r',
    [limit],
  );
  return rows[0]?.r ?? [];
}

/** A concept with a relation that led to it, as somebody is told. */
export interface AssociationRow {
  readonly id: Id<'concept'>;
  readonly name: string;
  readonly kind: ConceptKind;
  readonly definition: string;
  /** When it was defined, ISO 8601. */
  readonly at: string;
  readonly energy: number;
  readonly trust: Trust;
  /** The way from what was asked about: each relation with the names of its ends. */
  readonly way: readonly {
    readonly id: Id<'relation'>;
    readonly from: string;
    readonly type: RelationType;
    readonly to: string;
    readonly since: string;
    /** When it ceased to hold; null while it does. */
    readonly until: string | null;
    readonly trust: Trust;
  }[];
}

/** What was found to be connected with a name. */
export interface Associations {
  /** The concepts that the name was understood as. */
  readonly seeds: readonly {
    readonly id: Id<'concept'>;
    readonly name: string;
    readonly kind: ConceptKind;
    readonly definition: string;
    /** When it was defined, ISO 8601. */
    readonly at: string;
    readonly trust: Trust;
  }[];
  /** Strongest first. */
  readonly found: readonly AssociationRow[];
  /** What of all this holds no longer; null for nothing. */
  readonly ended: EndedIn | null;
}

/** What is connected with the concepts that a text names, as things stood at `at`. Writes nothing. */
export async function associate(
  db: Database,
  ask: {
    readonly agentId: AgentId;
    readonly text: string;
    readonly limit: number;
    readonly depth: number;
    readonly at: Date;
  },
): Promise<Associations> {
  const rows = await query<{ r: Associations }>(
    db,
    'associate_concepts',
    'select salience.associate_concepts($1, $2, $3, $4, $5) as r',
    [ask.agentId, ask.text, ask.depth, ask.limit, ask.at],
  );
  return (rows[0] as { r: Associations }).r;
}
