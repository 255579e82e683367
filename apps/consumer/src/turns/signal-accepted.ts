import { acceptedSignal, type AgentId } from '@salience/contracts';
import type { Queues } from '@salience/queues';
import type { Background } from '../background.ts';

/** Tells the fleet that a turn was accepted, after its commit, so that what nobody waits for steps back. */
export type SignalAccepted = (agentId: AgentId) => void;

/**
 * One signal of a process covers the turns of this many milliseconds after it: who heard it has stepped back, and nobody begins
 * again before the fleet was quiet for longer than this.
 */
const coveredMs = 50;

/** Makes the teller of a process. A signal that is lost delays what it is for by a second: the rows are looked at too. */
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
      () => queues.signals.send(acceptedSignal, agentId),
      'accepted turn not signalled; background work will see its row',
      { agentId },
    );
  };
}
