import { type AgentId, hintThreadsMax, memoryChunkJob, type ThreadId } from '@salience/contracts';
import { handOn, type SendPorts } from '@salience/runtime';

/** Where a committed turn left something to remember. */
export interface HandedOn {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  /** The sending belongs to the turn's trace. */
  readonly traceparent: string | null;
}

/** Hints that there is something to remember. */
export interface HandOn {
  /** Takes it over; it leaves within 100 ms, together with what other turns of the agent bring meanwhile. */
  add(work: HandedOn): void;
  /** Sends what is gathered now; resolves when it is sent or left to the sweep. */
  flush(): Promise<void>;
}

/** Remembering is not in a hurry, and one hint for several threads costs the queue what one for one does. */
const gatherMs = 100;

/**
 * Makes the hand-on. The rows are committed before; a hint that cannot be sent now, or that a killed process had gathered, is
 * not lost: the sweep finds its rows.
 */
export function createHandOn(ports: SendPorts): HandOn {
  const held = new Map<AgentId, { readonly threads: Set<ThreadId>; readonly parent: string | null }>();
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const leave = (agentId: AgentId): void => {
    const hint = held.get(agentId);
    held.delete(agentId);
    if (hint === undefined) return;
    const payload = { agentId, threadIds: [...hint.threads] };
    const sent = handOn(ports, memoryChunkJob, [payload], hint.parent).finally(() => underWay.delete(sent));
    underWay.add(sent);
  };
  const leaveAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const agentId of held.keys()) leave(agentId);
  };
  return {
    add({ agentId, threadId, traceparent }) {
      const hint = held.get(agentId) ?? { threads: new Set(), parent: traceparent };
      held.set(agentId, hint);
      hint.threads.add(threadId);
      if (hint.threads.size >= hintThreadsMax) leave(agentId);
      else timer ??= setTimeout(leaveAll, gatherMs);
    },
    async flush() {
      leaveAll();
      await Promise.all(underWay);
    },
  };
}
