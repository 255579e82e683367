import { turnDigestJob } from '@salience/contracts';
import { done } from '@salience/queues';
import type { Fixture } from './fixture.ts';
import { HandDigest } from './hand-digest.ts';

/** Answers every turn of the default agent as soon as its lane is woken, as a digest without thoughts. */
export async function answerAll(fixture: Fixture): Promise<void> {
  const digest = new HandDigest(fixture);
  await fixture.queues.work(
    turnDigestJob,
    async ({ threadId, agentId }) => {
      for (;;) {
        const taken = await digest.claim(threadId, 'wrk_hand', agentId).catch(() => undefined);
        if (taken === undefined) return done();
        await digest.end(taken, { text: `re: ${taken.turn.text.slice(0, 100)}` });
      }
    },
    { concurrency: 4, onDeadLetter: async () => {} },
  );
}
