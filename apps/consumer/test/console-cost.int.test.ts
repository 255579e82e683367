import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import type { AgentId } from '@salience/contracts';
import { loadConsoleEvents } from '@salience/database/console';
import {
  asPerson,
  backends,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const turns = 100_000;
const idleMs = 10_000;

describe('what an open console costs', () => {
  let database: TestDatabase;
  let consumer: SpawnedApp;
  let apps: SpawnedApp[] = [];
  let agent: AgentId;

  beforeAll(async () => {
    database = await testDatabase();
    const queues = await queueNamespace(backends()[0] ?? 'postgres', database);
    apps = await Promise.all(
      (['consumer', 'digest'] as const).map((app) => spawnApp(app, { database, queues })),
    );
    consumer = apps[0] as SpawnedApp;
    const [found] = await database.admin<{ id: AgentId }>(
      "select id from salience.agents where name = 'default'",
    );
    agent = found?.id as AgentId;
    await plantPast(database, agent);
  }, 180_000);
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await database.close();
  });

  test('a look at a database with a long past is short: one a second is under 2 % of a core', async () => {
    const db = database.connect('salience_consumer');
    const look = async () => {
      const from = performance.now();
      await loadConsoleEvents(db, { agents: [agent], now: new Date(), windowMs: 10_000, limit: 200 });
      return performance.now() - from;
    };
    for (let warm = 0; warm < 10; warm += 1) await look();
    const took = [];
    for (let n = 0; n < 100; n += 1) took.push(await look());
    const [median, worst] = [at(took, 0.5), at(took, 0.95)];
    say(`a look with ${turns} turns behind it: median ${median.toFixed(2)} ms, 95th ${worst.toFixed(2)} ms`);
    expect(median).toBeLessThan(20);
  });

  test('a process with one listener stays under 2 % of a core while nothing happens', async () => {
    const without = await cpuShare(consumer.pid, idleMs);
    const console = await open(consumer.httpUrl());
    const listening = await cpuShare(consumer.pid, idleMs);
    console.leave();
    say(
      `consumer at rest: ${(100 * without).toFixed(2)} % of a core; with one console ${(100 * listening).toFixed(2)} %`,
    );
    expect(listening - without).toBeLessThan(0.02);
  }, 60_000);

  test('a turn costs the same while a console is open', async () => {
    const url = consumer.httpUrl();
    for (let warm = 0; warm < 10; warm += 1) await turn(url);
    const ratios: number[] = [];
    const [closed, opened]: [number[], number[]] = [[], []];
    for (let round = 0; round < 8; round += 1) {
      const before = await several(url, 8);
      const console = await open(url);
      const during = await several(url, 8);
      console.leave();
      closed.push(before);
      opened.push(during);
      ratios.push(during / before);
    }
    say(
      `a turn: ${at(closed, 0.5).toFixed(1)} ms without a console, ${at(opened, 0.5).toFixed(1)} ms with one; ratio ${at(ratios, 0.5).toFixed(3)} (median of ${ratios.length} pairs)`,
    );
    expect(at(ratios, 0.5)).toBeLessThan(1.5);
  }, 120_000);
});

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

/** The value below which this share of them lies. */
function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

/** Years of turns, each with its end. */
async function plantPast(database: TestDatabase, agent: AgentId): Promise<void> {
  await database.admin(
    `insert into salience.threads (id, agent_id, key, source, created_at, last_activity_at)
     select 'thr_' || lpad(to_hex(n), 32, '0'), $1, 'past-' || n, 'test', now() - interval '2 years', now() - interval '1 day' from generate_series(1, 1000) n`,
    [agent],
  );
  await database.admin(
    `insert into salience.turns (id, agent_id, thread_id, seq, state, text, source, trust, said_at, accepted_at, ended_at)
     select 'turn_' || lpad(to_hex((extract(epoch from now()) * 1000)::bigint - 86400000 - n::bigint * 60000), 12, '0') || lpad(to_hex(n), 20, '0'), $1,
       'thr_' || lpad(to_hex(1 + n % 1000), 32, '0'), 1 + n / 1000, 'answered', 'said', 'test', 'user', t, t, t
     from generate_series(1, ${turns}) n, lateral (select now() - interval '1 day' - n * interval '1 minute' as t) x`,
    [agent],
  );
  await database.admin(
    `insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at, message, mode)
     select id, agent_id, thread_id, seq, 'answered', 0, ended_at, text, 'RESPOND' from salience.turns where thread_id like 'thr_000000%'`,
  );
  // As autovacuum leaves it.
  await database.admin("select brin_summarize_new_values('salience.turn_ends_at')");
  await database.admin('analyze salience.turns, salience.turn_ends, salience.threads');
}

/** The share of a core that a process uses while this time passes. */
async function cpuShare(pid: number, ms: number): Promise<number> {
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const used = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /u, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  };
  const [from, startedAt] = [used(), performance.now()];
  await until(() => performance.now() - startedAt >= ms, {
    what: 'the time',
    everyMs: 100,
    timeoutMs: 2 * ms,
  });
  return (used() - from) / ((performance.now() - startedAt) / 1_000);
}

/** A console that listens. */
async function open(url: string): Promise<{ leave(): void }> {
  const abort = new AbortController();
  const response = await fetch(`${url}/events`, { headers: asPerson, signal: abort.signal });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  await reader?.read();
  void (async () => {
    while ((await reader?.read())?.done === false);
  })().catch(() => undefined);
  return { leave: () => abort.abort() };
}

async function turn(url: string): Promise<void> {
  const headers = { ...asPerson, 'content-type': 'application/json' };
  const body = JSON.stringify({ text: 'Thank you!', thread_id: 'cost' });
  const response = await fetch(`${url}/chat`, { method: 'POST', headers, body });
  expect(await response.text()).toContain('event: done');
}

async function several(url: string, count: number): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const from = performance.now();
    await turn(url);
    took.push(performance.now() - from);
  }
  return at(took, 0.5);
}
