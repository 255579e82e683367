import { evidenceSchema } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { type MailPin, type RawMail, readMailEvidence } from './mail-evidence.ts';
import { good, mail, pin } from './mails.fixture.ts';

const address = 'ann@owner.test';

/** A mail whose first header is this. */
const results = (header: string): Partial<RawMail> => ({ authenticationResults: [header] });
const from = (header: string): Partial<RawMail> => ({ from: [header] });

const proven: [name: string, parts: Partial<RawMail>, from?: string, own?: MailPin][] = [
  ['a plain one', {}],
  ['a bare address', from('ann@owner.test')],
  ['an address in brackets alone', from('<ann@owner.test>')],
  ['a quoted name', from('"Owner, Ann" <ann@owner.test>')],
  ['a name that is the address', from('"ann@owner.test" <ann@owner.test>')],
  ['a name with dots', from('Ann B. Owner <ann@owner.test>')],
  ['a name in a comment', from('ann@owner.test (Ann Owner)')],
  ['a folded From', from('Ann\r\n Owner\r\n\t<ann@owner.test>')],
  ['capitals in the address', from('Ann <ANN@Owner.TEST>')],
  ['an encoded name with a comma in it', from('=?utf-8?Q?Owner=2C_Ann?= <ann@owner.test>')],
  ['a quoted local part that needs no quotes', from('"ann"@owner.test')],
  ['a tag in the local part', from('ann+todo@owner.test'), 'ann+todo@owner.test'],
  ['an apostrophe', from(`"o'ann@owner.test" <o'ann@owner.test>`), "o'ann@owner.test"],
  ['a name with a handle', from('Ann @ home <ann@owner.test>')],
  ['capitals in the server’s name', results(good.replace('mx.home', 'MX.Home'))],
  ['a version', results(good.replace(';', ' 1;'))],
  ['a comment before and after the server', results(`(via lmtp) ${good.replace(';', ' (Postfix);')}`)],
  ['a quoted server', results(good.replace('mx.home.test', '"mx.home.test"'))],
  ['folded lines', results(good.replaceAll('; ', ';\r\n\t'))],
  ['an ending semicolon', results(`${good};`)],
  ['capitals of methods and results', results(good.replaceAll('pass', 'Pass').replace('dkim', 'DKIM'))],
  [
    'comments in the words of a large provider',
    results(
      'mx.home.test;\r\n       dkim=pass header.i=@owner.test header.s=s1 header.b="aB3/+x=";\r\n       spf=pass (home.test: domain of ' +
        'ann@owner.test designates 192.0.2.1 as permitted sender) smtp.mailfrom=ann@owner.test;\r\n       dmarc=pass (p=REJECT sp=REJECT ' +
        'dis=NONE) header.from=owner.test',
    ),
  ],
  [
    'a filter that writes everything unquoted',
    results(
      'mx.home.test; dkim=pass (2048-bit key; unprotected) header.d=owner.test header.i=@owner.test header.a=rsa-sha256 header.s=x ' +
        'header.b=aB/3+x==; dkim-atps=neutral; dmarc=pass(p=reject dis=none) header.from=owner.test',
    ),
  ],
  [
    'a service with results of its own',
    results(
      'mx.home.test; iprev=pass policy.iprev=192.0.2.1 (a.test); compauth=pass reason=100; bimi=skipped (a b) policy; ' +
        'dkim=pass (signature was verified) header.d=owner.test;dmarc=pass action=none header.from=owner.test',
    ),
  ],
  [
    'an address in brackets, twice',
    results(
      'mx.home.test; dkim=pass header.i=owner.test; dmarc=pass header.from=<ann@owner.test> header.from=<ann@owner.test>',
    ),
  ],
  ['a method with its version', results(good.replace('dkim=', 'dkim/1=').replace('dmarc=', 'dmarc/1 = '))],
  ['a reason', results(good.replace('dkim=pass', 'dkim=pass reason="2048-bit; rsa"'))],
  ['SPF that failed, as a forwarder makes it', results(good.replace('spf=pass', 'spf=softfail'))],
  [
    'no SPF at all',
    results('mx.home.test; dkim=pass header.d=owner.test; dmarc=pass header.from=owner.test'),
  ],
  [
    'a second signature of a provider',
    results(`mx.home.test; dkim=pass header.d=esp.test;${good.slice(13)}`),
  ],
  ['a list’s signature that broke', results(`mx.home.test; dkim=fail header.d=list.test;${good.slice(13)}`)],
  ['a signature of the domain above', from('Ann <ann@mail.owner.test>'), 'ann@mail.owner.test'],
  [
    'a domain below a public suffix',
    {
      ...from('ann@owner.co.uk'),
      ...results('mx.home.test; dkim=pass header.d=owner.co.uk; dmarc=pass header.from=owner.co.uk'),
    },
    'ann@owner.co.uk',
  ],
  [
    'an identity with a quoted local part',
    results(good.replace('header.d=owner.test', 'header.i="a; b"@owner.test')),
  ],
  ['headers of other hops below it', { authenticationResults: [good, 'mx.other.test; dmarc=fail', 'x'] }],
  ['a pin with blanks and capitals', {}, address, { authserv: ' MX.home.test ' }],
  [
    'a signature that a listed forwarder broke and sealed',
    results(
      'mx.home.test; dkim=fail header.d=owner.test; arc=pass header.d=relay.test; dmarc=pass header.from=owner.test',
    ),
    address,
    { ...pin, arcSealers: ['Relay.test'] },
  ],
];

