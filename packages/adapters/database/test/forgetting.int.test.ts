import { type AgentId, type EpisodeId, type ExchangeId, keptKinds, type ThreadId } from '@salience/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/index.ts';
import {
  findKept,
  type ForgetScope,
  listDerived,
  listKept,
  loadAuditSample,
  loadForgetting,
  previewForgetting,
  requestForgetting,
  retryFailedMemory,
  stepForgetting,
} from '../src/doors/keeping.ts';
import { addPersonName, createPerson, mergePeople } from '../src/doors/people.ts';
import { firstMemoryPlace, lookAtMemory } from '../src/doors/recall.ts';
import {
  beginMemory,
  keepEpisodes,
  loadForConcepts,
  loadStretches,
  loadUntold,
  type SaveEpisode,
} from '../src/doors/remembering.ts';
import { loadTurns } from '../src/doors/turns.ts';
import { findTraces, saveChunk, saveEpisode, until } from '@salience/testing';
import pg from 'pg';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

interface Said {
  readonly turnId: string;
  readonly exchangeId: ExchangeId;
  readonly threadId: ThreadId;
  readonly seq: number;
}

async function say(text: string, more: object = {}, learned: object = {}): Promise<Said> {
  const { seq, threadId, turnId } = await world.accept(text, { threadKey: 'talk', ...more });
  const exchangeId = newId('exchange');
  await world.commit(await world.take(threadId), {
    exchange: { id: exchangeId, mode: 'RESPOND', traceparent: null },
  });
  await saveChunk(world.database.connect('salience_memory_chunker'), {
    agentId: world.agentId,
    exchangeId,
    now: new Date(),
    model: 'test',
    entities: [{ name: text.split(' ').at(-1) ?? '', type: 'thing' }],
    gists: [{ id: newId('gist'), type: 'fact', content: text, confidence: 0.9 }],
    facts: [{ id: newId('fact'), subject: 'user', key: 'said', value: text, confidence: 0.9 }],
    ...learned,
  });
  return { turnId, exchangeId, threadId, seq };
}

async function forget(scope: ForgetScope, target: string, watchSeconds = 0) {
  const { agentId, consumer } = world;
  const id = await requestForgetting(consumer, {
    agentId,
    scope,
    target,
    reason: 'asked',
    by: 'test',
    now: new Date(),
  });
  for (let steps = 0; steps < 50; steps += 1) {
    const step = await stepForgetting(consumer, agentId, id, { now: new Date(), watchSeconds, batch: 2 });
    if (step.state === 'done' || step.open > 0) break;
  }
  const row = await loadForgetting(consumer, agentId, id);
  if (row === undefined) throw new Error('expected the request to be there');
  return row;
}

test('an exchange is gone with everything made of it, and only its tombstones remain', async () => {
  const kept = await say('I like plain bread');
  const gone = await say('My secret word is zorblatt7f3a');
  expect(await findTraces(world.database, 'zorblatt7f3a')).not.toEqual([]);
  const request = await forget('item', gone.exchangeId);
  expect(request).toMatchObject({ state: 'done', counts: { exchange: 1, turn: 1, gist: 1, fact: 1 } });
  expect(await findTraces(world.database, 'zorblatt7f3a')).toEqual([]);
  expect(await findTraces(world.database, 'plain bread')).not.toEqual([]);
  const turns = await loadTurns(world.consumer, world.agentId, [gone.turnId, kept.turnId] as never);
  expect(turns.find(({ id }) => id === gone.turnId)).toMatchObject({
    text: '',
    reply: null,
    forgottenAt: expect.any(String),
  });
  expect(turns.find(({ id }) => id === kept.turnId)).toMatchObject({
    text: 'I like plain bread',
    forgottenAt: null,
  });
  const stones = await world.database.admin('select kind from salience.tombstones order by kind');
  expect(stones.map(({ kind }) => kind)).toEqual(['exchange', 'fact', 'gist', 'turn']);
});

const traces = async (text: string) => (await findTraces(world.database, text)).map(({ column }) => column);

/** Tells what was said as an episode, as episodic does. */
async function episodeOf(said: readonly Said[], gist: string): Promise<EpisodeId> {
  const made = episode(newId('episode'), said, gist);
  await saveEpisode(world.database.connect('salience_episodic'), {
    ...made,
    agentId: world.agentId,
    now: new Date(),
  });
  return made.id;
}

