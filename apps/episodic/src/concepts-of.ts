import { promptExchange } from '@salience/context';
import type { AgentId, ConceptProposal } from '@salience/contracts';
import type { ConceptSourceRow, SaveConcepts } from '@salience/database/remembering';
import {
  type AcceptedConcept,
  acceptConcepts,
  areUntold,
  type Beside,
  nothingToKeep,
  type Passage,
} from '@salience/memory';
import type { Models } from '@salience/models';
import { askRole } from '@salience/runtime';
import { attributeKeys, type Logger, type Metrics, spanNames, withSpan } from '@salience/telemetry';
import type { Embedding } from './embedding.ts';
import { areOverheard } from './tell-stretch.ts';

/** What reading concepts works with. */
export interface ConceptDeps {
  readonly embedding: Pick<Embedding, 'codeOf'>;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe' | 'concept'>;
}

/** Reads what an episode says of people, places and things; `proposed` is what came with its chunks. Throws as the model does. */
export function conceptsOf(
  deps: ConceptDeps,
  agentId: AgentId,
  episode: ConceptSourceRow,
  signal: AbortSignal,
  proposed?: ConceptProposal,
): Promise<SaveConcepts> {
  const attributes = { [attributeKeys.agentId]: agentId, [attributeKeys.episodeId]: episode.id };
  return withSpan(spanNames.memoryConcepts, { attributes }, async (span) => {
    const read = await readConcepts(deps, agentId, episode, signal, proposed);
    span.setAttributes({
      [attributeKeys.conceptCount]: read.concepts.length,
      [attributeKeys.relationCount]: read.relations.length,
    });
    return read;
  });
}

async function readConcepts(
  deps: ConceptDeps,
  agentId: AgentId,
  episode: ConceptSourceRow,
  signal: AbortSignal,
  proposed: ConceptProposal | undefined,
): Promise<SaveConcepts> {
  const proposal = proposed ?? (await propose(deps, agentId, episode, signal));
  const accepted = acceptConcepts(proposal, passagesOf(episode), besideOf(episode));
  const { refused, relations } = accepted;
  deps.log.debug({ episodeId: episode.id, concepts: accepted.concepts.length, refused }, 'concepts read');
  return {
    episodeId: episode.id,
    source: episode.source,
    concepts: await withCodes(deps, accepted.concepts),
    relations,
  };
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
async function withCodes({ embedding }: ConceptDeps, concepts: readonly AcceptedConcept[]) {
  const coded: (AcceptedConcept & { code?: string; modelId?: string })[] = [];
  for (const concept of concepts) {
    const made = concept.kind === null ? undefined : await embedding.codeOf(concept.name);
    coded.push(made === undefined ? concept : { ...concept, code: made.code, modelId: made.codeModelId });
  }
  return coded;
}

async function propose(
  deps: ConceptDeps,
  agentId: AgentId,
  episode: ConceptSourceRow,
  signal: AbortSignal,
): Promise<ConceptProposal> {
  // Where nothing was told, nobody and nothing is to be learned of. The offline responder costs nothing and is always asked.
  if (
    !deps.models.describe('concept').offline &&
    (areUntold(episode.exchanges) || areOverheard(episode.exchanges))
  ) {
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
