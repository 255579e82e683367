import type { AgentId, ExchangeId, Id, ThreadId, Trust } from '@salience/contracts';
import { newId } from '@salience/database';
import type { TestDatabase } from './test-database.ts';

/** What an exchange is planted with. */
export interface PlantedExchange {
  readonly message?: string;
  readonly reply?: string | null;
  readonly speaker?: string | null;
  readonly trust?: Trust;
  /** Its chunk was looked for: the watermark of its thread is past it. */
  readonly chunked?: boolean;
  /** RESPOND unless told. */
  readonly mode?: 'RESPOND' | 'IGNORE';
  readonly traceparent?: string;
  readonly at?: Date;
}

/** Plants what digest would have committed, for tests of the workers behind it. Belongs to the default agent. */
export interface Plants {
  readonly agentId: AgentId;
  /** A thread with its empty lane. */
  thread(options?: { readonly session?: object; readonly at?: Date }): Promise<ThreadId>;
  /** An answered turn and its exchange; the lane's counters follow. */
  exchange(threadId: ThreadId, seq: number, part?: PlantedExchange): Promise<ExchangeId>;
  /** Ends a thread: what of it is chunked and in no episode is due. */
  over(threadId: ThreadId): Promise<void>;
  /** An answered turn, in a thread of its own, that asked for a yes to send a mail. */
  approval(expiresAt: Date): Promise<Id<'approval'>>;
}

/** Makes plants in a test database. Times that are not told are `at`. */
export async function plantsIn(database: TestDatabase, at: Date): Promise<Plants> {
  const agents = await database.admin<{ id: AgentId }>(
    "select id from salience.agents where name = 'default'",
  );
  const agentId = (agents[0] as { id: AgentId }).id;
  const plants: Plants = {
    agentId,
    async thread(options = {}) {
      const id = newId('thread');
      await database.admin(
        `with t as (insert into salience.threads (id, agent_id, key, source, session, created_at, last_activity_at)
           values ($1, $2, $1, 'test', $3, $4, $4))
         insert into salience.lanes (thread_id, agent_id) values ($1, $2)`,
        [id, agentId, JSON.stringify(options.session ?? {}), options.at ?? at],
      );
      return id;
    },
    async exchange(threadId, seq, part = {}) {
      const id = newId('exchange');
      const { message = 'My sister Ana lives in Porto.', reply = 'Noted.', trust = 'user' } = part;
      await database.admin(
        `with t as (insert into salience.turns (id, agent_id, thread_id, seq, state, text, source, trust, said_at, accepted_at)
           values ($1, $2, $3, $4, 'answered', $5, 'test', $6, $7, $7)),
         l as (update salience.lanes set tail = $4, cursor = $4 where thread_id = $3)
         insert into salience.turn_ends (exchange_id, agent_id, thread_id, turn_id, seq, speaker, message, reply, mode, trust, source,
           said_at, ended_at, traceparent, kind, fence)
         values ($8, $2, $3, $1, $4, $9, $5, $10, $12, $6, 'test', $7, $7, $11, 'answered', 0)`,
        [
          newId('turn'),
          agentId,
          threadId,
          seq,
          message,
          trust,
          part.at ?? at,
          id,
          part.speaker ?? null,
          reply,
          part.traceparent ?? null,
          part.mode ?? 'RESPOND',
        ],
      );
      if (part.chunked === true)
        await database.admin(
          `insert into salience.memory_progress (thread_id, agent_id, chunked_seq) values ($1, $2, $3)
           on conflict (thread_id) do update set chunked_seq = greatest(salience.memory_progress.chunked_seq, excluded.chunked_seq)`,
          [threadId, agentId, seq],
        );
      return id;
    },
    async over(threadId) {
      await database.admin(
        `with t as (update salience.threads set state = 'expired' where id = $1)
         update salience.memory_progress set tell_at = $2 where thread_id = $1 and told_seq < chunked_seq`,
        [threadId, at],
      );
    },
    approval: (expiresAt) => plantApproval(database, plants, { at, expiresAt }),
  };
  return plants;
}

async function plantApproval(
  database: TestDatabase,
  plants: Plants,
  { at, expiresAt }: { readonly at: Date; readonly expiresAt: Date },
): Promise<Id<'approval'>> {
  const id = newId('approval');
  const threadId = await plants.thread();
  const exchangeId = await plants.exchange(threadId, 1);
  await database.admin(
    `with s as (insert into salience.act_steps (run_id, n, agent_id, thread_id, turn_id, kind, state, call, approval_id, at)
       select turn_id, 0, agent_id, thread_id, turn_id, 'action', 'asked', $3, $2, $4 from salience.exchanges where id = $1
       returning *)
     insert into salience.approvals (id, agent_id, thread_id, run_id, n, turn_id, tool, arguments, arguments_hash, reason,
       tier, created_at, expires_at)
     select $2, agent_id, thread_id, run_id, n, turn_id, 'mail', '{}', 'none', 'it cannot be taken back', 'commit', at, $5
     from s`,
    [exchangeId, id, JSON.stringify({ id: 'call', tool: 'mail', arguments: {} }), at, expiresAt],
  );
  return id;
}