function episode(id: EpisodeId, said: readonly Said[], gist: string): SaveEpisode {
  const [first] = said as [Said];
  return {
    id,
    threadId: first.threadId,
    firstSeq: first.seq,
    lastSeq: said.at(-1)?.seq ?? first.seq,
    reason: 'switch',
    traceparent: null,
    exchangeIds: said.map(({ exchangeId }) => exchangeId),
    topicId: null,
    gist,
    intent: 'tell',
    outcome: '',
    openLoops: [],
    salience: 0.5,
    complete: true,
    trust: 'user',
    source: 'test',
    model: 'test',
    startedAt: new Date(),
    endedAt: new Date(),
  } as unknown as SaveEpisode;
}

test('a person goes with what they said and what is known of them by name; what others said stays', async () => {
  await say('I hide the florbix key under the mat', { speaker: 'Maren', threadKey: 'room' });
  const other = await say('Plain weather today', { speaker: 'Oskar', threadKey: 'room' });
  const fact = newId('fact');
  await world.database.admin(
    `insert into salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at, created_at)
     select $1, agent_id, thread_id, id, 'Maren', 'works_at', 'the mill', 0.9, 'user', 'test', now(), now() from salience.exchanges where id = $2`,
    [fact, other.exchangeId],
  );
  await forget('person', 'maren');
  expect(await traces('florbix')).toEqual([]);
  expect(await traces('maren')).toEqual([]);
  expect(await findKept(world.consumer, world.agentId, fact)).toBeUndefined();
  expect(await findKept(world.consumer, world.agentId, other.exchangeId)).toMatchObject({ speaker: 'Oskar' });
});

test('a fact holds again when what ended it is forgotten', async () => {
  const statement = { key: 'lives_in', value: 'Skarn', confidence: 0.9 };
  const where = { ...statement, subject: 'Nils', singleValued: true };
  const trait = {
    person: 'Nils',
    category: 'core',
    origin: 'explicit',
    literal: true,
    half: 'message',
    start: 0,
    end: 4,
    trust: 'user',
  };
  const nils = { speaker: 'Nils', threadKey: 'nils' };
  const traits = (ended: boolean) => [{ ...statement, ...trait, id: newId('trait'), ended }];
  await say('I live in Skarn', nils, { facts: [{ ...where, id: newId('fact') }], traits: traits(false) });
  const over = await say('I no longer live in Skarn', nils, { facts: [], traits: traits(true) });
  const holds = async () =>
    (
      await world.database.admin(
        "select valid_to is null as holds from salience.facts where subject = 'Nils'",
      )
    )[0];
  expect(await holds()).toEqual({ holds: false });
  await forget('item', over.exchangeId);
  expect(await holds()).toEqual({ holds: true });
});

test('an episode is made anew from what is left, and a save that was under way stores nothing', async () => {
  const [gone, stays] = [await say('The grindlewick is mine'), await say('The harbour is calm')];
  const episodeId = await episodeOf([gone, stays], 'They spoke of the grindlewick and the harbour');
  const episodic = world.database.connect('salience_episodic');
  const { agentId } = world;
  const now = new Date();
  const begin = {
    agentId,
    kind: 'tell',
    owner: newId('worker'),
    threadIds: [],
    now,
    leaseMs: 30_000,
  } as const;
  const lease = await beginMemory(episodic, begin);
  if (lease === undefined) throw new Error('expected nobody to hold the lease');
  await forget('item', gone.exchangeId);
  expect(await findKept(world.consumer, agentId, episodeId)).toBeUndefined();
  expect(await loadForConcepts(episodic, agentId, episodeId)).toBeUndefined();
  const late = episode(newId('episode'), [gone, stays], 'They spoke of the grindlewick');
  const batch = { now, episodes: [late], concepts: [], threads: [], retries: { put: [], done: [] } };
  await expect(keepEpisodes(episodic, lease, batch)).rejects.toMatchObject({ code: 'memory.lease-lost' });
  expect(await traces('grindlewick')).toEqual([]);
  const { retries } = await loadUntold(episodic, { agentId, now: new Date(), most: 32, of: 'tell' });
  const again = retries.find(({ threadId }) => threadId === stays.threadId);
  if (again === undefined) throw new Error('expected what is left to be told again');
  expect(again).toMatchObject({ kind: 'tell', reason: 'switch', firstSeq: gone.seq, lastSeq: stays.seq });
  const [stretch] = await loadStretches(episodic, agentId, [again]);
  expect(stretch?.exchanges.map(({ id }) => id)).toEqual([stays.exchangeId]);
});

