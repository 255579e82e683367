import type { RelationType } from '@salience/contracts';
import type { Database } from '@salience/database';
import { createAgent } from '@salience/database/agents';
import { requestForgetting, stepForgetting } from '@salience/database/keeping';
import {
  type PlantedLife,
  plantLived,
  plantsIn,
  saveConcepts,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AgentMemories, createAgentMemories, createRecall, type Recall } from '../src/index.ts';

// Only what was said before it is asked for is forgotten.
const start = new Date('2020-01-01T12:00:00Z');
const day = (n: number) => new Date(start.getTime() + n * 86_400_000);

let database: TestDatabase;
let episodic: Database;
let plants: Awaited<ReturnType<typeof plantsIn>>;
/** A process that has read the memory before, and goes on. */
let warm: Recall;
beforeAll(async () => {
  database = await testDatabase();
  episodic = database.connect('salience_episodic');
  plants = await plantsIn(database, start);
});
afterAll(() => database.close());
beforeEach(async () => {
  warm = process();
  await ask(warm, 'Who is there?');
});

const process = () =>
  createRecall({
    db: database.connect('salience_digest'),
    onTrouble: (error) => {
      throw error;
    },
  });

const ask = (recall: Recall, text: string, on = 9) =>
  recall.recall({ agentId: plants.agentId, text, limit: 20, at: day(on) });

/** What concepts lead to, by kind and what it is: the same in the process that goes on and in one that reads all anew. */
async function ledTo(text: string, on = 9): Promise<string[]> {
  const [held, fresh] = await Promise.all([warm, process()].map((recall) => ask(recall, text, on)));
  expect(held?.hits).toEqual(fresh?.hits);
  return (held?.hits ?? []).filter(({ why }) => (why.graph ?? 0) > 0).map(({ text: found }) => found);
}

/** How much of the graph is held once all was read. */
const graphOf = async (memories: AgentMemories): Promise<number> =>
  (await memories.read(plants.agentId, '')).memory.graph.size;

const say = (talk: string, on: number): Promise<PlantedLife> =>
  plantLived(database, { agentId: plants.agentId, talk: [talk], names: [], at: day(on) });

/** Enters what an episode says of two things, as episodic does. */
async function know(
  { episodeId, exchangeIds: [exchangeId] }: PlantedLife,
  names: readonly string[],
  on: number,
  states?: { readonly type: RelationType; readonly denies?: boolean },
): Promise<void> {
  if (exchangeId === undefined) throw new Error('nothing was said');
  const at = day(on);
  await saveConcepts(episodic, {
    agentId: plants.agentId,
    episodeId,
    source: 'test',
    now: at,
    concepts: names.map((name) => ({
      name,
      nameTrust: 'user',
      kind: 'thing',
      aliases: [],
      confidence: 0.8,
      definition: null,
      mentions: [{ exchangeId, name, trust: 'user', at }],
    })),
    relations:
      states === undefined
        ? []
        : [
            {
              from: 0,
              to: 1,
              type: states.type,
              confidence: 0.9,
              denies: states.denies ?? false,
              functional: false,
              symmetric: false,
              statements: [{ exchangeId, trust: 'user', at }],
            },
          ],
  });
}

async function forget(target: string): Promise<void> {
  const db = database.connect('salience_consumer');
  const now = new Date();
  const ask = { agentId: plants.agentId, scope: 'item', target, reason: 'asked', by: 'test', now } as const;
  const id = await requestForgetting(db, ask);
  for (let state = ''; state !== 'watching'; )
    ({ state } = await stepForgetting(db, plants.agentId, id, { now }));
}

describe('concepts in the memory of a process', () => {
  it('lead at once to what another process has committed, and no more to what was forgotten', async () => {
    const memoriesOf = () =>
      createAgentMemories({ db: database.connect('salience_digest'), model: undefined });
    const memories = memoriesOf();
    await graphOf(memories);
    const told = await say('Rosalind bought the old teapot.', 1);
    const cracked = await say('It leaks where the spout was glued.', 2);
    expect(await ledTo('Where is Rosalind?')).toEqual([]);
    await know(told, ['Rosalind', 'teapot'], 1, { type: 'owns' });
    await know(cracked, ['teapot'], 2);
    expect(await ledTo('Where is Rosalind?')).toEqual(
      expect.arrayContaining(['It leaks where the spout was glued.', 'teapot (thing)']),
    );
    await forget(cracked.exchangeIds[0] as string);
    const left = await ledTo('Where is Rosalind?');
    expect(left).toContain('teapot (thing)');
    expect(left.join(' ')).not.toContain('spout');
    expect(await graphOf(memories)).toBe(await graphOf(memoriesOf()));
    await forget(told.exchangeIds[0] as string);
    expect(await ledTo('Where is Rosalind?')).toEqual([]);
    expect(await graphOf(memories)).toBe(0);
  });

  it('lead as things stood: from when something was stated until it was denied', async () => {
    await know(await say('Piet keeps the mill.', 1), ['Piet', 'mill'], 1, { type: 'owns' });
    await know(await say('Its sails turn again.', 2), ['mill'], 2);
    const sails = async (on: number) => (await ledTo('What of Piet?', on)).includes('Its sails turn again.');
    expect([await sails(0), await sails(3), await sails(9)]).toEqual([false, true, true]);
    await know(await say('Piet sold it.', 5), ['Piet', 'mill'], 5, { type: 'owns', denies: true });
    expect([await sails(3), await sails(9)]).toEqual([true, false]);
  });

  it('are known by a name from when they have it until they lose it', async () => {
    await know(await say('Wilhelmina tends the orchard.', 1), ['Wilhelmina', 'orchard'], 1, { type: 'owns' });
    await know(await say('There are pears on every bough.', 2), ['orchard'], 2);
    const pears = async () => (await ledTo('And Minna?')).includes('There are pears on every bough.');
    expect(await pears()).toBe(false);
    await database.admin(
      `insert into salience.concept_names (agent_id, key, kind, concept_id, name)
       select agent_id, 'minna', kind, id, 'Minna' from salience.concepts where name = 'Wilhelmina'`,
    );
    expect(await pears()).toBe(true);
    await database.admin("delete from salience.concept_names where key = 'minna'");
    expect(await pears()).toBe(false);
  });

  it('law 12: lead to nothing of another agent', async () => {
    await know(await say('Ottilie feeds the geese.', 1), ['Ottilie', 'goose'], 1, { type: 'owns' });
    expect(await ledTo('Ottilie')).toContain('goose (thing)');
    const { id } = await createAgent(database.connect('salience_operator'), { name: 'other', persona: '' });
    const other = await process().recall({ agentId: id, text: 'Ottilie', limit: 5, at: day(9) });
    expect(other.hits).toEqual([]);
  });
});
