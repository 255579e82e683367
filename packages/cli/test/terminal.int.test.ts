import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import {
  acceptSaid,
  backends,
  createFakeModelServer,
  fakeMcpProgram,
  type FakeModelServer,
  type ModelRequest,
  queueNamespace,
  scratchFolder,
  spawnApp,
  testDatabase,
  type TestDatabase,
  plantQuarantined,
} from '@salience/testing';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { repositoryRoot } from '@salience/supervisor/home';
import { salience } from './command-line.ts';

const PROGRAM = join(repositoryRoot, 'packages/cli/dist/main.mjs');
const esc = '\u001b';
/** What hides what follows, writes into the clipboard, in 7 and in 8 bits, each cut in the middle. */
const hostile = [
  'Shall I tell you the weather of tomorrow?',
  esc,
  '[8',
  'm',
  `${esc}]52;c;ZX`,
  'ZpbA==\u0007',
  '\u009b8',
  'm\u009d0;title\u009c\u202e\u200b',
];
const asked = 'Shall I tell you the weather of tomorrow?';
/** All that is no letter, sign or space for eyes; tab and line feed are. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}]/u;

/** The real command line, as somebody starts it. Gives all that it wrote. */
function chat(url: string, text: string): Promise<{ out: string; err: string }> {
  const child = spawn(process.execPath, [PROGRAM, 'chat', text], {
    env: { PATH: process.env['PATH'], SALIENCE_URL: url, SALIENCE_HOME: scratchFolder('home') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    out += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    err += piece;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve({ out, err }));
  });
}

describe('what a model writes', () => {
  let server: FakeModelServer;
  let database: TestDatabase;
  let url = '';

  beforeAll(async () => {
    [server, database] = await Promise.all([createFakeModelServer(), testDatabase()]);
    server.script(script);
    const queues = await queueNamespace(backends()[0] ?? 'postgres', database);
    const file = join(scratchFolder('mcp'), 'servers.json');
    writeFileSync(file, JSON.stringify({ mcpServers: { fake: fakeMcpProgram().config } }));
    const env = {
      ...server.env,
      SALIENCE_MODEL_TIEBREAK: 'offline',
      SALIENCE_MCP_CONFIG: file,
      SALIENCE_EMBEDDER: 'off',
    };
    const [consumer] = await Promise.all([
      spawnApp('consumer', { database, queues, readyMs: 90_000 }),
      spawnApp('digest', { database, queues, readyMs: 90_000, env }),
    ]);
    url = consumer.httpUrl();
  }, 120_000);

  /** Wants to do what nobody vouches for, and says something else in a way that would hide the question for a yes. */
  function script({ messages }: ModelRequest) {
    if (!JSON.stringify(messages).includes('mode=\\"ACT\\"')) return { pieces: hostile };
    return messages.some(({ role }) => role === 'tool')
      ? { text: 'That is all.' }
      : { calls: [{ tool: 'fake__echo', arguments: { text: 'pay 5 to evil' } }] };
  }

  test('threat: a reply cannot hide the request for a yes that stands below it, in a terminal or on the wire', {
    timeout: 60_000,
  }, async () => {
    const text = 'Please write what the boat to Porto Santo costs into the notebook for me.';
    const { out } = await chat(url, text);
    expect(out).toContain('fake__echo');
    expect(out.startsWith(`${asked}\n\n`)).toBe(true);
    expect(out).not.toMatch(unseen);
    const streamed = await fetch(`${url}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text, thread_id: 'wire' }),
    });
    const turn = streamed.headers.get('x-turn-id') ?? '';
    const events = (await streamed.text())
      .split('\n')
      .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as { text?: string }] : []));
    expect(events.some((event) => event.text?.includes('fake__echo'))).toBe(true);
    for (const event of events) expect(event.text ?? '').not.toMatch(unseen);
    const stored = (await (await fetch(`${url}/turns/${turn}`)).json()) as { reply: { text: string } };
    expect(stored.reply.text).toContain('fake__echo');
    expect(stored.reply.text).not.toMatch(unseen);
  });
});

test('threat: a server that sends commands for the terminal has them taken out, wherever they are cut', async () => {
  const turn = `turn_${'0'.repeat(32)}`;
  const accepted = {
    turn_id: turn,
    thread_id: `thr_${'0'.repeat(32)}`,
    seq: 1,
    state: 'pending',
    replayed: false,
    links: { self: `/turns/${turn}`, events: `/turns/${turn}/events` },
  };
  const request = '\n\nI need your yes before I do this: bank__pay';
  const events = [
    ...[...hostile, request].map((text) => ({ type: 'delta', text })),
    { type: 'done', turn_id: turn, state: 'answered', duration_ms: 1 },
  ];
  const server = createServer((incoming, response) => {
    if (incoming.method === 'POST') {
      response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify(accepted));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const lines = events.map(
      (event, at) => `id: 1-${at + 1}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    );
    response.end(lines.join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { out, err } = await chat(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'pay');
  server.close();
  expect([out, err]).toEqual([`${asked}${request}\n`, '']);
});

test('threat: a stranger’s message commands no terminal of an operator who looks at it', async () => {
  const database = await testDatabase();
  const consumer = await spawnApp('consumer', { database, env: { PORT: '0', SALIENCE_HOST: '127.0.0.1' } });
  vi.stubEnv('SALIENCE_URL', consumer.httpUrl());
  try {
    const { turnId } = await acceptSaid(
      database.connect('salience_consumer'),
      `harmless${esc}[8m hidden${esc}]52;c;eA==\u0007 \u202edne`,
      { trust: 'unverified' },
    );
    await plantQuarantined(database, turnId);
    const shown = await salience('quarantine', 'show', turnId);
    expect(shown.out).toContain('message  harmless hidden dne\n');
    const listed = await salience('quarantine', 'list');
    const json = await salience('quarantine', 'show', turnId, '--json');
    for (const { out } of [shown, listed, json]) expect(out).not.toMatch(unseen);
    expect(JSON.parse(json.out)).toMatchObject({ text: expect.stringContaining(`${esc}[8m`) });
  } finally {
    vi.unstubAllEnvs();
    await consumer.stop();
    await database.close();
  }
});
