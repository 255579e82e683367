// How long an idle fleet takes from POST /chat to `done`: warm, one at a time, offline responder, embedder and
// telemetry on. `node bench/idle-latency.ts --n 300 --backend redis|postgres` prints one line of JSON, beside the floor
// measured in the same run on the same stores. `--stages` adds where the time goes inside of digest.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { collectSpans, spawnApp } from '@salience/testing';
import { percentile, startStores, summary } from '@salience/testing/load';
import { startFloor } from './src/idle/floor.ts';
import { talk } from './src/idle/talk.ts';

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '300' },
    backend: { type: 'string', default: 'redis' },
    warm: { type: 'string', default: '60' },
    // What the last turn left for the background to do is done by then: the fleet is idle when the next message comes.
    gap: { type: 'string', default: '60' },
    stages: { type: 'boolean', default: false },
  },
});
const backend = values.backend === 'postgres' ? 'postgres' : 'redis';
const count = Number(values.n);
const plan = { warm: Number(values.warm), count, gapMs: Number(values.gap) };

const stores = await startStores(backend, process.env.SALIENCE_TEST_REDIS_SERVER);
const collector = await collectSpans();
try {
  // The floor knows one server only; on a cluster its hop goes over Postgres.
  const redis = stores.env.REDIS_URL;
  const floor = await startFloor(
    stores.database.adminUrl,
    redis?.startsWith('redis:') === true ? redis : undefined,
  );
  const floorTimes = await talk(floor.url, 'floor', plan);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  const fleet = await Promise.all(
    (['consumer', 'digest', 'memory-chunker', 'episodic', 'scheduler'] as const).map((app) =>
      spawnApp(app, { database: stores.database, queues: { env: stores.env }, env }),
    ),
  );
  const chat = await talk(fleet[0]?.httpUrl() ?? '', 'idle', plan);
  // Once more: the machine may have been busier during one than during the other.
  const floorAfter = await talk(floor.url, 'floor', plan);
  const report = {
    backend,
    n: count,
    chatMs: summary(chat),
    floorMs: summary([...floorTimes, ...floorAfter]),
    targetP50Ms: 25,
    spans: collector.spans().length,
    ...(values.stages ? { stages: await stages(), spanMs: spanTimes(), gaps: gaps() } : {}),
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  await Promise.all([...fleet.map((app) => app.stop()), floor.stop()]);
  process.exitCode = backend === 'redis' && report.chatMs.p50 > report.targetP50Ms ? 1 : 0;
} finally {
  await stores.database.close();
  await Promise.all([stores.stop(), collector.close()]);
}

/** Median and 95th percentile of every stage as the turns' rows tell it. */
async function stages(): Promise<Record<string, { p50: number; p95: number; max: number }>> {
  const rows = await stores.database.admin<{ timings: Record<string, number> | null }>(
    'select timings from salience.turns order by accepted_at desc limit $1',
    [count],
  );
  const names = new Set(rows.flatMap((row) => Object.keys(row.timings ?? {})));
  return Object.fromEntries(
    [...names].map((name) => [name, summary(rows.flatMap((row) => row.timings?.[name] ?? []))]),
  );
}

/** Median milliseconds between the spans of a turn: what no span covers. */
function gaps(): Record<string, number> {
  const milliseconds = (nano: string): number => Number(BigInt(nano) / 1000n) / 1000;
  const byTrace = Map.groupBy(collector.spans(), (span) => span.traceId);
  const found = [...byTrace.values()].flatMap((spans) => {
    const of = (name: string) => spans.find((span) => span.name === name);
    const [request, accept, digest] = [of('POST /chat'), of('turn.accept'), of('process turn-digest')];
    if (request === undefined || accept === undefined || digest === undefined) return [];
    return [
      {
        beforeAccept: milliseconds(accept.startTimeUnixNano) - milliseconds(request.startTimeUnixNano),
        acceptToDigest: milliseconds(digest.startTimeUnixNano) - milliseconds(accept.endTimeUnixNano),
        digestToAnswered: milliseconds(request.endTimeUnixNano) - milliseconds(digest.endTimeUnixNano),
      },
    ];
  });
  const median = (name: keyof (typeof found)[number]): number =>
    percentile(
      found.slice(-count).map((one) => one[name]),
      0.5,
    );
  return {
    beforeAccept: median('beforeAccept'),
    acceptToDigest: median('acceptToDigest'),
    digestToAnswered: median('digestToAnswered'),
  };
}

/** Median milliseconds of every span by name. */
function spanTimes(): Record<string, number> {
  const byName = Map.groupBy(collector.spans(), (span) => `${span.service} ${span.name}`);
  return Object.fromEntries(
    [...byName].map(([name, spans]) => [
      name,
      percentile(
        spans
          .slice(-count)
          .map((span) => Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6),
        0.5,
      ),
    ]),
  );
}
