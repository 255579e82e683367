import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { createTokens, type OAuthConfig } from '../src/index.ts';
import { stage } from './stage.ts';

const signal = () => AbortSignal.timeout(20_000);
const secret = 'the-refresh-token';

/** An answer of a token server. */
type Answer = { readonly status?: number; readonly json?: object; readonly text?: string };

/** A token server that gives these answers in order, the last one again and again; each token is good at the mail server. */
async function tokenServer(...answers: readonly Answer[]) {
  const asked: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
      const { json, status = 200, text } = answers[Math.min(asked.length, answers.length) - 1] ?? {};
      response.writeHead(status, { location: '/elsewhere' }).end(text ?? JSON.stringify(json));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  const oauth: OAuthConfig = {
    tokenUrl: `http://127.0.0.1:${port}/token`,
    clientId: 'client',
    clientSecret: 'the-client-secret',
    refreshToken: secret,
    scope: 'imap offline',
  };
  return { asked, oauth };
}

it('threat: a refused login says so without the password, and is left alone for long', async () => {
  const { make, server } = await stage();
  const error: unknown = await make({ login: { kind: 'password', password: 'wrong-password' } })
    .check(signal())
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'mail.refused-login', kind: 'terminal', retryAfterMs: 900_000 });
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('wrong-password');
  expect(String(error)).toContain('not you');
  expect(server.heard).not.toContain('EXAMINE INBOX');
});

it('threat: a server that repeats the password is not quoted', async () => {
  const { make } = await stage();
  const error: unknown = await make({ login: { kind: 'password', password: 'you' } })
    .check(signal())
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'mail.refused-login' });
  expect(String(error)).not.toContain('not you');
});

it('logs in with a token, asks for a new one in its last minute only, and for one at a time', async () => {
  const { asked, oauth } = await tokenServer(
    { json: { access_token: 'short', expires_in: 59 } },
    { json: { access_token: 'long', expires_in: 3_600, refresh_token: 'the-next-one' } },
    { json: { access_token: 'third', expires_in: 3_600 } },
  );
  const { make, server } = await stage();
  for (const token of ['short', 'long', 'third']) server.grant(token);
  const box = make({ login: { kind: 'oauth', oauth } });
  await box.check(signal());
  await Promise.all([box.check(signal()), box.check(signal()), box.check(signal())]);
  await box.check(signal());
  expect(asked.map((body) => Object.fromEntries(body))).toEqual([
    {
      grant_type: 'refresh_token',
      client_id: 'client',
      client_secret: 'the-client-secret',
      refresh_token: secret,
      scope: 'imap offline',
    },
    expect.objectContaining({ refresh_token: secret }),
  ]);
  // One that the server takes no more is asked for anew, with the refresh token that came last.
  server.revoke('long');
  await box.check(signal());
  expect(asked).toHaveLength(3);
  expect(asked[2]?.get('refresh_token')).toBe('the-next-one');
  server.revoke('third');
  await expect(box.check(signal())).rejects.toMatchObject({ code: 'mail.refused-login' });
});

it.each<readonly [string, Answer, object]>([
  [
    'that the grant has ended',
    { status: 400, json: { error: 'invalid_grant', error_description: secret } },
    { code: 'mail.refused-login', kind: 'terminal', data: { reason: 'invalid_grant' } },
  ],
  [
    'that it does not know the client',
    { status: 401, json: { error: 'invalid_client' } },
    { code: 'mail.refused-login' },
  ],
  ['that it is busy', { status: 429, json: {} }, { code: 'mail.unavailable', kind: 'retryable' }],
  ['that it is broken', { status: 503, text: secret }, { code: 'mail.unavailable', kind: 'retryable' }],
  ['something that is no token', { text: secret }, { code: 'mail.unavailable' }],
  ['a token that ends a header', { json: { access_token: 'a\r\nb' } }, { code: 'mail.unavailable' }],
  ['more than anybody reads', { text: 'x'.repeat(100_000) }, { code: 'mail.unavailable' }],
  ['that another place should be asked', { status: 307, text: '' }, { code: 'mail.unavailable' }],
])('threat: a token server that says %s gives no secret away', async (_, answer, expected) => {
  const { asked, oauth } = await tokenServer(answer);
  const tokens = createTokens(oauth, fetch);
  const error: unknown = await tokens.token(signal()).catch((caught: unknown) => caught);
  expect(error).toMatchObject(expected);
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(secret);
  // The next one asks again, once.
  await tokens.token(signal()).catch(() => undefined);
  expect(asked).toHaveLength(2);
});

it('who goes does not end the request of others', async () => {
  const { asked, oauth } = await tokenServer({ json: { access_token: 'a', expires_in: 3_600 } });
  const tokens = createTokens(oauth, fetch);
  const other = tokens.token(signal());
  await expect(tokens.token(AbortSignal.abort())).rejects.toMatchObject({ code: 'mail.unavailable' });
  expect(await other).toBe('a');
  expect(asked).toHaveLength(1);
});

it.each([true, 'starttls'] as const)(
  'threat: with tls %s nothing is sent to a server that cannot be trusted',
  async (mode) => {
    const { make, server } = await stage({ tls: mode });
    await expect(make({ tls: mode }).check(signal())).rejects.toMatchObject({
      code: 'mail.insecure',
      kind: 'terminal',
    });
    expect(server.heard.filter((command) => command !== 'STARTTLS' && command !== 'CAPABILITY')).toEqual([]);
  },
);

it.each([true, 'starttls'] as const)(
  'threat: with tls %s nothing is sent to a server without it',
  async (mode) => {
    const { make, server } = await stage();
    await expect(make({ tls: mode }).check(signal())).rejects.toMatchObject({ code: 'mail.insecure' });
    expect(server.heard).toEqual([]);
  },
);

it.each([true, 'starttls'] as const)(
  'with tls %s it speaks with a server that can be trusted',
  async (mode) => {
    const { make, server } = await stage({ tls: mode });
    const usual = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...usual, server.certificate]);
    onTestFinished(() => tls.setDefaultCACertificates(usual));
    expect(await make({ tls: mode }).check(signal())).toMatchObject({ folder: 'INBOX' });
  },
);
