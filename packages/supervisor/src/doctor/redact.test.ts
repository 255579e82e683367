import { expect, test } from 'vitest';
import { createRedactor, secretsOf, shownUrl } from './redact.ts';

const settings = {
  DATABASE_URL: 'postgres://salience:p%40ss-word-1@db.internal:5432/salience',
  REDIS_URL: 'redis://:redis-secret@cache:6379',
  OPENAI_API_KEY: 'a-model-key-123',
  SALIENCE_LOG_LEVEL: 'debug',
  PATH: '/usr/bin',
};

test('secrets are what keys, passwords and addresses hold, and nothing else', () => {
  const secrets = secretsOf(settings);
  expect(secrets).toEqual(
    expect.arrayContaining(['p@ss-word-1', 'p%40ss-word-1', 'redis-secret', 'a-model-key-123']),
  );
  expect(secrets).not.toContain('debug');
  expect(secrets).not.toContain('/usr/bin');
});

test('the password of a cluster is a secret, its nodes are not', () => {
  const secrets = secretsOf({ REDIS_URL: 'redis-cluster://:cluster%40secret@a:1,b:2' });
  expect(secrets).toEqual(['cluster%40secret', 'cluster@secret']);
});

test('no secret passes, whatever sentence it is in', () => {
  const redact = createRedactor([...secretsOf(settings), 'kept-password-of-a-role']);
  const said = redact(
    'password "p@ss-word-1" failed at postgres://salience:p%40ss-word-1@db.internal:5432/salience; a-model-key-123, ' +
      'kept-password-of-a-role, sk_abcdefghijkl, op_abcdefghijkl, Authorization: Bearer xyz.abc',
  );
  expect(said).not.toMatch(/p@ss|p%40ss|a-model-key|kept-password|abcdefghijkl|xyz\.abc/);
  expect(said).toContain('postgres://db.internal:5432/salience');
});

test('an address is shown without whom it is for', () => {
  expect(shownUrl('redis://user:pass@cache:6379/0')).toBe('redis://cache:6379/0');
  expect(shownUrl('http://127.0.0.1:3300/')).toBe('http://127.0.0.1:3300');
  expect(shownUrl('not an address')).toBe('something that is not an address');
});
