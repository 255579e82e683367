import type { AgentId, EpisodeId, Id, ThreadId, Trust, TurnId } from '@salience/contracts';
import type { EndedIn, SeedStrategy } from '@salience/memory';
import { ask, askAll, call, type Database } from '../connect.ts';
import type { AgentSettings } from '../schema/agent-settings.ts';

/** How long a claim on an agent lasts without renewal, in milliseconds of the database's clock. */
const driftLeaseMs = 10_000;

/** Agents whose drift is due and that no worker has claimed, longest due first. Cross-agent role. */
export function dueDrifts(db: Database, now: Date, limit: number): Promise<AgentId[]> {
  return askAll(db, 'due_drifts', now, limit);
}

/** A worker's claim on an agent. */
export interface ClaimDrift {
  readonly agentId: AgentId;
  readonly owner: string;
  readonly now: Date;
  /** When an agent without a drift row has its first run. */
  readonly firstAt: Date;
  /** How far back episodes, fatigue and tokens are counted, in milliseconds of business time. */
  readonly episodeMs: number;
  readonly fatigueMs: number;
  readonly budgetMs: number;
}

/** A claimed agent, with what decides whether it thinks now. */
export type DriftClaim =
  | { readonly status: 'waits' }
  | {
      readonly status: 'claimed';
      readonly fence: number;
      /** End of the latest episode in reach, ISO 8601; null for none. */
      readonly episodeAt: string | null;
      /** Sum over the thoughts in reach. */
      readonly fatigue: number;
      /** Spent or reserved by the runs in reach. */
      readonly tokens: number;
    };

/** Claims an agent; `waits` if it is not due or another worker holds it. One worker at a time (by the row). */
export function claimDrift(db: Database, claim: ClaimDrift): Promise<DriftClaim> {
  return call(db, 'claim_drift', { ...claim, leaseMs: driftLeaseMs });
}

/** A claimed agent. */
export interface HeldDrift {
  readonly agentId: AgentId;
  readonly fence: number;
}

/**
 * Renews a claim. `held`: the claim is still ours. `rests`: no turn was accepted in the fleet after the named one,
 * and no lane has work.
 */
export function renewDrift(
  db: Database,
  held: HeldDrift,
  latestTurnId: TurnId | null,
): Promise<{ readonly held: boolean; readonly rests: boolean }> {
  return call(db.reserved, 'renew_drift', { ...held, latestTurnId, leaseMs: driftLeaseMs });
}

/** A concept that can be chosen as a seed. Times are ISO 8601. */
export interface DriftPoolRow {
  readonly id: Id<'concept'>;
  /** 0..1, without decay. */
  readonly strength: number;
  readonly lastSeenAt: string;
  /** 0..1, of the most salient episode it came from. */
  readonly salience: number;
  /** When drift last used it; null for never. */
  readonly driftedAt: string | null;
}

/** The seed candidates of an agent; of very many, the latest and the oldest seen. Counts no access. */
export function loadDriftPool(db: Database, agentId: AgentId, limit = 4_000): Promise<DriftPoolRow[]> {
  return call(db, 'drift_pool', { agentId, limit });
}

/** A concept that activation reached. */
export interface DriftConceptRow {
  readonly id: Id<'concept'>;
  readonly name: string;
  readonly kind: string;
  readonly definition: string;
  readonly trust: Trust;
  /** 0..1 */
  readonly energy: number;
  readonly driftedAt: string | null;
}

/** An episode that shares concepts with the activated ones. */
export interface DriftEpisodeRow {
  readonly id: EpisodeId;
  readonly threadId: ThreadId;
  readonly gist: string;
  readonly intent: string;
  readonly outcome: string;
  readonly openLoops: readonly string[];
  readonly trust: Trust;
  readonly endedAt: string;
  /** Of the last exchange that it tells; null where that had none. */
  readonly traceparent: string | null;
  /** Sum of the activation of its concepts. */
  readonly overlap: number;
}

/** The material of a thought from a seed. */
export interface DriftMaterialRow {
  /** Null if it was deleted. */
  readonly seed: DriftConceptRow | null;
  /** Without the seed, strongest first. */
  readonly activated: readonly DriftConceptRow[];
  readonly links: readonly {
    readonly id: string;
    readonly from: string;
    readonly type: string;
    readonly to: string;
    readonly trust: Trust;
  }[];
  /** The strongest overlap first. */
  readonly episodes: readonly DriftEpisodeRow[];
  /** Latest thoughts, newest first. */
  readonly thoughts: readonly string[];
  /** The statements behind all this that no longer hold; null for none. */
  readonly ended: EndedIn | null;
}

/** How activation spreads from a seed. */
export interface Spreading {
  readonly depth: number;
  /** The share that remains after each step, 0..1. */
  readonly decay: number;
  /** Activation below this spreads no further, 0..1. */
  readonly cut: number;
}

/** Loads the material of a thought. One round trip; counts no access. */
export function loadDriftMaterial(
  db: Database,
  input: Spreading & {
    readonly agentId: AgentId;
    readonly seedId: Id<'concept'>;
    readonly now: Date;
    /** Maximum earlier thoughts. */
    readonly thoughts: number;
  },
): Promise<DriftMaterialRow> {
  return call(db, 'drift_material', input);
}

/** A model call about to be made, and its cost at most. */
export interface BeginDriftRun extends HeldDrift {
  readonly id: Id<'driftRun'>;
  readonly strategy: string;
  readonly seedId: Id<'concept'>;
  /** Counted as spent until the run ends and reports the real cost. */
  readonly tokens: number;
  readonly now: Date;
}

