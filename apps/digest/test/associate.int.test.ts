import type { ExchangeId, RelationType, Trust } from '@salience/contracts';
import { createSharedClock, newId } from '@salience/database';
import { createRecall } from '@salience/recall';
import { backends, type Plants, plantsIn, saveConcepts, type TestDatabase } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { associate } from '../src/skills/associate.ts';
import type { SkillContext } from '../src/skills/skill.ts';
import { type LaneWorld, laneWorld } from './lane-world.ts';

const start = new Date('2030-01-01T12:00:00Z');

let world: LaneWorld;
let database: TestDatabase;
let plants: Plants;
beforeAll(async () => {
  world = await laneWorld(backends()[0] ?? 'postgres');
  ({ database } = world);
  plants = await plantsIn(database, start);
  await world.clock.set(start);
});

/** An episode of one exchange that states one relation. */
async function state(
  message: string,
  from: string,
  type: RelationType,
  to: string,
  trust: Trust = 'user',
): Promise<ExchangeId> {
  const thread = await plants.thread();
  const exchangeId = await plants.exchange(thread, 1, { message, chunked: true, trust });
  const episodeId = newId('episode');
  await database.admin(
    `insert into salience.episodes (id, agent_id, thread_id, first_seq, last_seq, reason, gist, intent, outcome,
       open_loops, salience, complete, trust, source, model, started_at, ended_at, created_at)
     values ($1, $2, $3, 1, 1, 'expiry', $4, 'x', '', '[]', 0.5, true, $6, 'test', 'test', $5, $5, $5)`,
    [episodeId, plants.agentId, thread, message, start, trust],
  );
  await saveConcepts(database.connect('salience_episodic'), {
    agentId: plants.agentId,
    episodeId,
    source: 'test',
    now: start,
    concepts: [from, to].map((name) => ({
      name,
      nameTrust: trust,
      kind: 'thing',
      aliases: [],
      confidence: 0.9,
      definition: null,
      mentions: [{ exchangeId, name, trust, at: start }],
    })),
    relations: [
      {
        from: 0,
        to: 1,
        type,
        confidence: 0.9,
        denies: false,
        functional: false,
        symmetric: false,
        statements: [{ exchangeId, trust, at: start }],
      },
    ],
  });
  return exchangeId;
}

async function use(args: object, text = '') {
  const db = database.connect('salience_digest');
  const context = {
    db,
    recall: createRecall({ db, onTrouble: () => {} }),
    now: await createSharedClock(db).now(),
    step: { turn: { agent_id: plants.agentId, text } },
  } as unknown as SkillContext;
  return associate.run({ steps: 2, ...args }, context);
}

describe('associate', () => {
  it('tells what is connected over two relations, the strongest first, with the way and its trust (law 10)', async () => {
    await state('Greta knows Ruben.', 'Greta', 'knows', 'Ruben');
    await state('Ruben builds the windmill.', 'Ruben', 'related-to', 'windmill', 'external');
    const answer = await use({ concept: 'greta' });
    expect(answer.text).toMatch(
      /^- Greta \(thing\)\nConnected, the strongest first:\n- Ruben .*Greta knows Ruben \(told 2030-01-01\)\n- windmill .*Ruben related to windmill/,
    );
    expect(answer.quotes).toContain('external');
    expect((await use({ concept: 'greta', steps: 1 })).text).not.toContain('windmill');
    // As of a time before it was said nothing was connected.
    expect((await use({ concept: 'greta' }, 'Whom did Greta know in 2029?')).text).toContain(
      'Nothing is known',
    );
    // A relation ends with the fact that was said in the same words.
    const greta = await state('Greta builds boats in Husum.', 'Greta', 'works-at', 'Husum');
    await database.admin(
      `insert into salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at,
         valid_to, created_at) select $1, agent_id, thread_id, id, 'Greta', 'works_at', 'Husum', 0.9, 'user', 'test', said_at, $3, said_at
       from salience.exchanges where id = $2`,
      [newId('fact'), greta, new Date(start.getTime() + 60_000)],
    );
    await world.clock.advance(120_000);
    expect((await use({ concept: 'greta', steps: 1 })).text).toContain(
      'Greta works at Husum (told 2030-01-01, until 2030-01-01)',
    );
    expect(await use({ concept: 'nobody' })).toEqual({ text: 'No concept of this name is known.' });
  });
});

it.each([
  'What does Greta remind you of?',
  'What do you associate with Greta?',
  "What's connected with Greta?",
])('"%s" is answered by following the graph (law 8)', async (text) => {
  const turn = await world.say(text, { threadKey: text });
  const ran = await database.admin(
    `select call->>'tool' as tool, state from salience.act_steps where turn_id = $1 and kind = 'action'`,
    [turn.id],
  );
  expect(ran).toEqual([{ tool: 'associate', state: 'succeeded' }]);
  expect(turn.reply?.text).toContain('Greta knows Ruben');
});

describe('the graph as evidence of memory search', () => {
  const ask = async (text: string, kinds?: 'exchange'[]) => {
    const db = database.connect('salience_digest');
    const memory = createRecall({ db, onTrouble: () => {} });
    return (await memory.recall({ agentId: plants.agentId, text, limit: 10, at: start, kinds })).hits;
  };

  it('finds over two relations what shares no word with the question, and says that the graph found it (law 8)', async () => {
    const told = await state('Imke repairs the lighthouse.', 'Imke', 'related-to', 'lighthouse');
    await state('Jonas is married to Imke.', 'Jonas', 'partner-of', 'Imke');
    for (let n = 0; n < 12; n += 1)
      await state(`Number ${n} is filler.`, `filler${n}`, 'related-to', `more${n}`);
    const hits = await ask('Tell me about the family of Jonas', ['exchange']);
    const hit = hits.find(({ id }) => id === told);
    expect(hit?.why.words ?? 0).toBe(0);
    expect(hit?.why.graph).toBeGreaterThan(0.3);
    expect(hit?.why.graph).toBeLessThanOrEqual(1);
    // What nothing leads to has nothing of it.
    const other = await ask('filler3', ['exchange']);
    expect(other.find(({ id }) => id === told)).toBeUndefined();
  });

  it('finds concepts themselves by their words, and nothing of it where the question names none', async () => {
    const hits = await ask('lighthouse');
    expect(hits.find(({ kind }) => kind === 'concept')).toMatchObject({
      text: 'lighthouse (thing)',
      trust: 'user',
    });
    for (const hit of await ask('something else entirely')) expect(hit.why.graph).toBeUndefined();
  });

  it('reads without writing: nothing is stronger for having been found', async () => {
    const before = await database.admin('select id, strength, mentions from salience.concepts order by id');
    await ask('Jonas and the lighthouse');
    expect(await database.admin('select id, strength, mentions from salience.concepts order by id')).toEqual(
      before,
    );
    expect(await database.admin('select 1 from salience.memory_accesses')).toEqual([]);
  });
});
