import type {
  AgentId,
  Citation,
  ExchangeId,
  Mode,
  ThreadId,
  Trust,
  TurnId,
  TurnState,
} from '@salience/contracts';
import { type Database, withAgent } from '../connect.ts';

/** A thread as lists show it. */
export interface ThreadRow {
  readonly id: ThreadId;
  readonly key: string;
  readonly source: string;
  readonly state: 'active' | 'expired';
  readonly topic: string | null;
  readonly confidence: number;
  readonly turns: number;
  readonly pending: number;
  /** The place of its last ended turn. */
  readonly ended: number;
  readonly createdAt: Date;
  readonly lastActivityAt: Date;
}

const threadColumns = `t.id, t.key, t.source, t.state, p.name as topic, t.confidence, l.tail as turns,
  l.tail - l.cursor as pending, l.cursor as ended, t.created_at as "createdAt", t.last_activity_at as "lastActivityAt"
  from salience.threads t join salience.lanes l on l.thread_id = t.id
  left join salience.topics p on p.id = t.topic_id`;

/** The agent's threads, latest activity first, after the given one. */
export function listThreads(
  db: Database,
  agentId: AgentId,
  page: { limit: number; after?: { at: Date; id: string } },
): Promise<ThreadRow[]> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<ThreadRow>(
      // The hour is what the index holds; of one hour the rows are sorted. It follows from the time, so it changes no order.
      `select ${threadColumns} where ($1::timestamptz is null or (t.active_hour <= $1 and (t.last_activity_at, t.id) < ($1, $2)))
       order by t.active_hour desc, t.last_activity_at desc, t.id desc limit $3`,
      [page.after?.at ?? null, page.after?.id ?? null, page.limit],
    );
    return rows.rows;
  });
}

/** A thread by id or by the caller's key; undefined when the agent has none such. */
export function findThread(db: Database, agentId: AgentId, ref: string): Promise<ThreadRow | undefined> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<ThreadRow>(
      `select ${threadColumns} where t.id = $1 or t.key = $1 limit 1`,
      [ref],
    );
    return rows.rows[0];
  });
}

/** A turn of a thread's history with its reply. */
export interface HistoryRow {
  readonly turnId: TurnId;
  readonly seq: number;
  readonly state: TurnState;
  readonly speaker: string | null;
  /** What was said in this message alone. */
  readonly text: string;
  /** The turn that answers it, of a merged one. */
  readonly mergedInto: TurnId | null;
  readonly trust: Trust;
  readonly saidAt: Date;
  readonly reply: string | null;
  readonly mode: Mode | null;
  readonly exchangeId: ExchangeId | null;
  readonly citations: Citation[] | null;
}

/** A thread's turns, newest first, before the given seq. */
export function loadHistory(
  db: Database,
  agentId: AgentId,
  page: { threadId: ThreadId; limit: number; beforeSeq?: number },
): Promise<HistoryRow[]> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<HistoryRow>(
      `select t.id as "turnId", t.seq, t.state, t.speaker,
         coalesce(t.own_text, t.text) as text, t.merged_into as "mergedInto", t.trust, t.said_at as "saidAt", r.text as reply,
         e.mode, e.id as "exchangeId", r.citations
       from salience.turns t left join salience.replies r on r.turn_id = t.id
       left join salience.exchanges e on e.turn_id = t.id
       where t.thread_id = $1 and ($2::bigint is null or t.seq < $2)
       order by t.seq desc limit $3`,
      [page.threadId, page.beforeSeq ?? null, page.limit],
    );
    return rows.rows;
  });
}
