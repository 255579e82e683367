import type { AgentId, LiveEvent, TerminalState, ThreadId, TurnId } from '@salience/contracts';
import { type Database, newId } from '@salience/database';
import { type ClaimResult, claimLane, commitTurn } from '@salience/database/turns';
import type { Queues } from '@salience/queues';

/** A turn that is in hand. */
export type Taken = Extract<ClaimResult, { status: 'turn' }>;

/** A digest that is worked by hand: real lanes, real commits, real live events, each when the test says so. */
export class HandWorker {
  readonly #db: Database;
  readonly #queues: Pick<Queues, 'live'>;
  readonly #agentId: AgentId;

  constructor(db: Database, queues: Pick<Queues, 'live'>, agentId: AgentId) {
    this.#db = db;
    this.#queues = queues;
    this.#agentId = agentId;
  }

  /** Claims the next turn of a thread. */
  async claim(threadId: string, owner = 'wrk_hand'): Promise<Taken> {
    const claimed = await claimLane(this.#db, {
      agentId: this.#agentId,
      threadId: threadId as ThreadId,
      owner,
      now: new Date(),
    });
    if (claimed.status !== 'turn') throw new Error(`expected a turn, got ${claimed.status}`);
    return claimed;
  }

  /** Tells open streams an event, as the nth of this worker. */
  say(taken: Taken, n: number, event: LiveEvent): Promise<void> {
    return this.#queues.live.publish(taken.turn.id as TurnId, [
      { position: { fence: taken.fence, n }, event },
    ]);
  }

  /** Commits the end of a turn, tells it, and gives the lane back. */
  async end(taken: Taken, text: string, state: TerminalState = 'answered'): Promise<void> {
    const answered = state === 'answered';
    await commitTurn(this.#db, {
      agentId: taken.turn.agent_id,
      threadId: taken.turn.thread_id,
      turnId: taken.turn.id,
      seq: taken.turn.seq,
      fence: taken.fence,
      now: new Date(),
      state,
      error: answered ? null : { code: 'model.timeout', message: text, recoverable: true },
      timings: {},
      reply: answered
        ? {
            text,
            trust: 'agent',
            confidence: null,
            source: 'digest',
            citations: [],
            model: 'hand',
            usage: { inputTokens: 7, outputTokens: 3 },
          }
        : null,
      topic: null,
      exchange: answered ? { id: newId('exchange'), mode: 'RESPOND', traceparent: null } : null,
      decision: null,
      thread: null,
      takeNext: false,
    });
    await this.say(taken, 900_000, { type: 'ended' });
    await this.#db.pool.query('select salience.release_lane($1, $2, $3)', [
      taken.turn.agent_id,
      taken.turn.thread_id,
      taken.fence,
    ]);
  }
}
