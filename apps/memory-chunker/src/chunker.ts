import { renderChunkPrompt } from '@salience/context';
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
import type { Models } from '@salience/llm';
import { type AcceptedChunk, acceptChunk, collectWorldState, reminderSource } from '@salience/memory';
import { done, type JobContext, type JobHandler } from '@salience/queues';
import { type Enrichment, enrich } from '@salience/runtime';
import { attributeKeys, type Logger, type Metrics, withModelCall } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';

/** What the chunker works with. */
export interface ChunkerDeps {
  readonly clock: Clock;
  readonly db: Database;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe' | 'generateStructured'>;
}

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
      async markFailed(code) {
        await failChunk(deps.db, agentId, exchangeId, code);
        deps.log.error({ exchangeId, code }, 'exchange left without its chunk');
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
  const { object, model } = await propose(deps, agentId, loaded, now, context.signal);
  const kept = acceptChunk(object, exchange);
  await deps.fault('chunker.before-save');
  const { status } = await saveChunk(deps.db, {
    agentId,
    exchangeId: exchange.id,
    now,
    model,
    entities: [...kept.entities],
    gists: kept.gists.map((gist) => ({ ...gist, id: newId('gist', now.getTime()) })),
    facts: kept.facts.map((fact) => ({ ...fact, id: newId('fact', now.getTime()) })),
  });
  await deps.fault('chunker.after-save');
  tell(deps.log, exchange.id, status, kept);
}

async function propose(deps: ChunkerDeps, agentId: AgentId, loaded: Loaded, now: Date, signal: AbortSignal) {
  const { exchange, before, reminders } = loaded;
  const prompt = renderChunkPrompt({
    exchange: promptExchange(exchange),
    neighbours: before.map(promptExchange),
    worldState: collectWorldState([reminderSource(reminders)], now),
  });
  const { model, provider } = deps.models.describe('chunk');
  return withModelCall(
    deps.metrics,
    { agentId, role: 'chunk', provider, model, threadId: exchange.threadId },
    (_firstPiece, onAttempt) =>
      deps.models.generateStructured({
        role: 'chunk',
        prompt,
        schema: chunkProposalSchema,
        signal,
        onAttempt,
      }),
  );
}

function promptExchange(exchange: ExchangeRow) {
  const { id, message: text, reply, trust } = exchange;
  return { id, text, reply, trust, at: exchange.saidAt.toISOString(), speaker: exchange.speaker ?? 'user' };
}

function tell(log: Logger, exchangeId: ExchangeId, status: string, kept: AcceptedChunk): void {
  const counts = { gists: kept.gists.length, facts: kept.facts.length, entities: kept.entities.length };
  log.debug({ exchangeId, status, ...counts, refused: kept.refused }, 'exchange chunked');
}
