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
import type { ApprovalRow } from './approvals.ts';
import type { TurnRow } from './turns.ts';

/** A thread as lists show it. */
export interface ThreadRow {
  readonly id: ThreadId;
  readonly key: string;
  readonly source: string;
  readonly state: 'active' | 'expired';
  readonly topic: string | null;
  /** The title of the task whose thread it is; null for any other. */
  readonly title: string | null;
  readonly confidence: number;
  readonly turns: number;
  readonly pending: number;
  /** The place of its last ended turn. */
  readonly ended: number;
  readonly createdAt: Date;
  readonly lastActivityAt: Date;
  /** Requests of it that wait for an answer. */
  readonly asked: number;
  /** Its last message with what came of it; null while there is none. */
  readonly last: LastMessage | null;
}

/** The last message of a thread as lists show it: its texts are cut. Times are ISO strings. */
export interface LastMessage {
  readonly turnId: TurnId;
  readonly text: string;
  readonly reply: string | null;
  readonly speaker: string | null;
  readonly source: string;
  readonly state: TurnState;
  readonly mode: Mode | null;
  readonly saidAt: string;
}

/** Characters of a text in a list of threads. */
const shownChars = 160;

const threadColumns = `t.id, t.key, t.source, t.state, p.name as topic, t.confidence,
  case when t.key like ' task:%' then (select k.title from salience.tasks k where k.id = substr(t.key, 7)) end as title, l.tail as turns,
  l.tail - l.cursor as pending, l.cursor as ended, t.created_at as "createdAt", t.last_activity_at as "lastActivityAt",
  (select count(*) from salience.approvals q where q.thread_id = t.id and q.state = 'pending') as asked,
  (select jsonb_build_object('turnId', x.id, 'text', left(coalesce(x.own_text, x.text), ${shownChars}),
     'reply', left(e.reply, ${shownChars}), 'speaker', x.speaker, 'source', x.source, 'state', x.state, 'mode', e.mode, 'saidAt', x.said_at)
   from salience.turns x left join salience.turn_ends e on e.turn_id = x.id
   where x.thread_id = t.id order by x.seq desc limit 1) as last
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
  /** What began the turn. */
  readonly source: string;
  readonly saidAt: Date;
  readonly acceptedAt: Date;
  readonly endedAt: Date | null;
  readonly cancelRequestedAt: Date | null;
  readonly forgottenAt: Date | null;
  readonly error: TurnRow['error'];
  /** The turn that it goes on from. */
  readonly parentTurnId: TurnId | null;
  /** The turn whose message took its place. */
  readonly interruptedBy: TurnId | null;
  /** Its message entered the run of actions of the turn that answers it. */
  readonly steered: boolean;
  /** The turns that its reply answers too, in order. */
  readonly answers: readonly TurnId[];
  readonly reply: string | null;
  readonly mode: Mode | null;
  /** Of the routing; null where nothing was decided. */
  readonly confidence: number | null;
  readonly replyConfidence: number | null;
  readonly model: string | null;
  readonly usage: { readonly inputTokens: number | null; readonly outputTokens: number | null } | null;
  readonly exchangeId: ExchangeId | null;
  readonly citations: Citation[] | null;
  /** Its requests, in the order of its steps. */
  readonly approvals: readonly ApprovalRow[];
  /** What was said of it, latest first. */
  readonly feedback: readonly {
    readonly value: number;
    readonly wanted: Mode | null;
    readonly givenBy: string;
  }[];
}

/** A thread's turns, newest first, before the given seq. */
export function loadHistory(
  db: Database,
  agentId: AgentId,
  page: { threadId: ThreadId; limit: number; beforeSeq?: number },
): Promise<HistoryRow[]> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<HistoryRow>(
      `select t.id as "turnId", t.seq, t.state, t.speaker, t.source, t.error,
         coalesce(t.own_text, t.text) as text, t.merged_into as "mergedInto", t.trust, t.said_at as "saidAt", t.accepted_at as "acceptedAt",
         t.ended_at as "endedAt", t.cancel_requested_at as "cancelRequestedAt", t.forgotten_at as "forgottenAt",
         t.parent_turn_id as "parentTurnId", t.interrupted_by as "interruptedBy", t.steering and t.merged_into is not null as steered,
         case when t.own_text is null and t.steered_text is null then '{}' else
           array(select m.id from salience.turns m where m.merged_into = t.id order by m.seq) end as answers,
         case when e.exchange_id is not null then e.reply end as reply, e.mode, e.confidence, e.reply_confidence as "replyConfidence",
         e.model, e.usage, e.exchange_id as "exchangeId", e.citations,
         (select coalesce(jsonb_agg(salience.approval_view(q) order by q.n), '[]') from salience.approvals q where q.turn_id = t.id) as approvals,
         (select coalesce(jsonb_agg(jsonb_build_object('value', f.value, 'wanted', f.wanted, 'givenBy', f.given_by) order by f.created_at desc), '[]')
            from salience.feedback f where f.agent_id = t.agent_id and f.target = t.id) as feedback
       from salience.turns t left join salience.turn_ends e on e.turn_id = t.id
       where t.thread_id = $1 and ($2::bigint is null or t.seq < $2)
       order by t.seq desc limit $3`,
      [page.threadId, page.beforeSeq ?? null, page.limit],
    );
    return rows.rows;
  });
}
