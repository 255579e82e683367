import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  asPerson,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { salience } from './command-line.ts';
import { zipFile, type Zipped } from './zip-file.ts';

// The forms of the files, and where they are from: the tests of packages/domain/imports.
let folder: string;
let database: TestDatabase;
let apps: SpawnedApp[] = [];
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'salience-imports-'));
  database = await testDatabase();
  const queues = await queueNamespace('postgres', database);
  apps = await Promise.all(
    (['consumer', 'memory-chunker', 'scheduler'] as const).map((app) =>
      spawnApp(app, { database, queues, readyMs: 90_000 }),
    ),
  );
  url = apps[0]?.httpUrl() ?? '';
  await database.admin(
    `insert into salience.agents (id, name, persona, settings)
     select 'agt_' || md5(name), name, persona, settings from (select persona, settings from salience.agents where name = 'default') a,
       unnest(array['claude', 'facts', 'letta', 'odd', 'zip', 'forgets', 'cut-off', 'undone']) as name`,
  );
}, 150_000);
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Imports what is written into a file of that name. */
async function take(agent: string, name: string, content: unknown, ...more: string[]) {
  const file = join(folder, name);
  writeFileSync(
    file,
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  );
  return salience('memory', 'import', file, '--url', url, '--agent', agent, ...more);
}

interface History {
  readonly items: readonly {
    readonly text: string;
    readonly reply: { readonly text: string } | null;
    readonly said_at: string;
  }[];
}

async function ask<R>(agent: string, path: string): Promise<R> {
  const response = await fetch(url + path, { headers: { ...asPerson, 'x-agent': agent } });
  expect(response.status).toBe(200);
  return (await response.json()) as R;
}

/** What the threads of an agent hold, in the order in which it was said. */
async function said(agent: string) {
  const { items } = await ask<{ items: { thread_id: string }[] }>(agent, '/threads');
  const threads = await Promise.all(
    items.map(({ thread_id: id }) => ask<History>(agent, `/threads/${id}/messages?limit=100`)),
  );
  return threads.map((thread) =>
    thread.items
      .toReversed()
      .map(({ reply, said_at: at, text }) => ({ text, reply: reply?.text ?? null, at: Date.parse(at) })),
  );
}

const base = 1_700_000_000;
const talk = (id: string, title: string, texts: readonly string[]) => ({
  id,
  conversation_id: id,
  title,
  create_time: base,
  current_node: `${id}-${texts.length - 1}`,
  mapping: Object.fromEntries(
    texts.map((text, at) => [
      `${id}-${at}`,
      {
        id: `${id}-${at}`,
        parent: at === 0 ? null : `${id}-${at - 1}`,
        children: [],
        message: {
          id: `${id}-${at}`,
          author: { role: at % 2 === 0 ? 'user' : 'assistant' },
          create_time: base + at * 60,
          content: { content_type: 'text', parts: [text] },
          recipient: 'all',
        },
      },
    ]),
  ),
});
const boat = ['My boat is called Merrow.', 'A fine name.', 'She is moored in Whitby.', 'I will remember.'];

test('ChatGPT: a preview, then what was said, once, and more of it from a later export', {
  timeout: 90_000,
}, async () => {
  const first = [
    talk('c1', 'The boat', boat),
    talk('c2', 'Bread', ['How long does rye rise?', 'Two hours.']),
  ];
  const shown = await take('default', 'chatgpt.json', first, '--dry-run');
  expect(shown.out).toContain('3 exchanges in 2 threads, from 2023-11-14 to 2023-11-14');
  expect(shown.out).toContain('Would take in 3 exchanges; already there: 0');
  expect(await said('default')).toEqual([]);
  const done = await take('default', 'chatgpt.json', first);
  expect(done.out).toContain('Took in 3 exchanges; already there: 0');
  expect(done.err).toContain('3 exchanges in 2 threads');
  expect((await take('default', 'chatgpt.json', first)).out).toContain(
    'Took in 0 exchanges; already there: 3',
  );
  const later = [
    talk('c3', 'New', ['The mast is new.', 'Good.']),
    talk('c1', 'The boat', [...boat, 'She leaks.', 'Oh.']),
    ...first.slice(1),
  ];
  expect((await take('default', 'later.json', later)).out).toContain('Took in 2 exchanges; already there: 3');
  const threads = await said('default');
  expect(threads.map((thread) => thread.length).toSorted((a, b) => a - b)).toEqual([1, 1, 3]);
  expect(threads.find((thread) => thread.length === 3)).toMatchObject([
    { text: boat[0], reply: boat[1], at: base * 1_000 },
    { text: boat[2], reply: boat[3], at: (base + 120) * 1_000 },
    { text: 'She leaks.', reply: 'Oh.' },
  ]);
  const [row] = await database.admin<{
    said_at: Date;
    trust: string;
    speaker: string | null;
    reply_trust: string;
  }>(
    "select said_at, trust, speaker, reply_trust from salience.turn_ends where message = 'She is moored in Whitby.'",
  );
  expect(row).toEqual({
    said_at: new Date((base + 120) * 1_000),
    trust: 'unverified',
    speaker: null,
    reply_trust: 'unverified',
  });
  expect((await salience('memory', 'search', 'What is my boat called?', '--url', url)).out).toContain(
    'Merrow',
  );
  await until(async () => (await database.admin('select 1 from salience.chunks')).length === 5, {
    what: 'a chunk of each exchange',
    timeoutMs: 60_000,
  });
});