test('a worker that is just saving what it learned of an exchange is waited for, and that goes too', async () => {
  const first = await say('The wobblethatch stands by the gate');
  const last = await say('Good night to you then');
  const worker = new pg.Client({ connectionString: world.database.urlFor('salience_episodic') });
  await worker.connect();
  try {
    await worker.query('begin');
    await worker.query('select salience.lock_memory($1)', [world.agentId]);
    const late = episode(newId('episode'), [first, last], 'They spoke of the wobblethatch');
    await worker.query('select salience.save_episodes($1)', [
      JSON.stringify([{ ...late, agentId: world.agentId, now: new Date() }]),
    ]);
    const forgotten = forget('item', first.exchangeId);
    await until(
      async () =>
        (
          await world.database.admin(
            "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%lock_memory%'",
          )
        ).length > 0,
      { what: 'forgetting to wait for the worker' },
    );
    await worker.query('commit');
    expect(await forgotten).toMatchObject({ state: 'done', counts: { exchange: 1, episode: 1 } });
  } finally {
    await worker.end();
  }
  expect(await traces('wobblethatch')).toEqual([]);
});

test('what a late worker brings back during the watch is taken out when it ends', async () => {
  const gone = await say('My code is snarkelbeam');
  const stays = await say('Good evening to you');
  const { agentId, consumer } = world;
  const wish = {
    agentId,
    scope: 'item',
    target: gone.exchangeId,
    reason: 'asked',
    by: 'test',
    now: new Date(),
  } as const;
  const id = await requestForgetting(consumer, wish);
  const step = (watchSeconds: number) =>
    stepForgetting(consumer, agentId, id, { now: new Date(), watchSeconds });
  while ((await step(0)).state !== 'watching');
  await world.database.admin(
    `insert into salience.gists (id, agent_id, thread_id, exchange_id, type, content, confidence, trust, source, created_at)
     values ($1, $2, $3, $4, 'fact', 'the code is snarkelbeam', 1, 'agent', 'test', now())`,
    [newId('gist'), agentId, stays.threadId, stays.exchangeId],
  );
  expect(await step(0)).toMatchObject({ state: 'done' });
  expect(await traces('snarkelbeam')).toEqual([]);
  expect(await step(0)).toMatchObject({ state: 'done' });
  // Nor may a worker that is talked around write rows as what is left, with a request that is over.
  const left = { agentId, requestId: id, now: new Date(), statements: { agentId }, graph: { agentId } };
  await expect(
    consumer.pool.query('select salience.forget_settled($1)', [JSON.stringify(left)]),
  ).rejects.toThrow('under way');
});

test('a reply elsewhere that cites or repeats it is blanked; one that says what others say too is not', async () => {
  const gone = await say('The twizzlepot is in the attic');
  const reply = async (text: string, cites?: string) => {
    const said = await say('What do you know');
    await world.database.admin('update salience.replies set text = $2, citations = $3 where turn_id = $1', [
      said.turnId,
      text,
      JSON.stringify(cites === undefined ? [] : [{ exchangeId: cites, quote: 'it' }]),
    ]);
    return said;
  };
  const replies = [
    await reply('It is up there', gone.exchangeId),
    await reply('You told me of a twizzlepot'),
    await reply('Something else'),
  ];
  await forget('item', gone.exchangeId);
  const rows = await world.database.admin<{ text: string }>(
    'select text from salience.replies where turn_id = any ($1) order by array_position($1, turn_id)',
    [replies.map(({ turnId }) => turnId)],
  );
  expect(rows.map(({ text }) => text)).toEqual(['[forgotten]', '[forgotten]', 'Something else']);
});

test('a turn that has not ended is waited for, and goes when it has', async () => {
  const { threadId } = await world.accept('The quibblefrost is near', { threadKey: 'open' });
  const { agentId, consumer } = world;
  const wish = {
    agentId,
    scope: 'thread',
    target: threadId,
    reason: 'asked',
    by: 'test',
    now: new Date(),
  } as const;
  const id = await requestForgetting(consumer, wish);
  const step = () => stepForgetting(consumer, agentId, id, { now: new Date(), watchSeconds: 0 });
  await step();
  expect(await step()).toMatchObject({ state: 'deleting', open: 1 });
  const taken = await world.take(threadId);
  expect(await step()).toMatchObject({ open: 1 });
  await world.commit(taken, { exchange: { id: newId('exchange'), mode: 'RESPOND', traceparent: null } });
  while ((await step()).state !== 'done');
  expect(await traces('quibblefrost')).toEqual([]);
});

