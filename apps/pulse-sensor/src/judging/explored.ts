import { createHash } from 'node:crypto';

/** One in so many signals that did not pass is shown for a look. */
const oneIn = 50;

/** Whether a signal is one of the share that is shown for a look: by a hash of its id and the module, so that every replica says the same. */
export function isExplored(signalId: string, module: string): boolean {
  return createHash('sha256').update(`${signalId} ${module}`).digest().readUInt32BE() % oneIn === 0;
}
