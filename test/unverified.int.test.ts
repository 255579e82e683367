import { createHash, randomBytes } from 'node:crypto';
import {
  asPerson,
  backends,
  clockControl,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const names = ['consumer', 'digest', 'memory-chunker', 'episodic', 'scheduler'] as const;
const talk = [
  'My name is Sam Okafor and I live in Oslo.',
  'My sister Ana works at the harbour office in Porto.',
  'I like sailing, and I dislike coffee.',
  'My favourite colour is green.',
  'Where do I live?',
  'I moved: I live in Porto now, no longer in Oslo.',
  'Where do I live?',
  'I do not dislike coffee any more.',
  'Where does my sister work?',
  'What do I like?',
  'Thanks, that was all.',
];

let database: TestDatabase;
let apps: SpawnedApp[] = [];
let url = '';
const key = `sk_${randomBytes(32).toString('base64url')}`;

beforeAll(async () => {
  database = await testDatabase();
  const queues = await queueNamespace(backends()[0] ?? 'postgres', database);
  await database.admin(
    `with made as (insert into salience.agents (id, name, persona, settings)
       select 'agt_' || md5(name), name, 'You are calm.', '{}' from unnest(array['known']) name returning *)
     insert into salience.api_keys (id, agent_id, label, hash, hint)
     select 'key_' || md5(name), id, 'a person', $1, 'sk_' from made where name = 'known'`,
    [createHash('sha256').update(key).digest('hex')],
  );
  const env = { SALIENCE_CLOCK: 'shared' };
  apps = await Promise.all(names.map((app) => spawnApp(app, { database, queues, env, readyMs: 90_000 })));
  url = apps[0]?.httpUrl() ?? '';
}, 150_000);
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await database.close();
});

