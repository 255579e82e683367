import type { TopicId } from '@salience/contracts';
import { newId } from '@salience/database';
import { requestForgetting, stepForgetting } from '@salience/database/keeping';
import { findMemories, useMemories } from '@salience/database/recall';
import {
  type PlantedLife,
  plantEnded,
  plantLived,
  plantsIn,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentMemories, createRecall, type Recall } from '../src/index.ts';

// Only what was said before it is asked for is forgotten.
const start = new Date('2020-01-01T12:00:00Z');
const day = (n: number) => new Date(start.getTime() + n * 86_400_000);

let database: TestDatabase;
let agentId: Awaited<ReturnType<typeof plantsIn>>['agentId'];
let topics: readonly [TopicId, TopicId];
beforeAll(async () => {
  database = await testDatabase();
  ({ agentId } = await plantsIn(database, start));
  topics = [newId('topic'), newId('topic')];
});
afterAll(() => database.close());

const process = () =>
  createRecall({
    db: database.connect('salience_digest'),
    onTrouble: (error) => {
      throw error;
    },
  });
const ask = (recall: Recall, text: string, topicId?: TopicId) =>
  recall.recall({ agentId, text, limit: 30, at: day(90), topicId: topicId ?? null });

/** One question to a process that goes on, and to one that loads everything: they say the same, of now and of then. */
async function hitsOf(warm: Recall, text: string, topicId?: TopicId, what = text) {
  const [anew, then] = [process(), { agentId, text: `${text} In January 2020?`, limit: 30, at: day(90) }];
  const hits = await ask(warm, text, topicId);
  expect(hits, what).toEqual(await ask(anew, text, topicId));
  const past = await warm.recall(then);
  expect(past.period).not.toBeNull();
  expect(past, what).toEqual(await process().recall(then));
  const asOf = { ...then, text, asOf: day(50) };
  expect(await warm.recall(asOf), what).toEqual(await process().recall(asOf));
  return hits.hits;
}

interface Lived extends PlantedLife {
  readonly factId: string;
}

/** Something of each kind about one word, which no other test uses. */
async function live(word: string, on: number): Promise<Lived> {
  const life = await plantLived(database, {
    agentId,
    talk: [`The ${word} is on the roof.`, `Another ${word} sleeps.`],
    names: [word],
    at: day(on),
  });
  await plantEnded(database, {
    agentId,
    key: `${word}_lives`,
    value: `${word} house`,
    now: `${word} barn`,
    saidIn: life,
    endedIn: life,
    at: day(on),
    endedAt: day(on + 1),
  });
  await database.admin(
    `insert into salience.thoughts (id, agent_id, type, content, seed_concept_id, strategy, energy, grounding_episode_id, thread_id, trust,
       source, model, tokens, fatigue, created_at, expires_at)
     values ($1, $2, 'reflection', $3, $4, 'association', 1, $5, $6, 'agent', 'test', 'test', 1, 0, $7, $8)`,
    [
      newId('thought'),
      agentId,
      `The ${word} may fly.`,
      life.conceptIds[0],
      life.episodeId,
      life.threadId,
      day(on),
      day(999),
    ],
  );
  const [fact] = await database.admin<{ id: string }>(
    'select id from salience.facts where agent_id = $1 and value = $2',
    [agentId, `${word} barn`],
  );
  return { ...life, factId: fact?.id ?? '' };
}

/** Changes rows so that nobody is told. */
const secretly = (change: string) =>
  database.admin(
    `do $do$ begin perform set_config('session_replication_role', 'replica', true); ${change}; end $do$`,
  );

async function forget(target: string): Promise<void> {
  const db = database.connect('salience_consumer');
  const now = new Date();
  const id = await requestForgetting(db, {
    agentId,
    scope: 'item',
    target,
    reason: 'asked',
    by: 'test',
    now,
  });
  for (let state = ''; state !== 'watching'; ) ({ state } = await stepForgetting(db, agentId, id, { now }));
}