test('laws 10 and 12: Claude, into an agent of its own, and the same file into another one', async () => {
  const message = (uuid: string, sender: string, text: string, at: string) => ({
    uuid,
    sender,
    text,
    content: [{ type: 'text', text }],
    created_at: at,
  });
  const export_ = [
    {
      uuid: 'k1',
      name: 'Garden',
      created_at: '2025-03-01T09:00:00Z',
      chat_messages: [
        message('m1', 'human', 'The pear tree bears.', '2025-03-01T10:00:00.123456Z'),
        message('m2', 'assistant', 'At last.', '2025-03-01T10:00:05Z'),
        message('m3', 'human', 'How are pears kept?', '2025-03-01T10:01:00Z'),
        {
          ...message('m4', 'assistant', '', '2025-03-01T10:01:09Z'),
          content: [
            { type: 'tool_result', content: [] },
            { type: 'text', text: 'In straw.' },
          ],
        },
      ],
    },
  ];
  expect((await take('claude', 'claude.json', export_)).out).toContain(
    'Took in 2 exchanges; already there: 0',
  );
  expect((await take('claude', 'claude.json', export_)).out).toContain(
    'Took in 0 exchanges; already there: 2',
  );
  expect((await take('zip', 'claude.json', export_)).out).toContain('Took in 2 exchanges; already there: 0');
  expect(await said('claude')).toMatchObject([
    [
      { text: 'The pear tree bears.', reply: 'At last.' },
      { text: 'How are pears kept?', reply: 'In straw.' },
    ],
  ]);
  // Law 10: what was answered from a tool stays from outside.
  expect(
    await database.admin(
      "select distinct trust, reply_trust from salience.turn_ends where message = 'How are pears kept?'",
    ),
  ).toEqual([{ trust: 'unverified', reply_trust: 'external' }]);
  expect(
    await database.admin("select said_at from salience.turn_ends where message = 'The pear tree bears.'"),
  ).toEqual([
    { said_at: new Date('2025-03-01T10:00:00.123Z') },
    { said_at: new Date('2025-03-01T10:00:00.123Z') },
  ]);
});

test('mem0 and Zep: statements at their own times, by those who are meant', async () => {
  const results = [
    {
      id: 'a',
      memory: 'Likes tea',
      user_id: 'ann',
      created_at: '2024-01-01T00:00:00Z',
      updated_at: '2024-01-01T00:00:00Z',
    },
    {
      id: 'b',
      memory: 'Likes rope',
      user_id: 'bert',
      created_at: '2024-01-02T00:00:00Z',
      updated_at: '2024-01-02T00:00:00Z',
    },
  ];
  expect((await take('facts', 'mem0.json', { results }, '--me', 'ann')).out).toContain('Took in 2 exchanges');
  const more = [{ ...results[0], memory: 'Likes coffee', updated_at: '2024-05-01T00:00:00Z' }, results[1]];
  expect((await take('facts', 'mem0.json', { results: more }, '--me', 'ann')).out).toContain(
    'Took in 1 exchange; already there: 1',
  );
  const answers = [
    {
      thread_id: 'z',
      user_id: 'carl',
      messages: [
        {
          uuid: 'u',
          role: 'user',
          name: 'Carl',
          content: 'I sold the mill.',
          created_at: '2025-01-01T00:00:00Z',
        },
      ],
    },
    {
      user_id: 'carl',
      edges: [
        {
          uuid: 'e',
          fact: 'Carl owns the mill',
          created_at: '2024-06-01T00:00:00Z',
          valid_at: '2020-01-01T00:00:00Z',
          invalid_at: '2025-01-01T00:00:00Z',
        },
      ],
    },
  ];
  const lines = answers.map((one) => JSON.stringify(one)).join('\n');
  expect((await take('facts', 'zep.jsonl', lines)).out).toContain('Took in 2 exchanges');
  expect((await take('facts', 'zep.jsonl', lines)).out).toContain('Took in 0 exchanges; already there: 2');
  const rows = await database.admin(
    `select speaker, message, to_char(said_at at time zone 'utc', 'YYYY-MM-DD') as day, reply, trust
     from salience.turn_ends where agent_id = 'agt_' || md5('facts') order by said_at`,
  );
  const row = (day: string, speaker: string | null, message: string) => ({
    day,
    speaker,
    message,
    reply: null,
    trust: 'unverified',
  });
  expect(rows).toEqual([
    row('2020-01-01', 'carl', 'Carl owns the mill (until 2025-01-01)'),
    row('2024-01-01', null, 'Likes tea'),
    row('2024-01-02', 'bert', 'Likes rope'),
    row('2024-05-01', null, 'Likes coffee'),
    row('2025-01-01', 'Carl', 'I sold the mill.'),
  ]);
});

