import { type CallOutcome, createBridge } from '@salience/bridge';
import { createWebhookSender, newSigningSecret } from '@salience/channels';
import type { AgentId, Id } from '@salience/contracts';
import { type Database, newId, systemClock } from '@salience/database';
import { claimHandDeliveries, setBridge, settleHandDelivery } from '@salience/database/bridges';
import { setHand } from '@salience/database/pfc';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
  webhookReceiver,
} from '@salience/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Deps } from '../src/deps.ts';
import { createHandTelling } from '../src/hands/tell-hands.ts';

const going = new AbortController().signal;

let database: TestDatabase;
let queues: TestQueues;
let consumer: Database;
let db: Database;
let agentId: AgentId;
beforeAll(async () => {
  database = await testDatabase();
  queues = await testQueues('postgres', database);
  consumer = database.connect('salience_consumer');
  db = database.connect('salience_scheduler');
  const [agent] = await database.admin<{ id: AgentId }>('select id from salience.agents');
  agentId = agent?.id as AgentId;
});
afterAll(async () => {
  await queues.close();
  await database.close();
});
beforeEach(async () => {
  for (const table of ['bridges', 'hand_deliveries', 'pfc_hands'])
    await database.admin(`delete from salience.${table}`);
  const settings = { url: 'https://bridge.test', channels: ['10'], selfNames: ['Viktor'], mentionNames: [] };
  await setBridge(consumer, { ...settings, key: 'bridge-key', agentId, now: new Date() });
});

/** A raised hand that is to be told. */
async function raised(target = 'bridge', { at = new Date(), state = 'raised' } = {}): Promise<void> {
  await database.admin(
    `with h as (insert into salience.pfc_hands (agent_id, channel, state, count, reason, bid, version, raised_at, updated_at)
       values ($1, '10', $3, 0, case $3 when 'raised' then 'question' end, 0.7, 4, case $3 when 'raised' then $4::timestamptz end, $4)
       on conflict do nothing)
     insert into salience.hand_deliveries (agent_id, channel, version, target, key, next_at, created_at)
     values ($1, '10', 4, $2, 'hand:' || $1 || ':10:4', $4, $4)`,
    [agentId, target, state, at],
  );
}

interface Told {
  readonly call: 'lower' | 'raise';
  readonly address: { readonly url: string; readonly apiKey: string };
  readonly channel: string;
  readonly key: string | undefined;
}

/** A telling whose Bridge ends its calls so; each look makes what waits due. */
function telling(...ends: CallOutcome[]) {
  const told: Told[] = [];
  const deps: Deps = {
    clock: systemClock,
    db,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: newId('worker'), processMetrics: false }),
    queues,
  };
  const run = createHandTelling(deps, {
    webhooks: createWebhookSender({ allowed: [{ host: '127.0.0.1' }], timeoutMs: 2_000 }),
    open(address) {
      const hand = (call: Told['call']) => (channel: string, key: string | undefined) => {
        told.push({ call, address, channel, key });
        return Promise.resolve(ends.shift() ?? { kind: 'done' as const });
      };
      return { raiseHand: hand('raise'), lowerHand: hand('lower') };
    },
  });
  const look = async () => {
    await database.admin(
      "update salience.hand_deliveries set next_at = now() - interval '1 second' where next_at < 'infinity'",
    );
    return await run(going);
  };
  return { told, look };
}

const states = () =>
  database.admin<{ target: string; state: string; attempts: number; last_error: string | null }>(
    'select target, state, attempts, last_error from salience.hand_deliveries order by target',
  );

