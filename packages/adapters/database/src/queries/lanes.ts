import {
  type AgentId,
  type Citation,
  type Decision,
  encodeDecision,
  type ExchangeId,
  type Id,
  type Mode,
  type TerminalState,
  type ThreadId,
  type TopicId,
  type Trust,
  type TurnId,
} from '@salience/contracts';
import { batchedFor } from '../batched.ts';
import { call, type Database, query } from '../connect.ts';
import type { ApprovalRow } from './approvals.ts';
import type { ActionOutcome, FoundRun } from './found-run.ts';
import { keepContext, type TurnContext } from './kept-context.ts';
import type { SaveTopic, ToldTopics, TopicPlace } from './topics.ts';
import type { ContextMessage } from './turns.ts';

// A lane is one row: `tail` is the seq of its last accepted turn, `cursor` that of its last ended one.
//
//   idle ───► waiting ───► running ───► idle          idle      tail = cursor
//                ▲            │                       waiting   no live lease
//                ├────────────┤                       running   owner is set, lease_until is ahead
//                └── parked ◄─┘                       parked    wake_at (business time) is ahead
//
//   idle → waiting       accept_turn
//   waiting → running    claim_lane, under a new fence
//   running → running    renew_lane; commit_turns, which takes the next turn
//   running → idle       commit_turns or next_turn, when no turn is left
//   running → waiting    release_lane, fail_turn, or the lease expires: then the next claim is a takeover
//   running → parked     park_lane; fail_turn with a delay
//   parked → waiting     wake_at passes; cancel_turn; accept_turn under the policy interrupt
//
// Every change locks the row, and every write of a worker names its fence: after a takeover the earlier owner writes nothing.

/** How long a lease lasts without renewal. */
export const leaseMs = 10_000;
/** How often an owner renews. */
export const renewMs = 3_000;
/** How many exchanges of the thread a snapshot holds. */
const historyExchanges = 12;

/** A claimed turn as stored. Times are ISO strings. */
export interface TakenTurn {
  readonly id: TurnId;
  readonly agent_id: AgentId;
  readonly thread_id: ThreadId;
  readonly seq: number;
  readonly text: string;
  readonly speaker: string | null;
  readonly source: string;
  readonly trust: Trust;
  /** Rows of an earlier version have no trust. */
  readonly context:
    | readonly (Omit<ContextMessage, 'trust'> & Partial<Pick<ContextMessage, 'trust'>>)[]
    | null;
  readonly attempts: number;
  readonly traceparent: string | null;
  /** The turn that it continues; of a continuation the first turn of the run. */
  readonly parent_turn_id: TurnId | null;
  /** Messages that already steered its run; they are steps of the run too. */
  readonly steered_text: string | null;
  readonly said_at: string;
  readonly accepted_at: string;
  /** The IANA time zone of the speaker. */
  readonly zone: string;
  /** Of what a schedule began: when it was due. */
  readonly due_at: string | null;
  /** Of a catch-up: how many occurrences it stands for. */
  readonly stands_for: number | null;
  /** Who took it in said that it is not for the agent. */
  readonly overheard: boolean;
  /** Its sender may answer requests for approval. */
  readonly may_approve: boolean;
}

