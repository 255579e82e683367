import type { MidRunPolicy, ThreadId, TurnId } from '@salience/contracts';
import { checkTurns, type ClientEntry } from '@salience/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelTurn, releaseLane, renewLane } from '../src/doors/turns.ts';
import { createWorld, type Taken, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

/** Small, fast and the same on every machine. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const threads = ['storm-a', 'storm-b', 'storm-c'];
const policies: readonly MidRunPolicy[] = [...Array<'merge'>(12).fill('merge'), 'queue', 'interrupt'];
interface Said {
  readonly turnId: TurnId;
  readonly threadId: ThreadId;
  readonly text: string;
}

/** Says 100 messages one after another, each under some policy, and takes one in ten back. */
async function client(name: string, seed: number, log: ClientEntry[]): Promise<Said[]> {
  const next = random(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const said: Said[] = [];
  for (let n = 1; n <= 100; n += 1) {
    const [key, text] = [`${name}-${n}`, `<${name} ${n}>`];
    const { turnId, threadId } = await world.accept(text, {
      threadKey: pick(threads),
      midRun: pick(policies),
      idempotencyKey: key,
    });
    log.push({ key, turnId, threadId, n });
    said.push({ turnId: turnId as TurnId, threadId, text });
    if (next() < 0.1) await cancelTurn(world.consumer, world.agentId, turnId as TurnId, new Date());
  }
  return said;
}

/** Works lanes as digest does, and dies, gives back or comes too late every now and then. */
async function worker(name: string, seed: number, over: () => boolean): Promise<void> {
  const next = random(seed);
  const lanes = async () =>
    (
      await world.database.admin<{ thread_id: ThreadId }>(
        'select thread_id from salience.lanes where tail > cursor',
      )
    ).map((row) => row.thread_id);
  for (let open = await lanes(); open.length > 0 || !over(); open = await lanes()) {
    const threadId = open[Math.floor(next() * open.length)];
    if (threadId === undefined) continue;
    const claimed = await world.claim(threadId, name);
    let taken: Taken | undefined = claimed.status === 'turn' ? claimed : undefined;
    while (taken !== undefined) taken = await step(taken, next());
  }
}

async function step(taken: Taken, luck: number): Promise<Taken | undefined> {
  const lane = { agentId: world.agentId, threadId: taken.turn.thread_id, fence: taken.fence };
  if (luck < 0.2) {
    await world.expireLease(lane.threadId);
    return undefined;
  }
  if (luck < 0.4) {
    await releaseLane(world.digest, lane);
    return undefined;
  }
  if (luck < 0.5) await world.expireLease(lane.threadId);
  const { held, cancel } = await renewLane(world.digest, lane);
  if (!held) return undefined;
  const result = await world.commit(taken, {
    takeNext: true,
    ...(cancel ? { state: 'cancelled', reply: null, exchange: null } : {}),
  });
  return result.status === 'committed' && result.next?.status === 'turn' ? result.next : undefined;
}

it('laws 2 to 5 hold and every word is answered once, whatever arrives, dies and comes back', async () => {
  const log: ClientEntry[] = [];
  const clients = Promise.all([1, 2, 3].map((n) => client(`c${n}`, 100 + n, log)));
  let talking = true;
  const finished = clients.finally(() => {
    talking = false;
  });
  const [said] = await Promise.all([
    finished,
    ...[1, 2, 3].map((n) => worker(`w${n}`, 200 + n, () => !talking)),
  ]);
  // A thread's order among messages of several clients is not one client's to tell.
  const { violations, stats } = await checkTurns({
    ownerUrl: world.database.ownerUrl,
    clientLog: log.map((entry, n) => ({ ...entry, n })).filter((entry) => entry.key.startsWith('c1-')),
  });
  // Nobody remembers here.
  expect(violations.filter((one) => !/^(?:one chunk per|watermark at the last) exchange/.test(one))).toEqual(
    [],
  );
  expect(stats.states['merged']).toBeGreaterThan(5);
  expect(stats.states['cancelled']).toBeGreaterThan(5);
  expect(stats.repeated).toBeGreaterThan(0);

  const states = new Map(
    (
      await world.database.admin<{ id: TurnId; state: string }>(
        `select t.id, coalesce(s.state, t.state) as state from salience.turns t left join salience.turns s on s.id = t.merged_into`,
      )
    ).map((row) => [row.id, row.state]),
  );
  const kept = (
    await world.database.admin<{ message: string }>('select message from salience.exchanges')
  ).map((row) => row.message);
  for (const { turnId, text } of said.flat()) {
    const lines = kept.flatMap((message) => message.split('\n')).filter((line) => line === text);
    // What was taken back or interrupted is not an exchange; everything else is, once.
    expect([text, lines.length]).toEqual([text, states.get(turnId) === 'answered' ? 1 : 0]);
  }
});
