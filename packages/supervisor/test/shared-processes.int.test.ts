import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { appNames, sharedProcesses } from '@salience/contracts';
import { freePort } from '@salience/embedded';
import {
  asPerson,
  backends,
  checkTurns,
  collectSpans,
  faultsEnv,
  personToken,
  preparedModelCache,
  queueNamespace,
  scratchFolder,
  type SpanCollector,
  type TestDatabase,
  testDatabase,
  until,
  untilRemembered,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { homeAt } from '../src/home/home.ts';
import { Fleet } from '../src/supervise/fleet.ts';
import type { SupervisorEvent } from '../src/supervise/process-spec.ts';
import { processSpecs } from '../src/up/process-specs.ts';

/** How long digest works at one turn, in milliseconds: long enough to be stopped in the middle of it. */
const turnMs = 1_500;

// The two built processes of a laptop with every app in them, under a supervisor that is less patient than usual.
describe.each(backends().slice(-1))('two processes for all apps, on %s', (backend) => {
  let database: TestDatabase;
  let collector: SpanCollector;
  let fleet: Fleet;
  let url: string;
  const folder = scratchFolder('shared');
  const events: SupervisorEvent[] = [];

  beforeAll(async () => {
    [database, collector] = await Promise.all([testDatabase(), collectSpans()]);
    const { env } = await queueNamespace(backend, database);
    const port = await freePort();
    const { REDIS_URL: redisUrl, ...settings } = env;
    const processes = processSpecs('shared', {
      home: { ...homeAt(folder), models: await preparedModelCache() },
      host: '127.0.0.1',
      port,
      personToken,
      settings: {
        PATH: process.env['PATH'] ?? '',
        ...settings,
        ...faultsEnv({ 'digest.generating': { action: 'delay', delayMs: turnMs } }),
        SALIENCE_MODEL: 'offline',
        SALIENCE_LOG_LEVEL: 'debug',
        SALIENCE_SWEEP_MS: '300',
        SALIENCE_MEMORY_LEASE_MS: '2000',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      },
      settingsFile: join(folder, '.env'),
      urlFor: (role) => database.urlFor(role as Parameters<TestDatabase['urlFor']>[0]),
      directUrlFor: (role) => database.directUrlFor(role as Parameters<TestDatabase['urlFor']>[0]),
      redisUrl,
    });
    fleet = new Fleet({
      processes,
      logs: folder,
      timing: { probeMs: 1_000, badLooksMax: 2, backoffMs: 50, graceMs: 300, readyPollMs: 50 },
      onEvent: (event) => events.push(event),
    });
    await fleet.start();
    url = `http://127.0.0.1:${port}`;
  }, 120_000);

  afterAll(async () => {
    expect(await fleet.stop()).toEqual([]);
    await Promise.all([database.close(), collector.close()]);
    rmSync(folder, { recursive: true });
  }, 60_000);

  function pidOf(name: string): number {
    return fleet.processes().find((one) => one.name === name)?.pid ?? 0;
  }

  function readyCount(name: string): number {
    return events.filter((event) => event.kind === 'ready' && event.name === name).length;
  }

  function logOf(name: string): Record<string, unknown>[] {
    return readFileSync(join(folder, `${name}.log`), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Sends a message and resolves with its turn as soon as it is accepted. */
  async function say(thread: string, text: string): Promise<string> {
    const response = await fetch(`${url}/messages`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      body: JSON.stringify({ text, thread_id: thread }),
    });
    expect(response.status).toBe(202);
    return ((await response.json()) as { turn_id: string }).turn_id;
  }

  async function count(sql: string): Promise<number> {
    const [row] = await database.admin<{ n: number }>(`select count(*)::int as n from ${sql}`);
    return row?.n ?? 0;
  }

  test('memory is held once in a process: what digest holds consumer searches without asking it', async () => {
    await say('held', 'The red boat is called Zita.');
    const asked = await say('held', 'Which boat is red, and what is it called?');
    await until(async () => (await count(`salience.turn_ends where turn_id = '${asked}'`)) > 0, {
      what: 'an answer for which memory was searched',
      timeoutMs: 30_000,
    });
    const response = await fetch(`${url}/memory/search?q=red%20boat`, { headers: asPerson });
    expect(JSON.stringify(await response.json())).toContain('Zita');
    const said = logOf('reply').map(({ msg }) => String(msg));
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((msg) => /searched memory for|where it is held|could not be asked/.test(msg))).toEqual(
      [],
    );
  });

  test('every file that its pages load is served', async () => {
    for (const page of ['/', '/console/memory', '/docs', '/routing', '/console/rooms', '/operator/sign-in']) {
      const html = await (await fetch(`${url}${page}`)).text();
      const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) expect([file, (await fetch(`${url}${file}`)).status]).toEqual([file, 200]);
    }
    // Rooms load it when they are shown.
    expect((await fetch(`${url}/assets/socket.io.js`)).status).toBe(200);
  });

  test('each app keeps its role, heartbeat, health, metrics and name', async () => {
    const workers = await database.admin<{ app: string; pid: number; state: string }>(
      'select app, pid, state from salience.workers order by app',
    );
    expect(workers).toEqual(
      Object.entries(sharedProcesses)
        .flatMap(([name, apps]) => apps.map((app) => ({ app, pid: pidOf(name), state: 'ready' })))
        .sort((a, b) => a.app.localeCompare(b.app)),
    );
    const connections = await database.admin<{ name: string; role: string }>(
      `select distinct application_name as name, usename as role from pg_stat_activity
       where application_name like 'salience-%' and datname = current_database() order by 1`,
    );
    for (const app of appNames)
      expect(connections.filter(({ name }) => name === `salience-${app}`)).toEqual([
        { name: `salience-${app}`, role: `salience_${app.replaceAll('-', '_')}` },
      ]);
    for (const [name, apps] of Object.entries(sharedProcesses)) {
      const begun = logOf(name).filter(({ msg }) => msg === 'worker starting');
      expect(begun.map(({ service }) => String(service)).sort()).toEqual([...apps].sort());
      expect(new Set(begun.map(({ instance }) => instance)).size).toBe(apps.length);
      const metrics: string[] = [];
      for (const { service, healthPort } of begun) {
        const at = `http://127.0.0.1:${Number(healthPort)}`;
        expect((await fetch(`${at}/health`)).status).toBe(200);
        expect((await fetch(`${at}/ready`)).status).toBe(200);
        const text = await (await fetch(`${at}/metrics`)).text();
        metrics.push(text);
        expect(new Set(text.match(/service="[^"]+"/g))).toEqual(new Set([`service="${String(service)}"`]));
      }
      // What belongs to the process is counted once.
      expect(metrics.filter((text) => text.includes('process_resident_memory_bytes'))).toHaveLength(1);
    }
  });

  test('the background yields to whoever waits for a reply', () => {
    const niceOf = (name: string): number[] => {
      const tasks = `/proc/${pidOf(name)}/task`;
      return [
        ...new Set(
          readdirSync(tasks)
            .map((task) => readFileSync(join(tasks, task, 'stat'), 'utf8'))
            .map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])),
        ),
      ];
    };
    if (process.platform !== 'linux') return;
    expect(niceOf('reply')).toEqual([0]);
    expect(niceOf('background')).toEqual([10]);
  });

  test('a span is sent by the app that made it', async () => {
    // Five exchanges are an episode, once three more follow.
    for (let n = 1; n <= 8; n += 1) await say('traced', `My plan for day ${n} is to paint the garden fence.`);
    const hops = [
      { name: 'process turn-digest', service: 'digest' },
      { name: 'process memory-chunk', service: 'memory-chunker' },
      { name: 'process episode-build', service: 'episodic' },
    ];
    const found = await collector.until(
      (all) => {
        const made = all.map(({ name, service }) => ({ name, service }));
        return hops.every(({ name }) => made.some((one) => one.name === name)) ? made : undefined;
      },
      { what: 'the spans of every hop', timeoutMs: 60_000 },
    );
    for (const { name, service } of hops)
      expect(new Set(found.filter((one) => one.name === name).map((one) => one.service))).toEqual(
        new Set([service]),
      );
    expect(found.filter(({ name }) => name.startsWith('POST')).map(({ service }) => service)).toContain(
      'consumer',
    );
  }, 90_000);

  test('law 4: the background is killed while it remembers: nothing is lost or doubled, and replies go on', async () => {
    const told = 24;
    const before = await count('salience.exchanges');
    for (let n = 0; n < told; n += 1)
      await say(`killed-${n % 6}`, `My friend ${n} lives in house ${n} of Porto. Remember that.`);
    const killed = pidOf('background');
    const ready = readyCount('background');
    // In the middle: some of it is remembered, and more is not even answered.
    await until(
      () =>
        count(
          `salience.memory_progress where thread_id in (select thread_id from salience.exchanges) and chunked_seq > 0`,
        ).then((n) => n > 1),
      {
        what: 'the first memories',
        timeoutMs: 60_000,
      },
    );
    process.kill(killed, 'SIGKILL');
    const turn = await say('beside', 'What is the capital of France?');
    await until(
      async () => (await count(`salience.turns where id = '${turn}' and state = 'answered'`)) === 1,
      {
        what: 'the reply beside it',
        timeoutMs: 60_000,
      },
    );
    await until(() => readyCount('background') > ready, { what: 'a new background', timeoutMs: 60_000 });
    expect(pidOf('background')).not.toBe(killed);
    await until(async () => (await count('salience.exchanges')) === before + told + 1, {
      what: 'every reply',
      timeoutMs: 90_000,
    });
    await untilRemembered(database, { timeoutMs: 90_000 });
    const { violations } = await checkTurns({ ownerUrl: database.ownerUrl, clientLog: [] });
    expect(violations).toEqual([]);
  }, 240_000);

  test('law 5: a reply process that hangs in the middle of a turn is replaced, and there is no second reply', async () => {
    const turn = await say('hung', 'What is the capital of Spain?');
    await until(
      async () => (await count(`salience.turns where id = '${turn}' and state = 'running'`)) === 1,
      {
        what: 'the turn to run',
        timeoutMs: 30_000,
      },
    );
    const [hung, ready, background] = [pidOf('reply'), readyCount('reply'), pidOf('background')];
    process.kill(hung, 'SIGSTOP');
    await until(() => readyCount('reply') > ready, { what: 'a new reply process', timeoutMs: 60_000 });
    expect(
      events.some((event) => event.kind === 'hung' && event.name === 'reply' && event.pid === hung),
    ).toBe(true);
    await until(
      async () => (await count(`salience.turns where id = '${turn}' and state = 'answered'`)) === 1,
      {
        what: 'its reply',
        timeoutMs: 60_000,
      },
    );
    expect(await count(`salience.terminal_events where turn_id = '${turn}'`)).toBe(1);
    expect(pidOf('background')).toBe(background);
    await untilRemembered(database, { timeoutMs: 60_000 });
    const { violations } = await checkTurns({ ownerUrl: database.ownerUrl, clientLog: [] });
    expect(violations).toEqual([]);
  }, 180_000);
});
