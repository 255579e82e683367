import type { AgentId, ThreadId } from '@salience/contracts';
import { type TestDatabase, testDatabase, until } from '@salience/testing';
import { type Database, newId } from '../src/index.ts';
import { findAgent } from '../src/doors/agents.ts';
import { settleTopics } from '../src/doors/recall.ts';
import {
  type AcceptTurn,
  acceptTurn,
  type ClaimResult,
  type CommitTurn,
  claimLane,
  commitTurn,
  type ClaimedTurn,
} from '../src/doors/turns.ts';

/** A taken turn. */
export type Taken = ClaimedTurn;

/** A database with short names for what lane tests do. */
export interface World {
  readonly database: TestDatabase;
  readonly consumer: Database;
  readonly digest: Database;
  readonly agentId: AgentId;
  accept(
    text: string,
    more?: Partial<AcceptTurn>,
  ): Promise<{ turnId: string; threadId: ThreadId; seq: number; fence: number; replayed: boolean }>;
  claim(threadId: ThreadId, owner?: string): Promise<ClaimResult>;
  /** Claims and insists on a turn. */
  take(threadId: ThreadId, owner?: string): Promise<Taken>;
  commit(taken: Taken, more?: Partial<CommitTurn>): ReturnType<typeof commitTurn>;
  /** Makes a lane's lease run out, as if its owner had died. */
  expireLease(threadId: ThreadId): Promise<void>;
}

/** Makes a world on a database of its own. */
export async function createWorld(): Promise<World> {
  const database = await testDatabase();
  const consumer = database.connect('salience_consumer');
  const digest = database.connect('salience_digest');
  const agent = await findAgent(consumer, 'default');
  if (agent === undefined) throw new Error('no default agent');
  const agentId = agent.id;
  const claim = (threadId: ThreadId, owner = 'w1') =>
    claimLane(digest, { agentId, threadId, owner, now: new Date() });
  return {
    database,
    consumer,
    digest,
    agentId,
    async accept(text, more = {}) {
      const result = await acceptTurn(consumer, {
        agentId,
        turnId: newId('turn'),
        newThreadId: newId('thread'),
        caller: 'test',
        text,
        source: 'test',
        trust: 'user',
        now: new Date(),
        ...more,
      });
      if (result.status !== 'accepted') throw new Error(`expected accepted, got ${result.status}`);
      return result;
    },
    claim,
    async take(threadId, owner) {
      const result = await claim(threadId, owner);
      if (result.status !== 'turn') throw new Error(`expected a turn, got ${result.status}`);
      return result;
    },
    commit: (taken, more = {}) => commitTurn(digest, { ...answered(taken), ...more }),
    async expireLease(threadId) {
      await database.admin(
        "update salience.lanes set lease_until = clock_timestamp() - interval '1 millisecond' where thread_id = $1",
        [threadId],
      );
    },
  };
}

/** Sums up what was said on topics until there are so many turns: any transaction on the server, of other tests too, holds the last ones back. */
export async function settledTurns(
  { agentId, digest }: Pick<World, 'agentId' | 'digest'>,
  modelId: string,
  turns: number,
): Promise<void> {
  let added = 0;
  const settled = async (): Promise<boolean> => {
    added += await settleTopics(digest, agentId, modelId, 1);
    return added >= turns;
  };
  await until(settled, { what: `${turns} turns to be summed up` });
  if (added !== turns) throw new Error(`expected ${turns} turns to be summed up, got ${added}`);
}

/** The least that an answered turn leaves behind. */
function answered({ turn, fence }: Taken): CommitTurn {
  const now = new Date();
  return {
    agentId: turn.agent_id,
    threadId: turn.thread_id,
    turnId: turn.id,
    seq: turn.seq,
    fence,
    now,
    state: 'answered',
    error: null,
    timings: {},
    reply: {
      text: `re: ${turn.text}`,
      trust: 'agent',
      confidence: null,
      source: 'test',
      citations: [],
      model: 'test',
      usage: { inputTokens: 1, outputTokens: 1 },
    },
    topic: null,
    exchange: { id: newId('exchange'), mode: 'RESPOND', traceparent: null },
    decision: null,
    thread: null,
    takeNext: false,
  };
}
