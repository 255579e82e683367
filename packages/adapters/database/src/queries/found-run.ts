import type { ActStep, AgentId, Trust, TurnId, TurnState, Verdict } from '@salience/contracts';
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
  };
  readonly steps: readonly ActStep[];
  /** Every request that the run made, whatever became of it, in the order of their steps. */
  readonly approvals: readonly ApprovalRow[];
}

/** What became of an action of the agent. `text` only where it ran in this thread, at most 200 characters. */
export interface ActionOutcome {
  readonly runId: TurnId;
  readonly n: number;
  readonly tool: string;
  readonly state: ActStep['state'];
  readonly verdict: Verdict['verdict'] | null;
  readonly at: string;
  readonly trust: Trust | null;
  readonly text: string | null;
}

/** A run of the agent; undefined when it has none such. */
export function findRun(db: Database, agentId: AgentId, runId: TurnId): Promise<FoundRun | undefined> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<{ run: FoundRun | null }>('select salience.run_view($1) as run', [runId]);
    return rows.rows[0]?.run ?? undefined;
  });
}
