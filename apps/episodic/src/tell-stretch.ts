import { promptChunk, promptExchange } from '@salience/context';
import type { AgentId, EpisodeId, StretchReason } from '@salience/contracts';
import { type Clock, newId } from '@salience/database';
import { type SaveEpisode, type StretchRow, type ToldExchange } from '@salience/database/remembering';
import { saidKey } from '@salience/language';
import { areUntold, formEpisode, nothingToKeep, untoldEpisode } from '@salience/memory';
import type { Models } from '@salience/models';
import { askRole } from '@salience/runtime';
import type { Metrics } from '@salience/telemetry';
import type { Embedding } from './embedding.ts';

/** What telling works with. */
export interface TellDeps {
  readonly clock: Clock;
  readonly embedding: Pick<Embedding, 'codeOf'>;
  readonly metrics: Metrics;
  readonly models: Pick<Models, 'describe' | 'episode'>;
}

/** Nobody answered any of them. */
export function areOverheard(exchanges: readonly { readonly mode: string }[]): boolean {
  return exchanges.length > 0 && exchanges.every(({ mode }) => mode === 'IGNORE');
}

/** A stretch to be told. */
export interface ToldStretch {
  readonly row: StretchRow;
  readonly reason: StretchReason;
  /** The episode that tells more from now on; absent for a new one. */
  readonly episodeId?: EpisodeId | undefined;
}

/**
 * Makes the episode of a stretch. Exchanges of which code is sure that they tell nothing are told in their own words, without a model.
 * Throws as the model does, and where the exchanges do not carry what it says.
 */
export async function tellStretch(
  deps: TellDeps,
  agentId: AgentId,
  { episodeId, reason, row }: ToldStretch,
  signal: AbortSignal,
): Promise<SaveEpisode> {
  const { exchanges } = row;
  const { object, model } = await propose(deps, agentId, row, signal);
  const draft = formEpisode({ exchanges }, object, model);
  const code = await deps.embedding.codeOf(`${draft.gist} ${draft.outcome}`);
  const last = exchanges.at(-1) as ToldExchange;
  return {
    ...draft,
    ...code,
    exchangeCodes: await codesOf(deps, exchanges),
    id: episodeId ?? newId('episode', (await deps.clock.now()).getTime()),
    threadId: last.threadId,
    reason,
    traceparent: last.traceparent,
    // What came of it is part of it: the same question with another answer is another episode.
    said: saidKey(draft.gist, draft.outcome),
  };
}

/** The codes of exchanges that were told before anybody made their vectors: their worker was ended, or its embedder away. */
async function codesOf(
  { embedding }: TellDeps,
  exchanges: readonly ToldExchange[],
): Promise<NonNullable<SaveEpisode['exchangeCodes']>> {
  const codes = [];
  for (const { id, message } of exchanges.filter(({ coded }) => !coded)) {
    const made = await embedding.codeOf(message);
    if (made === undefined) continue;
    codes.push({ id, kind: 'exchange' as const, code: made.code, modelId: made.codeModelId });
  }
  return codes;
}

async function propose(
  deps: TellDeps,
  agentId: AgentId,
  { exchanges, proposal }: StretchRow,
  signal: AbortSignal,
) {
  // It came with the chunks.
  if (proposal !== null && proposal.episode) return { object: proposal.episode, model: proposal.model };
  // The offline responder costs nothing and is always asked. What was merely overheard costs no call here: where it is worth one, it had it.
  if (!deps.models.describe('episode').offline && (areUntold(exchanges) || areOverheard(exchanges))) {
    deps.metrics.modelCallsAvoided.inc({ agent: agentId, reason: nothingToKeep });
    return { object: untoldEpisode(exchanges), model: nothingToKeep };
  }
  const input = {
    exchanges: exchanges.map(promptExchange),
    chunks: exchanges.map(promptChunk),
  };
  return askRole(deps, 'episode', input, { agentId, threadId: exchanges[0]?.threadId, signal });
}
