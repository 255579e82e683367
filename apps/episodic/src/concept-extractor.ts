import { promptExchange } from '@salience/context';
import { type AgentId, conceptExtractJob, type ConceptProposal, type PayloadOf } from '@salience/contracts';
import {
  type Clock,
  type ConceptSourceRow,
  type Database,
  failConcepts,
  loadForConcepts,
  saveConcepts,
} from '@salience/database';
import type { Models } from '@salience/models';
import {
  type AcceptedConcept,
  acceptConcepts,
  type Beside,
  areUntold,
  nothingToKeep,
  type Passage,
} from '@salience/memory';
import { done, type JobHandler } from '@salience/queues';
import { askRole, type Enrichment, enrich } from '@salience/runtime';
import { attributeKeys, type Logger, type Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';
import type { Embedding } from './embedding.ts';

/** What the extractor works with. */
export interface ConceptExtractorDeps {
  readonly clock: Clock;
  readonly db: Database;
  readonly embedding: Pick<Embedding, 'codeOf'>;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe' | 'concept'>;
}

/**
 * Makes the handler of `concept.extract`: what an episode says of people, places and things enters the graph, once however often
 * the job comes. Each episode has its own tries: an answer that cannot be used marks this episode failed and holds up no other;
 * while the model is away it stays pending and the job comes again. An episode that is gone ends quietly.
 */
export function createConceptExtractor(
  deps: ConceptExtractorDeps,
): JobHandler<PayloadOf<typeof conceptExtractJob>> {
  return async ({ agentId, episodeId }, context) => {
    const episode = await loadForConcepts(deps.db, agentId, episodeId);
    if (episode === undefined || episode.state === 'done') return done();
    const { threadId, traceparent } = episode;
    const piece: Enrichment = {
      queue: conceptExtractJob.queue,
      agentId,
      parent: traceparent,
      attributes: {
        [attributeKeys.episodeId]: episodeId,
        ...(threadId === null ? {} : { [attributeKeys.threadId]: threadId }),
      },
      ids: { episodeId, ...(threadId === null ? {} : { threadId }) },
      async work() {
        await deps.fault('episodic.concept.loaded');
        await extract(deps, agentId, episode, context.signal);
      },
      async markFailed(reason) {
        await failConcepts(deps.db, agentId, episodeId, reason);
        deps.log.error({ episodeId, reason }, 'episode left without its concepts');
      },
    };
    return enrich(piece, context);
  };
}

async function extract(
  deps: ConceptExtractorDeps,
  agentId: AgentId,
  episode: ConceptSourceRow,
  signal: AbortSignal,
): Promise<void> {
  const proposal = await propose(deps, agentId, episode, signal);
  const accepted = acceptConcepts(proposal, passagesOf(episode), besideOf(episode));
  const concepts = await withCodes(deps, accepted.concepts);
  await deps.fault('episodic.concept.before-save');
  const saved = await saveConcepts(deps.db, {
    agentId,
    episodeId: episode.id,
    now: await deps.clock.now(),
    concepts,
    relations: accepted.relations,
  });
  await deps.fault('episodic.concept.after-save');
  if (saved.status === 'stored') deps.metrics.loopProgressed('concepts');
  deps.log.debug(
    { episodeId: episode.id, ...saved, refused: accepted.refused },
    'concepts of an episode kept',
  );
}

/** What was said, each with its own trust; an episode without exchanges is its own passage. What agents answered is none. */
function passagesOf(episode: ConceptSourceRow): Passage[] {
  if (episode.exchanges.length === 0)
    return [
      {
        id: null,
        text: toldOf(episode),
        speaker: null,
        trust: episode.trust,
        at: episode.endedAt,
        zone: episode.zone ?? 'UTC',
      },
    ];
  return episode.exchanges.map(({ id, message, saidAt, speaker, trust, zone }) => ({
    id,
    text: message,
    speaker,
    trust,
    at: saidAt,
    zone,
  }));
}

function toldOf({ gist, intent, outcome }: ConceptSourceRow): string {
  return [gist, intent, outcome].filter((text) => text !== '').join('\n');
}

/** What agents answered, which stood in the prompt beside what was said. */
function besideOf({ exchanges, gist, intent, outcome, trust }: ConceptSourceRow): Beside[] {
  return [
    ...exchanges.map(({ reply, replyTrust }) => ({ text: reply ?? '', trust: replyTrust ?? 'agent' })),
    ...(exchanges.length === 0 ? [] : [gist, intent, outcome].map((text) => ({ text, trust }))),
  ];
}

/** Each with the sign code of its name; without an embedder, or while it fails, names alone tell one thing from another. */
async function withCodes({ embedding }: ConceptExtractorDeps, concepts: readonly AcceptedConcept[]) {
  const coded: (AcceptedConcept & { code?: string; modelId?: string })[] = [];
  for (const concept of concepts) {
    const made = concept.kind === null ? undefined : await embedding.codeOf(concept.name);
    coded.push(made === undefined ? concept : { ...concept, code: made.code, modelId: made.codeModelId });
  }
  return coded;
}

async function propose(
  deps: ConceptExtractorDeps,
  agentId: AgentId,
  episode: ConceptSourceRow,
  signal: AbortSignal,
): Promise<ConceptProposal> {
  // Where nothing was told, nobody and nothing is to be learned of. The offline responder costs nothing and is always asked.
  if (!deps.models.describe('concept').offline && areUntold(episode.exchanges)) {
    deps.metrics.modelCallsAvoided.inc({ agent: agentId, reason: nothingToKeep });
    return { concepts: [], relations: [] };
  }
  const input = {
    exchanges: episode.exchanges.map(promptExchange),
    told: toldOf(episode),
    known: episode.known,
  };
  const { object } = await askRole(deps, 'concept', input, { agentId, threadId: episode.threadId, signal });
  return object;
}
