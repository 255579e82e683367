import { createHash } from 'node:crypto';
import {
  type AgentId,
  type Citation,
  type Decision,
  decodeDecision,
  type ExchangeId,
  type Id,
  type MidRunPolicy,
  type Mode,
  type StretchReason,
  type ThreadId,
  type Trust,
  type TurnId,
  type TurnState,
} from '@salience/contracts';
import { batchedFor } from '../batched.ts';
import { call, type Database, query, withAgent } from '../connect.ts';
import type { ApprovalRow } from './approvals.ts';

/** A message that a stateless client sent along with the one to be answered. */
export interface ContextMessage {
  readonly role: string;
  readonly content: string;
  /** How far it is trusted. */
  readonly trust: Trust;
}

/** A message on its way in. */
export interface AcceptTurn {
  readonly agentId: AgentId;
  readonly turnId: TurnId;
  /** Used only when a thread has to be made. */
  readonly newThreadId: ThreadId;
  /** An existing thread; or a key of the caller's; or neither: the caller's current thread. */
  readonly threadId?: ThreadId;
  readonly threadKey?: string;
  readonly caller: string;
  /** A caller's thread silent for this long is no longer the current one, in milliseconds; default four hours. */
  readonly expiryMs?: number;
  readonly text: string;
  readonly speaker?: string;
  readonly source: string;
  readonly trust: Trust;
  readonly context?: readonly ContextMessage[];
  readonly idempotencyKey?: string;
  readonly midRun?: MidRunPolicy;
  readonly traceparent?: string;
  readonly parentTurnId?: TurnId;
  readonly saidAt?: Date;
  /** The IANA time zone of the speaker. Default: that of the parent turn, else UTC. */
  readonly zone?: string;
  /** It was said to others: it is heard, waits for its place and is not answered. */
  readonly overheard?: boolean;
  /** False: it answers no request for approval, whatever it says. Default: true. */
  readonly mayApprove?: boolean;
  readonly now: Date;
  /** What holds where the agent's own settings set no limit. Left out: this turn is never limited. */
  readonly limits?: TurnLimits;
}

/** How much an agent may take on. Nothing set: no limit. */
export interface TurnLimits {
  readonly turnsPerMinute?: number | undefined;
  readonly openTurns?: number | undefined;
}

/** The result of accepting. `accepted` means committed. */
export type AcceptResult =
  | {
      readonly status: 'accepted';
      readonly replayed: boolean;
      readonly turnId: TurnId;
      readonly threadId: ThreadId;
      readonly seq: number;
      readonly state: TurnState;
      readonly fence: number;
      /** The live worker to wake: it held the lane last, or another lane of the agent. Absent for a message accepted before. */
      readonly heldBy?: Id<'worker'> | null;
      /** Turns that make way for this one (policy interrupt): `running` ones were asked, `cancelled` ones have ended. */
      readonly interrupted?: readonly { readonly turnId: TurnId; readonly state: 'running' | 'cancelled' }[];
    }
  /** Nothing was stored. After `retryAfterMs` the rate allows a message again; for open turns it is when to ask again. */
  | {
      readonly status: 'limited';
      readonly limit: 'rate' | 'open-turns';
      readonly allowed: number;
      readonly retryAfterMs: number;
    }
  | { readonly status: 'no_thread' }
  | { readonly status: 'busy'; readonly threadId: ThreadId }
  | { readonly status: 'key_reused'; readonly turnId: TurnId };

const acceptances = batchedFor<AcceptTurn, AcceptResult>({
  keyOf: ({ agentId }) => agentId,
  max: 64,
  inFlight: 1,
  run: (db, turns) => call<AcceptResult[]>(db, 'accept_turns', turns.map(withRequestHash)),
});

/**
 * Accepts a message: one transaction gives it its thread and its place in the lane (law 2). The same idempotency key with the same
 * message gives the earlier turn; with another message, `key_reused`. Messages of an agent that come while one is being accepted share
 * the next transaction, and none waits for company.
 */
export const acceptTurn: (db: Database, turn: AcceptTurn) => Promise<AcceptResult> = acceptances;

/** A message with the hash of what it says, by which its key is known again. */
export function withRequestHash(turn: AcceptTurn): AcceptTurn & { readonly requestHash: string | undefined } {
  return { ...turn, requestHash: turn.idempotencyKey === undefined ? undefined : requestHash(turn) };
}