describe('a raised hand', () => {
  it('is told to the Bridge with the agent’s key, under the key of the transition', async () => {
    await raised();
    const { look, told } = telling();
    expect(await look()).toBe(1);
    expect(told).toEqual([
      {
        call: 'raise',
        address: { url: 'https://bridge.test', apiKey: 'bridge-key' },
        channel: '10',
        key: `hand:${agentId}:10:4`,
      },
    ]);
    expect(await states()).toEqual([{ target: 'bridge', state: 'sent', attempts: 1, last_error: null }]);
    expect(await look()).toBe(0);
  });

  it('that may have arrived is unknown, shown, and repeated under the same key', async () => {
    await raised();
    const { look, told } = telling(
      { kind: 'unknown', error: 'timeout' },
      { kind: 'retry', error: 'http-503' },
    );
    await look();
    expect(await states()).toEqual([
      { target: 'bridge', state: 'unknown', attempts: 1, last_error: 'timeout' },
    ]);
    await look();
    expect(await states()).toEqual([
      { target: 'bridge', state: 'pending', attempts: 2, last_error: 'http-503' },
    ]);
    await look();
    expect(await states()).toEqual([{ target: 'bridge', state: 'sent', attempts: 3, last_error: null }]);
    expect(new Set(told.map(({ key }) => key)).size).toBe(1);
  });

  it('is told to nobody once it is down again or older than ten minutes', async () => {
    await raised('bridge', { state: 'lowered' });
    const { look, told } = telling();
    await look();
    expect(await states()).toMatchObject([{ state: 'late', attempts: 0 }]);
    await database.admin('delete from salience.hand_deliveries; delete from salience.pfc_hands');
    await raised('bridge', { at: new Date(Date.now() - 601_000) });
    await look();
    expect(await states()).toMatchObject([{ state: 'late', attempts: 0 }]);
    expect(told).toEqual([]);
  });

  it('that the Bridge does not take has failed; so has one whose Bridge is gone, and one whose address is none', async () => {
    await raised();
    const { look } = telling({ kind: 'failed', error: 'http-403' });
    await look();
    expect(await states()).toMatchObject([{ state: 'failed', last_error: 'http-403' }]);
    await database.admin('delete from salience.hand_deliveries; delete from salience.bridges');
    await raised();
    await look();
    expect(await states()).toMatchObject([{ state: 'failed', last_error: 'no-target' }]);
  });

  it('is told by one of many schedulers', async () => {
    await raised();
    const all = Array.from({ length: 5 }, () => telling());
    await Promise.all(all.map(({ look }) => look()));
    expect(all.flatMap(({ told }) => told)).toHaveLength(1);
  });

  it('whose scheduler died is told by another one when the claim has run out', async () => {
    await raised();
    await claimHandDeliveries(db, { now: new Date(), limit: 1, seconds: 60, lateMs: 600_000 });
    const { look, told } = telling();
    expect(await look()).toBe(0);
    await database.admin("update salience.hand_deliveries set claimed_until = now() - interval '1 second'");
    expect(await look()).toBe(1);
    expect(told).toHaveLength(1);
  });

  it('is told to a webhook, signed, and to one that is not confirmed not', async () => {
    const hook = await webhookReceiver();
    onTestFinished(() => hook.close());
    const id = await webhook(hook.url, 'confirmed');
    await raised(`webhook:${id}`);
    const { look } = telling();
    hook.answer(500);
    await look();
    await look();
    expect(await states()).toMatchObject([{ state: 'sent', attempts: 2 }]);
    const ids = hook.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([`hand:${agentId}:10:4`, `hand:${agentId}:10:4`]);
    expect(JSON.parse(hook.received[0]?.body ?? '')).toMatchObject({
      type: 'hand.raised',
      data: { agent_id: agentId, channel: '10', version: 4, reason: 'question' },
    });
    await database.admin('delete from salience.hand_deliveries');
    await database.admin("update salience.channels set state = 'unconfirmed'");
    await raised(`webhook:${id}`);
    await look();
    expect(await states()).toMatchObject([{ state: 'failed', last_error: 'no-target' }]);
  });

  it('threat: a Bridge at a private address is not called, and the key is not sent there', async () => {
    const bridge = createBridge({
      url: 'https://bridge.test',
      apiKey: 'bridge-key',
      reach: () => Promise.resolve('private'),
    });
    expect(await bridge.raiseHand('10', 'k')).toEqual({ kind: 'failed', error: 'private-address' });
  });
});

describe('a hand that is down again', () => {
  const hand = (event: 'asked' | 'floor-given' | 'floor-over' | 'lowered') =>
    setHand(consumer, { agentId, channel: '10', event, trust: 'owner', now: new Date() });

  it('is told to the Bridge once, whether it was lowered or given the floor', async () => {
    const { look, told } = telling();
    await hand('asked');
    await look();
    await hand('floor-given');
    await hand('floor-over');
    await look();
    await look();
    await hand('asked');
    await look();
    await hand('lowered');
    await look();
    expect(told.map(({ call, key }) => [call, key])).toEqual([
      ['raise', `hand:${agentId}:10:1`],
      ['lower', `hand:${agentId}:10:2`],
      ['raise', `hand:${agentId}:10:4`],
      ['lower', `hand:${agentId}:10:5`],
    ]);
  });

  it('is told to nobody where nobody was to be told that it was up, nor once it is up again', async () => {
    const { look, told } = telling();
    const unheard = { agentId, channel: 'elsewhere', trust: 'owner', now: new Date() } as const;
    await setHand(consumer, { ...unheard, event: 'asked' });
    await setHand(consumer, { ...unheard, event: 'lowered' });
    await hand('asked');
    await look();
    await hand('lowered');
    await hand('asked');
    await look();
    expect(told.map(({ call }) => call)).toEqual(['raise', 'raise']);
    expect((await states()).map(({ state, target }) => [target, state])).toEqual([
      ['bridge', 'sent'],
      ['bridge', 'sent'],
      ['bridge:lower', 'late'],
    ]);
  });

  it('is told behind the raise that is on its way, never before it', async () => {
    await hand('asked');
    const ask = { now: new Date(Date.now() + 1_000), limit: 1, seconds: 60, lateMs: 600_000 };
    const { deliveries } = await claimHandDeliveries(db, ask);
    await hand('lowered');
    const { look, told } = telling();
    expect(await look()).toBe(0);
    await settleHandDelivery(db, deliveries[0] as never, { state: 'sent', now: new Date() });
    expect(await look()).toBe(1);
    expect(told.map(({ call }) => call)).toEqual(['lower']);
  });
});

async function webhook(url: string, state: string): Promise<Id<'channel'>> {
  const [id, person] = [newId('channel'), newId('person')];
  await database.admin(
    `with p as (insert into salience.people (id, agent_id, name, created_at, updated_at) values ($2, $3, 'Ana', now(), now()))
     insert into salience.channels (id, agent_id, person_id, kind, target, secret, state, created_at)
     values ($1, $3, $2, 'webhook', $4, $5, $6, now())`,
    [id, person, agentId, url, newSigningSecret(), state],
  );
  return id;
}