/** Reserves the cost of a model call; false if the claim was lost. */
export function beginDriftRun(db: Database, run: BeginDriftRun): Promise<boolean> {
  return call(db, 'begin_drift_run', run);
}

/** How a claim is released. */
export interface ReleaseDrift extends HeldDrift {
  readonly now: Date;
  /** When its next run is due; null leaves it due. */
  readonly nextAt: Date | null;
  /** The outcome of its run; null if no model was called. */
  readonly run: {
    readonly id: Id<'driftRun'>;
    readonly state: 'failed' | 'refused' | 'yielded';
    readonly reason: string;
    /** Null: unknown, so the reserved cost stays spent. */
    readonly tokens: number | null;
  } | null;
}

/** Releases a claim; false, and no change, if it was lost. */
export function releaseDrift(db: Database, release: ReleaseDrift): Promise<boolean> {
  return call(db, 'release_drift', release);
}

/** An accepted thought. */
export interface NewThought {
  readonly id: Id<'thought'>;
  readonly type: 'hypothesis' | 'question' | 'reflection';
  readonly content: string;
  readonly seedId: Id<'concept'>;
  readonly strategy: string;
  /** Sum over the activated concepts, without the seed. */
  readonly energy: number;
  readonly episodeId: EpisodeId;
  readonly threadId: ThreadId;
  readonly trust: Trust;
  readonly model: string;
  readonly tokens: number;
  readonly fatigue: number;
  readonly expiresAt: Date;
  /** The concepts it rests on, with the seed. */
  readonly concepts: readonly { readonly id: Id<'concept'>; readonly energy: number }[];
  /** Added to the strength of the seed, 0..1; null for nothing. */
  readonly reinforce: number | null;
  /** Sign code in base64 and its model; without them only its words find it. */
  readonly code?: string | undefined;
  readonly codeModelId?: string | undefined;
}

/** Stores a thought and releases its claim. */
export interface SaveThought extends HeldDrift {
  readonly runId: Id<'driftRun'>;
  readonly latestTurnId: TurnId | null;
  readonly now: Date;
  readonly nextAt: Date;
  readonly thought: NewThought;
}

/**
 * Stores a thought in one commit with its concepts, its code, the strength it adds and the end of its run. Stores nothing if
 * the claim was lost (`fenced`), a turn was accepted meanwhile (`yielded`), or its sources were deleted (`gone`).
 */
export function saveThought(
  db: Database,
  save: SaveThought,
): Promise<{ readonly status: 'fenced' | 'gone' | 'stored' | 'yielded' }> {
  return call(db, 'save_thought', save);
}

/** Removes expired thoughts from the search by meaning and returns their number. Their rows stay. Cross-agent role. */
export function expireThoughts(db: Database, now: Date, limit: number): Promise<number> {
  return ask(db, 'expire_thoughts', now, limit);
}

/** What people think of an agent's thoughts. */
export interface JudgedThoughts {
  /** The mean of each strategy, −1 to 1. */
  readonly strategies: Readonly<Partial<Record<SeedStrategy, number>>>;
  /** By concept: when a thought that started there was judged bad last, ISO 8601. */
  readonly seeds: Readonly<Record<string, string>>;
}

/** Takes up what people think of an agent's thoughts: a good one strengthens its seed, once. Gives what counts of the last `windowMs`. */
export function heedFeedback(
  db: Database,
  input: {
    readonly agentId: AgentId;
    readonly now: Date;
    /** Strength that a thought judged 1 adds to its seed. */
    readonly reinforce: number;
    readonly windowMs: number;
  },
): Promise<JudgedThoughts> {
  return call(db, 'heed_feedback', input);
}

/** What decides whether a thought of an agent is said. */
export interface SayableThoughts {
  readonly settings: AgentSettings;
  /** Thoughts that were said in the last day. */
  readonly told: number;
  /** What was said lately in the agent's threads. */
  readonly recent: readonly string[];
  readonly candidates: readonly {
    readonly id: Id<'thought'>;
    readonly type: 'hypothesis' | 'question' | 'reflection';
    readonly content: string;
    readonly energy: number;
    readonly trust: Trust;
    readonly judged: number | null;
    /** Whom its episode is of; null: the owner. */
    readonly speaker: string | null;
    /** The lowest trust of what they said in it; null if it is of several persons. */
    readonly saidTrust: Trust | null;
    readonly person: {
      readonly zone: string | null;
      readonly from: string | null;
      readonly until: string | null;
    } | null;
    /** Their latest thread. */
    readonly threadId: ThreadId | null;
    /** The trace of the episode that it grew from. */
    readonly traceparent: string | null;
  }[];
}

/** Which thoughts of an agent may be said. */
export interface SayableAsk {
  readonly now: Date;
  /** Only thoughts of this age, in milliseconds. */
  readonly freshMs: number;
  /** What counts as a day of what was said, in milliseconds. */
  readonly dayMs: number;
  /** Exchanges of each of the latest threads. */
  readonly recent: number;
}

/** Loads the thoughts of an agent that may be said. Cross-agent role. */
export function sayableThoughts(
  db: Database,
  agentId: AgentId,
  { dayMs, freshMs, now, recent }: SayableAsk,
): Promise<SayableThoughts> {
  return call(db, 'sayable_thoughts', { agentId, now, dayMs, freshMs, recent });
}
