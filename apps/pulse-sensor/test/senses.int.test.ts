import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FingerprintInput } from '@salience/contracts';
import { takeIn } from '@salience/database/inlets';
import { newId } from '@salience/database';
import { clockControl, until } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PulseStage, pulseStage, withoutLooks } from './pulse-stage.ts';

/** Two hours before noon on a Wednesday. */
const morning = new Date('2026-03-04T10:00:00.000Z');
const limits = { timeout: 120_000 };

/** A module that only this test has. */
function module(name: string, more: Partial<FingerprintInput>): FingerprintInput {
  return {
    module_id: name,
    cluster: name,
    version: '1',
    question_template: 'Something changed at {location}. Does it matter?',
    default_threshold: 0.6,
    time_zone: 'UTC',
    quiet_hours: null,
    ...more,
  };
}

describe('what is sensed beside files', limits, () => {
  let stage: PulseStage;
  let clock: ReturnType<typeof clockControl>;
  let page = { body: '{"build":"green"}', hits: 0, conditional: 0 };
  const server = createServer((request, response) => {
    page.hits += 1;
    const etag = `"${page.body.length}-${page.body.at(-3) ?? ''}"`;
    if (request.headers['if-none-match'] === etag) {
      page.conditional += 1;
      response.writeHead(304).end();
      return;
    }
    response.writeHead(200, { etag, 'content-type': 'application/json' }).end(page.body);
  });
  /** Reason codes of the signals of a source, in their order. */
  const reasonsOf = async (source: string): Promise<string[]> => {
    const rows = await stage.database.admin<{
      location: string;
      judged: { module: string; reason: string }[] | null;
    }>(
      `select s.location, c.judged from salience.signals s join salience.cluster_signals c on c.signal_id = s.id
       where s.source = '${source}' order by c.seq`,
    );
    return rows.flatMap(({ judged, location }) =>
      (judged ?? []).map(({ module: name, reason }) => `${location} ${name} ${withoutLooks(reason)}`),
    );
  };

  beforeAll(async () => {
    stage = await pulseStage();
    clock = clockControl(stage.database);
    await clock.set(morning);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const env = { SALIENCE_CLOCK: 'shared', SALIENCE_SENSE_ROWS_MS: '100' };
    // Two of them: whatever is noted, it is noted once.
    await Promise.all([stage.spawn('pulse-sensor', env), stage.spawn('pulse-sensor', env)]);
  }, 60_000);
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('a clock ticks once a minute and module, in its hours, on any number of replicas', async () => {
    await stage.register(
      module('stand-up', {
        question_template: 'It is {local_time}. Is it time for the stand-up?',
        signal_priors: { time: { active_hours: [1, 22], typical_interval_hours: 24 } },
      }),
    );
    await until(
      async () => {
        await clock.advance(60_000);
        return (await reasonsOf('time')).length > 0;
      },
      { what: 'the first tick' },
    );
    const before = await reasonsOf('time');
    for (let n = 1; n <= 3; n += 1) {
      await clock.advance(60_000);
      await until(async () => (await reasonsOf('time')).length >= before.length + n, { what: `tick ${n}` });
    }
    // Past its last hour nothing ticks; the minute after shows that the clock was looked at.
    await clock.set(new Date('2026-03-04T23:00:10.000Z'));
    await stage.register(
      module('any-hour', { signal_priors: { time: { active_hours: [0, 23] } }, question_template: 'Now?' }),
    );
    await until(
      async () => {
        await clock.advance(60_000);
        return (await reasonsOf('time')).some((line) => line.includes('any-hour'));
      },
      { what: 'a tick of the other' },
    );
    const [first, ...later] = (await reasonsOf('time')).filter((line) => line.includes('stand-up'));
    expect(first).toBe('tick stand-up woke');
    // A minute that passed before its tick was seen may have one more.
    expect(later.length).toBeGreaterThanOrEqual(before.length + 2);
    expect(new Set(later)).toEqual(new Set(['tick stand-up below_threshold']));
    const standUp = `from salience.signals s join salience.cluster_signals c on c.signal_id = s.id
      where s.source = 'time' and c.judged::text like '%stand-up%'`;
    expect(
      await stage.database.admin(
        `select 1 ${standUp} group by date_trunc('minute', s.at) having count(*) > 1`,
      ),
    ).toEqual([]);
    expect(await stage.database.admin(`select 1 ${standUp} and s.at >= '2026-03-04T23:00:00Z'`)).toEqual([]);
    const wakes = await until(async () => ((await stage.wakes()).length >= 2 ? stage.wakes() : undefined), {
      what: 'both wakes',
    });
    expect(wakes.map(({ text }) => text).toSorted()).toEqual([
      expect.stringMatching(/^It is \d\d:\d\d\. Is it time for the stand-up\?$/),
      'Now?',
    ]);
  });

  it('a page is asked with what it said of itself, and a change of it is told once', async () => {
    const { port } = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}/status`;
    await stage.register(
      module('status', { signal_priors: { network: { endpoints: [endpoint], every_seconds: 10 } } }),
    );
    await until(() => page.hits > 0, { what: 'the first poll' });
    await until(
      async () => {
        await clock.advance(10_000);
        return page.conditional > 0;
      },
      { what: 'a poll that changes nothing' },
    );
    expect(await reasonsOf('network')).toEqual([]);
    page = { ...page, body: '{"build":"red"}' };
    await until(
      async () => {
        await clock.advance(10_000);
        return (await reasonsOf('network')).length > 0;
      },
      { what: 'the change' },
    );
    await until(
      async () => {
        await clock.advance(10_000);
        return page.conditional > 3;
      },
      { what: 'more polls' },
    );
    expect(await reasonsOf('network')).toEqual([`${endpoint} status woke`]);
  });

  it('a fact that is remembered, and one that a wake brought up', async () => {
    await stage.register(
      module('courses', {
        signal_priors: { memory: { watch_namespaces: ['fact'], high_relevance_keys: ['due_date'] } },
      }),
    );
    await until(
      async () =>
        (await stage.database.admin("select 1 from salience.sense_cursors where source = 'memory'"))
          .length === 1,
      {
        what: 'the cursor of memory',
      },
    );
    const write = (id: string, key: string, source: string) =>
      stage.database.admin(
        `insert into salience.facts (id, agent_id, thread_id, turn_id, subject, key, value, confidence, trust, source, said_at, created_at)
         values ('${id}', '${stage.agentId}', 'thr_1', 'turn_1', 'Essay', '${key}', 'Friday', 0.9, 'owner', '${source}', now(), '${morning.toISOString()}')`,
      );
    await write('fact_1', 'due_date', 'chat');
    await write('fact_2', 'colour', 'chat');
    await write('fact_3', 'due_date', 'pulse');
    await until(async () => (await reasonsOf('memory')).length === 3, { what: 'three facts' });
    expect((await reasonsOf('memory')).toSorted()).toEqual([
      'Essay courses below_threshold',
      'Essay courses own_doing',
      'Essay courses woke',
    ]);
  });

  it('a message that a hook brings in, and how its task ended', async () => {
    await stage.register(
      module('builds', { signal_priors: { hook: { hooks: ['ci'], relevant_words: ['failed'] } } }),
    );
    await stage.register(module('chores', { signal_priors: { task: { states: ['failed'] } } }));
    await until(
      async () =>
        (
          await stage.database.admin(
            "select 1 from salience.sense_cursors where source in ('inbound', 'task')",
          )
        ).length === 2,
      { what: 'the cursors' },
    );
    const now = await clock.now();
    for (const [id, text] of [
      ['1', 'Build 41 passed.'],
      ['2', 'Build 42 failed.'],
    ] as const)
      await takeIn(stage.db, {
        agentId: stage.agentId,
        now,
        inbound: {
          source: 'hook:hk_1',
          externalId: id,
          replayKey: null,
          sentKey: null,
          contentHash: id,
          sender: 'ci',
          subject: '',
          evidence: {
            kind: 'hook',
            hookId: 'hk_1',
            name: 'ci',
            secret: 'current',
            sentAt: now.toISOString(),
            bytes: 10,
          },
          authority: 'external_verified',
          actionClass: 'read_public',
          authorisation: 'allow',
          reason: 'policy',
          messageId: null,
        },
        task: {
          id: newId('task', now.getTime()),
          source: 'hook',
          title: text,
          text,
          fromName: 'ci',
          trust: 'external',
          grant: { authority: 'external_verified', allowed: [], until: null, by: null },
          plan: { steps: [{ kind: 'agent', name: 'step-1', text }], turns_max: 4, hours_max: 4 },
          zone: 'UTC',
          traceparent: undefined,
        },
        rate: { max: 60, seconds: 60, refuse: true },
        openMax: 100,
      });
    await until(async () => (await reasonsOf('hook')).length === 2, { what: 'both messages' });
    expect((await reasonsOf('hook')).toSorted()).toEqual(['ci builds below_threshold', 'ci builds woke']);
    await stage.database.admin(
      `update salience.tasks set state = 'failed', reason = 'failed', ended_at = '${now.toISOString()}' where title = 'Build 42 failed.'`,
    );
    await until(async () => (await reasonsOf('task')).length === 1, { what: 'the outcome' });
    expect(await reasonsOf('task')).toEqual(['Build 42 failed. chores woke']);
  });

  it('this machine, once a minute', async () => {
    await stage.register(module('machine', { signal_priors: { host: { metrics: ['disk'], high: 0 } } }));
    await until(
      async () => {
        await clock.advance(60_000);
        return (await reasonsOf('host')).length > 0;
      },
      { what: 'a look at the disk' },
    );
    const rows = await stage.database.admin<{ features: { value: number } }>(
      "select features from salience.signals where source = 'host'",
    );
    expect(rows.every(({ features: { value } }) => value >= 0 && value <= 1)).toBe(true);
    expect((await reasonsOf('host'))[0]).toMatch(/\/disk machine woke$/);
  });
});
