import type { TurnId } from '@salience/contracts';
import { until } from '@salience/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { giveFeedback } from '../src/doors/feedback.ts';
import {
  countDecisions,
  loadDecisions,
  loadFollowUps,
  loadJudgedTurns,
  loadReviewed,
  loadReviewPool,
  loadSilences,
} from '../src/doors/learning.ts';
import type { Database } from '../src/index.ts';
import { type Decided, decide, regulatorOf } from './learning.ts';
import { createWorld, type World } from './world.ts';

const start = new Date('2026-03-01T09:00:00Z');
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

let world: World;
let regulator: Database;
beforeEach(async () => {
  world = await createWorld();
  regulator = regulatorOf(world);
  return () => world.database.close();
});

const ask = 'Can you send me the budget file?';

/** What its owner says in a room, for the agent or for somebody else. */
const say = (text: string, minutes: number, overheard = false): Promise<Decided> =>
  decide(world, text, {
    threadKey: 'room',
    mode: overheard ? 'IGNORE' : 'RESPOND',
    confidence: overheard ? 1 : 0.5,
    at: later(minutes),
    overheard,
  });

/** What is read of the past: any transaction on the server, of other tests too, holds the newest back. */
async function readUpTo<T>(
  read: () => Promise<{ readonly upto: string | null; readonly found: readonly T[] }>,
  row: string,
): Promise<readonly T[]> {
  const [last] = await world.database.admin<{ last: string }>(row);
  let found: readonly T[] = [];
  await until(
    async () => {
      const part = await read();
      found = part.found;
      return part.upto === last?.last;
    },
    { what: 'the newest to be looked at' },
  );
  return found;
}

describe('law 8: what an agent only overheard was decided by no policy, so', () => {
  it('what is said next labels nothing of it, and it labels nothing that was decided before', async () => {
    await say(`Bob, ${ask}`, 0, true);
    await say(`Bob, ${ask}`, 1, true);
    await say(ask, 2);
    const second = await say(ask, 3);
    await say('Thanks, Bob!', 4, true);
    const found = await readUpTo(
      () => loadFollowUps(regulator, 100),
      "select written_xid || ':' || exchange_id as last from salience.turn_ends order by written_xid desc, exchange_id desc limit 1",
    );
    expect(found.map(({ next }) => next.turnId)).toEqual([second.turnId]);
  });

  it('silence after it tells nothing', async () => {
    const look = () => loadSilences(regulator, { now: later(60), expiryMs: 600_000, limit: 9 });
    const answered = await say(ask, 0);
    expect((await look()).found.map(({ turnId }) => turnId)).toEqual([answered.turnId]);
    await say(`Bob, ${ask}`, 1, true);
    expect((await look()).found).toEqual([]);
  });

  it('no policy and no calibration is judged by it, and no review is spent on it', async () => {
    const heard = await say(`Bob, ${ask}`, 0, true);
    const said = await say(ask, 1);
    const window = { from: start, to: later(9) };
    const rows = await loadDecisions(regulator, { ...window, limit: 9 });
    expect(rows.map(({ turnId }) => turnId)).toEqual([said.turnId]);
    expect(await countDecisions(regulator, window.from, window.to)).toBe(1);
    const pool = await loadReviewPool(regulator, { ...window, low: 0.3, high: 0.6, seed: 'a', each: 9 });
    expect(pool.map(({ turnId }) => turnId)).toEqual([said.turnId]);
    expect(await loadReviewed(regulator, [heard.turnId])).toEqual([]);
  });

  it('feedback on it is kept and labels nothing', async () => {
    const [heard, said] = [await say(`Bob, ${ask}`, 0, true), await say(ask, 1)];
    for (const target of [heard.turnId, said.turnId] as TurnId[])
      await giveFeedback(world.consumer, world.agentId, {
        target,
        value: -1,
        wanted: 'ACT',
        givenBy: 'local',
        now: start,
      });
    const found = await readUpTo(
      () => loadJudgedTurns(regulator, 9),
      "select written_xid || ':' || id as last from salience.feedback order by written_xid desc, id desc limit 1",
    );
    expect(found.map(({ turnId }) => turnId)).toEqual([said.turnId]);
    expect(await world.database.admin('select 1 from salience.feedback')).toHaveLength(2);
  });
});
