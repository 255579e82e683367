import type { AgentId, TurnId } from '@salience/contracts';
import { type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginBridgeReply,
  type BridgeSettings,
  type ClaimedBridge,
  claimBridges,
  claimHandDeliveries,
  dueBridgeReplies,
  lastOfBridgeChannel,
  loadBridge,
  noteBridge,
  noteBridgeChannel,
  removeBridge,
  setBridge,
  settleBridgeReply,
  settleHandDelivery,
} from '../src/doors/bridges.ts';
import { type Database, newId } from '../src/index.ts';

let database: TestDatabase;
let consumer: Database;
let sensor: Database;
let scheduler: Database;
let agentId: AgentId;
const now = new Date('2026-03-01T09:00:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);

beforeAll(async () => {
  database = await testDatabase();
  consumer = database.connect('salience_consumer');
  sensor = database.connect('salience_pulse_sensor');
  scheduler = database.connect('salience_scheduler');
  const [agent] = await database.admin<{ id: AgentId }>('select id from salience.agents');
  agentId = agent?.id as AgentId;
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of ['bridge_replies', 'bridge_channels', 'bridges', 'hand_deliveries', 'pfc_hands'])
    await database.admin(`delete from salience.${table}`);
});

const settings: BridgeSettings = {
  url: 'https://bridge.test',
  channels: ['10', 'plaza'],
  selfNames: ['Viktor'],
  mentionNames: [],
};
const set = (more: Partial<BridgeSettings & { key: string; now: Date }> = {}) =>
  setBridge(consumer, { ...settings, key: 'k-1', agentId, now, ...more });

async function claim(owner = 'a'): Promise<ClaimedBridge> {
  const [claimed] = await claimBridges(sensor, { owner, leaseMs: 60_000, now, limit: 8 });
  if (claimed === undefined) throw new Error('expected a Bridge');
  return claimed;
}

/** A turn that has ended with a reply, or runs. */
async function turn(reply?: string): Promise<TurnId> {
  const turnId = newId('turn');
  if (reply === undefined) return turnId;
  await database.admin(
    `insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at, reply) values ($1, $2, $3, 1, 'answered', 0, $4, $5)`,
    [turnId, agentId, newId('thread'), now, reply],
  );
  return turnId;
}

describe('the settings of a Bridge', () => {
  it('are shown without the key, which only whoever connects reads', async () => {
    expect(await set()).toBe(true);
    expect(JSON.stringify(await loadBridge(consumer, agentId))).not.toContain('k-1');
    await expect(consumer.pool.query('select key from salience.bridges')).rejects.toThrow(
      'permission denied',
    );
    expect((await claim()).key).toBe('k-1');
  });

  it('keep the key where none is given, but never for another address', async () => {
    expect(await setBridge(consumer, { ...settings, key: undefined, agentId, now })).toBe(false);
    await set();
    expect(await setBridge(consumer, { ...settings, channels: ['10'], key: undefined, agentId, now })).toBe(
      true,
    );
    const moved = { ...settings, url: 'https://evil.test', key: undefined, agentId, now };
    expect(await setBridge(consumer, moved)).toBe(false);
    expect(await claim()).toMatchObject({
      key: 'k-1',
      url: 'https://bridge.test',
      channels: ['10'],
      revision: 2,
    });
  });

  it('are gone with the key once they are removed, and the holder learns it', async () => {
    await set();
    const { fence } = await claim();
    expect(await removeBridge(consumer, { agentId, now })).toBe(true);
    expect(await removeBridge(consumer, { agentId, now })).toBe(false);
    expect(await noteBridge(sensor, { agentId, fence, now, leaseMs: 1_000 })).toBeNull();
    expect(await loadBridge(consumer, agentId)).toBeNull();
  });
});

