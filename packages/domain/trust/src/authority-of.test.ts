import { type Authority, authorities, type Evidence } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorityOf, type Sender } from './authority-of.ts';
import type { MailEvidence } from './mail/mail-evidence.ts';

const nobody: Sender = { isOwner: false, isKnown: false, isListed: false, session: false };
const owner: Sender = { ...nobody, isOwner: true, isKnown: true };
const listed: Sender = { ...nobody, isListed: true };

const mailOf = (parts: Partial<MailEvidence> = {}): MailEvidence => ({
  kind: 'mail',
  mailbox: 'inbox',
  from: 'ann@owner.test',
  name: null,
  authserv: 'pinned',
  checks: [
    { method: 'dkim', result: 'pass', domain: 'owner.test' },
    { method: 'dmarc', result: 'pass', domain: 'owner.test' },
  ],
  aligned: true,
  notes: [],
  messageId: null,
  bytes: 1,
  ...parts,
});
const hook: Evidence = {
  kind: 'hook',
  hookId: 'hook_1',
  name: 'builds',
  secret: 'current',
  sentAt: '2026-11-24T09:00:00Z',
  bytes: 1,
};

const said = (...checks: [method: 'dkim' | 'dmarc' | 'spf', result: string][]): Partial<MailEvidence> => ({
  aligned: false,
  checks: checks.map(([method, result]) => ({ method, result, domain: 'evil.test' })),
});

describe('authorityOf a mail', () => {
  it.each<[string, Sender, Authority, string]>([
    ['the owner', owner, 'owner_verified', 'verified'],
    ['the owner with a session', { ...owner, session: true }, 'approved_session', 'session'],
    ['a known person', { ...nobody, isKnown: true }, 'external_verified', 'verified'],
    ['a listed address', listed, 'external_verified', 'verified'],
    ['a listed address with a session', { ...listed, session: true }, 'approved_session', 'session'],
    ['a stranger', nobody, 'unknown', 'not-listed'],
    ['a stranger with a session', { ...nobody, session: true }, 'unknown', 'not-listed'],
    ['a stranger whatever a hook may', { ...nobody, ceiling: 'system' }, 'unknown', 'not-listed'],
  ])('that is proven: %s', (_name, who, authority, reason) => {
    expect(authorityOf(mailOf(), who)).toEqual({ authority, reason });
  });

  it.each<[reason: string, Partial<MailEvidence>]>([
    ['no-results', { aligned: false, authserv: 'missing', checks: [] }],
    ['other-server', { aligned: false, authserv: 'other', checks: [] }],
    ['unreadable-results', { aligned: false, authserv: 'other', checks: [], notes: ['unreadable-results'] }],
    ['dmarc-failed', said()],
    ['dmarc-failed', said(['dkim', 'pass'], ['dmarc', 'fail'])],
    ['dmarc-failed', said(['dkim', 'pass'], ['dmarc', 'none'])],
    ['dmarc-failed', said(['dkim', 'pass'], ['spf', 'pass'])],
    ['dmarc-failed', said(['dkim', 'pass'], ['dmarc', 'pass'], ['dmarc', 'pass'])],
    ['dkim-failed', said(['dmarc', 'pass'])],
    ['dkim-failed', said(['dkim', 'fail'], ['dmarc', 'pass'], ['spf', 'pass'])],
    ['not-aligned', said(['dkim', 'pass'], ['dmarc', 'pass'])],
    ['look-alike', { notes: ['look-alike'] }],
    ['look-alike', { notes: ['reply-to-differs', 'address-in-name'] }],
    ['several-senders', { notes: ['several-senders'] }],
    ['no-results', { authserv: 'missing' }],
    ['other-server', { authserv: 'other' }],
  ])('that proves nobody says why: %s', (reason, parts) => {
    const evidence = mailOf(parts);
    const session = true;
    expect(authorityOf(evidence, { ...owner, session })).toEqual({ authority: 'owner_claimed', reason });
    expect(authorityOf(evidence, { ...listed, session })).toEqual({ authority: 'unknown', reason });
    expect(authorityOf(evidence, nobody)).toEqual({ authority: 'unknown', reason: 'not-listed' });
  });

  it.each<[reason: string, notes: string[]]>([
    ['no-sender', ['no-sender']],
    ['no-sender', ['unreadable-sender']],
    ['several-senders', ['several-senders']],
    ['no-sender', []],
  ])('of no one sender is unknown, whoever it may be: %s', (reason, notes) => {
    expect(authorityOf(mailOf({ from: null, notes }), owner)).toEqual({ authority: 'unknown', reason });
  });

  it('does not doubt a sender for where replies go, or for a name', () => {
    const notes = ['reply-to-differs', 'name-of-another', 'by-arc'];
    expect(authorityOf(mailOf({ notes }), owner).authority).toBe('owner_verified');
  });
});

describe('authorityOf what else comes in', () => {
  it('a person is of this machine, whatever is known beside', () => {
    const person: Evidence = { kind: 'person', by: 'local' };
    expect(authorityOf(person, nobody)).toEqual({ authority: 'system', reason: 'asked-by-person' });
  });

  it.each<[ceiling: Authority | undefined, session: boolean, authority: Authority, reason: string]>([
    [undefined, false, 'external_verified', 'signed'],
    [undefined, true, 'approved_session', 'session'],
    ['unknown', false, 'unknown', 'signed'],
    ['unknown', true, 'unknown', 'signed'],
    ['owner_claimed', false, 'owner_claimed', 'signed'],
    ['owner_claimed', true, 'owner_claimed', 'signed'],
    ['external_verified', true, 'approved_session', 'session'],
    ['owner_verified', false, 'owner_verified', 'signed'],
    ['owner_verified', true, 'approved_session', 'session'],
    ['approved_session', false, 'external_verified', 'signed'],
    ['approved_session', true, 'approved_session', 'session'],
    ['system', false, 'external_verified', 'signed'],
    ['system', true, 'approved_session', 'session'],
  ])('a hook of ceiling %s, session %s, is %s', (ceiling, session, authority, reason) => {
    const who = { ...owner, session, ...(ceiling !== undefined && { ceiling }) };
    expect(authorityOf(hook, who)).toEqual({ authority, reason });
  });

  it('threat: no mail and no hook is ever the person of this machine', () => {
    const flag = fc.boolean();
    const who = fc.record(
      {
        isOwner: flag,
        isKnown: flag,
        isListed: flag,
        session: flag,
        ceiling: fc.constantFrom(...authorities),
      },
      { requiredKeys: ['isOwner', 'isKnown', 'isListed', 'session'] },
    );
    const evidence = fc.oneof(
      fc.constant(hook),
      flag.map((aligned) => mailOf({ aligned })),
    );
    fc.assert(
      fc.property(evidence, who, (one, sender) => {
        const { authority } = authorityOf(one, sender);
        expect(authority).not.toBe('system');
        expect(authority === 'approved_session' && !sender.session).toBe(false);
      }),
    );
  });
});
