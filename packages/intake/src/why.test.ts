import { type ActionClass, type Grant, taskStates } from '@salience/contracts';
import { singlePlan, taskReasons } from '@salience/tasks';
import { describe, expect, it } from 'vitest';
import { grantInWords } from './grant-in-words.ts';
import { inboundInWords, taskInWords } from './why.ts';

const plan = singlePlan('Look it up.');

describe('taskInWords', () => {
  it.each(taskStates.map((state) => [state]))(
    'has a sentence for a task that is %s for no reason',
    (state) => {
      expect(taskInWords({ state, reason: null, plan })).toMatch(/^[A-Z].*\.$/);
    },
  );

  it.each([
    ['scheduled', 'asked-for', 'A person asked for it.'],
    ['scheduled', 'approved', 'A person said yes, and it goes on as soon as its agent has a free place.'],
    ['scheduled', 'signed', 'It is signed with the secret of its hook.'],
    ['awaiting_review', 'verified', 'The address of its sender is proven. A person looks at it first.'],
    [
      'rejected',
      'not-listed',
      'Nobody knows its sender: the address is neither a known person’s nor on the list of the mailbox.',
    ],
    ['rejected', 'expired', 'No person answered in time, which counts as a no.'],
    ['failed', 'unanswered', 'Its step ended without an answer.'],
    ['rejected', 'unreadable', 'It cannot be read.'],
    ['awaiting_review', 'unreadable', 'Its step gave no answer that can be used, so a person is asked.'],
    ['failed', 'acted', 'A step failed after it may have changed something, so it is not repeated.'],
    ['rejected', 'cancelled', 'It was cancelled.'],
    ['running', 'nobody-knows', 'It is being worked on.'],
  ] as const)('says of a task that is %s for %s: %s', (state, reason, sentence) => {
    expect(taskInWords({ state, reason, plan })).toBe(sentence);
  });

  it('knows every code of the plan engine', () => {
    for (const reason of taskReasons)
      expect(taskInWords({ state: 'failed', reason, plan })).not.toBe('It failed.');
  });
});

describe('inboundInWords', () => {
  it.each([
    ['late', 'reject', 'It was signed too long ago.'],
    [
      'dmarc-failed',
      'review',
      'The check of its sender’s domain (DMARC) did not pass. A person looks at it first.',
    ],
    ['nobody-knows', 'reject', 'The reason is not known here.'],
  ] as const)('says of %s, %s: %s', (reason, authorisation, sentence) => {
    expect(inboundInWords(reason, authorisation)).toBe(sentence);
  });
});

describe('grantInWords', () => {
  const grant: Grant = { authority: 'external_verified', allowed: [], until: null, by: null };

  it('says what is allowed, asked about and refused', () => {
    expect(grantInWords({ ...grant }, 0)).toBe(
      'It may read what is public; it asks a person before it may read what is private, change what the agent keeps, ' +
        'send something to others, do what cannot be undone or run commands.',
    );
    expect(grantInWords({ ...grant, authority: 'unknown' }, 0)).toMatch(
      /^It may do nothing by itself; it may not read/,
    );
    expect(grantInWords({ ...grant, authority: 'system' }, 0)).toMatch(/^It may read .* and run commands\.$/);
  });

  it('says what a person allowed, until it is over', () => {
    const given = { ...grant, allowed: ['external_send' as ActionClass], until: '2026-01-01T00:00:00Z' };
    expect(grantInWords(given, Date.parse('2025-12-31T00:00:00Z'))).toMatch(
      /^It may read what is public and send something to others;/,
    );
    expect(grantInWords(given, Date.parse('2026-01-01T00:00:00Z'))).toMatch(
      /^It may read what is public; it asks/,
    );
  });
});