describe('contents in the memory of a process', () => {
  it('are not loaded again', async () => {
    const {
      episodeId,
      exchangeIds: [said = ''],
      factId,
    } = await live('heron', 1);
    const warm = process();
    const textsOf = (hits: Awaited<ReturnType<typeof ask>>['hits']) =>
      new Map(hits.map(({ id, text }) => [id, text]));
    const before = textsOf((await ask(warm, 'heron')).hits);
    await secretly(`update salience.turn_ends set message = 'The heron was changed.' where exchange_id = '${said}';
      update salience.facts set value = 'heron changed' where id = '${factId}';
      update salience.episodes set gist = 'heron changed' where id = '${episodeId}'`);
    const [still, anew] = [
      textsOf((await ask(warm, 'heron')).hits),
      textsOf((await ask(process(), 'heron')).hits),
    ];
    for (const id of [said, factId, episodeId]) {
      expect(before.get(id)).toContain('heron');
      expect(still.get(id)).toBe(before.get(id));
      expect(anew.get(id)).toContain('changed');
    }
  });

  it('follow every change of what they show', async () => {
    const first = await live('ibis', 1);
    const second = await plantLived(database, { agentId, talk: ['An ibis again.'], names: [], at: day(3) });
    const [said] = first.exchangeIds;
    const repeat = (id: string, of: string | null) =>
      database.admin('update salience.episodes set repeats_of = $2 where id = $1', [id, of]);
    const changes: Record<string, () => Promise<unknown>> = {
      'a fact ends': () =>
        database.admin('update salience.facts set valid_to = $2 where id = $1', [first.factId, day(8)]),
      'a fact holds again': () =>
        database.admin('update salience.facts set valid_to = null where id = $1', [first.factId]),
      'an exchange gets its chunk': () =>
        database.admin(
          `insert into salience.chunks (exchange_id, agent_id, thread_id, entities, model, created_at)
           values ($1, $2, $3, '[{"name": "Ibis"}]', 'test', $4)`,
          [said, agentId, first.threadId, day(1)],
        ),
      'an exchange gets its topic': () =>
        database.admin('update salience.turn_ends set topic_id = $2 where exchange_id = $1', [
          said,
          topics[1],
        ]),
      'an exchange gets another topic': () =>
        database.admin('update salience.turn_ends set topic_id = $2 where exchange_id = $1', [
          said,
          topics[0],
        ]),
      'a name is taken out of a chunk': () =>
        database.admin(`update salience.chunks set entities = '[]' where exchange_id = $1`, [said]),
      'a reply is taken back': () =>
        database.admin("update salience.turn_ends set reply = 'No.' where exchange_id = $1", [said]),
      'an episode is told otherwise': () =>
        database.admin(
          `update salience.episodes set open_loops = '["feed the ibis"]', salience = 0.9, trust = 'external', ended_at = $2 where id = $1`,
          [first.episodeId, day(5)],
        ),
      'an episode is of a topic': () =>
        database.admin('update salience.episodes set topic_id = $2 where id = $1', [
          first.episodeId,
          topics[1],
        ]),
      'an episode is repeated': () => repeat(second.episodeId, first.episodeId),
      'a repetition ends later': () =>
        database.admin('update salience.episodes set ended_at = $2 where id = $1', [
          second.episodeId,
          day(40),
        ]),
      'an episode is repeated no more': () => repeat(second.episodeId, null),
      'an episode is repeated again': () => repeat(second.episodeId, first.episodeId),
      'a repetition is forgotten': () => forget(second.episodeId),
      'something is used': () =>
        useMemories(
          database.connect('salience_consumer'),
          agentId,
          [
            { id: said as string, kind: 'exchange' },
            { id: first.episodeId, kind: 'episode' },
          ],
          day(80),
        ),
      'a concept is mentioned': () =>
        database.admin(`update salience.concepts set strength = 0.1, last_seen_at = $2 where id = $1`, [
          first.conceptIds[0],
          day(70),
        ]),
    };
    const warm = process();
    await hitsOf(warm, 'Where is the ibis?', topics[1]);
    for (const [what, change] of Object.entries(changes)) {
      const before = await hitsOf(warm, 'Where is the ibis?', topics[1]);
      await change();
      const after = await hitsOf(warm, 'Where is the ibis?', topics[1], what);
      expect(after, what).not.toEqual(before);
    }
  });

  it('law 13: are gone with what was forgotten before the question', async () => {
    const {
      exchangeIds: [said = ''],
      factId: toldId,
    } = await live('bittern', 1);
    const db = database.connect('salience_digest');
    const memories = createAgentMemories({ db, model: undefined });
    const { contents } = (await memories.read(agentId, '')).memory;
    const found = [
      { kind: 'exchange', id: said, words: 1 },
      { kind: 'fact', id: toldId, words: 1 },
    ];
    const { items, snapshot } = await findMemories(db, { agentId, found });
    contents.load().keep(items, snapshot, 1_000_000);
    await forget(said);
    await memories.read(agentId, '');
    expect(contents.get(said)).toBeUndefined();
    expect(contents.bytes).toBe(0);
  });

  it('law 13: show nothing that was forgotten before the question', async () => {
    const { exchangeIds, factId } = await live('osprey', 1);
    const warm = process();
    const texts = async () => JSON.stringify(await hitsOf(warm, 'osprey'));
    expect(await texts()).toContain('on the roof');
    await forget(factId);
    expect(await texts()).not.toContain('osprey barn');
    for (const id of exchangeIds) await forget(id);
    expect(await texts()).not.toContain('osprey');
  });
});
