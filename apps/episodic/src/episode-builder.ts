import {
  type AgentId,
  type EpisodeId,
  episodeBuildJob,
  type MemoryRetryId,
  type PayloadOf,
  type StretchReason,
  type ThreadId,
} from '@salience/contracts';
import { newId } from '@salience/database';
import {
  type ConceptSourceRow,
  type DueRetry,
  keepEpisodes,
  loadForConcepts,
  loadStretches,
  loadUntold,
  type MemoryRetry,
  type SaveConcepts,
  type SaveEpisode,
  type StretchRow,
  type UntoldThread,
} from '@salience/database/remembering';
import { type Cut, cutStretches, type Stretch } from '@salience/memory';
import type { JobHandler } from '@salience/queues';
import {
  type BatchPiece,
  decideFailure,
  type EndedPiece,
  type MemoryBatchPorts,
  type MemoryWork,
  reasonOf,
  workMemory,
} from '@salience/runtime';
import { attributeKeys } from '@salience/telemetry';
import { type ConceptDeps, conceptsOf } from './concepts-of.ts';
import { type OneCallDeps, toldInOneCall } from './tell-in-one-call.ts';
import { type TellDeps, tellStretch } from './tell-stretch.ts';

/** What the builder works with. */
export interface EpisodeBuilderDeps extends MemoryBatchPorts {
  readonly clock: TellDeps['clock'];
  readonly embedding: TellDeps['embedding'];
  readonly log: ConceptDeps['log'];
  readonly metrics: TellDeps['metrics'];
  readonly models: TellDeps['models'] & ConceptDeps['models'] & OneCallDeps['models'];
  /** The pause that ends a session, in milliseconds. */
  readonly silenceMs: number;
}

/** A stretch that waits for its episode, or an episode that waits for its concepts. */
interface Piece extends BatchPiece {
  readonly row: StretchRow;
  readonly reason: StretchReason;
  /** The episode that tells more from now on. */
  readonly grows?: Grown;
  /** The episode whose concepts are all that is missing. */
  readonly source?: ConceptSourceRow;
}

type Grown = NonNullable<UntoldThread['before']>;

interface Made {
  readonly episode?: SaveEpisode;
  readonly concepts?: SaveConcepts;
  /** The episode is there and its concepts could not be read. */
  readonly conceptsFailed?: { readonly error: string; readonly again: boolean };
}

interface Loaded {
  readonly threads: readonly { readonly thread: UntoldThread; readonly cut: Cut }[];
  readonly retries: readonly DueRetry[];
  readonly pieces: readonly Piece[];
}

/**
 * Makes the handler of `episode.build`: what lies between the watermarks of the agent's threads becomes episodes with their concepts, batch
 * by batch. An answer that cannot be used leaves a stretch without its episode, or an episode without its concepts, set aside; while
 * the model is away the watermark stays where it is.
 */
export function createEpisodeBuilder(
  deps: EpisodeBuilderDeps,
): JobHandler<PayloadOf<typeof episodeBuildJob>> {
  const work: MemoryWork<Loaded, Piece, Made> = {
    kind: 'tell',
    queue: episodeBuildJob.queue,
    faults: 'episodic',
    sideBySide: deps.models.describe('episode').offline ? 1 : 4,
    load: (ask) => load(deps, ask),
    piecesOf: ({ pieces, retries, threads }) => (threads.length + retries.length === 0 ? undefined : pieces),
    async make(agentId, piece, _loaded, signal, span) {
      const made = await make(deps, agentId, piece, signal);
      span.setAttribute(attributeKeys.episodeId, made.episode?.id ?? made.concepts?.episodeId ?? '');
      return made;
    },
    async keep(lease, loaded, ended, now) {
      const made = ended.flatMap((end) => ('made' in end ? [end.made] : []));
      const { more } = await keepEpisodes(deps.db, lease, {
        now,
        episodes: made.flatMap(({ episode }) => (episode === undefined ? [] : [episode])),
        concepts: made.flatMap(({ concepts }) => (concepts === undefined ? [] : [concepts])),
        threads: loaded.threads.map(({ cut, thread }) => progressOf(thread, cut, ended, now)),
        retries: retriesOf(loaded, ended, now),
      });
      told(deps, ended);
      return more;
    },
  };
  return ({ agentId }, context) => workMemory(deps, work, { agentId, threadIds: [] }, context);
}

