import { expect, it } from 'vitest';
import { done, snooze } from '../../src/index.ts';
import type { Suite } from '../conformance.ts';
import { wakeJob } from '../contracts.ts';
import { type Desk, openQueues, until } from '../desk.ts';

export function directCases(suite: Suite): void {
  const wake = (desk: Pick<Desk, 'queues'>, lane: string, to?: string) =>
    desk.queues.enqueue(wakeJob, { lane }, { wake: { id: lane }, ...(to === undefined ? {} : { to }) });
  /** A worker whose runs wait until they are let go, by lane. */
  const heldWorker = async (desk: Desk, concurrency: number, name?: string) => {
    const begun: string[] = [];
    const direct = new Set<string>();
    const gates = new Map<string, () => void>();
    const most = { atOnce: 0 };
    let now = 0;
    const worker = await desk.work(
      wakeJob,
      async ({ lane }, { attemptsMax }) => {
        now += 1;
        most.atOnce = Math.max(most.atOnce, now);
        if (attemptsMax === 1) direct.add(lane);
        begun.push(lane);
        await new Promise<void>((resolve) => gates.set(lane, resolve));
        now -= 1;
        return done();
      },
      concurrency,
      name,
    );
    const letGo = async (lane: string): Promise<void> => {
      await until(() => gates.has(lane));
      gates.get(lane)?.();
      gates.delete(lane);
    };
    /** Resolves when it takes what is sent to it alone: it passes that on until it has found the queue empty. */
    const untilDirect = async (): Promise<void> => {
      for (let sent = 1; direct.size === 0; sent += 1) {
        await wake(desk, `first-${sent}`, name);
        await until(() => begun.length === sent);
        await letGo(`first-${sent}`);
      }
      begun.length = 0;
    };
    return { begun, letGo, most, untilDirect, worker };
  };

  /** Resolves when each worker has taken a job sent to it alone: it passes them on until it has found the queue empty. */
  const untilTaken = async (
    desk: Desk,
    { direct, seen }: { readonly direct: ReadonlySet<string>; readonly seen: string[] },
    names: readonly string[],
  ): Promise<void> => {
    for (const name of names) {
      for (let sent = 1; !direct.has(name); sent += 1) {
        const before = seen.length;
        await wake(desk, `first-for-${name}-${sent}`, name);
        await until(() => seen.length > before);
      }
    }
    seen.length = 0;
  };

  it('runs it at that worker, and never at another', async () => {
    const desk = await suite.desk();
    const other = await openQueues(desk.connection);
    const [seen, direct] = [[] as string[], new Set<string>()];
    const runs =
      (name: string) =>
      async (_job: unknown, { attemptsMax }: { attemptsMax: number }): Promise<ReturnType<typeof done>> => {
        seen.push(name);
        if (attemptsMax === 1) direct.add(name);
        return done();
      };
    await desk.work(wakeJob, runs('first'), 4, 'first');
    await other.work(wakeJob, runs('second'), {
      concurrency: 4,
      onDeadLetter: async () => {},
      worker: 'second',
    });
    await untilTaken(desk, { direct, seen }, ['first', 'second']);
    for (let sent = 1; sent <= 10; sent += 1) {
      await wake(desk, `lane-${sent}`, 'second');
      await until(() => seen.length === sent);
    }
    await wake(desk, 'lane-first', 'first');
    await until(() => seen.length === 11);
    expect(seen).toEqual([...Array.from({ length: 10 }, () => 'second'), 'first']);
    const [depth] = await desk.queues.depths([wakeJob.queue]);
    expect(depth).toMatchObject({ waiting: 0, active: 0, delayed: 0 });
  });

  it('of many that are sent together each that names a worker runs there, and the others run too', async () => {
    const desk = await suite.desk();
    const other = await openQueues(desk.connection);
    const [seen, direct] = [[] as string[], new Set<string>()];
    const runs =
      (name: string) =>
      async (
        { lane }: { lane: string },
        { attemptsMax }: { attemptsMax: number },
      ): Promise<ReturnType<typeof done>> => {
        if (attemptsMax === 1) direct.add(name);
        seen.push(lane.startsWith('first-for') ? name : lane.startsWith('for') ? `${lane} at ${name}` : lane);
        return done();
      };
    await desk.work(wakeJob, runs('first'), 8, 'first');
    await other.work(wakeJob, runs('second'), {
      concurrency: 8,
      onDeadLetter: async () => {},
      worker: 'second',
    });
    await untilTaken(desk, { direct, seen }, ['first', 'second']);
    const sentTo = (to: string, n: number) => ({
      payload: { lane: `for-${to}-${n}` },
      options: { wake: { id: `for-${to}-${n}` }, to },
    });
    await desk.queues.enqueueMany(wakeJob, [
      ...[1, 2].flatMap((n) => [sentTo('first', n), sentTo('second', n)]),
      { payload: { lane: 'any' }, options: { wake: { id: 'any' } } },
    ]);
    await until(() => seen.length === 5);
    expect(seen.toSorted()).toEqual([
      'any',
      ...['first', 'second'].flatMap((name) => [1, 2].map((n) => `for-${name}-${n} at ${name}`)),
    ]);
  });

  it('law 3: no more run at once than the worker has places, whichever way they came, and all run', async () => {
    const desk = await suite.desk();
    const { begun, letGo, most } = await heldWorker(desk, 3, 'mine');
    const lanes = Array.from({ length: 24 }, (_, n) => `lane-${n}`);
    await Promise.all(lanes.map((lane, n) => wake(desk, lane, n % 2 === 0 ? 'mine' : undefined)));
    for (let ended = 0; ended < lanes.length; ended += 1) {
      await until(() => begun.length > ended);
      await letGo(begun[ended] as string);
    }
    await until(() => desk.outcomes().filter((outcome) => outcome === 'done').length === lanes.length);
    expect([...begun].sort()).toEqual([...lanes].sort());
    expect(most.atOnce).toBe(3);
  });

  it('keeps one place for the queue, and takes more from it as soon as there is room', async () => {
    const desk = await suite.desk();
    const { begun, letGo } = await heldWorker(desk, 3, 'mine');
    await wake(desk, 'direct-1', 'mine');
    await wake(desk, 'direct-2', 'mine');
    await until(() => begun.length === 2);
    for (const lane of ['queued-1', 'queued-2', 'queued-3']) await wake(desk, lane);
    await until(() => begun.length === 3);
    // The queue's own job still runs: the room that is left by another must be noticed.
    await letGo('direct-1');
    await until(() => begun.length === 4);
    await letGo('direct-2');
    await until(() => begun.length === 5);
    expect(begun.slice(2).sort()).toEqual(['queued-1', 'queued-2', 'queued-3']);
    for (const lane of begun.slice(2)) await letGo(lane);
  });

  it('law 3: a job that was being fetched when its place was taken goes back to the queue', async () => {
    const desk = await suite.desk();
    const { begun, letGo, most } = await heldWorker(desk, 3, 'mine');
    for (const lane of ['queued-1', 'queued-2']) await wake(desk, lane);
    await until(() => begun.length === 2);
    // It waits for a third one now, for which there was a place.
    await wake(desk, 'direct', 'mine');
    await until(() => begun.length === 3);
    await wake(desk, 'queued-3');
    // Time enough for it to be fetched.
    for (let looked = 0; looked < 20; looked += 1) await desk.queues.depths([wakeJob.queue]);
    expect(begun).not.toContain('queued-3');
    await letGo('direct');
    await letGo('queued-3');
    await letGo('queued-1');
    await letGo('queued-2');
    await until(() => desk.outcomes().filter((outcome) => outcome === 'done').length === 4);
    expect(most.atOnce).toBe(3);
  });

  it('a worker without a place passes it on to one that has', async () => {
    const desk = await suite.desk();
    const { begun, letGo } = await heldWorker(desk, 2, 'mine');
    await wake(desk, 'direct', 'mine');
    await wake(desk, 'queued');
    await until(() => begun.length === 2);
    const other = await suite.deskOf(desk.connection);
    const elsewhere = await heldWorker(other, 2);
    await wake(desk, 'late', 'mine');
    await elsewhere.letGo('late');
    await letGo('direct');
    await letGo('queued');
    expect(begun.toSorted()).toEqual(['direct', 'queued']);
  });

  it('what is sent while an equal one runs gives exactly one more run', async () => {
    const desk = await suite.desk();
    const { begun, letGo, untilDirect } = await heldWorker(desk, 3, 'mine');
    await untilDirect();
    await wake(desk, 'lane-a', 'mine');
    await until(() => begun.length === 1);
    for (let sent = 0; sent < 20; sent += 1) await wake(desk, 'lane-a', 'mine');
    // Heard after those that were sent before it.
    await wake(desk, 'lane-b', 'mine');
    await letGo('lane-b');
    await letGo('lane-a');
    await letGo('lane-a');
    await wake(desk, 'lane-end');
    await letGo('lane-end');
    expect(begun).toEqual(['lane-a', 'lane-b', 'lane-a', 'lane-end']);
  });

  it('one that snoozes or fails goes on in the queue, which counts its tries', async () => {
    const desk = await suite.desk();
    const tries = new Map<string, number[]>();
    await desk.work(
      wakeJob,
      async ({ lane }, { attempt, attemptsMax }) => {
        const before = tries.get(lane) ?? [];
        tries.set(lane, [...before, attemptsMax === 1 ? 0 : attempt]);
        if (lane === 'broken') throw new Error('no');
        return before.length === 0 ? snooze(10) : done();
      },
      3,
      'mine',
    );
    await wake(desk, 'sleepy', 'mine');
    await wake(desk, 'broken', 'mine');
    await until(() => desk.letters.length === 1 && tries.get('sleepy')?.length === 2);
    // Its first run may be in the queue already, where the other one may wait.
    expect(tries.get('broken')?.slice(-3)).toEqual([1, 2, 3]);
    expect(desk.letters[0]).toMatchObject({ payload: { lane: 'broken' }, reason: 'exhausted', attempts: 3 });
  });

  it('a worker that drains passes on what it is sent, and a later one finds it', async () => {
    const desk = await suite.desk();
    const { begun, letGo, worker } = await heldWorker(desk, 3, 'mine');
    await wake(desk, 'running', 'mine');
    await until(() => begun.length === 1);
    const drained = worker.drain(20_000);
    await wake(desk, 'late', 'mine');
    const other = await suite.deskOf(desk.connection);
    const elsewhere = await heldWorker(other, 3);
    await elsewhere.letGo('late');
    await letGo('running');
    expect(await drained).toEqual([]);
    expect(begun).toEqual(['running']);
  });

  it('what is no letter is ignored', async () => {
    const desk = await suite.desk();
    const { begun, letGo } = await heldWorker(desk, 3, 'mine');
    for (const junk of ['', 'null', '{', '[]', '{"payload":{"lane":7}}'])
      await desk.queues.signals.send(`job.${wakeJob.queue}.mine`, junk);
    await wake(desk, 'lane-a', 'mine');
    await letGo('lane-a');
    // A payload that does not fit takes the way of every such job.
    await until(() => desk.letters.length === 1);
    expect(desk.letters[0]).toMatchObject({ payload: { lane: 7 }, reason: 'invalid' });
    expect(begun).toEqual(['lane-a']);
  });
}
