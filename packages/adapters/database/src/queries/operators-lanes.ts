import type { AgentId, Id, ThreadId, TurnId } from '@salience/contracts';
import { call, type Database } from '../connect.ts';
import type { PagePlace } from './latest-first.ts';

/** A lane with turns that have not ended. Times are ISO 8601. */
export interface OpenLane {
  readonly threadId: ThreadId;
  readonly agentId: AgentId;
  readonly agentName: string;
  /** `parked`: until a retry of an action. */
  readonly state: 'parked' | 'running' | 'waiting';
  /** Turns that have not ended. */
  readonly turns: number;
  readonly fence: number;
  /** The turn at its head: the one that runs, or comes next. */
  readonly turnId: TurnId;
  readonly attempts: number;
  readonly source: string;
  readonly acceptedAt: string;
  /** Milliseconds since it was accepted. */
  readonly ageMs: number;
  readonly owner: Id<'worker'> | null;
  readonly leaseUntil: string | null;
  readonly wakeAt: string | null;
}

/** Lanes of every agent with turns that have not ended, the one that has waited longest first; `now` is business time. Consumer, operator. */
export function listLanes(
  db: Database,
  page: {
    readonly now: Date;
    readonly limit: number;
    readonly state?: OpenLane['state'] | undefined;
    readonly agentId?: AgentId | undefined;
    readonly after?: PagePlace | undefined;
  },
): Promise<OpenLane[]> {
  return call(db, 'operator_lanes', page);
}