/** Tells everything to an agent, one after the other. Gives what it answered and how it decided, ids left out. */
async function tell(headers: Record<string, string>): Promise<unknown[]> {
  const heard: unknown[] = [];
  for (const text of talk) {
    const response = await fetch(`${url}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ text, thread_id: 'talk' }),
      signal: AbortSignal.timeout(60_000),
    });
    const id = response.headers.get('x-turn-id') ?? '';
    await response.text();
    const turn = (await (await fetch(`${url}/turns/${id}`, { headers })).json()) as {
      state: string;
      reply: { text: string; mode: string } | null;
    };
    const reply = turn.reply?.text.replace(/\[ex_\w+\]/g, '[ex]');
    heard.push({ text, state: turn.state, mode: turn.reply?.mode, reply });
  }
  return heard;
}

/** What of a table an agent has, one line each without ids and trust, in an order of its own. */
async function kept(agent: string, table: string, columns: string): Promise<string[]> {
  const rows = await database.admin<{ said: string }>(
    `select concat_ws(' | ', ${columns}) as said from salience.${table} x
     where agent_id = (select id from salience.agents where name = $1) order by 1`,
    [agent],
  );
  return rows.map(({ said }) => said);
}

const memory: readonly (readonly [table: string, columns: string])[] = [
  ['exchanges', 'message'],
  ['gists', 'type, content, confidence'],
  ['facts', 'subject, key, value, confidence, valid_to is null'],
  ['trait_sources', 'person, key, value, origin, confidence, ends, trait_id is null'],
  ['traits', 'person, key, value, origin, confidence, mentions, valid_to is null'],
  ['episodes', 'gist, intent, outcome'],
  ['concepts', 'name, kind, mentions, definition'],
  ['relations', 'type, confidence, mentions, valid_to is null'],
];

test('what nobody in particular tells is answered, learned and believed as a person’s, and keeps its label (law 10)', {
  timeout: 180_000,
}, async () => {
  const [ofPerson, ofNobody] = await Promise.all([
    tell({ authorization: `Bearer ${key}` }),
    // Without a token nobody names another agent than the default one.
    tell({}),
  ]);
  expect(ofNobody).toEqual(ofPerson);
  expect(JSON.stringify(ofPerson[6])).toContain('Porto');
  await clockControl(database).advance(700_000);
  await until(
    async () => {
      const [open] = await database.admin<{ n: number; done: number }>(
        `select (select count(*) from salience.memory_progress where told_seq < chunked_seq)
           + (select count(*) from salience.exchanges e left join salience.memory_progress m on m.thread_id = e.thread_id
             where e.seq > coalesce(m.chunked_seq, 0))
           + (select count(*) from salience.memory_retries) as n,
           (select count(distinct agent_id)::int from salience.concepts) as done`,
      );
      return Number(open?.n) === 0 && open?.done === 2;
    },
    { what: 'everything to be learned from', timeoutMs: 90_000 },
  );
  for (const [table, columns] of memory) {
    const learned = await kept('known', table, columns);
    expect([table, learned.length > 0]).toEqual([table, true]);
    expect([table, await kept('default', table, columns)]).toEqual([table, learned]);
    expect([table, new Set(await kept('default', table, 'trust'))]).toEqual([table, new Set(['unverified'])]);
  }
});

/** Sends a message and gives what was answered. */
async function ask(headers: Record<string, string>, thread: string, text: string): Promise<string> {
  const response = await call('/chat', { text, thread_id: thread }, headers);
  const id = response.headers.get('x-turn-id') ?? '';
  await response.text();
  return ((await (await fetch(`${url}/turns/${id}`, { headers })).json()) as { reply: { text: string } })
    .reply.text;
}

function call(path: string, body: object, headers: Record<string, string>): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-time-zone': 'UTC', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
}

test('threat: only the person has the agent act later, and only they say yes to it; what they have read out asks nobody (law 11)', {
  timeout: 120_000,
}, async () => {
  const nobody = {};
  const due = new Date((await clockControl(database).now()).getTime() + 3_600_000).toISOString();
  const prompt = (thread: string, text: string) => ({ kind: 'prompt', text, due_at: due, thread_id: thread });
  await ask(asPerson, 'lists', 'Add milk to my shopping list');
  for (const [thread, text] of [
    ['reads', 'What is on my shopping list?'],
    ['writes', 'Add bread to my shopping list'],
  ] as const)
    expect((await call('/schedules', prompt(thread, text), asPerson)).status).toBe(201);
  const refused = await call('/schedules', prompt('reads', 'Clear my shopping list'), nobody);
  expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'person.required' }]);
  const reminder = { text: 'tea', due_at: due, thread_id: 'tea' };
  expect((await call('/schedules', reminder, nobody)).status).toBe(201);

  // In words it is asked for, and who asked cannot answer.
  // At the hour that has begun: its next time is within a day, and soon enough before the jump not to be past its grace.
  const hour = (await clockControl(database).now()).toISOString().slice(11, 13);
  const wish = await ask(nobody, 'wish', `Every day at ${hour}:00 make an errands list`);
  expect(wish).toMatch(
    /I need your yes before I do this:\n- use schedule with .*, because somebody else's words would have me do this later by myself/,
  );
  expect(await ask(nobody, 'wish', 'Yes.')).toContain('Only the person of this machine');
  const [asked] = await database.admin<{ id: string; state: string }>(
    'select id, state from salience.approvals',
  );
  expect(asked?.state).toBe('pending');
  expect((await call(`/approvals/${asked?.id ?? ''}`, { answer: 'approve' }, asPerson)).status).toBe(200);
  const made = () =>
    database.admin<{ trust: string }>(
      "select trust from salience.schedules where text like 'make an errands%'",
    );
  await until(async () => (await made()).length > 0, { what: 'the prompt to be kept', timeoutMs: 30_000 });
  expect(await made()).toEqual([{ trust: 'unverified' }]);

  await clockControl(database).advance(25 * 3_600_000);
  const came = () =>
    database.admin<{
      text: string;
      state: string;
      ruling: { tainted: boolean; tier: string; effectiveTier: string };
    }>(
      `select t.text, s.state, s.ruling from salience.turns t join salience.act_steps s on s.turn_id = t.id and s.kind = 'action'
       where t.source = 'schedule' and t.state = 'answered' order by 1`,
    );
  await until(async () => (await came()).length === 3, {
    what: 'all prompts to be carried out',
    timeoutMs: 60_000,
  });
  expect(await came()).toMatchObject([
    {
      text: 'Add bread to my shopping list',
      state: 'asked',
      ruling: { tainted: false, effectiveTier: 'act' },
    },
    { text: 'What is on my shopping list?', state: 'succeeded', ruling: { tainted: false, tier: 'observe' } },
    // It has been approved, and its words are still nobody's in particular.
    { text: 'make an errands list', state: 'asked', ruling: { tainted: true, effectiveTier: 'act' } },
  ]);
  const [told] = await database.admin<{ text: string }>(
    `select r.text from salience.replies r join salience.turns t on t.id = r.turn_id where t.text like 'What is on%' and t.source = 'schedule'`,
  );
  expect(told?.text).toMatch(/milk/);
});
