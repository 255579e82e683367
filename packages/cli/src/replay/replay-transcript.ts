import { setTimeout as delay } from 'node:timers/promises';
import {
  isTerminal,
  pageSchema,
  queueViewSchema,
  turnExplanationSchema,
  turnViewSchema,
} from '@salience/contracts';
import { isSalienceError, SalienceError } from '@salience/errors';
import type { ApiClient } from '../client/api-client.ts';
import { ownTimeZone } from '../client/own-time-zone.ts';
import { untoldWords } from '../why/render-explanation.ts';
import { concurrently } from './concurrently.ts';
import type { ReplayMessage, Transcript } from './rows.ts';
import { sendWhenFree } from './send-when-free.ts';

/** How a replay is run. */
export interface ReplayOptions {
  /** Threads whose messages are sent at the same time; each thread is sent in order. */
  readonly width: number;
  /** Milliseconds without any progress before the replay gives up. */
  readonly patienceMs: number;
  readonly onProgress: (progress: ReplayProgress) => void;
  /** Told which turn a message became. */
  readonly onAccepted?: (message: ReplayMessage, turnId: string) => void;
}

/** How far a replay is. */
export interface ReplayProgress {
  readonly total: number;
  readonly accepted: number;
  readonly ended: number;
  readonly remembered: number;
}

/** What a replay did. */
export interface ReplaySummary {
  readonly threads: number;
  readonly messages: number;
  readonly skipped: number;
  /** Messages that an earlier run had sent already. */
  readonly resumed: number;
  readonly states: Readonly<Record<string, number>>;
  readonly modes: Readonly<Record<string, number>>;
  readonly chunks: Readonly<Record<string, number>>;
  readonly episodes: Readonly<Record<string, number>>;
  /** Exchanges that are in no episode yet and not due either, and when the first of them is (null until something follows). */
  readonly untold: { readonly exchanges: number; readonly due_at: string | null };
  readonly accepted_ms: number;
  readonly ended_ms: number;
  readonly remembered_ms: number;
  readonly turns_per_second: number;
}

const POLL_MS = 200;
const queuesSchema = pageSchema(queueViewSchema).pick({ items: true });
const endedSchema = turnViewSchema.pick({ state: true });

/** Sends a transcript, waits until every turn has ended and every exchange is remembered, and counts. */
export async function replayTranscript(
  client: ApiClient,
  transcript: Transcript,
  options: ReplayOptions,
): Promise<ReplaySummary> {
  const began = performance.now();
  const sinceBegan = (): number => Math.round(performance.now() - began);
  const progress = { total: transcript.messages, accepted: 0, ended: 0, remembered: 0 };
  const advance = (stage: 'accepted' | 'ended' | 'remembered'): void => {
    progress[stage]++;
    options.onProgress({ ...progress });
  };
  const sent = await sendAll(client, transcript, options, () => advance('accepted'));
  const acceptedMs = sinceBegan();
  const waitForAll = (holds: (id: string) => Promise<boolean | string>, onHeld: () => void): Promise<void> =>
    concurrently(sent.turns, options.width, (ids) => eachWhen(ids, options.patienceMs, holds, onHeld));
  await waitForAll(
    (id) => hasEnded(client, id),
    () => advance('ended'),
  );
  const endedMs = sinceBegan();
  await waitForAll(
    (id) => isChunked(client, id),
    () => advance('remembered'),
  );
  await settledQueues(client, options.patienceMs);
  // Counted only now: episodes are built from chunks, and a turn may be taken into one long after it ended.
  const tally = emptyTally();
  await waitForAll(
    (id) => isTallied(client, id, tally),
    () => {},
  );
  for (const state of tally.stretches.values()) count(tally.episodes, state);
  return {
    threads: transcript.threads.size,
    messages: transcript.messages,
    skipped: transcript.skipped,
    resumed: sent.resumed,
    states: Object.fromEntries(tally.states),
    modes: Object.fromEntries(tally.modes),
    chunks: Object.fromEntries(tally.chunks),
    episodes: Object.fromEntries(tally.episodes),
    untold: {
      exchanges: tally.untold.length,
      due_at: tally.untold.filter((at) => at !== null).sort()[0] ?? null,
    },
    accepted_ms: acceptedMs,
    ended_ms: endedMs,
    remembered_ms: sinceBegan(),
    turns_per_second: Math.round((transcript.messages / Math.max(1, endedMs)) * 10_000) / 10,
  };
}

interface Tally {
  readonly states: Map<string, number>;
  readonly modes: Map<string, number>;
  readonly chunks: Map<string, number>;
  readonly episodes: Map<string, number>;
  /** The state of each stretch of exchanges by its episode's id. */
  readonly stretches: Map<string, string>;
  /** Of each exchange that is in no episode yet, when it is due. */
  readonly untold: (string | null)[];
}

