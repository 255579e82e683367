import type { AgentId, EpisodeId, Id, ThreadId, Trust, TurnId } from '@salience/contracts';
import type { EndedIn } from '@salience/memory';
import { ask, askAll, call, type Database } from '../connect.ts';

/** How long a claim of an agent holds without being renewed, in milliseconds of the database's clock. */
const driftLeaseMs = 10_000;

/** Agents whose time to think has come and that nobody holds, the longest due first. Cross-agent role. */
export function dueDrifts(db: Database, now: Date, limit: number): Promise<AgentId[]> {
  return askAll(db, 'due_drifts', now, limit);
}

/** What one worker wants to think for. */
export interface ClaimDrift {
  readonly agentId: AgentId;
  readonly owner: string;
  readonly now: Date;
  /** When an agent that was never seen before has its first turn. */
  readonly firstAt: Date;
  /** How far back episodes, fatigue and tokens are counted, in milliseconds of business time. */
  readonly episodeMs: number;
  readonly fatigueMs: number;
  readonly budgetMs: number;
}

/** An agent that is held, and what stands between it and a thought. */
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

/** Takes an agent for one worker; `waits` when it is not its time or another holds it. One worker at a time (by the row). */
export function claimDrift(db: Database, claim: ClaimDrift): Promise<DriftClaim> {
  return call(db, 'claim_drift', { ...claim, leaseMs: driftLeaseMs });
}

/** An agent that is held. */
export interface HeldDrift {
  readonly agentId: AgentId;
  readonly fence: number;
}

/**
 * Goes on holding an agent. `held`: it is still ours. `rests`: nothing was accepted in the whole fleet since the turn named,
 * and no lane has work.
 */
export function renewDrift(
  db: Database,
  held: HeldDrift,
  latestTurnId: TurnId | null,
): Promise<{ readonly held: boolean; readonly rests: boolean }> {
  return call(db, 'renew_drift', { ...held, latestTurnId, leaseMs: driftLeaseMs });
}

/** A concept that a seed may be chosen from. Times are ISO 8601. */
export interface DriftPoolRow {
  readonly id: Id<'concept'>;
  /** 0..1, without decay. */
  readonly strength: number;
  readonly lastSeenAt: string;
  /** 0..1, of the most salient episode it came from. */
  readonly salience: number;
  /** When drift last dwelt on it; null for never. */
  readonly driftedAt: string | null;
}

/** Concepts of an agent; of very many those seen last and those not seen for longest. Reads only; no access is counted. */
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

/** An episode that shares concepts with what is activated. */
export interface DriftEpisodeRow {
  readonly id: EpisodeId;
  readonly threadId: ThreadId;
  readonly gist: string;
  readonly intent: string;
  readonly outcome: string;
  readonly openLoops: readonly string[];
  readonly trust: Trust;
  readonly endedAt: string;
  /** Sum of the activation of the concepts that came from it. */
  readonly overlap: number;
}

/** What there is to think about from a seed. */
export interface DriftMaterialRow {
  /** Null when it is gone. */
  readonly seed: DriftConceptRow | null;
  /** Without the seed, strongest first. */
  readonly activated: readonly DriftConceptRow[];
  readonly links: readonly {
    readonly id: Id<'relation'>;
    readonly from: string;
    readonly type: string;
    readonly to: string;
    readonly trust: Trust;
  }[];
  /** The strongest overlap first. */
  readonly episodes: readonly DriftEpisodeRow[];
  /** What was thought lately, newest first. */
  readonly thoughts: readonly string[];
  /** What of all this holds no longer; null for nothing. */
  readonly ended: EndedIn | null;
}

/** How activation spreads from a seed. */
export interface Spreading {
  readonly depth: number;
  /** What is left of it at each step, 0..1. */
  readonly decay: number;
  /** Less than this goes no further, 0..1. */
  readonly cut: number;
}

/** Loads what there is to think about. One round trip; reads only, no access is counted. */
export function loadDriftMaterial(
  db: Database,
  input: Spreading & {
    readonly agentId: AgentId;
    readonly seedId: Id<'concept'>;
    readonly now: Date;
    /** Earlier thoughts at most. */
    readonly thoughts: number;
  },
): Promise<DriftMaterialRow> {
  return call(db, 'drift_material', input);
}

/** A model that is about to be asked, and what that may cost. */
export interface BeginDriftRun extends HeldDrift {
  readonly id: Id<'driftRun'>;
  readonly strategy: string;
  readonly seedId: Id<'concept'>;
  /** Counted as spent until the end of the run says what it was. */
  readonly tokens: number;
  readonly now: Date;
}

/** Writes down that a model is about to be asked; false when the agent is no longer held. */
export function beginDriftRun(db: Database, run: BeginDriftRun): Promise<boolean> {
  return call(db, 'begin_drift_run', run);
}

/** How an agent is given back. */
export interface ReleaseDrift extends HeldDrift {
  readonly now: Date;
  /** Its next turn; null leaves it due. */
  readonly nextAt: Date | null;
  /** What became of its run; null when no model was asked. */
  readonly run: {
    readonly id: Id<'driftRun'>;
    readonly state: 'failed' | 'refused' | 'yielded';
    readonly reason: string;
    /** Null: nobody knows, so what was reserved stays spent. */
    readonly tokens: number | null;
  } | null;
}

/** Gives an agent back; false when it was no longer held, and then nothing changes. */
export function releaseDrift(db: Database, release: ReleaseDrift): Promise<boolean> {
  return call(db, 'release_drift', release);
}

/** A thought that was accepted. */
export interface NewThought {
  readonly id: Id<'thought'>;
  readonly type: 'hypothesis' | 'question' | 'reflection';
  readonly content: string;
  readonly seedId: Id<'concept'>;
  readonly strategy: string;
  /** Sum over what was activated, without the seed. */
  readonly energy: number;
  readonly episodeId: EpisodeId;
  readonly threadId: ThreadId;
  readonly trust: Trust;
  readonly model: string;
  readonly tokens: number;
  readonly fatigue: number;
  readonly expiresAt: Date;
  /** What it rests on, the seed among them. */
  readonly concepts: readonly { readonly id: Id<'concept'>; readonly energy: number }[];
  /** Added to the strength of the seed, 0..1; null for nothing. */
  readonly reinforce: number | null;
  /** Sign code in base64 and its model; without them it is found by its words alone. */
  readonly code?: string | undefined;
  readonly codeModelId?: string | undefined;
}

/** Keeps a thought and gives its agent back. */
export interface SaveThought extends HeldDrift {
  readonly runId: Id<'driftRun'>;
  readonly latestTurnId: TurnId | null;
  readonly now: Date;
  readonly nextAt: Date;
  readonly thought: NewThought;
}

/**
 * Keeps a thought in one commit with its concepts, its code, the strength it gives and the end of its run. Nothing is kept when
 * the agent is no longer held (`fenced`), a turn was accepted meanwhile (`yielded`), or its sources are `gone`.
 */
export function saveThought(
  db: Database,
  save: SaveThought,
): Promise<{ readonly status: 'fenced' | 'gone' | 'stored' | 'yielded' }> {
  return call(db, 'save_thought', save);
}

/** Takes expired thoughts out of the search by meaning; gives how many. Their rows stay. Cross-agent role. */
export function expireThoughts(db: Database, now: Date, limit: number): Promise<number> {
  return ask(db, 'expire_thoughts', now, limit);
}
