import type { AgentId, ThreadId } from '@salience/contracts';
import type { EnqueueOptions } from './jobs/job-options.ts';

/** A lane with work, as accepting, releasing and sweeping name it. */
export interface LaneToWake {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  /** The lane's fence as the caller saw it. */
  readonly fence: number;
  /** Its owner died: it has waited for the lease already and goes ahead of lanes that have not begun. */
  readonly lost?: boolean;
}

/**
 * The wake-up of a lane. Everything that wakes lanes sends this, so equal wake-ups have equal ids. The fence is in the id: a wake-up
 * held back by a dead run never hides a later one.
 */
export function laneWake(lane: LaneToWake): {
  readonly payload: { readonly agentId: AgentId; readonly threadId: ThreadId };
  readonly options: EnqueueOptions;
} {
  return {
    payload: { agentId: lane.agentId, threadId: lane.threadId },
    // An id of its own: an earlier wake-up that still waits far back in the queue must not absorb this one.
    options: lane.lost
      ? { wake: { id: `${lane.threadId}.${lane.fence}.lost` }, ahead: true }
      : { wake: { id: `${lane.threadId}.${lane.fence}` } },
  };
}