test('Letta: an agent file, and the same one with more in it under other ids', async () => {
  const message = (id: number, role: string, text: string, second: number) => ({
    id: `message-${id}`,
    role,
    content: [{ type: 'text', text }],
    created_at: `2025-10-31T22:58:0${second}+00:00`,
  });
  const file = (messages: readonly object[]) => ({
    agents: [{ id: 'agent-0', name: 'Sam', messages }],
    blocks: [{ id: 'block-0', label: 'human', value: 'Name: Chad' }],
  });
  const first = [message(0, 'user', 'I race on Sundays', 1), message(1, 'assistant', 'Good luck', 2)];
  expect((await take('letta', 'sam.af', file(first))).out).toContain('Took in 2 exchanges');
  const later = [
    ...first.map((one, at) => ({ ...one, id: `message-${at + 7}` })),
    message(9, 'user', 'I won', 3),
  ];
  expect((await take('letta', 'sam.af', file(later))).out).toContain('Took in 1 exchange; already there: 2');
});

test('an archive as it was downloaded: its parts in order, and what of it is not read', async () => {
  const parts: Zipped[] = [
    { name: 'conversations-001.json', text: JSON.stringify([talk('p2', 'Two', ['Second', 'b'])]) },
    {
      name: 'conversations-000.json',
      text: JSON.stringify([talk('p1', 'One', ['First', 'a']), talk('p2', 'Two', ['Second', 'b'])]),
    },
    { name: 'user.json', text: '{}' },
    { name: 'chat.html', text: '<html>' },
  ];
  const done = await take('zip', 'export.zip', zipFile(parts));
  expect(done.out).toContain('Took in 2 exchanges; already there: 1');
  expect(done.err).toContain('not read: user.json');
});

test('threat: an archive that is a bomb, locked, or leads out of itself is refused, and nothing of it is taken in', async () => {
  const text = JSON.stringify([talk('x', 'X', ['Hello', 'a'])]);
  const refused = async (files: readonly Zipped[]) => (await take('odd', 'odd.zip', zipFile(files))).error;
  const bomb = `[${' '.repeat(70_000_000)}]`;
  expect(await refused([{ name: 'conversations.json', text: bomb }])).toMatchObject({
    code: 'memory.import-file',
    message: expect.stringContaining('200 times its size'),
  });
  // What hides its size is stopped at the size that it claims.
  expect(await refused([{ name: 'conversations.json', text: bomb, claims: 1_000 }])).toMatchObject({
    code: 'memory.import-file',
  });
  expect(await refused([{ name: 'conversations.json', text, isLocked: true }])).toMatchObject({
    message: expect.stringContaining('locked'),
  });
  expect(await refused([{ name: '../../conversations.json', text }])).toMatchObject({
    code: 'memory.import-file',
  });
  expect(await refused([{ name: 'notes.txt', text }])).toMatchObject({
    message: expect.stringContaining('no conversations.json'),
  });
  const cut = zipFile([{ name: 'conversations.json', text }]);
  expect((await take('odd', 'odd.zip', cut.subarray(0, cut.length - 30))).error).toMatchObject({
    code: 'memory.import-file',
  });
  expect(await said('odd')).toEqual([]);
});

