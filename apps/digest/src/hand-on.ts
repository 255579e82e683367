import {
  type AgentId,
  type ExchangeId,
  hintThreadsMax,
  memoryChunkJob,
  type ThreadId,
} from '@salience/contracts';
import type { ClaimedTurn } from '@salience/database/turns';
import { handOn, type SendPorts } from '@salience/runtime';

/** A thread that a committed turn added an exchange to. */
export interface HandedOn {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  /** The job continues the turn's trace. */
  readonly traceparent: string | null;
}

/** Sends hints that exchanges wait to be remembered. */
export interface HandOn {
  /** Adds a hint; it is sent within 500 ms, together with those of other turns of the agent. */
  add(work: HandedOn): void;
  /** Sends the collected hints now; resolves when they are sent or left to the sweep. */
  flush(): Promise<void>;
}

/** A committed message that was decided without its vector. */
export interface OverheardMessage extends HandedOn {
  readonly exchangeId: ExchangeId;
  readonly step: Pick<ClaimedTurn, 'snapshot' | 'turn'>;
  /** Only its code is missing. */
  readonly hasTopic: boolean;
}

/** Makes in the background what the vectors of messages tell that were decided without them, and hands them on to memory then. */
export interface Overheard {
  /** Takes a message; it is handed on with its topic and its code, or without them. */
  add(message: OverheardMessage): void;
  /** Resolves when everything that was added is handed on. */
  flush(): Promise<void>;
}

/** Memory can wait, and one batch for several turns costs little more than one for a single turn. */
const gatherMs = 500;

/**
 * Makes the sender of hints. The rows are committed before, so a hint that cannot be sent, or that was lost with its process, is
 * no loss: the sweep finds its rows.
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
