import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  asPerson,
  backends,
  collectSpans,
  faultsEnv,
  plantsIn,
  queueNamespace,
  type ReceivedSpan,
  type SpanCollector,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { undocumented } from './support/documented-spans.ts';
import { unmade } from './support/made-spans.ts';
import { ancestors, spanOf } from './support/trace-tree.ts';

describe.each(backends().slice(0, 1))('one trace on %s', (backend) => {
  let database: TestDatabase;
  let collector: SpanCollector;
  let apps: SpawnedApp[] = [];
  let queues: Awaited<ReturnType<typeof queueNamespace>>;
  let env: Record<string, string>;

  beforeAll(async () => {
    [database, collector] = await Promise.all([testDatabase(), collectSpans()]);
    queues = await queueNamespace(backend, database);
    env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
    apps = await Promise.all(
      (['consumer', 'digest', 'memory-chunker', 'episodic', 'scheduler'] as const).map((app) =>
        spawnApp(app, { database, queues, env, readyMs: 60_000 }),
      ),
    );
  }, 120_000);
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await Promise.all([database.close(), collector.close()]);
  });

  test('a job that was lost goes on in the trace of its row, and shows there who sent it again', async () => {
    const traceId = 'd1'.repeat(16);
    const plants = await plantsIn(database, new Date());
    // Committed, and its job never sent: as if digest had died in between.
    await plants.exchange(await plants.thread(), 1, { traceparent: `00-${traceId}-${'c2'.repeat(8)}-01` });
    const spans = await collector.until(
      (all) => {
        const mine = all.filter((span) => span.traceId === traceId);
        return mine.some((span) => span.name === 'process memory-chunk') &&
          mine.some((span) => span.service === 'scheduler')
          ? mine
          : undefined;
      },
      { what: 'the sending again and the work', timeoutMs: 30_000 },
    );
    expect(spans.find((span) => span.service === 'scheduler')).toMatchObject({
      name: 'send memory-chunk',
      parentSpanId: 'c2'.repeat(8),
      attributes: { 'salience.resend.kind': 'chunk', 'messaging.system.name': 'bullmq' },
    });
  }, 60_000);

  test('from the HTTP request to concepts and relations, through every hop', async () => {
    const url = apps[0]?.httpUrl() ?? '';
    // Five exchanges are an episode, once three more follow; it is made under the trace of the last turn that it tells.
    for (let n = 1; n <= 8; n += 1) {
      const response = await fetch(`${url}/chat`, {
        method: 'POST',
        headers: { ...asPerson, 'content-type': 'application/json' },
        body: JSON.stringify({
          text: `${friends[n % 4] ?? 'Anna'} lives in Lisbon and works with Marta at Acme. My plan for day ${n} is to paint the garden fence.`,
          thread_id: 'traced',
        }),
      });
      expect(await response.text()).toContain('event: done');
    }
    const [{ trace }] = await until(
      async () => {
        const rows = await database.admin<{ trace: string }>(
          `select split_part(x.traceparent, '-', 2) as trace from salience.episodes e
           join salience.exchanges x on x.thread_id = e.thread_id and x.seq = e.last_seq order by e.first_seq limit 1`,
        );
        return rows.length === 1 ? (rows as [{ trace: string }]) : undefined;
      },
      { what: 'an episode', timeoutMs: 25_000 },
    );
    const hops = [
      { name: 'process turn-digest', service: 'digest' },
      { name: 'process memory-chunk', service: 'memory-chunker' },
      { name: 'process episode-build', service: 'episodic' },
      { name: 'memory.concepts', service: 'episodic' },
    ];
    // Apps send their spans each at a time of its own: a child may be here before what it hangs from.
    const root = await collector.until(
      (all) => {
        const mine = all.filter((span) => span.traceId === trace);
        const request = spanOf({ name: 'POST /chat', service: 'consumer' }, mine);
        return hops.every((hop) => ancestors(spanOf(hop, mine), mine).includes(request?.spanId ?? 'none'))
          ? request
          : undefined;
      },
      { what: `every hop below the request of trace ${trace}`, timeoutMs: 25_000 },
    );
    expect(root.parentSpanId ?? '').toBe('');
    expect(root.attributes['salience.turn.state']).toBe('answered');
    const mine = collector.spans().filter((span) => span.traceId === trace);
    // Each hop below the one that caused it.
    for (const [child, parent] of parents)
      expect(names(ancestors(spanOf(child, mine), mine), mine), child.name).toContain(parent);
    // What the last hop says is what stands in the rows.
    const built = spanOf({ name: 'process episode-build', service: 'episodic' }, mine);
    const read = spanOf({ name: 'memory.concepts', service: 'episodic' }, mine);
    expect(read?.parentSpanId).toBe(built?.spanId);
    const episodeId = String(read?.attributes['salience.episode.id']);
    expect(built?.attributes['salience.episode.id']).toBe(episodeId);
    const [kept] = await database.admin<{ concepts: string }>(
      'select count(distinct concept_id) as concepts from salience.concept_sources where episode_id = $1',
      [episodeId],
    );
    expect(Number(kept?.concepts)).toBeGreaterThan(0);
    expect(read?.attributes['salience.concept.count']).toBe(Number(kept?.concepts));
    expect(read?.attributes['salience.relation.count']).toBeGreaterThan(0);
  });

  test.each([
    ['consumer', 'salience_http_request_duration_seconds_bucket'],
    ['digest', 'salience_stage_duration_seconds_bucket'],
    ['digest', 'salience_lane_wait_seconds_bucket'],
    ['episodic', 'salience_model_call_duration_seconds_bucket'],
  ] as const)('a slow bucket of %s leads to its trace: %s', async (name, metric) => {
    const app = apps.find((one) => one.app === name) as SpawnedApp;
    const text = await scraped(app, 'application/openmetrics-text;version=1.0.0');
    expect(text.endsWith('# EOF\n')).toBe(true);
    const ids = [...text.matchAll(new RegExp(`^${metric}\\{.*# \\{trace_id="(\\w+)"\\}`, 'gm'))].map(
      ([, id = '']) => id,
    );
    expect(ids.length).toBeGreaterThan(0);
    const found = await collector.until(
      (all) => ids.every((id) => all.some((span) => span.traceId === id && span.service === name)),
      { what: `spans of ${name} for each of its exemplars`, timeoutMs: 25_000 },
    );
    expect(found).toBe(true);
    // Whoever reads the other format gets the same series, without what that format cannot say.
    expect(await scraped(app, 'text/plain')).not.toContain('trace_id');
  });

  test('a prompt that was scheduled goes on, when it is due, in the trace of the request that made it', async () => {
    const traceId = 'ef'.repeat(16);
    const made = await fetch(`${(apps[0] as SpawnedApp).httpUrl()}/schedules`, {
      method: 'POST',
      headers: {
        ...asPerson,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-${'cd'.repeat(8)}-01`,
      },
      body: JSON.stringify({
        kind: 'prompt',
        text: 'Say how the fence looks.',
        thread_id: 'traced',
        due_at: new Date(Date.now() + 3_000).toISOString(),
      }),
    });
    expect([made.status, await made.text()]).toEqual([201, expect.any(String)]);
    const [request, turn, mine] = await collector.until(
      (all) => {
        const ofTrace = all.filter((span) => span.traceId === traceId);
        const ends = [
          spanOf({ name: 'POST /schedules', service: 'consumer' }, ofTrace),
          spanOf({ name: 'process turn-digest', service: 'digest' }, ofTrace),
        ] as const;
        return ends[0] && ends[1] ? ([...ends, ofTrace] as const) : undefined;
      },
      { what: 'the turn of the schedule in the trace of its request', timeoutMs: 30_000 },
    );
    expect(ancestors(turn, mine)).toContain(request?.spanId);
    const [row] = await database.admin<{ source: string }>(
      'select source from salience.turns where id = $1',
      [turn?.attributes['salience.turn.id']],
    );
    expect(row?.source).toBe('schedule');
  }, 60_000);

  test('a turn taken over after kill -9 goes on in the trace of its request', async () => {
    const [consumer, digest] = apps as [SpawnedApp, SpawnedApp];
    await digest.stop();
    const dying = await spawnApp('digest', {
      database,
      queues,
      env: { ...env, ...faultsEnv({ 'digest.generating': { action: 'kill' } }) },
      readyMs: 60_000,
    });
    const traceId = 'ab'.repeat(16);
    const response = fetch(`${consumer.httpUrl()}/chat`, {
      method: 'POST',
      headers: {
        ...asPerson,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-${'cd'.repeat(8)}-01`,
      },
      body: JSON.stringify({ text: 'What is a good colour for a fence?', thread_id: 'taken-over' }),
    }).then((answer) => answer.text());
    expect((await dying.exited).signal).toBe('SIGKILL');
    apps[1] = await spawnApp('digest', { database, queues, env, readyMs: 60_000 });
    expect(await response).toContain('event: done');
    const ended = await collector.until(
      (all) => {
        const mine = all.filter((span) => span.traceId === traceId);
        const turn = spanOf({ name: 'process turn-digest', service: 'digest' }, mine);
        const request = spanOf({ name: 'POST /chat', service: 'consumer' }, mine);
        return ancestors(turn, mine).includes(request?.spanId ?? 'none') ? turn : undefined;
      },
      { what: 'the second attempt below the request', timeoutMs: 25_000 },
    );
    expect(Number(ended.attributes['salience.fence'])).toBeGreaterThan(1);
    // It says that it is not the first; what the dead worker had not sent is lost, so there is one of them.
    expect(ended.attributes['salience.job.attempt']).toBe(2);
  }, 60_000);

  test('every span and attribute of this run is documented, and those that are counted on have come', () => {
    const spans = collector.spans();
    expect(undocumented(spans)).toEqual([]);
    expect(unmade('test/one-trace.int.test.ts', spans)).toEqual([]);
  });
});

