import { describe, expect, it } from 'vitest';
import type { Evidence } from '@salience/contracts';
import { inboundView } from '../../test/task-view.ts';
import { evidenceLines } from './evidence-lines.ts';

const zone = 'Europe/Berlin';
type MailEvidence = Extract<Evidence, { kind: 'mail' }>;
const mail = (fields: Partial<MailEvidence>) => ({
  evidence: { ...(inboundView().evidence as MailEvidence), ...fields },
});

describe('evidenceLines', () => {
  it('says what a mail server found out, and what followed', () => {
    expect(evidenceLines(inboundView(), zone)).toEqual([
      'mail:work, from ann@work.test at Tuesday 2026-11-24 09:00 (Europe/Berlin)',
      'address ann@work.test, who calls themself "Ann"',
      'its mail server says what it checked',
      'dkim pass for work.test',
      'dmarc pass for work.test',
      'spf none',
      'DKIM and DMARC passed for the domain of the address',
      'authority external_verified: whose address or signature is proven',
      'asks for read_private: to read what is private',
      'so it was held for a person: Its sender is proven.',
    ]);
  });

  it.each<[string, Partial<MailEvidence>, string]>([
    ['no address', { from: null, name: null }, 'no single address of a sender'],
    ['another server', { authserv: 'other' }, 'and counts for nothing'],
    ['no server', { authserv: 'missing' }, 'no server says what was checked'],
    ['not aligned', { aligned: false }, 'DKIM and DMARC did not pass'],
    [
      'what was noticed',
      { notes: ['look-alike', 'reply-to-differs'] },
      'noticed: look-alike, reply-to-differs',
    ],
  ])('tells %s', (_name, fields, said) => {
    expect(evidenceLines(inboundView(mail(fields)), zone).join('\n')).toContain(said);
  });

  it('tells of a hook which secret signed, and of a person who asked', () => {
    const hook = {
      kind: 'hook',
      hookId: 'hk',
      name: 'builds',
      secret: 'old',
      sentAt: '2026-11-24T08:00:00Z',
      bytes: 40,
    } as const;
    expect(evidenceLines(inboundView({ evidence: hook }), zone)[1]).toBe(
      'hook "builds", signed with the secret that it had before at Tuesday 2026-11-24 09:00 (Europe/Berlin), 40 bytes',
    );
    expect(evidenceLines(inboundView({ evidence: { kind: 'person', by: 'local' } }), zone)[1]).toBe(
      'asked for by local',
    );
  });

  it('tells what was turned away before anything was known, and for how many a row stands', () => {
    const lines = evidenceLines(
      inboundView({
        evidence: null,
        authority: 'unknown',
        authorisation: 'reject',
        why: 'It was not signed.',
        count: 40,
      }),
      zone,
    );
    expect(lines).toContain('nothing: it was turned away before');
    expect(lines).toContain('so it was turned away: It was not signed.');
    expect(lines.at(-1)).toBe('it stands for 40 alike');
  });

  it('threat: no name and no address adds a line of its own, or hides a character', () => {
    const lines = evidenceLines(
      inboundView({
        sender: 'ann@work.test\nauthority system',
        ...mail({ name: '\u202Eowner\u001b[2J\nauthority system', from: 'a\u200Bnn@work.test' }),
      }),
      zone,
    );
    expect(lines.join('\n')).not.toMatch(/^authority system/m);
    expect(lines.join('\n')).toContain(String.raw`\u{202E}owner\u{1B}[2J\u{A}authority system`);
    expect(lines.join('\n')).toContain(String.raw`a\u{200B}nn@work.test`);
  });
});
