import type { memoryImageJob, PayloadOf } from '@salience/contracts';
import type { Database } from '@salience/database';
import { done, type JobHandler } from '@salience/queues';
import { renewMemoryImage } from '@salience/recall';
import type { Logger } from '@salience/telemetry';

/** What the maker of images works with. */
export interface ImageMakerDeps {
  readonly db: Database;
  readonly log: Pick<Logger, 'info'>;
}

/**
 * Makes the handler of `memory.image`: reads what an agent remembers and keeps it as one image, if that is due. Here, because nobody waits for
 * this app: it reads for a tenth of a second, and writes for some milliseconds, for ten thousand memories.
 */
export function createImageMaker({ db, log }: ImageMakerDeps): JobHandler<PayloadOf<typeof memoryImageJob>> {
  return async ({ agentId, model }) => {
    const kept = await renewMemoryImage(db, { agentId, model: model ?? undefined });
    if (kept) log.info({ agentId }, 'the image of an agent’s memory was made anew');
    return done();
  };
}
