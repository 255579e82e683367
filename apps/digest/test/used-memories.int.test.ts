import type { ExchangeId } from '@salience/contracts';
import { newId } from '@salience/database';
import { backends, createFakeModelServer, plantLived, saveChunk } from '@salience/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LaneWorld, laneWorld } from './lane-world.ts';

let world: LaneWorld;
let server: Awaited<ReturnType<typeof createFakeModelServer>>;

beforeAll(async () => {
  server = await createFakeModelServer();
  world = await laneWorld(backends()[0] ?? 'postgres');
});
afterAll(() => server.close());

it('law 8: a fact and an episode that a reply cites count as used, and what was only shown does not', async () => {
  const told = await world.say('Glad to be here with all of you at last. Remember that.', {
    threadKey: 'told',
  });
  const exchangeId = told.reply?.exchangeId as ExchangeId;
  const fact = newId('fact');
  const now = await world.clock.now();
  await saveChunk(world.database.connect('salience_memory_chunker'), {
    agentId: world.agentId,
    exchangeId,
    now,
    model: 'test',
    entities: [],
    gists: [],
    facts: [{ id: fact, subject: 'harbour office', key: 'opens_at', value: 'seven', confidence: 0.9 }],
  });
  // Its episode and concept are searched; what was said are other words.
  const lived = await plantLived(world.database, {
    agentId: world.agentId,
    at: now,
    names: ['harbour office'],
    talk: ['It was a fine week by the sea.'],
  });
  await world.database.admin('update salience.episodes set gist = $2 where id = $1', [
    lived.episodeId,
    'A visit to the harbour office of Faro.',
  ]);
  server.script(({ messages }) => {
    const shown = messages.map(({ content }) => String(content)).join('\n');
    const named = [/\[(m\d+)\][^\n]*fact: harbour office/, /\[(m\d+)\][^\n]*episode: A visit/].map(
      (pattern) => pattern.exec(shown)?.[1] ?? 'not shown',
    );
    return { text: `At seven [${named.join(', ')}].` };
  });
  await world.useModels({ ...server.env, SALIENCE_MODEL_TIEBREAK: 'offline' });
  const asked = await world.say('When does the harbour office of Faro open?', { threadKey: 'asked' });
  expect(asked.reply?.text).toBe('At seven.');
  const used = await world.database.admin<{ id: string; kind: string; count: number }>(
    'select item_id as id, kind, count from salience.memory_accesses order by kind',
  );
  expect(used).toEqual([
    { id: lived.episodeId, kind: 'episode', count: 1 },
    { id: exchangeId, kind: 'exchange', count: 1 },
    { id: fact, kind: 'fact', count: 1 },
  ]);
});
