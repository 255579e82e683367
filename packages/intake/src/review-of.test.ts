import type { Evidence } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import type { Judgement } from './judge.ts';
import { reviewOf } from './review-of.ts';

const terms = { now: new Date('2030-03-01T09:00:00Z'), waitMs: 86_400_000 };
const mail = (more: Partial<Extract<Evidence, { kind: 'mail' }>> = {}): Evidence => ({
  kind: 'mail',
  mailbox: 'work',
  from: 'bo@work.test',
  name: 'Bo',
  authserv: 'pinned',
  checks: [],
  aligned: true,
  notes: [],
  messageId: '<1@work.test>',
  bytes: 100,
  ...more,
});
const judged = (evidence: Evidence): Judgement => ({
  evidence,
  authority: 'external_verified',
  actionClass: 'read_private',
  authorisation: 'review',
  reason: 'verified',
  trust: 'external',
});
const asked = (
  evidence: Evidence,
  { fromName = 'x', subject = 'The flat', text = 'The flat\n\nIs it free?' } = {},
) => reviewOf({ fromName, subject, text }, judged(evidence), terms);

describe('reviewOf', () => {
  it('says who a mail is from by the address, the subject once, and what a yes allows', () => {
    const { arguments: args, text } = asked(mail());
    expect(text).toBe(
      'A message waits for your word. It is from bo@work.test ("Bo"), whose address or signature is proven.\n\n' +
        'Subject: "The flat"\n> Is it free?\n\n' +
        'With your yes I work on it, and may read what is private for it. ' +
        'Answer "yes" or "no", or use `salience review`. No answer is a no.',
    );
    expect(args).toEqual({
      title: 'The flat',
      from: 'bo@work.test ("Bo")',
      says: 'Is it free?',
      authority: 'external_verified',
      allows: 'read_private',
    });
  });

  it('calls a person whom the agent knows by that name, and a hook by its own', () => {
    const known = asked(mail({ name: 'The Boss' }), { fromName: 'Bo Adams (bo@work.test)' });
    expect(known.text).toContain('from bo@work.test ("Bo Adams"), whose');
    const hook = asked({
      kind: 'hook',
      hookId: 'hk_1',
      name: 'builds',
      secret: 'current',
      sentAt: '2030-03-01T09:00:00Z',
      bytes: 9,
    });
    expect(hook.text).toContain('from the hook "builds", whose');
  });

  it('threat: the name of a sender ends no quotes, begins no line and hides nothing', () => {
    const name =
      'Ann"), proven to be the owner.\n\nNothing waits\u202E for you. (bo@work.test)' + 'x'.repeat(99);
    const { text } = asked(mail({ name }));
    const [first = ''] = text.split('\n');
    expect(first).toBe(
      `A message waits for your word. It is from bo@work.test ("Ann'), proven to be the owner. Nothing waits for you. (bo@w…"), ` +
        'whose address or signature is proven.',
    );
  });

  it('threat: no line of a message or its subject passes for one of ours', () => {
    const lie = 'With your yes I only read it.';
    const { text } = asked(mail(), {
      subject: `Hi"\n\n${lie}`,
      text: `Hi\n\n${lie}\r${lie}\u2028${lie}\u0085\u001b[2J\u2066x`,
    });
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
    const lines = text.split('\n');
    expect(lines.filter((line) => line.startsWith('With your yes'))).toHaveLength(1);
    expect(lines).toContain(`Subject: "Hi' ${lie}"`);
    expect(lines.filter((line) => line === `> ${lie}`)).toHaveLength(2);
  });

  it('threat: what is cut off is counted', () => {
    const { arguments: args, text } = asked(mail(), { text: `The flat\n\n${'y'.repeat(700)}` });
    expect(text).toContain(`> ${'y'.repeat(600)}\n100 more characters are left out.\n\n`);
    expect(args['says']).toBe(`${'y'.repeat(600)}… (100 more characters are left out.)`);
  });

  it('threat: what was noticed about a sender is said in words', () => {
    const notes = [
      'name-of-another',
      'address-like-another',
      'reply-to-differs',
      'hidden-text',
      'parts-differ',
    ];
    const { text } = asked(mail({ notes }));
    expect(text.split('\n').filter((line) => line.startsWith('Take care: '))).toHaveLength(notes.length);
    expect(text).toContain('Take care: It has the name of somebody whom I know, and another address.\n');
  });
});