/** The state that the turn is compared with; read once, before anything is updated (law 14). */
export interface Snapshot {
  readonly thread: {
    readonly id: ThreadId;
    readonly topic_id: TopicId | null;
    readonly confidence: number;
    readonly session: unknown;
    /** Of the detector after turn `boundary_seq`; undefined for a worker that holds the one after `heard_seq`. */
    readonly boundary?: unknown;
    readonly boundary_seq: number;
    /** The last turn that the detector heard; 0 for none. */
    readonly heard_seq: number;
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
    /** The trust of the reply; null without one. */
    readonly reply_trust: Trust | null;
  }[];
  readonly gists: {
    readonly id: string;
    readonly type: string;
    readonly content: string;
    readonly confidence: number;
    readonly trust: Trust;
    readonly exchange_id: ExchangeId;
    readonly said_at: string;
  }[];
  /** The run that the turn began or continues; null for none yet. */
  readonly run: FoundRun | null;
  /** The thread's latest open approval. */
  readonly pendingApproval: ApprovalRow | null;
  /** The last turn of the thread, if this message was accepted after it ended. Null if no approval is open. */
  readonly follows: TurnId | null;
  /** Actions per tool that ran, last 30 days; only results that the critic accepted count as successes. */
  readonly toolRecord: Readonly<Record<string, { readonly successes: number; readonly failures: number }>>;
  /** Outcomes of the agent's actions in the last seven days, the most frequent first. */
  readonly outcomes: readonly ActionOutcome[];
  /** What was said on the agent's topics since this worker looked; undefined for one that holds nothing of them. */
  readonly topics?: ToldTopics;
  /** The focus of the thread. */
  readonly focus: { readonly text: string; readonly trust: Trust; readonly setAt: string } | null;
  /** Messages that a later one interrupted, so they were never answered; oldest first. */
  readonly interrupted: {
    readonly id: TurnId;
    readonly seq: number;
    readonly speaker: string | null;
    readonly text: string;
    readonly said_at: string;
    readonly trust: Trust;
  }[];
}

/** Common to all next steps of a lane. `ended`: the turns that ended on the way, `endedAs` their states in the same order. */
interface StepOfLane {
  readonly fence: number;
  readonly ended: TurnId[];
  readonly endedAs?: TerminalState[];
}

/** A turn that this worker claimed, under the lane's fence. If it answers merged turns, it has all their texts. */
export interface ClaimedTurn extends StepOfLane {
  readonly status: 'turn';
  readonly turn: TakenTurn;
  readonly snapshot: Snapshot;
}

/** The next step of a lane: a turn, or the lane was released, or another worker owns it (`lost`). */
export type LaneStep = ClaimedTurn | (StepOfLane & { readonly status: 'released' | 'lost' });

/** The result of a claim: the lane's next step, or why it cannot be claimed now. */
export type ClaimResult =
  /**
   * `takeover`: the lane was taken from an owner whose lease had run out. `heldBy`: the worker that held it last. `wakeAt`: parked
   * until then (business time).
   */
  | (LaneStep & { readonly takeover?: boolean; readonly heldBy?: Id<'worker'> | null })
  | { readonly status: 'held'; readonly wakeAt?: string }
  | { readonly status: 'yield' };

interface ClaimLane {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  readonly owner: string;
  readonly now: Date;
  /** The last turn that the detector's state includes which this worker holds of the thread. */
  readonly held?: number | undefined;
  /** What this worker knows of the agent's topics; undefined: nothing. */
  readonly topics?: TopicPlace | undefined;
}

const claims = batchedFor<ClaimLane, ClaimResult>({
  keyOf: ({ agentId }) => agentId,
  // A claim locks its lane's row until the batch commits, so batches are small.
  max: 4,
  inFlight: 4,
  run: (db, items) =>
    call<ClaimResult[]>(
      db,
      'claim_lanes',
      items.map((item) => ({ ...item, leaseMs, history: historyExchanges })),
    ),
});

/** Claims a free or abandoned lane under a new fence, with its next turn. Concurrent calls share one round trip. */
export const claimLane: (db: Database, lane: ClaimLane) => Promise<ClaimResult> = claims;