describe('the lease of a Bridge', () => {
  it('is one process’s until it runs out or is given back, and a failure makes it wait', async () => {
    await set();
    const first = await claim('a');
    expect(await claimBridges(sensor, { owner: 'b', leaseMs: 60_000, now, limit: 8 })).toEqual([]);
    expect(await noteBridge(sensor, { agentId, fence: first.fence, now, leaseMs: 60_000, seen: true })).toBe(
      1,
    );
    const failed = {
      agentId,
      fence: first.fence,
      now,
      error: 'bridge.unavailable',
      retryAt: after(5_000),
      release: true,
    };
    expect(await noteBridge(sensor, failed)).toBe(1);
    expect(await claimBridges(sensor, { owner: 'b', leaseMs: 60_000, now: after(4_000), limit: 8 })).toEqual(
      [],
    );
    const [second] = await claimBridges(sensor, { owner: 'b', leaseMs: 60_000, now: after(5_000), limit: 8 });
    expect(second).toMatchObject({ failures: 1, fence: first.fence + 1 });
    expect(await noteBridge(sensor, { agentId, fence: first.fence, now })).toBeNull();
  });

  it('of many that claim at once one gets it', async () => {
    await set();
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        claimBridges(sensor, { owner: `w${n}`, leaseMs: 60_000, now, limit: 8 }),
      ),
    );
    expect(all.flat()).toHaveLength(1);
  });

  it('tells of other settings, so that whoever listens begins anew', async () => {
    await set();
    const { fence, revision } = await claim();
    await set({ channels: ['10'] });
    expect(await noteBridge(sensor, { agentId, fence, now, leaseMs: 1_000 })).toBe(revision + 1);
  });
});

describe('the place in a channel', () => {
  it('moves under the lease alone, and is forgotten with the channel or the address', async () => {
    await set();
    const { fence } = await claim();
    const note = (channel: string, messageId: string, by = fence) =>
      noteBridgeChannel(sensor, { agentId, fence: by, channel, messageId, now });
    expect(await note('10', '5')).toBe(true);
    expect(await note('10', '6')).toBe(true);
    expect(await note('plaza', 'x')).toBe(true);
    expect(await note('10', '7', fence - 1)).toBe(false);
    expect(await lastOfBridgeChannel(sensor, agentId, '10')).toBe('6');
    await set({ channels: ['10'] });
    expect(await lastOfBridgeChannel(sensor, agentId, 'plaza')).toBeNull();
    await set({ url: 'https://other.test' });
    expect(await lastOfBridgeChannel(sensor, agentId, '10')).toBeNull();
  });
});

describe('an answer that is owed to a channel', () => {
  it('is due once its turn has ended, begun once, and settled', async () => {
    await set();
    const { fence } = await claim();
    const [running, ended] = [await turn(), await turn('Yes.')];
    for (const turnId of [running, ended, ended])
      await noteBridgeChannel(sensor, { agentId, fence, channel: '10', messageId: '5', turnId, now });
    const due = await dueBridgeReplies(sensor, { agentId, now, limit: 5 });
    expect(due).toMatchObject([{ turnId: ended, channel: '10', messageId: '5', reply: 'Yes.', attempts: 0 }]);
    expect(await beginBridgeReply(sensor, { agentId, fence: fence - 1, turnId: ended })).toBe(false);
    expect(await beginBridgeReply(sensor, { agentId, fence, turnId: ended })).toBe(true);
    expect(await beginBridgeReply(sensor, { agentId, fence, turnId: ended })).toBe(false);
    const again = {
      agentId,
      turnId: ended,
      outcome: 'retry',
      error: 'http-503',
      nextAt: after(1_000),
      now,
    } as const;
    expect(await settleBridgeReply(sensor, again)).toBe(true);
    expect(await dueBridgeReplies(sensor, { agentId, now, limit: 5 })).toEqual([]);
    expect(await dueBridgeReplies(sensor, { agentId, now: after(1_000), limit: 5 })).toHaveLength(1);
    expect(
      await settleBridgeReply(sensor, { agentId, turnId: ended, outcome: 'posted', postedId: '9', now }),
    ).toBe(true);
    expect(await settleBridgeReply(sensor, { agentId, turnId: ended, outcome: 'failed', now })).toBe(false);
  });

  it('that was leaving when its process died is unknown, and never due again', async () => {
    await set();
    const { fence } = await claim();
    const turnId = await turn('Yes.');
    await noteBridgeChannel(sensor, { agentId, fence, channel: '10', messageId: '5', turnId, now });
    await beginBridgeReply(sensor, { agentId, fence, turnId });
    await noteBridge(sensor, { agentId, fence, now, release: true });
    await claim('b');
    expect((await loadBridge(consumer, agentId))?.replies).toMatchObject([
      { state: 'unknown', error: 'interrupted' },
    ]);
    expect(await dueBridgeReplies(sensor, { agentId, now: after(60_000), limit: 5 })).toEqual([]);
    // Its process lives after all, and knows better.
    expect(await settleBridgeReply(sensor, { agentId, turnId, outcome: 'posted', now })).toBe(true);
  });
});