test('law 12: nobody forgets anything of another agent', async () => {
  const said = await say('The plinth is made of jadestone');
  const stranger = newId('agent') as AgentId;
  await world.database.admin(
    "insert into salience.agents (id, name, persona, settings) values ($1, 'other', '', '{}')",
    [stranger],
  );
  const wish = {
    agentId: stranger,
    scope: 'item',
    target: said.exchangeId,
    reason: 'asked',
    by: 'test',
    now: new Date(),
  } as const;
  const id = await requestForgetting(world.consumer, wish);
  const step = () => stepForgetting(world.consumer, stranger, id, { now: new Date(), watchSeconds: 0 });
  while ((await step()).state !== 'done');
  expect(await traces('jadestone')).toContain('salience.turn_ends.message');
  // Nor can the step be taken in another's name.
  expect(await stepForgetting(world.consumer, world.agentId, id, { now: new Date() })).toMatchObject({
    state: 'busy',
  });
});

test('holders of codes hear of what is gone', async () => {
  const said = await say('A coded thing');
  await world.database.admin(
    "insert into salience.memory_codes (agent_id, item_id, kind, model_id, code) values ($1, $2, 'exchange', 'm', 'abcd')",
    [world.agentId, said.exchangeId],
  );
  const look = {
    agentId: world.agentId,
    modelId: 'm',
    kinds: ['code', 'tombstone'],
    limit: 100,
    texts: [],
  } as const;
  const first = await lookAtMemory(world.consumer, { ...look, place: firstMemoryPlace });
  expect(first.codes.map(({ id }) => id)).toEqual([said.exchangeId]);
  await forget('item', said.exchangeId);
  const next = await lookAtMemory(world.consumer, { ...look, place: { from: first.horizon, after: '' } });
  expect(next.gone).toContain(said.exchangeId);
});

test('every kind can be listed, found and followed to what was made of it', async () => {
  const said = await say('Bread is baked at dawn');
  const episodeId = await episodeOf([said], 'They spoke of bread');
  await world.database.admin(
    `update salience.episodes set durability = 'stable', emotion = '{"type": "joy"}' where id = $1`,
    [episodeId],
  );
  const told = { intent_type: null, direction: null, action: null, factors: null, refused: 0, context: {} };
  for (const kind of keptKinds) await listKept(world.consumer, world.agentId, { kind, after: '', limit: 5 });
  const derived = await listDerived(world.consumer, world.agentId, said.exchangeId);
  expect(derived.map(({ kind }) => kind)).toEqual(['episode', 'fact', 'gist']);
  // Everything that is written of an item is told where it is looked at (law 8).
  expect(await findKept(world.consumer, world.agentId, episodeId)).toMatchObject({
    kind: 'episode',
    sources: [said.exchangeId],
    ...told,
    emotion: { type: 'joy' },
    durability: 'stable',
  });
  const gist = derived.find(({ kind }) => kind === 'gist')?.id ?? '';
  expect(await findKept(world.consumer, world.agentId, gist)).toMatchObject({
    half: null,
    start: null,
    end: null,
  });
  expect(await findKept(world.consumer, world.agentId, said.exchangeId)).toMatchObject({
    scope: null,
    refused: 0,
  });
  const page = await listKept(world.consumer, world.agentId, {
    kind: 'exchange',
    after: said.exchangeId,
    limit: 5,
  });
  expect(page).toEqual([]);
});

test('the audit sample has the latest of each kind with the exchanges they rest on', async () => {
  const sample = await loadAuditSample(world.consumer, world.agentId, 3);
  expect(sample.items.filter(({ kind }) => kind === 'gist')).toHaveLength(3);
  for (const item of sample.items)
    for (const id of item.sources) expect(sample.exchanges[id]).toMatchObject({ cites: false });
});