async function load(
  { db, silenceMs }: EpisodeBuilderDeps,
  ask: { readonly agentId: AgentId; readonly now: Date; readonly most: number },
): Promise<Loaded> {
  const { retries, threads } = await loadUntold(db, { ...ask, of: 'tell' });
  const cuts = threads.map((thread) => {
    const { before, expired, more, places } = thread;
    const context = { now: ask.now, silenceMs, expired, more, before: before !== null };
    return { thread, cut: cutStretches(places, context) };
  });
  // As many as the batch may have; the others are cut again for the next one.
  let left = ask.most;
  const dealt = cuts.map(({ cut, thread }) => {
    const stretches = cut.stretches.slice(0, left);
    left -= stretches.length;
    const whole = stretches.length === cut.stretches.length;
    return { thread, cut: whole ? cut : { stretches, dueAt: ask.now } };
  });
  const stretches = dealt.flatMap(({ cut, thread }) => joined(cut.stretches, thread));
  const again = retries.filter(({ kind }) => kind === 'tell');
  // One that grows is told anew from its beginning.
  const asked = [
    ...stretches.map(({ firstSeq, grows, lastSeq, threadId }) => ({
      threadId,
      firstSeq: grows?.firstSeq ?? firstSeq,
      lastSeq,
    })),
    ...again,
  ].map(({ firstSeq, lastSeq, threadId }) => ({ threadId, firstSeq, lastSeq }));
  const rows = asked.length === 0 ? [] : await loadStretches(db, ask.agentId, asked);
  const pieces = [...stretches, ...again].flatMap((stretch, at) => pieceOf(stretch, rows[at]));
  return { threads: dealt, retries, pieces: [...pieces, ...(await conceptPieces(db, ask.agentId, retries))] };
}

/** The stretches of a thread, the short end of one joined with the stretch before it where that is told now too. */
function joined(stretches: readonly Stretch[], { before, threadId }: UntoldThread) {
  const all: {
    threadId: ThreadId;
    firstSeq: number;
    lastSeq: number;
    reason: StretchReason;
    grows?: Grown;
  }[] = [];
  for (const { firstSeq, grows, lastSeq, reason } of stretches) {
    const last = all.at(-1);
    if (grows && last !== undefined) all[all.length - 1] = { ...last, lastSeq, reason };
    else
      all.push({
        threadId,
        firstSeq,
        lastSeq,
        reason,
        ...(grows && before !== null ? { grows: before } : {}),
      });
  }
  return all;
}

function pieceOf(
  stretch: Pick<Piece, 'firstSeq' | 'grows' | 'lastSeq' | 'threadId'> & {
    readonly reason: StretchReason | null;
    readonly id?: MemoryRetryId;
    readonly tries?: number;
    readonly episodeId?: EpisodeId | null;
  },
  row: StretchRow | undefined,
): Piece[] {
  const { episodeId, firstSeq, id, lastSeq, reason, threadId, tries = 0 } = stretch;
  // Of a retry: it was to tell more when it failed.
  const grows = stretch.grows ?? (episodeId ? { id: episodeId, firstSeq, lastSeq } : undefined);
  const last = row?.exchanges.at(-1);
  if (row === undefined || last === undefined) return [];
  return [
    {
      threadId,
      firstSeq,
      lastSeq,
      row,
      reason: reason ?? 'silence',
      traceparent: last.traceparent,
      ...(grows === undefined ? {} : { grows }),
      ...(id === undefined ? {} : { retry: { id, tries } }),
    },
  ];
}

/** Episodes whose concepts could not be read before, or that have none yet. */
async function conceptPieces(
  db: EpisodeBuilderDeps['db'],
  agentId: AgentId,
  retries: readonly DueRetry[],
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const { episodeId, firstSeq, id, lastSeq, threadId, tries } of retries) {
    const source = episodeId === null ? undefined : await loadForConcepts(db, agentId, episodeId);
    if (source === undefined) continue;
    const { traceparent } = source;
    const row = { exchanges: [], known: [], proposal: null };
    const retry = { id, tries };
    pieces.push({ threadId, firstSeq, lastSeq, traceparent, row, reason: 'silence', source, retry });
  }
  return pieces;
}