/** An answer that waits to be given in a channel. */
async function owed(fence: number, channel = '10'): Promise<TurnId> {
  const turnId = await turn('Yes.');
  await noteBridgeChannel(sensor, { agentId, fence, channel, messageId: '5', turnId, now });
  return turnId;
}
const states = async () =>
  (await loadBridge(consumer, agentId))?.replies.map(({ channel, error, state }) => [channel, state, error]);

describe('a Bridge that is left for another one', () => {
  const other = { url: 'https://other.test', key: 'k-2', now: after(1_000) };

  it('threat: what waits for it is never given to the other one', async () => {
    await set();
    const { fence, place } = await claim();
    const turnId = await owed(fence);
    await set(other);
    expect(await beginBridgeReply(sensor, { agentId, fence, turnId })).toBe(false);
    const there = await claim('b');
    expect(await states()).toEqual([['10', 'failed', 'left']]);
    expect(await dueBridgeReplies(sensor, { agentId, now: after(60_000), limit: 5 })).toEqual([]);
    expect(there).toMatchObject({ url: 'https://other.test', key: 'k-2' });
    expect(there.place).not.toBe(place);
  });

  it('threat: whoever still listens there notes nothing, also where the Bridge was removed and set anew', async () => {
    await set();
    const { fence } = await claim();
    const note = () =>
      noteBridgeChannel(sensor, {
        agentId,
        fence,
        channel: '10',
        messageId: '9',
        turnId: newId('turn'),
        now,
      });
    await set(other);
    await claim('b');
    expect(await note()).toBe(false);
    await removeBridge(consumer, { agentId, now });
    await set(other);
    const last = await claim('c');
    await removeBridge(consumer, { agentId, now });
    await set();
    expect((await claim('d')).fence).toBeGreaterThan(last.fence);
    expect(await note()).toBe(false);
    expect(await noteBridge(sensor, { agentId, fence: last.fence, now, leaseMs: 1_000 })).toBeNull();
    expect(await states()).toEqual([]);
  });

  it('is the same place for as long as it stays set, whatever else is changed', async () => {
    await set();
    const { place } = await claim();
    expect(place).toMatch(/^[0-9a-f]{16}$/);
    await set({ channels: ['10'], key: 'k-9' });
    await database.admin('update salience.bridges set lease_until = null');
    expect((await claim()).place).toBe(place);
    await removeBridge(consumer, { agentId, now });
    await set({ now: after(5) });
    expect((await claim()).place).not.toBe(place);
  });
});

it('a channel that is left is answered no more, at once; the others are', async () => {
  await set();
  const { fence } = await claim();
  const [left, stays] = [await owed(fence, 'plaza'), await owed(fence, '10')];
  await set({ channels: ['10'] });
  expect(await beginBridgeReply(sensor, { agentId, fence, turnId: left })).toBe(false);
  expect(await noteBridgeChannel(sensor, { agentId, fence, channel: 'plaza', messageId: '6', now })).toBe(
    false,
  );
  await noteBridge(sensor, { agentId, fence, now, release: true });
  await claim('b');
  expect((await states())?.toSorted()).toEqual([
    ['10', 'waiting', null],
    ['plaza', 'failed', 'left'],
  ]);
  expect(await dueBridgeReplies(sensor, { agentId, now, limit: 5 })).toMatchObject([{ turnId: stays }]);
});