test('what failed is offered again, by kind, of this agent alone', async () => {
  const said = await say('Something hard to learn');
  const { admin } = world.database;
  const now = new Date();
  const stranger = newId('agent');
  await admin("insert into salience.agents (id, name, persona, settings) values ($1, 'stranger', '', '{}')", [
    stranger,
  ]);
  for (const agentId of [world.agentId, stranger])
    for (const kind of ['chunk', 'tell', 'concepts'])
      await admin(
        `insert into salience.memory_retries (id, agent_id, kind, thread_id, first_seq, last_seq, episode_id, tries, error, created_at)
         values ($1, $2, $3, $4, 1, 1, $5, 3, 'x', now())`,
        [newId('memoryRetry'), agentId, kind, said.threadId, kind === 'concepts' ? newId('episode') : null],
      );
  const givenUp = { exchange: 1, stretch: 1, episode: 1, experience: 0 };
  expect(await retryFailedMemory(world.consumer, world.agentId, now)).toEqual(givenUp);
  expect(await retryFailedMemory(world.consumer, world.agentId, now)).toMatchObject({
    exchange: 0,
    stretch: 0,
    episode: 0,
  });
  expect(
    await admin('select due_at, tries from salience.memory_retries where agent_id = $1', [stranger]),
  ).toEqual(Array.from({ length: 3 }, () => ({ due_at: null, tries: 3 })));
});

test('a person who never spoke goes by name, by kinship and by what points to them, and what stays is said', async () => {
  const of = { threadKey: 'sister' };
  const home = await say('My sister Wilhelmine lives in Quorvalle', of);
  await say('She works as a harpist', of, {
    facts: [{ id: newId('fact'), subject: 'Wilhelmine', key: 'works_as', value: 'harpist', confidence: 0.9 }],
  });
  await say('My sister was here again', { threadKey: 'later' });
  await say('My brother Theobald lives in Porto', { threadKey: 'brother' });
  await say('He plays chess', { threadKey: 'brother' });
  const wish = { agentId: world.agentId, scope: 'person', target: 'Wilhelmine', now: new Date() } as const;
  const before = await world.database.admin(
    'select md5(string_agg(t::text, chr(10) order by id)) as hash from salience.turns t',
  );
  const requests = await world.database.admin('select id from salience.forget_requests order by id');
  const preview = await previewForgetting(world.consumer, wish);
  expect(preview).toMatchObject({
    counts: { turn: 3, exchange: 3, gist: 3, fact: 3 },
    relations: ['sister'],
    shared: [],
    unsure: { count: 0 },
  });
  expect(preview.examples.map(({ why, words }) => [why, words])).toEqual([
    ['named', 'Wilhelmine'],
    ['points', 'She'],
    ['kinship', 'My sister'],
  ]);
  // Nothing was written: no request, no tombstone, and the turns are as they were (law 11).
  expect(await world.database.admin('select id from salience.forget_requests order by id')).toEqual(requests);
  expect(
    await world.database.admin(
      'select md5(string_agg(t::text, chr(10) order by id)) as hash from salience.turns t',
    ),
  ).toEqual(before);
  const request = await forget('person', 'Wilhelmine');
  expect(request).toMatchObject({ state: 'done', counts: preview.counts });
  for (const word of ['Wilhelmine', 'Quorvalle', 'harpist', 'My sister'])
    expect(await traces(word), word).toEqual([]);
  expect(await traces('Theobald')).toContain('salience.turns.text');
  expect(await traces('He plays chess')).toContain('salience.turns.text');
  expect(await findKept(world.consumer, world.agentId, home.exchangeId)).toBeUndefined();
});

test('a person goes under every name that is theirs after a merge, and the rows of people keep none', async () => {
  const { agentId, consumer } = world;
  const now = new Date();
  const first = await createPerson(consumer, agentId, { name: 'Florbertine' }, now);
  const second = await createPerson(consumer, agentId, { name: 'Zenobrix' }, now);
  await addPersonName(consumer, agentId, second.id, { kind: 'mail', value: 'zenobrix@zzmail.example' }, now);
  await mergePeople(consumer, agentId, second.id, first.id, now);
  await say('I hide the zzfarn in the shed', { speaker: 'Zenobrix', threadKey: 'merged room' });
  await say('Do you still have it?', { speaker: 'Oskar', threadKey: 'merged room' });
  await say('My aunt Zenobrix keeps zzbees', { threadKey: 'merged aunt' });
  await say('My aunt was here again', { threadKey: 'merged later' });
  await say('Write to zenobrix@zzmail.example', { threadKey: 'merged mail' });
  await say('Florbertine likes zzkorn', { threadKey: 'merged other' });
  const wish = { agentId, scope: 'person', target: 'florbertine', now: new Date() } as const;
  const preview = await previewForgetting(consumer, wish);
  expect(preview.names.map((name) => name.toLowerCase())).toEqual(['florbertine', 'zenobrix']);
  expect(preview.counts).toMatchObject({ turn: 6 });
  await forget('person', 'florbertine');
  for (const word of ['zenobrix', 'florbertine', 'zzfarn', 'zzbees', 'zzkorn', 'zzmail', 'Do you still'])
    expect(await traces(word), word).toEqual([]);
  // The rows stay, so that ids of theirs resolve.
  const rows = await world.database.admin('select name from salience.people where id = any ($1)', [
    [first.id, second.id],
  ]);
  expect(rows).toEqual([{ name: '[forgotten]' }, { name: '[forgotten]' }]);
  expect((await previewForgetting(consumer, wish)).isEmpty).toBe(true);
});