describe('readMailEvidence of honest mails', () => {
  it.each(proven)('proves the sender of %s', (_name, parts, sender = address, own = pin) => {
    const evidence = readMailEvidence(mail(parts), own);
    expect(evidence).toMatchObject({ from: sender, authserv: 'pinned', aligned: true });
    expect(evidence.notes.filter((note) => note !== 'by-arc')).toEqual([]);
    expect(evidenceSchema.parse(evidence)).toEqual(evidence);
  });

  it.each<[string, string, string | null]>([
    ['plain words', 'Ann Owner <ann@owner.test>', 'Ann Owner'],
    ['quoted ones', '"Owner, \\"Ann\\"" <ann@owner.test>', 'Owner, "Ann"'],
    ['base64', '=?UTF-8?B?QW5uIMOWd25lcg==?= <ann@owner.test>', 'Ann Öwner'],
    [
      'quoted-printable in two words',
      '=?iso-8859-1?q?Ann_=D6?=\r\n =?iso-8859-1?q?wner?= <ann@owner.test>',
      'Ann Öwner',
    ],
    ['an unknown alphabet', '=?x-none?q?Ann?= <ann@owner.test>', '=?x-none?q?Ann?='],
    ['broken base64', '=?utf-8?b?!!?= <ann@owner.test>', '=?utf-8?b?!!?='],
    ['hidden characters', 'Ann\u202E Owner <ann@owner.test>', 'Ann Owner'],
    ['a comment', 'ann@owner.test (Ann Owner)', 'Ann Owner'],
    ['nothing', 'ann@owner.test', null],
  ])('shows the name of %s', (_name, header, name) => {
    expect(readMailEvidence(mail(from(header)), pin).name).toBe(name);
  });

  it('records every check with the domain that it is of', () => {
    const header =
      'mx.home.test; dkim=pass header.d=Owner.test; dkim=fail header.i=bob@list.test; spf=softfail smtp.mailfrom=a@b.test; ' +
      'arc=none smtp.remote-ip=192.0.2.1; dmarc=pass header.from=owner.test';
    expect(readMailEvidence(mail(results(header)), pin).checks).toEqual([
      { method: 'dkim', result: 'pass', domain: 'owner.test' },
      { method: 'dkim', result: 'fail', domain: 'list.test' },
      { method: 'spf', result: 'softfail', domain: 'b.test' },
      { method: 'arc', result: 'none', domain: null },
      { method: 'dmarc', result: 'pass', domain: 'owner.test' },
    ]);
  });

  it.each<[string, string[], boolean]>([
    ['the same domain', ['Bob <bob@owner.test>, team@OWNER.test'], false],
    ['no address', [''], false],
    ['another domain', ['ann@other.test'], true],
    ['another domain among several', ['ann@owner.test, "a@owner.test" <b@evil.test>'], true],
    ['another domain in a second header', ['ann@owner.test', 'x@evil.test'], true],
    ['what cannot be read', ['"ann@owner.test'], true],
    ['an address of numbers', ['ann@[192.0.2.1]'], true],
    ['more headers than are read', Array.from({ length: 11 }, () => 'ann@owner.test'), true],
  ])('says whether replies go elsewhere: %s', (_name, replyTo, differs) => {
    const evidence = readMailEvidence(mail({ replyTo }), pin);
    expect(evidence.notes.includes('reply-to-differs')).toBe(differs);
    expect(evidence.aligned).toBe(true);
  });

  it.each<[string, string | null, string | null]>([
    ['an id', ' <a@b.test> ', '<a@b.test>'],
    ['none', null, null],
    ['an empty one', '  ', null],
    ['one too long to be kept', `<${'a'.repeat(998)}>`, null],
    ['one with hidden characters', '<a\u0000@b.test>', null],
  ])('keeps %s whole or not at all', (_name, messageId, kept) => {
    expect(readMailEvidence(mail({ messageId }), pin).messageId).toBe(kept);
  });

  it.each([Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY])('counts a size of %d as none', (bytes) => {
    expect(readMailEvidence(mail({ bytes }), pin).bytes).toBe(0);
  });
});