describe('a raised hand that is to be told', () => {
  const raise = async (channel: string, state = 'raised', createdAt = now): Promise<void> => {
    await database.admin(
      `with h as (insert into salience.pfc_hands (agent_id, channel, state, count, reason, bid, version, raised_at, updated_at)
         values ($1, $2, $3, 1, case $3 when 'raised' then 'question' end, 0.6, 1, case $3 when 'raised' then $4::timestamptz end, $4))
       insert into salience.hand_deliveries (agent_id, channel, version, target, key, next_at, created_at)
       values ($1, $2, 1, 'bridge', 'hand:' || $1 || ':' || $2 || ':1', $4, $4)`,
      [agentId, channel, state, createdAt],
    );
  };
  const ask = { now, limit: 10, seconds: 60, lateMs: 600_000 };

  it('comes with the key and the address of its Bridge, to one scheduler', async () => {
    await set();
    await raise('10');
    const { deliveries } = await claimHandDeliveries(scheduler, ask);
    expect(deliveries).toMatchObject([
      {
        channel: '10',
        target: 'bridge',
        url: 'https://bridge.test',
        secret: 'k-1',
        attempt: 1,
        reason: 'question',
      },
    ]);
    expect(await claimHandDeliveries(scheduler, ask)).toEqual({ late: 0, deliveries: [] });
    const [delivery] = deliveries;
    if (delivery === undefined) throw new Error('expected one');
    const unknown = { state: 'unknown', error: 'timeout', nextAt: after(1_000), now } as const;
    expect(await settleHandDelivery(scheduler, delivery, unknown)).toBe(true);
    const again = await claimHandDeliveries(scheduler, { ...ask, now: after(1_000) });
    expect(again.deliveries).toMatchObject([{ key: delivery.key, attempt: 2 }]);
    expect(await settleHandDelivery(scheduler, delivery, { state: 'sent', now })).toBe(false);
  });

  it('threat: is told to no other Bridge than the one where it went up, and rests', async () => {
    await set();
    await raise('10');
    await raise('plaza');
    const lower = (channel: string) =>
      database.admin(
        `insert into salience.hand_deliveries (agent_id, channel, version, target, key, next_at, created_at)
         values ($1, $2, 0, 'bridge:lower', 'hand:' || $2 || ':0', $3, $3)`,
        [agentId, channel, now],
      );
    await lower('10');
    await set({ url: 'https://other.test', key: 'k-2', now: after(1_000) });
    // One a look: none of the others leaves meanwhile.
    const late = [];
    for (let look = 0; look < 4; look += 1)
      late.push(await claimHandDeliveries(scheduler, { ...ask, now: after(1_000), limit: 1 }));
    expect(late).toEqual([1, 1, 1, 0].map((count) => ({ late: count, deliveries: [] })));
    const hands = await database.admin('select state, count from salience.pfc_hands');
    expect(hands).toEqual([
      { state: 'lowered', count: 0 },
      { state: 'lowered', count: 0 },
    ]);
  });

  it('threat: is told to no Bridge that is set after the one where it went up was removed', async () => {
    await set();
    await raise('10');
    await removeBridge(consumer, { agentId, now });
    await set({ url: 'https://other.test', key: 'k-2', now: after(1_000) });
    expect(await claimHandDeliveries(scheduler, { ...ask, now: after(1_000) })).toEqual({
      late: 1,
      deliveries: [],
    });
  });

  it('goes down in a channel that is left, and its Bridge is told', async () => {
    await set();
    await raise('plaza');
    await claimHandDeliveries(scheduler, ask);
    await set({ channels: ['10'], now: after(1_000) });
    await database.admin('update salience.hand_deliveries set claimed_until = null');
    const { deliveries } = await claimHandDeliveries(scheduler, { ...ask, now: after(1_000) });
    expect(deliveries).toMatchObject([
      { channel: 'plaza', target: 'bridge:lower', url: 'https://bridge.test' },
    ]);
  });

  it('is told to nobody once it is down again or too old, and stays unknown where it may have arrived', async () => {
    await set();
    await raise('10', 'lowered');
    await raise('plaza', 'raised', after(-700_000));
    expect(await claimHandDeliveries(scheduler, ask)).toEqual({ late: 2, deliveries: [] });
    const states = await database.admin('select distinct state from salience.hand_deliveries');
    expect(states).toEqual([{ state: 'late' }]);
    await database.admin(
      "update salience.hand_deliveries set state = 'unknown', next_at = $1, settled_at = null",
      [now],
    );
    expect((await claimHandDeliveries(scheduler, ask)).late).toBe(2);
    expect(await database.admin('select distinct state from salience.hand_deliveries')).toEqual([
      { state: 'unknown' },
    ]);
  });
});
