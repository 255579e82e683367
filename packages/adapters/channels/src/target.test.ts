import { expect, test } from 'vitest';
import { parseAllowedHosts } from './allowed-hosts.ts';
import { parseMailFrom, parseSmtpUrl } from './smtp-server.ts';
import { targetProblem } from './target.ts';

const allowed = parseAllowedHosts('hooks.internal, 127.0.0.1:4000,[::1]:4000') ?? [];

test.each([
  'https://example.org/hook?a=b',
  'https://example.org:8443/',
  'http://hooks.internal/x',
  'http://127.0.0.1:4000/',
  'http://[::1]:4000/',
])('%s may be called', (target) => {
  expect(targetProblem('webhook', target, allowed)).toBeUndefined();
});

test.each([
  'http://example.org/hook',
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://[::ffff:127.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/',
  'https://api.localhost./',
  'http://127.0.0.1:4001/',
  'https://user:secret@example.org/',
  'https://example.org/#part',
  'ftp://example.org/',
  'file:///etc/passwd',
  'example.org',
  `https://example.org/${'x'.repeat(2_000)}`,
])('threat: %s may not be called', (target) => {
  expect(targetProblem('webhook', target, allowed)).toBeTypeOf('string');
});

test.each(['ana@example.org', 'a.b+tag@mail.example.org', 'ana@localhost'])(
  '%s is a mail address',
  (target) => {
    expect(targetProblem('mail', target, [])).toBeUndefined();
  },
);

test.each([
  'ana',
  'Ana <ana@example.org>',
  'ana@example.org, eva@example.org',
  'ana@example.org\r\nBcc: eva@example.org',
  '"a b"@example.org',
  'ana@exa mple.org',
  'anä@example.org',
  'ana@example..org',
  `${'a'.repeat(65)}@example.org`,
])('threat: %j is no mail address', (target) => {
  expect(targetProblem('mail', target, [])).toBeTypeOf('string');
});

test('hosts, servers and senders are read, and what is none is refused', () => {
  expect(allowed).toEqual([
    { host: 'hooks.internal' },
    { host: '127.0.0.1', port: 4000 },
    { host: '::1', port: 4000 },
  ]);
  for (const text of ['http://x', 'a b', 'x:y', 'x/']) expect(parseAllowedHosts(text)).toBeUndefined();
  expect(parseSmtpUrl('smtp://ana:p%40ss@mail.example.org')).toEqual({
    host: 'mail.example.org',
    port: 587,
    secure: false,
    loopback: false,
    auth: { user: 'ana', pass: 'p@ss' },
  });
  expect(parseSmtpUrl('smtps://127.0.0.1')).toMatchObject({ port: 465, secure: true, loopback: true });
  for (const text of ['mail.example.org', 'http://mail.example.org', 'smtp://mail.example.org/path'])
    expect(parseSmtpUrl(text)).toBeUndefined();
  expect(parseMailFrom('Salience <bot@example.org>')).toEqual({
    name: 'Salience',
    address: 'bot@example.org',
  });
  expect(parseMailFrom('bot@example.org')).toEqual({ name: '', address: 'bot@example.org' });
  for (const text of ['bot', 'A <bot>', 'A\r\nBcc: b@c.org <bot@example.org>'])
    expect(parseMailFrom(text)).toBeUndefined();
});