test('threat: of a broken conversation nothing is taken in and its name is said; the others are', async () => {
  const good = JSON.stringify(talk('g', 'Good', ['Fine', 'a']));
  const deep = `{"title":"Deep","mapping":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const typed = JSON.stringify({ ...talk('t', 'Types', ['Lost', 'a']), current_node: 'gone' });
  const proto = '{"title":"Proto","mapping":{"__proto__":{"message":7}},"current_node":"__proto__"}';
  const shown = await take(
    'odd',
    'odd.json',
    `[${deep},{"title":"Half", nonsense},${typed},${proto},7,${good}]`,
  );
  expect(shown.out).toContain('Took in 1 exchange; already there: 0');
  for (const name of ['"Deep"', '"Half"', '"Types"', '"Proto"', 'number 5'])
    expect(shown.err, name).toContain(name);
  expect(await said('odd')).toMatchObject([[{ text: 'Fine' }]]);
});

test('of a file that was cut or is nothing known, nothing is taken in, and the error says why', async () => {
  const whole = JSON.stringify([talk('n', 'N', ['Never', 'a']), talk('m', 'M', ['Never', 'a'])]);
  const error = async (text: string, ...more: string[]) =>
    (await take('odd', 'cut.json', text, ...more)).error;
  expect(await error(whole.slice(0, -20))).toMatchObject({
    code: 'memory.import-file',
    message: expect.stringContaining('ends in the middle'),
  });
  expect(await error('[{"a":1},{"b":2}]')).toMatchObject({ code: 'memory.import-unknown' });
  expect((await take('odd', 'cut.json', whole, '--from', 'claude')).out).toContain('Took in 0 exchanges');
  expect(await said('odd')).toHaveLength(1);
});

test('what an agent was told to forget does not come back from an export', async () => {
  const file = [talk('f', 'F', ['Ortwin is the harbour master.', 'a', 'It rains.', 'b'])];
  expect((await take('forgets', 'f.json', file)).out).toContain('Took in 2 exchanges');
  expect(
    (await salience('memory', 'forget', '--person', 'Ortwin', '--yes', '--url', url, '--agent', 'forgets'))
      .code,
  ).toBe(0);
  expect((await take('forgets', 'f.json', file)).out).toContain(
    'Took in 0 exchanges; already there: 1; forgotten here, and stays so: 1',
  );
});

test('an import is taken back as a whole by its source', async () => {
  expect((await take('undone', 'u.json', [talk('u', 'U', boat)])).out).toContain('Took in 2 exchanges');
  const wish = ['--source', 'import', '--yes', '--url', url, '--agent', 'undone'];
  expect((await salience('memory', 'forget', ...wish)).code).toBe(0);
  expect(
    await database.admin(
      "select message, reply from salience.exchanges where agent_id = 'agt_' || md5('undone')",
    ),
  ).toEqual([]);
  expect((await take('undone', 'u.json', [talk('u', 'U', boat)])).out).toContain('stays so: 2');
});

/** A way to the consumer on which each import is treated as the next word says: passed on, put off, or cut; later ones are passed on. */
async function wayTo(words: readonly ('pass' | 'busy' | 'cut')[]) {
  const left = [...words];
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const word = request.url === '/memory/import' ? (left.shift() ?? 'pass') : 'pass';
      if (word === 'cut') {
        response.destroy();
        return;
      }
      if (word === 'busy') {
        response.writeHead(429, { 'retry-after': '1' }).end('{}');
        return;
      }
      const answer = await fetch(url + (request.url ?? ''), {
        method: request.method ?? 'GET',
        headers: { ...asPerson, 'x-agent': 'cut-off', 'content-type': 'application/json' },
        ...(parts.length === 0 ? {} : { body: Buffer.concat(parts) }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test('a busy server is asked again when it says so, and an import that was cut goes on when it is run again', async () => {
  const texts = Array.from({ length: 500 }, (_, at) => `Message ${at}`);
  const file = join(folder, 'long.json');
  writeFileSync(file, JSON.stringify([talk('l', 'Long', texts)]));
  const way = await wayTo(['pass', 'busy', 'pass', 'busy', 'pass', 'cut']);
  const cut = await salience('memory', 'import', file, '--url', way.url);
  way.close();
  expect(cut.error).toMatchObject({ code: 'cli.not-running' });
  expect(cut.err).toContain('Trying again.');
  const done = await salience('memory', 'import', file, '--url', url, '--agent', 'cut-off');
  expect(done.out).toContain('Took in 50 exchanges; already there: 200');
  const rows = await database.admin<{ message: string }>(
    `select message from salience.turn_ends where agent_id = 'agt_' || md5('cut-off') order by seq`,
  );
  expect(rows.map(({ message }) => message)).toEqual(texts.filter((_, at) => at % 2 === 0));
});