function requestHash(turn: AcceptTurn): string {
  const said = [
    turn.threadId ?? turn.threadKey ?? '',
    turn.source,
    turn.speaker ?? '',
    turn.text,
    // What the caller sent; how far it is trusted is not theirs to repeat.
    turn.context?.map(({ role, content }) => ({ role, content })) ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** What a request to stop a turn did. */
export interface CancelResult {
  readonly status: 'cancelled' | 'requested' | 'ended' | 'no_turn';
  readonly state?: TurnState;
  readonly threadId?: ThreadId;
}

/** Stops a waiting turn, asks a running one to stop, leaves an ended one alone. */
export async function cancelTurn(
  db: Database,
  agentId: AgentId,
  turnId: TurnId,
  now: Date,
): Promise<CancelResult> {
  const rows = await query<{ r: CancelResult }>(
    db,
    'cancel_turn',
    'select salience.cancel_turn($1, $2, $3) as r',
    [agentId, turnId, now],
  );
  return (rows[0] as { r: CancelResult }).r;
}

/** A turn with its reply, joined for the API and for streams. */
export interface TurnRow {
  readonly id: TurnId;
  readonly threadId: ThreadId;
  readonly seq: number;
  readonly state: TurnState;
  readonly text: string;
  readonly speaker: string | null;
  readonly source: string;
  readonly trust: Trust;
  readonly attempts: number;
  readonly fence: number;
  readonly acceptedAt: string;
  readonly endedAt: string | null;
  readonly traceparent: string | null;
  readonly error: { code: string; message: string; recoverable: boolean } | null;
  readonly timings: Record<string, number> | null;
  /** The quarantined turn that this one tries again. */
  readonly parentTurnId: TurnId | null;
  /** The turns that try this one again. */
  readonly childTurnIds: readonly TurnId[];
  /** What an operator did with it, of a quarantined one. */
  readonly settledAs: 'retried' | 'dropped' | null;
  /** The turn whose message took its place. */
  readonly interruptedBy: TurnId | null;
  /** The turn that answers it, of a merged one. */
  readonly mergedInto: TurnId | null;
  /** The turns that this one answers too, in order. */
  readonly merged: readonly TurnId[];
  /** When its words were forgotten on request; null for one that has them. */
  readonly forgottenAt: string | null;
  /** Its approvals, in the order of its steps. */
  readonly approvals: readonly ApprovalRow[];
  readonly reply: {
    readonly text: string;
    readonly mode: Mode;
    readonly topic: string;
    /** Of the routing. */
    readonly confidence: number;
    /** How far it can be relied on, 0..1; null where it makes no claim. */
    readonly replyConfidence: number | null;
    readonly trust: Trust;
    readonly exchangeId: ExchangeId;
    readonly citations: Citation[];
    readonly model: string;
    /** Null if the provider did not report it. */
    readonly usage: { inputTokens: number | null; outputTokens: number | null };
  } | null;
}

/** The turns of an agent among these ids; unknown ones are left out. One round trip for any number. */
export async function loadTurns(
  db: Database,
  agentId: AgentId,
  turnIds: readonly TurnId[],
): Promise<TurnRow[]> {
  const rows = await query<{ turn: TurnRow }>(
    db,
    'load_turns',
    'select salience.load_turns($1, $2) as turn',
    [agentId, turnIds],
  );
  return rows.map((row) => row.turn);
}

/** Whether what a turn says may answer a request for approval; true for an unknown turn. */
export async function mayTurnApprove(db: Database, agentId: AgentId, turnId: TurnId): Promise<boolean> {
  return withAgent(db, agentId, async (client) => {
    const found = await client.query<{ may: boolean }>(
      'select may_approve as may from salience.turns where agent_id = $1 and id = $2',
      [agentId, turnId],
    );
    return found.rows[0]?.may ?? true;
  });
}

/** Everything that explains one turn: its decision, and the memories made from it. Null for none. */
export interface TurnExplanation {
  readonly turn: TurnRow;
  readonly decision: Decision | null;
  readonly takeovers: { fence: number; lostOwner: string; newOwner: string; takenAt: string }[];
  readonly memory: {
    readonly exchangeId: ExchangeId;
    readonly chunkState: string;
    readonly chunkError: string | null;
    readonly entities: unknown[];
    readonly gists: { type: string; content: string; confidence: number }[];
    readonly facts: { subject: string; key: string; value: string; confidence: number }[];
    /** Statements about a person; `prevailed` is false if a statement changed no trait. */
    readonly traits: {
      person: string;
      key: string;
      value: string;
      origin: 'explicit' | 'inferred';
      confidence: number;
      prevailed: boolean;
    }[];
    readonly sentiment: number | null;
    readonly scope: string | null;
    readonly episode: { id: string; gist: string | null; state: string; reason: StretchReason | null } | null;
    /** Of an exchange that is in no episode yet: when its thread is told on, in business time; null until something follows. */
    readonly untold: { dueAt: string | null } | null;
  } | null;
}

/** Loads what `salience why` shows; undefined for an unknown turn. */
export async function explainTurn(
  db: Database,
  agentId: AgentId,
  turnId: TurnId,
): Promise<TurnExplanation | undefined> {
  return withAgent(db, agentId, async (client) => {
    const turn = await client.query<{ turn: TurnRow }>('select salience.load_turns($1, array[$2]) as turn', [
      agentId,
      turnId,
    ]);
    const found = turn.rows[0]?.turn;
    if (found === undefined) return undefined;
    const more = await client.query(
      `select (select body from salience.decisions where turn_id = $1) as decision,
        (select coalesce(jsonb_agg(jsonb_build_object('fence', k.fence, 'lostOwner', k.lost_owner, 'newOwner', k.new_owner,
           'takenAt', k.taken_at) order by k.fence), '[]') from salience.lane_takeovers k
           join salience.turns t on t.thread_id = k.thread_id and t.id = $1
           where k.taken_at >= t.accepted_at and k.fence <= t.fence) as takeovers,
        (select jsonb_build_object('exchangeId', e.id, 
           'chunkState', case when exists (select 1 from salience.chunks where exchange_id = e.id) then 'chunked'
             when f.id is not null and f.due_at is null then 'failed' else 'pending' end, 'chunkError', f.error,
           'entities', coalesce((select entities from salience.chunks where exchange_id = e.id), '[]'),
           'gists', (select coalesce(jsonb_agg(jsonb_build_object('type', type, 'content', content, 'confidence', confidence)), '[]')
              from salience.gists where exchange_id = e.id),
           'facts', (select coalesce(jsonb_agg(jsonb_build_object('subject', subject, 'key', key, 'value', value,
              'confidence', confidence)), '[]') from salience.facts where exchange_id = e.id),
           'traits', (select coalesce(jsonb_agg(jsonb_build_object('person', person, 'key', key, 'value', value, 'origin', origin,
              'confidence', confidence, 'prevailed', trait_id is not null) order by key), '[]')
              from salience.trait_sources where exchange_id = e.id),
           'sentiment', (select sentiment from salience.chunks where exchange_id = e.id),
           'scope', (select scope from salience.chunks where exchange_id = e.id),
           'episode', coalesce(
              (select jsonb_build_object('id', p.id, 'gist', p.gist, 'state', 'built', 'reason', p.reason) from salience.episodes p
                where p.thread_id = e.thread_id and e.seq between p.first_seq and p.last_seq limit 1),
              (select jsonb_build_object('id', r.id, 'gist', null, 'state', case when r.due_at is null then 'failed' else 'pending' end,
                'reason', r.reason) from salience.memory_retries r
                where r.kind = 'tell' and r.thread_id = e.thread_id and e.seq between r.first_seq and r.last_seq limit 1)),
           'untold', (select jsonb_build_object('dueAt', m.tell_at) from salience.memory_progress m
              where m.thread_id = e.thread_id and e.seq > m.told_seq))
         from salience.exchanges e left join lateral (select id, error, due_at from salience.memory_retries
           where kind = 'chunk' and thread_id = e.thread_id and e.seq between first_seq and last_seq limit 1) f on true
         where e.turn_id = $1) as memory`,
      [turnId],
    );
    const row = more.rows[0] as Omit<TurnExplanation, 'turn' | 'decision'> & { decision: Buffer | null };
    return { turn: found, ...row, decision: row.decision && decodeDecision(row.decision) };
  });
}
