import { describe, expect, it } from 'vitest';
import { faultWords, mailboxState } from './mailbox-words.ts';

describe('a mailbox', () => {
  it.each([
    [{ error: null, seen_at: null }, 'not read yet'],
    [{ error: null, seen_at: '2026-11-24T08:00:00Z' }, 'is read'],
    [{ error: 'mail.unavailable', seen_at: '2026-11-24T08:00:00Z' }, 'fails'],
  ])('%j: %s', (box, state) => {
    expect(mailboxState(box)).toBe(state);
  });

  it.each([
    [{ error: null, failures: 0 }, ''],
    [{ error: 'mail.unavailable', failures: 1 }, 'its server does not answer'],
    [{ error: 'mail.unavailable', failures: 4 }, 'its server does not answer, 4 times in a row'],
    [{ error: 'toString', failures: 1 }, 'toString'],
  ])('%j: "%s"', (box, words) => {
    expect(faultWords(box)).toBe(words);
  });
});
