import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  asPerson,
  backends,
  collectSpans,
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

describe.each(backends().slice(0, 1))('one trace on %s', (backend) => {
  let database: TestDatabase;
  let collector: SpanCollector;
  let apps: SpawnedApp[] = [];

  beforeAll(async () => {
    [database, collector] = await Promise.all([testDatabase(), collectSpans()]);
    const queues = await queueNamespace(backend, database);
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
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

  test('from the HTTP request to the episode, through every hop', async () => {
    const url = apps[0]?.httpUrl() ?? '';
    // Five exchanges are an episode, once three more follow; it is made under the trace of the last turn that it tells.
    for (let n = 1; n <= 8; n += 1) {
      const response = await fetch(`${url}/chat`, {
        method: 'POST',
        headers: { ...asPerson, 'content-type': 'application/json' },
        body: JSON.stringify({
          text: `My plan for day ${n} is to paint the garden fence.`,
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
  });
});

function spanOf(hop: { name: string; service: string }, spans: readonly ReceivedSpan[]) {
  return spans.find((one) => one.name === hop.name && one.service === hop.service);
}

function ancestors(span: ReceivedSpan | undefined, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find((one) => one.spanId === span?.parentSpanId);
  return parent === undefined ? [] : [parent.spanId, ...ancestors(parent, spans)];
}
