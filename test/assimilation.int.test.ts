import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  asPerson,
  backends,
  collectSpans,
  createFakeModelServer,
  type FakeModelServer,
  fakeMcpProgram,
  type ModelRequest,
  queueNamespace,
  scratchFolder,
  type SpanCollector,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { beforeAll, expect, test } from 'vitest';
import { undocumented } from './support/documented-spans.ts';
import { unmade } from './support/made-spans.ts';
import { lineOf, spanOf } from './support/trace-tree.ts';

const readyMs = 90_000;

let server: FakeModelServer;
let database: TestDatabase;
let url = '';
let collector: SpanCollector;

beforeAll(async () => {
  server = await createFakeModelServer();
  server.script(script);
  [database, collector] = await Promise.all([testDatabase(), collectSpans()]);
  const queues = await queueNamespace(backends()[0] ?? 'postgres', database);
  const file = join(scratchFolder('mcp'), 'servers.json');
  const tools = { timetable: { tier: 'observe' } };
  writeFileSync(file, JSON.stringify({ mcpServers: { fake: { ...fakeMcpProgram().config, tools } } }));
  const acts = { ...server.env, SALIENCE_MODEL_TIEBREAK: 'offline', SALIENCE_MCP_CONFIG: file };
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  const [consumer] = await Promise.all([
    spawnApp('consumer', { database, queues, readyMs, env: traced }),
    spawnApp('digest', { database, queues, readyMs, env: { ...traced, ...acts, SALIENCE_EMBEDDER: 'off' } }),
    spawnApp('episodic', { database, queues, readyMs, env: traced }),
    spawnApp('scheduler', { database, queues, readyMs, env: { ...traced, SALIENCE_SWEEP_MS: '300' } }),
  ]);
  url = consumer.httpUrl();
}, 120_000);

/** Plans one look at the outside world; once its answer is there, nothing more. */
function script({ messages }: ModelRequest) {
  if (!JSON.stringify(messages).includes('mode=\\"ACT\\"')) return { text: 'I looked it up.' };
  const done = messages.some(({ role }) => role === 'tool');
  return done
    ? { text: 'That is all.' }
    : { calls: [{ tool: 'fake__timetable', arguments: { to: 'Porto Santo' } }] };
}

test('what a tool answered in one conversation is found in another, by its words and its meaning (law 8)', {
  timeout: 60_000,
}, async () => {
  const response = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { ...asPerson, 'content-type': 'application/json' },
    body: JSON.stringify({
      text: 'Please write what the boat to Porto Santo costs into the notebook for me.',
      thread_id: 'asking',
    }),
  });
  expect(response.status, await response.text()).toBe(202);
  const [experience] = await until(
    async () => {
      const rows = await database.admin(
        "select x.state, p.id, p.trust from salience.experiences x left join salience.episodes p on p.id = x.episode_id where x.state <> 'pending'",
      );
      return rows.length > 0 ? rows : undefined;
    },
    { what: 'the experience to be settled', timeoutMs: 20_000 },
  );
  expect(experience).toMatchObject({ state: 'stored', trust: 'external' });
  expect(
    await database.admin('select 1 from salience.memory_codes where item_id = $1', [experience?.['id']]),
  ).toHaveLength(1);
  const found = await fetch(
    `${url}/memory/search?q=${encodeURIComponent('What does a summer ticket for the ferry cost?')}`,
  );
  const { items } = (await found.json()) as {
    items: { kind: string; id: string; text: string; trust: string }[];
  };
  expect(items.find(({ id }) => id === experience?.['id'])).toMatchObject({
    kind: 'episode',
    trust: 'external',
    text: expect.stringContaining('55 euros'),
  });
});

test('the tool and what was kept of its answer are in the trace of the request, under names that are documented', async () => {
  const mine = await collector.until(
    (all) => {
      const kept = all.find(({ name }) => name === 'process experience-assimilate');
      const trace = all.filter(({ traceId }) => traceId === kept?.traceId);
      return trace.some(({ name }) => name === 'POST /messages') ? trace : undefined;
    },
    { what: 'the request of the experience', timeoutMs: 25_000 },
  );
  expect(lineOf(spanOf({ name: 'process experience-assimilate', service: 'episodic' }, mine), mine)[0]).toBe(
    'consumer POST /messages',
  );
  expect(undocumented(collector.spans())).toEqual([]);
  expect(unmade('test/assimilation.int.test.ts', collector.spans())).toEqual([]);
});
