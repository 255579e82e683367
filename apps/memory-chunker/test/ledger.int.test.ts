import { memoryChunkJob, type ThreadId } from '@salience/contracts';
import { newId, systemClock } from '@salience/database';
import { createModels } from '@salience/models';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import { plantsIn, runJob } from '@salience/testing';
import {
  countingSettings,
  ledgerLimits,
  ledgerOf,
  overLedger,
  prepareLedger,
  type Stores,
  startStores,
  threadsOfTalk,
} from '@salience/testing/load';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createChunker } from '../src/chunker.ts';

let stores: Stores;
beforeAll(async () => {
  stores = await startStores('postgres', undefined, countingSettings);
  await prepareLedger(stores);
}, 120_000);
afterAll(() => stores.stop());

it('law 17: to chunk one exchange of a batch of 32 costs no more than the ledger allows', async () => {
  const { database } = stores;
  const at = new Date('2026-03-02T09:00:00Z');
  const plants = await plantsIn(database, at);
  const threadIds: ThreadId[] = [];
  for (const messages of threadsOfTalk) {
    const threadId = await plants.thread();
    threadIds.push(threadId);
    for (const [n, message] of messages.entries())
      await plants.exchange(threadId, n + 1, { message, at: new Date(at.getTime() + n * 60_000) });
  }
  const count = threadsOfTalk.flat().length;
  expect(count).toBe(32);
  const models = createModels({ default: { kind: 'offline' } });
  await models.warmUp(['chunk']);
  const db = database.connect('salience_memory_chunker');
  const chunker = createChunker({
    clock: systemClock,
    db,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    models,
    queues: { enqueue: () => Promise.resolve(), enqueueMany: () => Promise.resolve() },
    owner: newId('worker'),
    leaseMs: 60_000,
    silenceMs: 600_000,
  });
  const ledger = await ledgerOf(stores, async () => {
    await runJob(chunker, memoryChunkJob, { agentId: plants.agentId, threadIds });
    await db.close();
  });
  const [chunks] = await database.admin<{ n: number }>('select count(*)::int as n from salience.chunks');
  expect(chunks).toEqual({ n: count });
  const told = JSON.stringify(ledger, null, 1);
  const cost = { statements: ledger.statements / count, rows: ledger.rowVersions / count };
  expect(overLedger(cost, ledgerLimits('chunk')), told).toEqual([]);
}, 120_000);
