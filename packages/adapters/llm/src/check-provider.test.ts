import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { checkProvider } from './check-provider.ts';
import { modelConfigFromEnv } from './config.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const json = { 'content-type': 'application/json' };
const check = (baseUrl: string, more: object = {}) =>
  checkProvider(
    modelConfigFromEnv({
      OPENAI_BASE_URL: baseUrl,
      OPENAI_API_KEY: 'sk-secret',
      SALIENCE_MODEL: 'openai:m',
      ...more,
    }),
    'respond',
  );
const refuse = (status: number, code: string) =>
  serve((_request, response) => {
    response
      .writeHead(status, json)
      .end(JSON.stringify({ error: { message: 'the text', type: code, code } }));
  });

test('a model that answers', async () => {
  const url = await serve((_request, response) => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }];
    response.writeHead(200, json).end(JSON.stringify({ id: 'c', choices }));
  });
  const [found] = await check(url);
  expect(found).toMatchObject({ ok: true, code: 'ok', model: 'm' });
  expect(found?.sentence).toMatch(/answered in \d+ ms/);
});

test.each([
  [401, 'invalid_api_key', 'llm.auth', /refused our key.*Check the API key/],
  [404, 'model_not_found', 'llm.model-unknown', /is not there.*name of the model/],
  [429, 'insufficient_quota', 'llm.quota', /no quota left.*billing/],
  [500, 'server_error', 'llm.provider-error', /status 500/],
])('status %i with %s is told in one sentence as %s', async (status, word, code, sentence) => {
  const [found] = await check(await refuse(status, word));
  expect(found).toMatchObject({ ok: false, code });
  expect(found?.sentence).toMatch(sentence);
  expect(found?.sentence).not.toMatch(/secret|the text/);
});

test('nobody there, and each model of a list is asked', async () => {
  const url = await refuse(500, 'x');
  const [server] = servers.splice(0);
  await new Promise((resolve) => server?.close(resolve));
  const found = await check(url, { SALIENCE_MODEL: 'openai:m|offline' });
  expect(found).toMatchObject([
    { ok: false, code: 'llm.unreachable' },
    { ok: true, provider: 'offline' },
  ]);
});
