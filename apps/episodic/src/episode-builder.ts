import { promptExchange } from '@salience/context';
import { type AgentId, conceptExtractJob, episodeBuildJob, type PayloadOf } from '@salience/contracts';
import {
  type Clock,
  type Database,
  failRange,
  loadRange,
  newId,
  type RangeRow,
  saveEpisode,
} from '@salience/database';
import { SalienceError } from '@salience/errors';
import type { Models } from '@salience/models';
import {
  areUntold,
  episodeDeadline,
  formEpisode,
  nothingToKeep,
  onMainTopic,
  untoldEpisode,
} from '@salience/memory';
import { saidKey } from '@salience/language';
import { done, type JobContext, type JobHandler, snooze } from '@salience/queues';
import { askRole, type Enrichment, enrich, handOn, type SendPorts } from '@salience/runtime';
import { attributeKeys, type Logger, type Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';
import type { Embedding } from './embedding.ts';

/** What the builder works with. */
export interface EpisodeBuilderDeps {
  readonly clock: Clock;
  readonly db: Database;
  readonly embedding: Pick<Embedding, 'codeOf'>;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe' | 'episode'>;
  readonly queues: SendPorts['queues'];
}

/**
 * Makes the handler of `episode.build`: one closed range becomes one episode, stored once however often the job comes. It is
 * made from the exchanges on the range's main topic; the others stay in the range's record. While their chunks are missing the
 * job is rescheduled, for at most a minute of business time; then the episode is built with what there is and says that it is
 * incomplete. An exchange whose chunk failed counts as there. Exchanges of which code is sure that they tell nothing are told in their own
 * words, without a model. An answer that cannot be used marks the range failed; while the
 * model is away the range stays pending and the job comes again.
 */
export function createEpisodeBuilder(
  deps: EpisodeBuilderDeps,
): JobHandler<PayloadOf<typeof episodeBuildJob>> {
  return async ({ agentId, rangeId }, context) => {
    const range = await loadRange(deps.db, agentId, rangeId);
    if (range === undefined || range.state === 'built') return done();
    const waitMs = await chunksWaitMs(deps.clock, range);
    if (waitMs > 0) return snooze(waitMs);
    const piece: Enrichment = {
      queue: episodeBuildJob.queue,
      agentId,
      parent: range.traceparent,
      attributes: { [attributeKeys.threadId]: range.threadId },
      ids: { threadId: range.threadId, rangeId },
      async work(span) {
        await deps.fault('episodic.loaded');
        span.setAttribute(attributeKeys.episodeId, await build(deps, agentId, range, context));
      },
      async markFailed(reason) {
        await failRange(deps.db, agentId, rangeId, reason);
        deps.log.error({ rangeId, reason }, 'range left without its episode');
      },
    };
    return enrich(piece, context);
  };
}

async function chunksWaitMs(clock: Clock, range: RangeRow): Promise<number> {
  const { exchanges } = onMainTopic(range.exchanges);
  if (exchanges.every((exchange) => exchange.chunkState !== 'pending')) return 0;
  const deadline = episodeDeadline(range.createdAt, await clock.now());
  return deadline.passed ? 0 : deadline.waitMs;
}

async function build(deps: EpisodeBuilderDeps, agentId: AgentId, range: RangeRow, context: JobContext) {
  if (range.exchanges.length === 0) {
    throw new SalienceError(
      'memory.empty-range',
      `Expected range ${range.id} to hold exchanges, it holds none.`,
    );
  }
  const { object, model } = await propose(deps, agentId, range, context.signal);
  const draft = formEpisode(range, object, model);
  const code = await deps.embedding.codeOf(`${draft.gist} ${draft.outcome}`);
  await deps.fault('episodic.before-save');
  const now = await deps.clock.now();
  const id = newId('episode', now.getTime());
  // What came of it is part of it: the same question with another answer is another episode.
  const said = saidKey(draft.gist, draft.outcome);
  const { status } = await saveEpisode(deps.db, { ...draft, ...code, said, id, agentId, now });
  await deps.fault('episodic.after-save');
  if (status === 'stored') {
    deps.metrics.loopProgressed('episodes');
    await handOn(deps, conceptExtractJob, [{ agentId, episodeId: id }], range.traceparent);
  }
  const { complete, refused } = draft;
  deps.log.debug({ rangeId: range.id, episodeId: id, status, complete, refused }, 'episode built');
  return id;
}

async function propose(deps: EpisodeBuilderDeps, agentId: AgentId, range: RangeRow, signal: AbortSignal) {
  const { exchanges } = onMainTopic(range.exchanges);
  // The offline responder costs nothing and is always asked.
  if (!deps.models.describe('episode').offline && areUntold(exchanges)) {
    deps.metrics.modelCallsAvoided.inc({ agent: agentId, reason: nothingToKeep });
    return { object: untoldEpisode(exchanges), model: nothingToKeep };
  }
  const input = {
    exchanges: exchanges.map(promptExchange),
    chunks: exchanges.map(({ id, gists, facts, sentiment }) => ({
      exchangeId: id,
      sentiment,
      gists: gists.map((gist) => gist.content),
      facts: facts.map((fact) => `${fact.subject} ${fact.key.replaceAll('_', ' ')} ${fact.value}`),
    })),
  };
  return askRole(deps, 'episode', input, { agentId, threadId: range.threadId, signal });
}
