import type { TurnId } from '@salience/contracts';
import type { ConsumerContext } from '../consumer-context.ts';

/** The channel that tells a running digest to stop a turn; the payload is the turn's id. */
const cancelChannel = 'cancel';

/**
 * Tells the worker of a running turn to stop, after that was committed. The row is the truth, and the worker reads it when it renews
 * its lease; the signal only makes it faster.
 */
export function signalCancel(context: ConsumerContext, turnId: TurnId): void {
  context.background.run(
    async () => void (await context.queues.signals.send(cancelChannel, turnId)),
    'cancel not signalled; the worker will see it at its next renewal',
    { turnId },
  );
}
