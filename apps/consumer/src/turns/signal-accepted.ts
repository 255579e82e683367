import { acceptedSignal, type AgentId } from '@salience/contracts';
import type { Queues } from '@salience/queues';
import type { Background } from '../background.ts';

/** Tells the fleet that a turn was accepted, after its commit, so that idle work yields. */
export type SignalAccepted = (agentId: AgentId) => void;

/**
 * One signal covers all turns of the following interval: receivers have already yielded, and none starts again before the fleet was
 * quiet for longer than this.
 */
const coveredMs = 50;

/** Makes the sender of a process. If a signal is lost, idle work yields a second later: it also checks the rows. */
export function createSignalAccepted(
  queues: Pick<Queues, 'signals'>,
  background: Background,
  coversMs = coveredMs,
): SignalAccepted {
  let sentAt = Number.NEGATIVE_INFINITY;
  return (agentId) => {
    const now = performance.now();
    if (now - sentAt < coversMs) return;
    sentAt = now;
    background.run(
      async () => void (await queues.signals.send(acceptedSignal, agentId)),
      'accepted turn not signalled; background work will see its row',
      { agentId },
    );
  };
}
