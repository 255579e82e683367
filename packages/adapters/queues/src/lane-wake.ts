import type { AgentId, ThreadId } from '@salience/contracts';
import type { EnqueueOptions } from './jobs/job-options.ts';

/** A lane with work, as returned by accepting, releasing and sweeping. */
export interface LaneToWake {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  /** The lane's fence as the caller saw it. */
  readonly fence: number;
  /** Its owner died. Such a lane already waited for the lease, so it goes ahead of lanes that have not begun. */
  readonly lost?: boolean;
  /** The live worker that holds what is known of it; preferred. */
  readonly heldBy?: string | null | undefined;
}

/**
 * The wake-up of a lane. Every sender uses this, so equal wake-ups have equal ids. The id contains the fence, so a wake-up left by a
 * dead run never suppresses a later one.
 */
export function laneWake(lane: LaneToWake): {
  readonly payload: { readonly agentId: AgentId; readonly threadId: ThreadId };
  readonly options: EnqueueOptions;
} {
  return {
    payload: { agentId: lane.agentId, threadId: lane.threadId },
    // A separate id: an earlier wake-up that waits far back in the queue must not absorb this one.
    options: lane.lost
      ? { wake: { id: `${lane.threadId}.${lane.fence}.lost` }, ahead: true }
      : {
          wake: { id: `${lane.threadId}.${lane.fence}` },
          ...(typeof lane.heldBy === 'string' ? { to: lane.heldBy } : {}),
        },
  };
}
