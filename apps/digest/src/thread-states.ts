import type { ThreadId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { type ClaimedTurn, loadHeard } from '@salience/database/turns';
import type { Embedder } from '@salience/embeddings';
import { messageOf } from '@salience/errors';
import type { Logger } from '@salience/telemetry';
import { type BoundaryState, decodeHearing, foldBoundary, freshBoundaryState } from '@salience/topics';

/** The boundary detector's states of the threads that this process served lately, so that they are neither read nor written with every turn. */
export interface ThreadStates {
  /** The last turn that the state includes which is held of a thread; undefined: none is held. */
  held(threadId: ThreadId): number | undefined;
  /** The turn with the thread's state in its snapshot, from here or from the rows. Rejects with `database.unavailable`. */
  restore(step: ClaimedTurn): Promise<ClaimedTurn>;
  /** Takes the state after a committed turn. */
  keep(threadId: ThreadId, seq: number, state: BoundaryState): void;
}

/** What states are made from where they are not held. */
export interface ThreadStatesDeps {
  readonly db: Database;
  readonly embedder: Embedder;
  /** False: messages are heard by their words alone. */
  readonly embeds: boolean;
  readonly log: Logger;
}

/** Threads whose states are held, about 4 kB each. */
const threadsMax = 1_000;

/** Makes the holder. Nothing depends on what it holds: a state that is not there, or is of another turn, is made from the rows. */
export function createThreadStates(deps: ThreadStatesDeps): ThreadStates {
  // In order of use, least recent first.
  const states = new Map<ThreadId, { readonly seq: number; readonly state: BoundaryState }>();
  const keep = (threadId: ThreadId, seq: number, state: BoundaryState): void => {
    states.delete(threadId);
    states.set(threadId, { seq, state });
    for (const oldest of states.keys()) {
      if (states.size <= threadsMax) break;
      states.delete(oldest);
    }
  };
  return {
    held: (threadId) => states.get(threadId)?.seq,
    async restore(step) {
      const { snapshot, turn } = step;
      const seq = snapshot.thread.heard_seq;
      const kept = states.get(turn.thread_id);
      const boundary = kept?.seq === seq ? kept.state : await stateOf(deps, step);
      keep(turn.thread_id, seq, boundary);
      return { ...step, snapshot: { ...snapshot, thread: { ...snapshot.thread, boundary } } };
    },
    keep,
  };
}

/** The state before a turn, from the rows. */
async function stateOf(
  { db, embedder, embeds, log }: ThreadStatesDeps,
  { snapshot, turn }: ClaimedTurn,
): Promise<BoundaryState> {
  const { boundary, boundary_seq: from, heard_seq: to } = snapshot.thread;
  if (boundary !== undefined && from === to) return stateIn(boundary);
  const { agent_id: agentId, thread_id: threadId } = turn;
  const stored = await loadHeard(db, { agentId, threadId, upTo: to });
  const turns = stored.turns.map(({ heard, replyBefore, saidAt, text }) => ({
    ...decodeHearing(heard),
    text,
    replyBefore: replyBefore ?? '',
    now: Date.parse(saidAt),
  }));
  const embed = async (text: string): Promise<Float32Array | null> => {
    if (!embeds) return null;
    try {
      return await embedder.embed(text);
    } catch (error) {
      log.error({ threadId, cause: messageOf(error) }, 'an earlier message is heard by its words alone');
      return null;
    }
  };
  return foldBoundary(stateIn(stored.boundary), turns, {
    calibration: embedder.calibration,
    modelId: embedder.modelId,
    embed,
  });
}

function stateIn(stored: unknown): BoundaryState {
  return (stored as BoundaryState | null) ?? freshBoundaryState;
}
