import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFakeModelServer, type FakeModelServer, type ModelReply, until } from '../src/index.ts';

let server: FakeModelServer;
beforeAll(async () => {
  server = await createFakeModelServer();
});
afterAll(() => server.close());

function ask(stream: boolean, signal?: AbortSignal): Promise<Response> {
  return fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'fake-model', stream, messages: [{ role: 'user', content: 'hi' }] }),
    ...(signal === undefined ? {} : { signal }),
  });
}

test('lists its model', async () => {
  const body = (await (await fetch(`${server.baseUrl}/models`)).json()) as { data: { id: string }[] };
  expect(body.data.map((one) => one.id)).toEqual(['fake-model']);
});

test('answers from a queue of replies, the last one staying', async () => {
  server.script([{ text: 'one' }, { text: 'two' }]);
  const texts: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const body = (await (await ask(false)).json()) as { choices: { message: { content: string } }[] };
    texts.push(body.choices[0]?.message.content ?? '');
  }
  expect(texts).toEqual(['one', 'two', 'two']);
});

test('streams the words of a reply and ends', async () => {
  server.script((request) => ({ text: `you said ${String(request.messages[0]?.content)}` }));
  const text = await (await ask(true)).text();
  const deltas = [...text.matchAll(/"content":"([^"]*)"/g)].map((match) => match[1]).join('');
  expect(deltas).toBe('you said hi');
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
});

describe.each<[string, ModelReply, (response: Response) => Promise<void>]>([
  [
    '429',
    { rateLimitS: 7 },
    async (response) => {
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
      await response.text();
    },
  ],
  [
    '500',
    { status: 500 },
    async (response) => {
      expect(response.status).toBe(500);
      await response.text();
    },
  ],
  [
    'a mid-stream drop',
    { dropAfter: 2 },
    (response) => expect(response.text()).rejects.toThrow('terminated'),
  ],
  [
    'broken JSON',
    { brokenJson: true },
    async (response) => {
      const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'));
      expect(() => lines.map((line) => JSON.parse(line.slice(6)))).toThrow(/JSON/);
    },
  ],
  [
    'a wrong content type',
    { wrongType: true },
    async (response) => {
      expect(response.headers.get('content-type')).toBe('text/html');
      await response.text();
    },
  ],
  [
    'emptiness',
    { empty: true },
    async (response) => expect(await response.text()).not.toMatch(/"content":"[^"]+"/),
  ],
])('plays %s', (_name, reply, check) => {
  test('as scripted', async () => {
    server.script([reply]);
    await check(await ask(true));
  });
});

test.each<[string, ModelReply]>([
  ['before the first byte', { stall: 'head' }],
  ['mid-stream', { stall: 1 }],
])('stalls %s until the client leaves, and records that', async (_name, reply) => {
  server.script([reply]);
  const abort = new AbortController();
  const number = server.requests().length + 1;
  const asked = ask(true, abort.signal).then((response) => response.text());
  await until(() => server.requests().length === number, { what: 'the request' });
  abort.abort();
  await expect(asked).rejects.toThrow(/abort/i);
  await until(() => server.aborted().includes(number), { what: 'the abort' });
});
