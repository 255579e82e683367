import {
  type AgentId,
  type LiveEvent,
  type Mode,
  type TerminalState,
  type ThreadId,
  type TurnId,
  turnEnd,
} from '@salience/contracts';
import { type Database, newId } from '@salience/database';
import { type ClaimResult, claimLane, commitTurn } from '@salience/database/turns';
import type { Queues } from '@salience/queues';

type Taken = Extract<ClaimResult, { status: 'turn' }>;

/** A digest worked by hand: real lanes, real commits, real live events, each when the test says so. */
export class HandDigest {
  readonly db: Database;
  readonly queues: Queues;
  readonly agentId: AgentId;

  constructor(parts: { digestDb: Database; queues: Queues; agentId: AgentId }) {
    this.db = parts.digestDb;
    this.queues = parts.queues;
    this.agentId = parts.agentId;
  }

  /** Claims a lane and its next turn; fails when there is none to be had. */
  async claim(threadId: string, owner = 'wrk_hand', agentId = this.agentId): Promise<Taken> {
    const claimed = await claimLane(this.db, {
      agentId,
      threadId: threadId as ThreadId,
      owner,
      now: new Date(),
    });
    if (claimed.status !== 'turn') throw new Error(`expected a turn, got ${claimed.status}`);
    return claimed;
  }

  /** Publishes events from position n on. */
  say(taken: Taken, n: number, ...events: LiveEvent[]): Promise<void> {
    const placed = events.map((event, i) => ({ position: { fence: taken.fence, n: n + i }, event }));
    return this.queues.live.publish(taken.turn.id as TurnId, placed);
  }

  /** Says that the turn ended, with an answer in these words; `other` plants what does not fit the turn. */
  tell(taken: Taken, text: string, other: { agentId?: AgentId; fence?: number } = {}): Promise<void> {
    const id = taken.turn.id as TurnId;
    const end = turnEnd({
      id,
      state: 'answered',
      acceptedAt: taken.turn.accepted_at,
      endedAt: taken.turn.accepted_at,
      reply: {
        text,
        topic: 'general',
        mode: 'RESPOND',
        confidence: 0,
        replyConfidence: null,
        exchangeId: newId('exchange'),
        citations: [],
      },
      error: null,
      mergedInto: null,
      interruptedBy: null,
    });
    const fence = other.fence ?? taken.fence;
    const told = { agent_id: other.agentId ?? taken.turn.agent_id, end };
    return this.queues.live.publish(id, [
      { position: { fence, n: 900_000 }, event: { type: 'ended', told } },
    ]);
  }

  /** Commits the turn's end; says `ended` unless told not to. */
  async end(
    taken: Taken,
    end: {
      state?: TerminalState;
      text?: string;
      mode?: Mode;
      error?: { code: string; message: string; recoverable: boolean };
      quiet?: boolean;
    },
  ): Promise<'committed' | 'fenced'> {
    const state = end.state ?? 'answered';
    const answered = state === 'answered';
    const mode = end.mode ?? (answered ? 'RESPOND' : 'IGNORE');
    const result = await commitTurn(this.db, {
      agentId: taken.turn.agent_id,
      threadId: taken.turn.thread_id,
      turnId: taken.turn.id,
      seq: taken.turn.seq,
      fence: taken.fence,
      now: new Date(),
      state,
      error: end.error ?? null,
      timings: {},
      reply: answered
        ? {
            text: end.text ?? 'hello',
            trust: 'agent',
            confidence: null,
            source: 'digest',
            citations: [],
            model: 'hand',
            usage: { inputTokens: 7, outputTokens: 3 },
          }
        : null,
      topic: null,
      exchange: answered || state === 'ignored' ? { id: newId('exchange'), mode, traceparent: null } : null,
      decision: null,
      thread: null,
      takeNext: false,
    });
    if (result.status === 'committed' && end.quiet !== true)
      await this.say(taken, 900_000, { type: 'ended' });
    return result.status;
  }

  /** Claims the next turn of a thread and answers it with these deltas. */
  async answer(threadId: string, ...deltas: string[]): Promise<Taken> {
    const taken = await this.claim(threadId);
    await this.say(
      taken,
      1,
      { type: 'status', status: 'thinking' },
      ...deltas.map((text) => ({ type: 'delta' as const, text })),
    );
    await this.end(taken, { text: deltas.join('') || 'hello' });
    await this.release(taken);
    return taken;
  }

  /** Gives the lane back. */
  async release(taken: Taken): Promise<void> {
    await this.db.pool.query('select salience.release_lane($1, $2, $3)', [
      taken.turn.agent_id,
      taken.turn.thread_id,
      taken.fence,
    ]);
  }

  /** Lets a lane's lease run out now, as if its owner had died. */
  async expire(threadId: string): Promise<void> {
    const client = await this.db.pool.connect();
    await client.query('begin');
    await client.query("select set_config('app.agent', $1, true)", [this.agentId]);
    await client.query(
      "update salience.lanes set lease_until = clock_timestamp() - interval '1 second' where thread_id = $1",
      [threadId],
    );
    await client.query('commit');
    client.release();
  }
}
