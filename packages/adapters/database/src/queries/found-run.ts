import type { ActStep, AgentId, OutcomeCode, Trust, TurnId, TurnState } from '@salience/contracts';
import { type Database, withAgent } from '../connect.ts';
import type { ApprovalRow } from './approvals.ts';

/** A run of actions as a turn finds it: begun by the turn itself, or by the one that it goes on from. */
export interface FoundRun {
  readonly runId: TurnId;
  /** The turn that began it. */
  readonly root: {
    readonly id: TurnId;
    readonly text: string;
    readonly speaker: string | null;
    readonly source: string;
    readonly trust: Trust;
    readonly saidAt: string;
    readonly state: TurnState;
    /** Its sender may answer requests for approval. */
    readonly mayApprove: boolean;
  };
  readonly steps: readonly ActStep[];
  /** Every request that the run made, whatever became of it, in the order of their steps. */
  readonly approvals: readonly ApprovalRow[];
}

/** How often actions of a tool ended so in the last seven days. No word of a tool or a person is in it. */
export interface ActionOutcome {
  readonly tool: string;
  readonly code: OutcomeCode;
  readonly count: number;
}

/** A run of the agent; undefined when it has none such. */
export function findRun(db: Database, agentId: AgentId, runId: TurnId): Promise<FoundRun | undefined> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<{ run: FoundRun | null }>('select salience.run_view($1) as run', [runId]);
    return rows.rows[0]?.run ?? undefined;
  });
}
