import { expect, it } from 'vitest';
import { done } from '../../src/index.ts';
import type { Suite } from '../conformance.ts';
import { freshTurn, noteJob, testQueues } from '../contracts.ts';
import { openDesk, until, works } from '../desk.ts';

/** A producer must give up in this time; two seconds are promised, the rest is for a busy machine. */
const GIVE_UP_MS = 4_000;

export function outageCases(suite: Suite): void {
  it('law 1: without the backend sending fails in time, and everything resumes when it is back', {
    timeout: 90_000,
  }, async () => {
    const desk = await openDesk(await suite.server().fresh(testQueues));
    const { queues } = desk;
    const seen: string[] = [];
    const turn = freshTurn();
    const heard: string[] = [];
    await desk.work(noteJob, async (payload) => {
      seen.push(payload.key);
      return done();
    });
    await queues.live.subscribe(turn, undefined, (_position, event) => heard.push(event.type));
    await queues.signals.listen('cancel', (payload) => heard.push(payload));
    await queues.enqueue(noteJob, { key: 'before' });
    await until(() => seen.length === 1);

    await suite.server().stop();
    const start = performance.now();
    await expect(queues.enqueue(noteJob, { key: 'lost' })).rejects.toMatchObject({
      code: 'queues.unavailable',
      kind: 'retryable',
    });
    await expect(queues.ping()).rejects.toMatchObject({ code: 'queues.unavailable' });
    const status = { position: { fence: 1, n: 1 }, event: { type: 'status', status: 'thinking' } } as const;
    await expect(queues.live.publish(turn, [status])).rejects.toMatchObject({ code: 'queues.unavailable' });
    expect(performance.now() - start).toBeLessThan(3 * GIVE_UP_MS);

    await suite.server().start();
    await until(() => works(queues.ping()), 20_000);
    // The nodes of a cluster come back one by one, and its client may lose it once more.
    await until(() => works(queues.enqueue(noteJob, { key: 'after' })), 20_000);
    await until(() => seen.includes('after'), 30_000);
    await until(async () => {
      await works(queues.signals.send('cancel', 'signal'));
      return heard.includes('signal');
    }, 20_000);
    const ended = { position: { fence: 1, n: 2 }, event: { type: 'ended' } } as const;
    await until(() => works(queues.live.publish(turn, [ended])), 20_000);
    await until(() => heard.includes('ended'), 20_000);
  });

  it('says so when the backend is away at the start', { timeout: 60_000 }, async () => {
    const connection = await suite.server().fresh(testQueues);
    await suite.server().stop();
    await expect(openDesk(connection)).rejects.toMatchObject({
      code: 'queues.unavailable',
      kind: 'retryable',
    });
    await suite.server().start();
  });
}
