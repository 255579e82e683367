import { createSharedClock } from '@salience/database';
import { driftRules } from '@salience/memory';
import { createModels } from '@salience/models';
import { openQuiet } from '@salience/runtime';
import { defineMetrics, silentLogger, startTelemetry } from '@salience/telemetry';
import {
  clockControl,
  collectSpans,
  plantLived,
  plantsIn,
  testDatabase,
  testQueues,
} from '@salience/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createDrift } from '../src/drift.ts';

it('a thought is a trace of its own, with a link to the trace of the episode that it grew from', async () => {
  const start = new Date('2030-01-01T12:00:00Z');
  const database = await testDatabase();
  const spans = await collectSpans();
  const telemetry = await startTelemetry({
    service: 'cognitive-drift',
    version: '0',
    instanceId: 'wrk_1',
    logLevel: 'fatal',
    logFormat: 'json',
    processMetrics: false,
    otlpEndpoint: spans.endpoint,
  });
  const [clock, db] = [clockControl(database), database.connect('salience_cognitive_drift')];
  const [plants, queues] = [await plantsIn(database, start), await testQueues('postgres', database)];
  await clock.set(start, 0);
  const told = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) };
  await plantLived(database, {
    agentId: plants.agentId,
    at: start,
    talk: ['The kayak leaks since the storm at the lake.', 'The boathouse roof is being repaired by Marta.'],
    names: ['kayak', 'boathouse', 'storm'],
    openLoops: ['Who pays for the boathouse roof?'],
  });
  await database.admin('update salience.episodes set traceparent = $1', [
    `00-${told.traceId}-${told.spanId}-01`,
  ]);
  const { close, quiet } = await openQuiet({ clock: createSharedClock(db), db, queues, quietMs: 60_000 });
  onTestFinished(async () => {
    await close();
    await Promise.all([database.close(), spans.close()]);
  });
  const run = createDrift({
    clock: createSharedClock(db),
    db,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    models: createModels({ default: { kind: 'offline' } }),
    queues,
    quiet,
    owner: 'worker',
    draw: () => 0.5,
    timeZone: 'UTC',
    tokensMax: 1_000_000,
    codeOf: () => Promise.resolve({ code: Buffer.alloc(64, 1).toString('base64'), codeModelId: 'test' }),
  });
  const think = () => run(new AbortController().signal, () => {});
  // The first look of a quiet fleet only sets when it is due.
  await clock.advance(120_000);
  await think();
  await clock.advance(driftRules.intervalMs * 3);
  expect(await think()).toBe(1);
  await telemetry.shutdown();
  const thought = spans.spans().find(({ name }) => name === 'drift.think');
  expect(thought?.links).toMatchObject([told]);
  expect(thought?.parentSpanId ?? '').toBe('');
  expect(thought?.traceId).not.toBe(told.traceId);
});
