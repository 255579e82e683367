import { SalienceError } from '@salience/errors';
import { expect, it } from 'vitest';
import { classify } from './failure.ts';

const context = { mailbox: 'work', host: 'imap.x.org', doing: 'logging in', secrets: ['pa55'] };

it.each([
  [
    'mail.refused-login',
    'terminal',
    { authenticationFailed: true, serverResponseCode: 'AUTHENTICATIONFAILED', responseStatus: 'NO' },
  ],
  [
    'mail.refused-login',
    'terminal',
    { authenticationFailed: true, responseStatus: 'NO', responseText: 'Use an app password' },
  ],
  ['mail.unavailable', 'retryable', { authenticationFailed: true, serverResponseCode: 'UNAVAILABLE' }],
  ['mail.unavailable', 'retryable', { authenticationFailed: true, serverResponseCode: 'LIMIT' }],
  ['mail.no-folder', 'terminal', { mailboxMissing: true, responseStatus: 'NO' }],
  ['mail.insecure', 'terminal', { tlsFailed: true }],
  ['mail.insecure', 'terminal', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
  ['mail.insecure', 'terminal', { code: 'CERT_HAS_EXPIRED' }],
  ['mail.insecure', 'terminal', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }],
  ['mail.insecure', 'terminal', { code: 'STARTTLS_INJECTION' }],
  ['mail.unavailable', 'retryable', { code: 'ENOTFOUND' }],
  ['mail.unavailable', 'retryable', { code: 'NoConnection' }],
  ['mail.unavailable', 'retryable', {}],
  ['mail.unavailable', 'retryable', 'a word'],
  ['mail.unavailable', 'retryable', undefined],
] as const)('%s, %s', (code, kind, error) => {
  expect(classify(error, context)).toMatchObject({ code, kind });
});

it('tells a server that says no, or what is no IMAP, from one that is not there', () => {
  const refused = (error: object) => classify(error, context).data['refused'];
  for (const error of [
    { responseStatus: 'NO' },
    { responseStatus: 'BAD' },
    { code: 'LiteralTooLarge' },
    { code: 'ParserError11' },
  ])
    expect(refused(error)).toBe(true);
  for (const error of [{ code: 'ECONNRESET' }, { code: 'ETIMEOUT' }, { code: 'timeout' }, {}])
    expect(refused(error)).toBe(false);
});

it('leaves ours as they are', () => {
  const ours = new SalienceError('db.away', 'away');
  expect(classify(ours, context)).toBe(ours);
});

it('threat: quotes a server in part, cleaned, and never with a secret', () => {
  const said = (responseText: string) =>
    classify({ authenticationFailed: true, responseText }, context).message;
  expect(said('use\r\nan \u202eapp password')).toContain('("use an app password")');
  expect(said(`wrong: pa55 ${'x'.repeat(500)}`)).not.toContain('wrong');
  expect(said('x'.repeat(500)).length).toBeLessThan(450);
});
