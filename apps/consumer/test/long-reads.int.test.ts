import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createDatabase } from '@salience/database';
import { createAgent, createApiKey } from '@salience/database/agents';
import { asPerson, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './support/fixture.ts';
import { post } from './support/event-stream.ts';

const long = ['/memory/items', '/memory/validity', '/memory/days', '/memory/graph'];

describe('reads that take long', () => {
  let fixture: Fixture;
  let at: string;
  let key: string;

  beforeAll(async () => {
    fixture = await startFixture('postgres');
    ({ at } = await fixture.serve());
    const { id } = await createAgent(fixture.operatorDb, { name: 'curious', persona: 'p' });
    ({ key } = await createApiKey(fixture.operatorDb, id, 'curious'));
  });

  it.each(long)('threat: however often one caller repeats %s, messages of others are taken', async (path) => {
    const owner = createDatabase({ url: fixture.database.ownerUrl, applicationName: 'holder', poolMax: 1 });
    const holder = await owner.pool.connect();
    const leaving = new AbortController();
    try {
      await holder.query('begin');
      await holder.query(
        'lock table salience.thoughts, salience.traits, salience.concepts in access exclusive mode',
      );
      const headers = { authorization: `Bearer ${key}` };
      const asked = Array.from({ length: 12 }, () =>
        fetch(at + path, { headers, signal: leaving.signal }).then(({ status }) => status),
      );
      await until(async () => (await waiting()) >= 2, { what: 'two reads that wait' });
      expect((await post(`${at}/messages`, { text: 'hello', thread_id: 'taken' })).status).toBe(202);
      expect((await fetch(`${at}/agents/me`, { headers: asPerson })).status).toBe(200);
      expect(await waiting()).toBe(2);
      await holder.query('rollback');
      expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    } finally {
      leaving.abort();
      holder.release(true);
      await owner.close();
    }
  });

  it('threat: a calendar of many rules that take long to work out holds up nobody else', async () => {
    const headers = { 'x-agent': 'curious' };
    const rare = { text: 'x', starts_at: '2026-12-01T00:00:00Z', rule: 'FREQ=HOURLY;BYYEARDAY=366' };
    for (let n = 0; n < 150; n += 1) {
      const made = await post(`${at}/schedules`, { ...rare, thread_id: `rare-${n % 3}` }, headers);
      expect(made.status).toBe(201);
    }
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const span = 'from=2101-01-01T00:00:00Z&to=2101-03-01T00:00:00Z';
    const seen = await fetch(`${at}/schedules/calendar?${span}`, { headers: { ...asPerson, ...headers } });
    delay.disable();
    expect(seen.status).toBe(200);
    expect(delay.max / 1e6).toBeLessThan(500);
  });

  const waiting = async () => {
    const [row] = await fixture.database.admin<{ n: number }>(
      `select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return row?.n ?? 0;
  };
});