/** Everything that a turn writes at its end. */
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
    /** How far it can be relied on, 0..1; null where it makes no claim. */
    readonly confidence: number | null;
    readonly source: string;
    readonly citations: readonly Citation[];
    readonly model: string;
    /** Null if the provider did not report it. */
    readonly usage: { inputTokens: number | null; outputTokens: number | null };
  } | null;
  /** The topic of the turn: an existing one, or a new one. */
  readonly topic: SaveTopic | null;
  readonly exchange: {
    readonly id: ExchangeId;
    readonly mode: Mode;
    readonly traceparent: string | null;
    /** The sign code of its message in base64, with its model; both or none. */
    readonly code?: string;
    /** Of the code and of the vector. */
    readonly codeModelId?: string;
    /** What it teaches of its topic, as `taughtBytes` packs it, in base64. */
    readonly vector?: string;
  } | null;
  /** Memories that the reply cites. */
  readonly used?: readonly { readonly id: string; readonly kind: string }[];
  readonly decision: Decision | null;
  /** The contexts of its model calls. */
  readonly contexts?: readonly TurnContext[];
  readonly thread: {
    readonly confidence: number;
    readonly session: unknown;
    /** How the detector heard it, see `encodeHearing`; undefined: not at all. */
    readonly heard?: number | undefined;
    /** The detector's state, every now and then; undefined: what was heard is folded onto an earlier one. */
    readonly boundary?: unknown;
    readonly lastMode: Mode;
    readonly recentConfidences: readonly number[];
    readonly activityAt: Date;
  } | null;
  /** Whether the same round trip claims the lane's next turn. */
  readonly takeNext: boolean;
  /** As at a claim: what this worker holds once the turn is committed. */
  readonly held?: number | undefined;
  /** As at a claim. */
  readonly topics?: TopicPlace | undefined;
}

/** `fenced`: another worker owns the lane now and nothing was written. */
export type CommitResult =
  | { readonly status: 'fenced' }
  | {
      readonly status: 'committed';
      readonly topicId: TopicId | null;
      /** The transaction that wrote it. */
      readonly xid: string;
      /** Null without takeNext: the same commit released the lane. */
      readonly next: LaneStep | null;
      /** The lane was released with work in it: wake a worker for it. */
      readonly more: boolean;
    };

const commits = batchedFor<CommitTurn, CommitResult>({
  keyOf: ({ agentId }) => agentId,
  max: 8,
  inFlight: 2,
  run: (db, items) =>
    call<CommitResult[]>(
      db,
      'commit_turns',
      items.map(({ contexts = [], decision, ...item }) => ({
        ...item,
        decision: decision && storedDecision(decision),
        contexts: contexts.map(keepContext),
        leaseMs,
        history: historyExchanges,
      })),
    ),
});

function storedDecision(decision: Decision) {
  const { confidence, policyName, policyVersion } = decision;
  const bytes = Buffer.from(encodeDecision(decision)).toString('base64');
  return { bytes, confidence, policyName, policyVersion };
}

/**
 * Ends a turn and writes all its results under the fence, or nothing. Concurrent commits of other lanes share the round
 * trip; if one fails, the others are not affected.
 */
export const commitTurn: (db: Database, commit: CommitTurn) => Promise<CommitResult> = commits;

/** Renews the lease; returns whether the lane is still ours and whether the running turn was cancelled. */
export async function renewLane(
  db: Database,
  lane: { agentId: AgentId; threadId: ThreadId; fence: number },
): Promise<{ held: boolean; cancel: boolean }> {
  const rows = await query<{ r: { held: boolean; cancel: boolean } }>(
    db.reserved,
    'renew_lane',
    'select salience.renew_lane($1, $2, $3, $4) as r',
    [lane.agentId, lane.threadId, lane.fence, leaseMs],
  );
  return (rows[0] as { r: { held: boolean; cancel: boolean } }).r;
}

/** Releases a lane; a turn in hand returns to it without counting an attempt. `more`: wake a worker for it. */
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

/** The stored state of a thread's boundary detector, and the turns that it heard since, in order. */
export interface StoredHearing {
  readonly boundary: unknown;
  readonly turns: readonly {
    readonly heard: number;
    readonly text: string;
    readonly saidAt: string;
    readonly replyBefore: string | null;
  }[];
}

/** Loads what the state of a thread's boundary detector is folded from, up to a turn. */
export function loadHeard(
  db: Database,
  thread: { readonly agentId: AgentId; readonly threadId: ThreadId; readonly upTo: number },
): Promise<StoredHearing> {
  return call(db, 'load_heard', thread);
}
