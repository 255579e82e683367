import { promptExchange } from '@salience/context';
import {
  type AgentId,
  chunkProposalSchema,
  type ExchangeId,
  memoryChunkJob,
  type PayloadOf,
} from '@salience/contracts';
import {
  type Clock,
  type Database,
  type ExchangeRow,
  failChunk,
  loadForChunk,
  newId,
  saveChunk,
} from '@salience/database';
import type { Models } from '@salience/models';
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
import { saidKey } from '@salience/language';
import { done, type JobContext, type JobHandler } from '@salience/queues';
import { askRole, type Enrichment, enrich } from '@salience/runtime';
import { attributeKeys, type Logger, type Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';

/** What the chunker works with. */
export interface ChunkerDeps {
  readonly clock: Clock;
  readonly db: Database;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe' | 'chunk'>;
}

const nothing = chunkProposalSchema.parse({ gists: [], facts: [], entities: [] });

type Loaded = NonNullable<Awaited<ReturnType<typeof loadForChunk>>>;

/**
 * Makes the handler of `memory.chunk`: one exchange becomes one chunk, stored once however often the job comes. What
 * the model proposes is kept only where the exchange supports it. An answer that cannot be used leaves the exchange
 * without enrichment, marked `failed`; while the model is away the exchange stays pending and the job comes again.
 * A job for an exchange marked failed tries once more: only an operator sends one.
 */
export function createChunker(deps: ChunkerDeps): JobHandler<PayloadOf<typeof memoryChunkJob>> {
  return async ({ agentId, exchangeId }, context) => {
    const loaded = await loadForChunk(deps.db, agentId, exchangeId);
    if (loaded === undefined || loaded.exchange.chunkState === 'chunked') return done();
    const { threadId, traceparent } = loaded.exchange;
    const piece: Enrichment = {
      queue: memoryChunkJob.queue,
      agentId,
      parent: traceparent,
      attributes: { [attributeKeys.threadId]: threadId, [attributeKeys.exchangeId]: exchangeId },
      ids: { threadId, exchangeId },
      async work() {
        await deps.fault('chunker.loaded');
        await chunk(deps, agentId, loaded, context);
      },
      async markFailed(reason) {
        await failChunk(deps.db, agentId, exchangeId, reason);
        deps.log.error({ exchangeId, reason }, 'exchange left without its chunk');
      },
    };
    return enrich(piece, context);
  };
}

async function chunk(
  deps: ChunkerDeps,
  agentId: AgentId,
  loaded: Loaded,
  context: JobContext,
): Promise<void> {
  const { exchange } = loaded;
  const now = await deps.clock.now();
  const world = collectWorldState(worldSources(loaded.world), now);
  const { object, model } = isTold(deps, loaded)
    ? await propose(deps, agentId, loaded, world, context.signal)
    : unasked(deps, agentId);
  const source = {
    ...exchange,
    world,
    beside: besideOf(loaded.before, world),
    knownAs: loaded.known.name === null ? [] : [loaded.known.name],
  };
  const kept = keepAsAsked(acceptChunk(object, source), source);
  await deps.fault('chunker.before-save');
  const { status } = await saveChunk(deps.db, {
    agentId,
    exchangeId: exchange.id,
    now,
    model,
    ...rowsOf(kept, exchange, now.getTime()),
  });
  await deps.fault('chunker.after-save');
  if (status === 'stored') {
    deps.metrics.loopProgressed('chunks');
    if (kept.traits.length > 0) deps.metrics.loopProgressed('traits');
  }
  tell(deps.log, exchange.id, status, kept);
}

/** False where code is sure that a model would be asked for nothing. The offline responder costs nothing and is always asked. */
function isTold({ models }: ChunkerDeps, { before, exchange }: Loaded): boolean {
  return models.describe('chunk').offline || !tellsNothing(exchange, before.at(-1)?.reply ?? null);
}

/** What stands for a proposal that nobody was asked for: the exchange keeps its words and its time, and nothing is made of it. */
function unasked({ metrics }: ChunkerDeps, agent: AgentId) {
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
  deps: ChunkerDeps,
  agentId: AgentId,
  { before, exchange, known }: Loaded,
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

function tell(log: Logger, exchangeId: ExchangeId, status: string, kept: AcceptedChunk): void {
  const { entities, facts, gists, refused, traits } = kept;
  const counts = {
    gists: gists.length,
    facts: facts.length,
    entities: entities.length,
    traits: traits.length,
  };
  log.debug({ exchangeId, status, ...counts, refused }, 'exchange chunked');
}
