import type { ExchangeId } from '@salience/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveChunk, saveEpisode } from '@salience/testing';
import { newId } from '../src/index.ts';
import { createWorld, type World } from './world.ts';
import { searchMemory } from './search-memory.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

/** Says something in a thread and keeps it as an exchange. */
async function say(thread: string, text: string, speaker?: string): Promise<ExchangeId> {
  const { threadId } = await world.accept(text, {
    threadKey: thread,
    ...(speaker === undefined ? {} : { speaker }),
  });
  const id = newId('exchange');
  await world.commit(await world.take(threadId), { exchange: { id, mode: 'RESPOND', traceparent: null } });
  return id;
}

const chunk = (exchangeId: ExchangeId, facts: { subject: string; key: string; value: string }[] = []) =>
  saveChunk(world.database.connect('salience_memory_chunker'), {
    agentId: world.agentId,
    exchangeId,
    now: new Date(),
    model: 'test',
    entities: [],
    gists: [],
    facts: facts.map((fact) => ({ ...fact, id: newId('fact'), confidence: 0.9 })),
  });

const search = (query: string, more = {}) =>
  searchMemory(world.consumer, { agentId: world.agentId, query, limit: 5, ...more });

describe('memory search', () => {
  it('finds what was said in another thread before anything was chunked, and says why in factors of 0 to 1 (law 9)', async () => {
    const ana = await say('a', 'My sister Ana lives in Porto. Remember that.');
    await say('a', 'I had soup for lunch.');
    const hits = await search('Where does my sister live?');
    expect(hits[0]).toMatchObject({ kind: 'exchange', id: ana, trust: 'user' });
    expect(hits[0]?.reasons['words']).toBeGreaterThan(0.5);
    for (const hit of hits) {
      for (const part of [hit.score, ...Object.values(hit.reasons)]) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(1);
      }
    }
  });

  it('a rare word outweighs a common one', async () => {
    for (let i = 0; i < 12; i += 1)
      await chunk(await say('garden', `The garden is green today, number ${i}.`));
    const rare = await say('garden', 'The marmot visited again.');
    await chunk(rare);
    expect((await search('Is the marmot in the garden?'))[0]?.id).toBe(rare);
  });

  it('a question that names one speaker prefers what that person said', async () => {
    await say('room', 'The budget is done.', 'Bruno');
    const carla = await say('room', 'The budget is late.', 'Carla');
    const hits = await search('What did Carla say about the budget?');
    expect(hits[0]?.id).toBe(carla);
    expect(hits[0]?.reasons['speaker']).toBe(1);
  });

  it('an answer that shares no word with the question is found through its neighbour', async () => {
    await say('trip', 'Which hotel did we book in Lisbon?');
    const answer = await say('trip', 'The Tivoli, two nights.');
    const hits = await search('hotel booked Lisbon', { kinds: ['exchange'] });
    expect(hits.find((hit) => hit.id === answer)?.reasons['neighbours']).toBeGreaterThan(0);
  });

  it('facts are found and name their exchange', async () => {
    const id = await say('b', 'Ana works as a baker.');
    expect(await chunk(id, [{ subject: 'Ana', key: 'works_as', value: 'baker' }])).toEqual({
      status: 'stored',
    });
    const hits = await search('Who works as a baker?', { kinds: ['fact'] });
    expect(hits[0]).toMatchObject({ kind: 'fact', exchange_id: id, text: 'Ana works as baker' });
  });

  it('an episode is found with what it left open (law 8)', async () => {
    const exchangeId = await say('d', 'We planned the sailing trip to Madeira.');
    const { threadId } = await world.accept('later', { threadKey: 'd' });
    const now = new Date();
    await saveEpisode(world.database.connect('salience_episodic'), {
      id: newId('episode'),
      agentId: world.agentId,
      threadId,
      now,
      firstSeq: 1,
      lastSeq: 1,
      reason: 'silence',
      traceparent: null,
      topicId: null,
      gist: 'A sailing trip to Madeira was planned.',
      intent: 'planning',
      intentType: 'planning',
      direction: null,
      context: { situational: null, conversational: null, constraints: [] },
      action: null,
      emotion: null,
      factors: { novelty: 0.5, emotional: 0, commitment: 0, unresolved: true },
      refused: 0,
      exchangeIds: [exchangeId],
      outcome: '',
      openLoops: ['Who books the boat?'],
      salience: 0.5,
      complete: true,
      trust: 'user',
      source: 'test',
      model: 'test',
      startedAt: now,
      endedAt: now,
    });
    const [hit] = await search('sailing Madeira', { kinds: ['episode'] });
    expect(hit).toMatchObject({
      kind: 'episode',
      text: 'A sailing trip to Madeira was planned. Still open: Who books the boat?',
    });
  });

  it('a chunk is stored once (law 4)', async () => {
    const id = await say('c', 'Once is enough.');
    const results = await Promise.all(
      Array.from({ length: 5 }, () => chunk(id, [{ subject: 'once', key: 'is', value: 'enough' }])),
    );
    expect(results.filter((result) => result.status === 'stored')).toHaveLength(1);
    expect(
      await world.database.admin('select 1 from salience.facts where exchange_id = $1', [id]),
    ).toHaveLength(1);
  });

  it('questions of nothing but stop words, quotes and operators find nothing and break nothing', async () => {
    for (const query of ['the of and', "it's 'quoted' & | ! <-> :*", '\\', '???', 'a'.repeat(3_000)]) {
      expect(await search(query)).toEqual([]);
    }
  });

  it('leaves out the turn that asks', async () => {
    const { turnId } = await world.accept('zebra question', { threadKey: 'self' });
    const { threadId } = await world.accept('zebra statement', { threadKey: 'self' });
    const first = await world.take(threadId);
    await world.commit(first);
    expect(await search('zebra', { exceptTurnId: turnId })).toEqual([]);
  });
});