test('who speaks without a name is found by the names of the owner too, and the preview says so', async () => {
  const { agentId, consumer } = world;
  const now = new Date();
  const other = await createPerson(consumer, agentId, { name: 'Stefanello' }, now);
  await mergePeople(consumer, agentId, other.id, 'owner', now);
  await say('My hat is zzblue', { threadKey: 'owner alone' });
  await say('My hat is zzgreen', { speaker: 'Stefanello', threadKey: 'owner named' });
  for (const target of ['Stefanello', 'user']) {
    const preview = await previewForgetting(consumer, { agentId, scope: 'person', target, now: new Date() });
    expect(preview.names, target).toEqual(['user', 'Stefanello']);
    const alone = await world.database.admin(
      "select 1 from salience.turns where forgotten_at is null and (speaker is null or speaker = 'Stefanello')",
    );
    expect(preview.counts['turn'], target).toBeGreaterThanOrEqual(alone.length);
  }
});

test('what says a statement goes, by its words or by a fact; what somebody else says of themselves stays', async () => {
  const { agentId, consumer } = world;
  await say('I live in Quindarvo', { threadKey: 'home' });
  await say(
    'My place is by the zzquay',
    { threadKey: 'home' },
    {
      facts: [{ id: newId('fact'), subject: 'user', key: 'lives_in', value: 'Quindarvo', confidence: 0.9 }],
    },
  );
  await say('I live in Quindarvo with zzcats', { speaker: 'Oskar', threadKey: 'home of Oskar' });
  const wish = { agentId, scope: 'statement', target: 'I live in Quindarvo', now: new Date() } as const;
  expect(await previewForgetting(consumer, wish)).toMatchObject({
    counts: { turn: 2 },
    isEmpty: false,
    examples: [{ why: 'states', words: 'I live in Quindarvo' }, { why: 'states' }],
  });
  expect(await previewForgetting(consumer, { ...wish, target: 'I collect zzstamps' })).toMatchObject({
    counts: {},
    isEmpty: true,
  });
  await forget('statement', 'I live in Quindarvo');
  expect(await traces('zzquay')).toEqual([]);
  expect(await traces('zzcats')).toContain('salience.turns.text');
  expect((await previewForgetting(consumer, wish)).isEmpty).toBe(true);
});

test('what a relation alone cannot tell apart stays, and the preview says so', async () => {
  await say('My aunt Adalberta is here', { threadKey: 'aunts' });
  await say('My aunt Kunigunde is there', { threadKey: 'other aunts' });
  await say('My aunt is ill', { threadKey: 'which aunt' });
  const preview = await previewForgetting(world.consumer, {
    agentId: world.agentId,
    scope: 'person',
    target: 'Adalberta',
    now: new Date(),
  });
  expect(preview).toMatchObject({
    counts: { turn: 1 },
    shared: ['aunt'],
    unsure: { count: 1, examples: [{ text: 'My aunt is ill' }] },
  });
  await forget('person', 'Adalberta');
  expect(await traces('Adalberta')).toEqual([]);
  expect(await traces('My aunt is ill')).toContain('salience.turns.text');
});

test('a period goes, and what was said before and after stays', async () => {
  const at = (text: string) => ({ threadKey: 'days', saidAt: new Date(text) });
  await say('before the zzmorgen', at('2030-05-01T23:59:59Z'));
  await say('within the zzmittag', at('2030-05-02T00:00:00Z'));
  await say('after the zzabend', at('2030-05-03T00:00:00Z'));
  await forget('period', '2030-05-02T00:00:00Z/2030-05-03T00:00:00Z');
  expect(await traces('zzmittag')).toEqual([]);
  expect(await traces('zzmorgen')).toContain('salience.turns.text');
  expect(await traces('zzabend')).toContain('salience.turns.text');
});
