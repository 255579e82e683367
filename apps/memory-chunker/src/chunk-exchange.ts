import { promptExchange } from '@salience/context';
import { type AgentId, chunkProposalSchema, type ExchangeId } from '@salience/contracts';
import { type ChunkSource, type Clock, type ExchangeRow, newId, type SaveChunk } from '@salience/database';
import { saidKey } from '@salience/language';
import {
  type AcceptedChunk,
  acceptChunk,
  type Beside,
  collectWorldState,
  keepAsAsked,
  keysToOffer,
  nothingToKeep,
  overIn,
  tellsNothing,
  type WorldStateItem,
  worldSources,
} from '@salience/memory';
import type { Models } from '@salience/models';
import { askRole } from '@salience/runtime';
import type { Logger, Metrics } from '@salience/telemetry';

/** What chunking works with. */
export interface ChunkDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe' | 'chunk'>;
}

const nothing = chunkProposalSchema.parse({ gists: [], facts: [], entities: [] });

/** Makes the chunk of an exchange: of what the model proposes, what the exchange supports. Throws as the model does. */
export async function chunkExchange(
  deps: ChunkDeps,
  agentId: AgentId,
  loaded: ChunkSource,
  signal: AbortSignal,
): Promise<SaveChunk> {
  const { exchange } = loaded;
  const now = await deps.clock.now();
  const world = collectWorldState(worldSources(loaded.world), now);
  const { object, model } = isTold(deps, loaded)
    ? await propose(deps, agentId, loaded, world, signal)
    : unasked(deps, agentId);
  const source = {
    ...exchange,
    world,
    beside: besideOf(loaded.before, world),
    knownAs: loaded.known.name === null ? [] : [loaded.known.name],
  };
  const kept = keepAsAsked(acceptChunk(object, source), source);
  tell(deps.log, exchange.id, kept);
  return { agentId, exchangeId: exchange.id, now, model, ...rowsOf(kept, exchange, now.getTime()) };
}

/** False where code is sure that a model would be asked for nothing. The offline responder costs nothing and is always asked. */
function isTold({ models }: ChunkDeps, { before, exchange }: ChunkSource): boolean {
  return models.describe('chunk').offline || !tellsNothing(exchange, before.at(-1)?.reply ?? null);
}

/** What stands for a proposal that nobody was asked for: the exchange keeps its words and its time, and nothing is made of it. */
function unasked({ metrics }: ChunkDeps, agent: AgentId) {
  metrics.modelCallsAvoided.inc({ agent, reason: nothingToKeep });
  return { object: nothing, model: nothingToKeep };
}

/** What is kept as it is stored: with ids, and apart from it the words that sentiment, scope and "it is over" stand on. */
function rowsOf(kept: AcceptedChunk, { message }: Pick<ExchangeRow, 'message'>, at: number) {
  const { entities, scope, sentiment, times } = kept;
  const over = overIn(message);
  return {
    entities,
    times,
    gists: kept.gists.map((gist) => ({ ...gist, said: saidKey(gist.content), id: newId('gist', at) })),
    facts: kept.facts.map((fact) => ({ ...fact, id: newId('fact', at) })),
    traits: kept.traits.map((trait) => ({ ...trait, id: newId('trait', at) })),
    sentiment: sentiment?.value ?? null,
    scope: scope?.label ?? null,
    grounds: {
      ...(sentiment === null ? {} : { sentiment: groundOf(sentiment) }),
      ...(scope === null ? {} : { scope: groundOf(scope) }),
      ...(over === undefined ? {} : { over }),
    },
    refused: Object.values({ ...kept.refused }).reduce((sum, count) => sum + count, 0),
  };
}

function groundOf({ confidence, end, half, start }: NonNullable<AcceptedChunk['scope' | 'sentiment']>) {
  return { confidence, half, start, end };
}

async function propose(
  deps: ChunkDeps,
  agentId: AgentId,
  { before, exchange, known }: ChunkSource,
  world: readonly WorldStateItem[],
  signal: AbortSignal,
) {
  const input = {
    exchange: promptExchange(exchange),
    neighbours: before.map(promptExchange),
    worldState: world,
    known: { name: known.name ?? undefined, keys: keysToOffer(known.keys) },
  };
  return askRole(deps, 'chunk', input, { agentId, threadId: exchange.threadId, signal });
}

/** What the prompt held beside the exchange. */
function besideOf(before: readonly ExchangeRow[], world: readonly WorldStateItem[]): Beside[] {
  return [
    ...before.map(({ message: text, trust }) => ({ text, trust })),
    ...before.map(({ reply, replyTrust }) => ({ text: reply ?? '', trust: replyTrust ?? 'agent' })),
    ...world.map(({ text, trust }) => ({ text, trust })),
  ];
}

function tell(log: Logger, exchangeId: ExchangeId, kept: AcceptedChunk): void {
  const { entities, facts, gists, refused, traits } = kept;
  const counts = { gists: gists.length, facts: facts.length, entities: entities.length, traits: traits.length };
  log.debug({ exchangeId, ...counts, refused }, 'exchange chunked');
}