const friends = ['Anna', 'Peter', 'Clara', 'Jonas'];

/** What hangs below what, as the code means it. */
const parents = [
  [{ name: 'turn.accept', service: 'consumer' }, 'POST /chat'],
  [{ name: 'process turn-digest', service: 'digest' }, 'POST /chat'],
  [{ name: 'turn.classify', service: 'digest' }, 'process turn-digest'],
  [{ name: 'turn.route', service: 'digest' }, 'process turn-digest'],
  [{ name: 'turn.commit', service: 'digest' }, 'process turn-digest'],
  [{ name: 'process memory-chunk', service: 'memory-chunker' }, 'process turn-digest'],
  [{ name: 'process episode-build', service: 'episodic' }, 'process turn-digest'],
  [{ name: 'memory.concepts', service: 'episodic' }, 'process episode-build'],
] as const;

function names(ids: readonly string[], spans: readonly ReceivedSpan[]): string[] {
  return ids.map((id) => spans.find((span) => span.spanId === id)?.name ?? '');
}

/** The metrics of a worker, as a scraper gets them that asks for a format. */
async function scraped(app: SpawnedApp, accept: string): Promise<string> {
  const said = app.lines().find(({ healthPort }) => typeof healthPort === 'number');
  const response = await fetch(`http://127.0.0.1:${Number(said?.['healthPort'])}/metrics`, {
    headers: { accept },
  });
  expect(response.headers.get('content-type')).toContain(accept.split(';')[0]);
  return response.text();
}