async function make(
  deps: EpisodeBuilderDeps,
  agentId: AgentId,
  piece: Piece,
  signal: AbortSignal,
): Promise<Made> {
  if (piece.source !== undefined) return { concepts: await conceptsOf(deps, agentId, piece.source, signal) };
  const { grows, reason, retry } = piece;
  // What one call failed at is tried role by role.
  const row = retry === undefined ? await toldInOneCall(deps, agentId, piece.row, signal) : piece.row;
  const episode = await tellStretch(deps, agentId, { row, reason, episodeId: grows?.id }, signal);
  try {
    return {
      episode,
      concepts: await conceptsOf(
        deps,
        agentId,
        { ...episode, zone: null, ...row },
        signal,
        row.proposal ?? undefined,
      ),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    // Its episode is made: only its concepts are tried again, unless the model is away.
    const { action } = decideFailure(error, { attempt: 1, attemptsMax: 2 });
    if (action === 'pause') throw error;
    return { episode, conceptsFailed: { error: reasonOf(error), again: action === 'retry' } };
  }
}

/** How far a thread is with what is over: up to the first stretch that is not. */
function progressOf(
  { chunkedSeq, threadId, toldSeq }: UntoldThread,
  { dueAt, stretches }: Cut,
  ended: readonly EndedPiece<Piece, Made>[],
  now: Date,
) {
  const over = ended.flatMap(({ piece }) =>
    piece.threadId === threadId && piece.retry === undefined ? [piece] : [],
  );
  let to = toldSeq;
  for (const { firstSeq, lastSeq } of stretches) {
    if (!over.some((piece) => piece.firstSeq <= firstSeq && lastSeq <= piece.lastSeq)) {
      return { threadId, from: toldSeq, chunkedSeq, to, dueAt: now };
    }
    to = lastSeq;
  }
  return { threadId, from: toldSeq, chunkedSeq, to, dueAt };
}

/** What is tried again later or was given up, and what is no longer. A retry whose exchanges are gone is over too. */
function retriesOf({ pieces, retries }: Loaded, ended: readonly EndedPiece<Piece, Made>[], now: Date) {
  const put: MemoryRetry[] = [];
  for (const end of ended) {
    const { firstSeq, grows, lastSeq, reason, retry, source, threadId } = end.piece;
    // One that grows is told anew from its beginning.
    const place = { threadId, firstSeq: grows?.firstSeq ?? firstSeq, lastSeq };
    if ('failed' in end) {
      const kind = source === undefined ? 'tell' : 'concepts';
      const id = retry?.id ?? newId('memoryRetry', now.getTime());
      put.push({ ...place, id, kind, reason, episodeId: source?.id ?? null, ...end.failed });
    } else if (end.made.conceptsFailed !== undefined && end.made.episode !== undefined) {
      const { again, error } = end.made.conceptsFailed;
      const [id, episodeId] = [newId('memoryRetry', now.getTime()), end.made.episode.id];
      put.push({ ...place, id, kind: 'concepts', episodeId, tries: 1, error, dueAt: again ? now : null });
    }
  }
  const kept = new Set<string>(put.map(({ id }) => id));
  const over = new Set(ended.flatMap(({ piece }) => (piece.retry === undefined ? [] : [piece.retry.id])));
  const open = new Set(pieces.flatMap(({ retry }) => (retry === undefined ? [] : [retry.id])));
  const done = retries.flatMap(({ id }) => ((over.has(id) || !open.has(id)) && !kept.has(id) ? [id] : []));
  return { put, done };
}

function told({ log, metrics }: EpisodeBuilderDeps, ended: readonly EndedPiece<Piece, Made>[]): void {
  for (const end of ended) {
    const { firstSeq, lastSeq, source, threadId } = end.piece;
    const place = { threadId, firstSeq, lastSeq, episodeId: source?.id };
    if ('failed' in end) {
      const { dueAt, error: reason } = end.failed;
      if (dueAt === null) log.error({ ...place, reason }, 'stretch left without its episode or its concepts');
      else log.warn({ ...place, reason }, 'stretch not told; it is tried again');
      continue;
    }
    const { concepts, conceptsFailed, episode } = end.made;
    if (episode !== undefined) metrics.loopProgressed('episodes');
    if (concepts !== undefined) metrics.loopProgressed('concepts');
    if (conceptsFailed !== undefined) {
      const { again, error: reason } = conceptsFailed;
      log[again ? 'warn' : 'error']({ ...place, reason }, 'episode without its concepts');
    }
    if (episode !== undefined) {
      const { complete, id: episodeId, refused } = episode;
      log.debug({ ...place, episodeId, complete, refused }, 'episode built');
    }
  }
}
