import { promptExchange } from '@salience/context';
import { type AgentId, type ChunkProposal, chunkProposalSchema, type ExchangeId } from '@salience/contracts';
import { type Clock, newId } from '@salience/database';
import { type ChunkSource, type ExchangeRow, type SaveChunk } from '@salience/database/remembering';
import { saidKey } from '@salience/language';
import {
  type AcceptedChunk,
  acceptChunk,
  type Beside,
  keepAsAsked,
  keysToOffer,
  nothingToKeep,
  overIn,
  proposedZone,
  tellsNothing,
  toldWorld,
  type WorldStateItem,
} from '@salience/memory';
import type { Models } from '@salience/models';
import { askRole } from '@salience/runtime';
import type { Logger, Metrics } from '@salience/telemetry';

/** What chunking works with. */
export interface ChunkDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe' | 'chunk' | 'stretch'>;
}

/** A proposal for an exchange, and who made it. */
export interface Proposed {
  readonly object: ChunkProposal;
  readonly model: string;
}

/** What stands for a proposal that nobody was asked for: the exchange keeps its words and its time, and nothing is made of it. */
export const nothingProposed: Proposed = {
  object: chunkProposalSchema.parse({ gists: [], facts: [], entities: [] }),
  model: nothingToKeep,
};

/** Makes the chunk of one exchange, for which a model is asked alone. Throws as the model does. */
export async function chunkExchange(
  deps: ChunkDeps,
  agentId: AgentId,
  source: ChunkSource,
  signal: AbortSignal,
): Promise<SaveChunk> {
  if (isTold(deps, source))
    return keepChunk(deps, agentId, source, await propose(deps, agentId, source, signal));
  deps.metrics.modelCallsAvoided.inc({ agent: agentId, reason: nothingToKeep });
  return keepChunk(deps, agentId, source, nothingProposed);
}

/** Of what is proposed for an exchange, keeps what the exchange supports. */
export async function keepChunk(
  deps: ChunkDeps,
  agentId: AgentId,
  loaded: ChunkSource,
  { model, object }: Proposed,
): Promise<SaveChunk> {
  const { exchange } = loaded;
  const now = await deps.clock.now();
  const world = toldWorld(loaded.world, now);
  const source = {
    ...exchange,
    world,
    beside: besideOf(loaded.before, world),
    knownAs: loaded.known.name === null ? [] : [loaded.known.name],
  };
  const kept = keepAsAsked(acceptChunk(object, source), source);
  tell(deps.log, exchange.id, kept);
  const zone = proposedZone(kept.traits, exchange.speaker, exchange, now);
  return {
    agentId,
    exchangeId: exchange.id,
    now,
    model,
    ...rowsOf(kept, exchange, now.getTime()),
    ...(zone === undefined ? {} : { proposedZone: zone }),
  };
}

/** False where code is sure that a model would be asked for nothing. The offline responder costs nothing and is always asked. */
function isTold({ models }: ChunkDeps, { before, exchange }: ChunkSource): boolean {
  return models.describe('chunk').offline || !tellsNothing(exchange, before.at(-1)?.reply ?? null);
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

/** An exchange and what stands beside it, as a role is asked. */
export function askedOf(loaded: ChunkSource, now: Date) {
  const { before, exchange, known, world } = loaded;
  return {
    exchange: promptExchange(exchange),
    neighbours: before.map(promptExchange),
    worldState: toldWorld(world, now),
    known: { name: known.name ?? undefined, keys: keysToOffer(known.keys) },
  };
}

async function propose(
  deps: ChunkDeps,
  agentId: AgentId,
  loaded: ChunkSource,
  signal: AbortSignal,
): Promise<Proposed> {
  const { threadId } = loaded.exchange;
  return askRole(deps, 'chunk', askedOf(loaded, await deps.clock.now()), { agentId, threadId, signal });
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
  const counts = {
    gists: gists.length,
    facts: facts.length,
    entities: entities.length,
    traits: traits.length,
  };
  log.debug({ exchangeId, ...counts, refused }, 'exchange chunked');
}
