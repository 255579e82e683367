import type {
  AgentId,
  Citation,
  Decision,
  ExchangeId,
  Mode,
  RangeId,
  RangeReason,
  TerminalState,
  ThreadId,
  TopicId,
  Trust,
  TurnId,
} from '@salience/contracts';
import { call, type Database, query } from '../connect.ts';

/** How long a lane is owned without renewal. */
export const leaseMs = 10_000;
/** How often an owner renews. */
export const renewMs = 3_000;
/** How many exchanges of the thread a snapshot holds. */
const historyExchanges = 12;

/** A turn that was taken for work. Times are ISO strings. */
export interface TakenTurn {
  readonly id: TurnId;
  readonly agent_id: AgentId;
  readonly thread_id: ThreadId;
  readonly seq: number;
  readonly text: string;
  readonly speaker: string | null;
  readonly source: string;
  readonly trust: Trust;
  readonly context: { role: string; content: string }[] | null;
  readonly attempts: number;
  readonly traceparent: string | null;
  readonly said_at: string;
  readonly accepted_at: string;
}

/** What the turn compares itself with; read once, before anything is updated (law 14). */
export interface Snapshot {
  readonly thread: {
    readonly id: ThreadId;
    readonly topic_id: TopicId | null;
    readonly confidence: number;
    readonly session: unknown;
    readonly boundary: unknown;
    readonly last_mode: Mode | null;
    readonly recent_confidences: number[];
    readonly last_activity_at: string;
    readonly source: string;
  };
  readonly agent: {
    readonly id: AgentId;
    readonly name: string;
    readonly version: number;
    readonly settings: Record<string, unknown>;
  };
  readonly topicName: string | null;
  readonly history: {
    readonly id: ExchangeId;
    readonly seq: number;
    readonly speaker: string | null;
    readonly message: string;
    readonly reply: string | null;
    readonly mode: Mode;
    readonly topic_id: TopicId | null;
    readonly said_at: string;
    readonly trust: Trust;
  }[];
  readonly gists: {
    readonly id: string;
    readonly type: string;
    readonly content: string;
    readonly confidence: number;
    readonly trust: Trust;
    readonly exchange_id: ExchangeId;
  }[];
  readonly reminders: { readonly id: string; readonly text: string; readonly due_at: string }[];
}

/** The next step of a lane. `ended` are turns that were ended on the way and whose streams want to know. */
export type LaneStep =
  | {
      readonly status: 'turn';
      readonly fence: number;
      readonly ended: TurnId[];
      readonly turn: TakenTurn;
      readonly snapshot: Snapshot;
    }
  | { readonly status: 'released' | 'lost'; readonly fence: number; readonly ended: TurnId[] };

/** What claiming a lane gives: its next step, or that it is not to be had now. */
export type ClaimResult =
  /** `takeover`: the lane was taken from an owner whose lease had run out. */
  (LaneStep & { readonly takeover?: boolean }) | { readonly status: 'held' } | { readonly status: 'yield' };

/** Takes a free or abandoned lane under a new fence, with its next turn. One round trip. */
export async function claimLane(
  db: Database,
  lane: { agentId: AgentId; threadId: ThreadId; owner: string; now: Date },
): Promise<ClaimResult> {
  const rows = await query<{ r: ClaimResult }>(
    db,
    'claim_lane',
    'select salience.claim_lane($1, $2, $3, $4, $5, $6) as r',
    [lane.agentId, lane.threadId, lane.owner, lane.now, leaseMs, historyExchanges],
  );
  return (rows[0] as { r: ClaimResult }).r;
}

/** Everything a turn leaves behind. */
export interface CommitTurn {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  readonly seq: number;
  readonly fence: number;
  readonly now: Date;
  readonly state: TerminalState;
  readonly error: { code: string; message: string; recoverable: boolean } | null;
  readonly timings: Readonly<Record<string, number>>;
  /** Present if and only if the state is answered. */
  readonly reply: {
    readonly text: string;
    readonly trust: Trust;
    readonly source: string;
    readonly citations: readonly Citation[];
    readonly model: string;
    readonly usage: { inputTokens: number; outputTokens: number };
  } | null;
  /** The topic to keep or to open; `learn` moves its centroid towards the vector. */
  readonly topic: {
    readonly id: TopicId;
    readonly name: string;
    readonly modelId: string;
    readonly vector: readonly number[];
    readonly salience: number;
    readonly learn: boolean;
  } | null;
  readonly exchange: {
    readonly id: ExchangeId;
    readonly mode: Mode;
    readonly traceparent: string | null;
  } | null;
  readonly decision: Decision | null;
  readonly ranges: readonly { id: RangeId; firstSeq: number; lastSeq: number; reason: RangeReason }[];
  readonly thread: {
    readonly confidence: number;
    readonly session: unknown;
    readonly boundary: unknown;
    readonly lastMode: Mode;
    readonly recentConfidences: readonly number[];
    readonly activityAt: Date;
  } | null;
  /** Whether the lane goes on with its next turn in the same round trip. */
  readonly takeNext: boolean;
}

/** `fenced`: another worker owns the lane now and nothing was written. */
export type CommitResult =
  | { readonly status: 'fenced' }
  | {
      readonly status: 'committed';
      readonly topicId: TopicId | null;
      /** Null without takeNext: then the lane was given back in the same commit. */
      readonly next: LaneStep | null;
      /** The lane was given back with work in it: somebody should be woken for it. */
      readonly more: boolean;
    };

/** Ends a turn and writes all that follows from it in one statement under the fence, or nothing. */
export function commitTurn(db: Database, commit: CommitTurn): Promise<CommitResult> {
  return call<CommitResult>(db, 'commit_turn', { ...commit, leaseMs, history: historyExchanges });
}

/** Keeps the lease; tells whether the lane is still ours and whether the running turn was cancelled. */
export async function renewLane(
  db: Database,
  lane: { agentId: AgentId; threadId: ThreadId; fence: number },
): Promise<{ held: boolean; cancel: boolean }> {
  const rows = await query<{ r: { held: boolean; cancel: boolean } }>(
    db,
    'renew_lane',
    'select salience.renew_lane($1, $2, $3, $4) as r',
    [lane.agentId, lane.threadId, lane.fence, leaseMs],
  );
  return (rows[0] as { r: { held: boolean; cancel: boolean } }).r;
}

/** Gives a lane back in good order; a turn in hand goes back uncounted. `more`: somebody should be woken for it. */
export async function releaseLane(
  db: Database,
  lane: { agentId: AgentId; threadId: ThreadId; fence: number },
): Promise<{ held: boolean; more: boolean }> {
  const rows = await query<{ r: { held: boolean; more: boolean } }>(
    db,
    'release_lane',
    'select salience.release_lane($1, $2, $3) as r',
    [lane.agentId, lane.threadId, lane.fence],
  );
  return (rows[0] as { r: { held: boolean; more: boolean } }).r;
}