function emptyTally(): Tally {
  return {
    states: new Map(),
    modes: new Map(),
    chunks: new Map(),
    episodes: new Map(),
    stretches: new Map(),
    untold: [],
  };
}

/** Sends every thread in its order, several threads at a time; resolves with the turns of each. */
async function sendAll(
  client: ApiClient,
  transcript: Transcript,
  { width, patienceMs, onAccepted: tell }: ReplayOptions,
  onAccepted: () => void,
): Promise<{ turns: readonly (readonly string[])[]; resumed: number }> {
  const turns: string[][] = [];
  let resumed = 0;
  await concurrently(transcript.threads.values(), width, async (messages) => {
    const ids: string[] = [];
    turns.push(ids);
    for (const message of messages) {
      const accepted = await sendWhenFree(client, outgoing(message), message.key, patienceMs);
      if (accepted.replayed) resumed++;
      ids.push(accepted.turn_id);
      tell?.(message, accepted.turn_id);
      onAccepted();
    }
  });
  return { turns, resumed };
}

function outgoing(message: ReplayMessage) {
  return {
    text: message.text,
    source: 'replay',
    thread_id: message.thread,
    ...(message.speaker === undefined ? {} : { speaker: message.speaker }),
    ...(message.at === undefined ? {} : { at: message.at }),
  };
}

/** Waits for one id after the other, in order; gives up when one does not move for `patienceMs`, with the reason where `holds` says one. */
async function eachWhen(
  ids: readonly string[],
  patienceMs: number,
  holds: (id: string) => Promise<boolean | string>,
  onHeld: () => void,
): Promise<void> {
  for (const id of ids) {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const held = await whileServerComesBack(() => holds(id));
      if (held === true) break;
      if (Date.now() > deadline) throw stuck(id, patienceMs, held === false ? undefined : held);
      await delay(POLL_MS);
    }
    onHeld();
  }
}

async function hasEnded(client: ApiClient, id: string): Promise<boolean> {
  const { state } = await client.ask(`/turns/${id}`, endedSchema);
  return isTerminal(state);
}

async function isChunked(client: ApiClient, id: string): Promise<boolean> {
  const { memory } = await explanationOf(client, id);
  return memory?.chunk_state !== 'pending';
}

/** False or the reason, and nothing counted, while the turn's episode is still to be built. */
async function isTallied(client: ApiClient, id: string, tally: Tally): Promise<boolean | string> {
  const { turn, decision, memory } = await explanationOf(client, id);
  if (memory?.episode?.state === 'pending') return false;
  const untold = memory?.episode ? undefined : (memory?.untold ?? undefined);
  if (untold?.due === true) return `its exchange is ${untoldWords(untold, ownTimeZone(undefined)).join('')}`;
  if (untold !== undefined) tally.untold.push(untold.due_at);
  count(tally.states, turn.state);
  if (decision !== null) count(tally.modes, decision.modeTerminal);
  count(tally.chunks, memory?.chunk_state ?? 'none');
  const episode = memory?.episode ?? undefined;
  if (episode !== undefined) tally.stretches.set(episode.id, episode.state);
  return true;
}

function explanationOf(client: ApiClient, id: string) {
  return client.ask(`/turns/${id}/why`, turnExplanationSchema);
}

/** Waits until no job for chunks or episodes waits or runs. */
async function settledQueues(client: ApiClient, patienceMs: number): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY;
  let deadline = Date.now() + patienceMs;
  for (;;) {
    const { items } = await client.ask('/queues', queuesSchema);
    const left = items.reduce((sum, { waiting, active, delayed }) => sum + waiting + active + delayed, 0);
    if (left === 0) return;
    if (left < fewest) {
      fewest = left;
      deadline = Date.now() + patienceMs;
    }
    if (Date.now() > deadline) {
      throw new SalienceError(
        'cli.replay-stuck',
        `${left === 1 ? '1 job waits or runs' : `${left} jobs wait or run`} and none ended within ${patienceMs / 1_000} s. See "./salience status" and the logs.`,
      );
    }
    await delay(POLL_MS);
  }
}

/** A server that restarts in the middle of a replay only makes it slower. */
async function whileServerComesBack(ask: () => Promise<boolean | string>): Promise<boolean | string> {
  try {
    return await ask();
  } catch (error) {
    if (isSalienceError(error) && (error.kind === 'retryable' || error.code === 'cli.not-running'))
      return false;
    throw error;
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function stuck(id: string, patienceMs: number, reason: string | undefined): SalienceError {
  return new SalienceError(
    'cli.replay-stuck',
    `${id} made no progress within ${patienceMs / 1_000} s${reason === undefined ? '' : `: ${reason}`}. See "./salience why ${id}" and "./salience status"; ` +
      'run the same replay again to continue where it stopped.',
  );
}
