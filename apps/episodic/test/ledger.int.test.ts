import { episodeBuildJob } from '@salience/contracts';
import { newId, systemClock } from '@salience/database';
import { createEmbedder, type Embedder } from '@salience/embeddings';
import { createModels } from '@salience/models';
import { createRecall } from '@salience/recall';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import { plantsIn, runJob, runServers } from '@salience/testing';
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
import { createEmbedding } from '../src/embedding.ts';
import { createEpisodeBuilder } from '../src/episode-builder.ts';

let stores: Stores;
let embedder: Embedder;
beforeAll(async () => {
  stores = await startStores('postgres', undefined, countingSettings);
  await prepareLedger(stores);
  embedder = createEmbedder({ cacheDir: (await runServers()).modelCache });
}, 120_000);
afterAll(async () => {
  await embedder.close();
  await stores.stop();
});

it('law 17: to tell one exchange of 32 in episodes with their concepts costs no more than the ledger allows', async () => {
  const { database } = stores;
  const at = new Date('2026-03-02T09:00:00Z');
  const plants = await plantsIn(database, at);
  for (const messages of threadsOfTalk) {
    const threadId = await plants.thread();
    for (const [n, message] of messages.entries())
      await plants.exchange(threadId, n + 1, {
        message,
        chunked: true,
        at: new Date(at.getTime() + n * 60_000),
      });
    await plants.over(threadId);
  }
  // As digest leaves them: what is told has its vector's code already.
  await database.admin(
    `insert into salience.memory_codes (agent_id, item_id, kind, model_id, code)
     select agent_id, id, 'exchange', $1, decode(repeat('a5', 64), 'hex') from salience.exchanges`,
    [embedder.modelId],
  );
  const count = threadsOfTalk.flat().length;
  const db = database.connect('salience_episodic');
  const onTrouble = (error: unknown): never => {
    throw error;
  };
  const embedding = createEmbedding(
    { embedder, recall: createRecall({ db, embedder, onTrouble }) },
    onTrouble,
  );
  await embedding.codeOf('The first text loads what is loaded once.');
  const builder = createEpisodeBuilder({
    clock: systemClock,
    db,
    embedding,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    models: createModels({ default: { kind: 'offline' } }),
    owner: newId('worker'),
    leaseMs: 60_000,
    silenceMs: 600_000,
  });
  const ledger = await ledgerOf(stores, async () => {
    await runJob(builder, episodeBuildJob, { agentId: plants.agentId });
    await db.close();
  });
  const [told] = await database.admin<{ exchanges: number; episodes: number }>(
    `select (select count(*)::int from salience.episode_exchanges) as exchanges, (select count(*)::int from salience.episodes) as episodes`,
  );
  expect(told).toEqual({ exchanges: count, episodes: 8 });
  const figures = JSON.stringify(ledger, null, 1);
  const cost = { statements: ledger.statements / count, rows: ledger.rowVersions / count };
  expect(overLedger(cost, ledgerLimits('tell')), figures).toEqual([]);
}, 120_000);
