import { describe, expect, it } from 'vitest';
import { authorityOf } from '../authority-of.ts';
import { type MailPin, type RawMail, readMailEvidence } from './mail-evidence.ts';
import { good, mail, pin } from './mails.fixture.ts';

const owner = { isOwner: true, isKnown: true, isListed: true, session: true };
const results = (...headers: string[]): Partial<RawMail> => ({ authenticationResults: headers });
const from = (...headers: string[]): Partial<RawMail> => ({ from: headers });
const dkim = 'dkim=pass header.d=owner.test';
const dmarc = 'dmarc=pass header.from=owner.test';
const said = (...parts: string[]): Partial<RawMail> => results(['mx.home.test', ...parts].join('; '));

const borrowed: [name: string, parts: Partial<RawMail>, own?: MailPin][] = [
  ['no header at all', results()],
  ['an empty header', results('')],
  [
    'a good header of the sender below that of the server',
    results('mx.home.test; dmarc=fail header.from=owner.test', good),
  ],
  ['a good header below one of another server', results('mx.other.test; none', good)],
  ['a good header below an empty one', results('', good)],
  ['another server', results(good.replace('mx.home.test', 'mx.evil.test'))],
  ['a server whose name begins like ours', results(good.replace('mx.home.test', 'mx.home.test.evil.test'))],
  ['a server whose name ends like ours', results(good.replace('mx.home.test', 'evil-mx.home.test'))],
  [
    'a server with our name in a comment',
    results(good.replace('mx.home.test', '(mx.home.test;) mx.evil.test')),
  ],
  ['a server with our name before another word', results(good.replace(';', ' evil;'))],
  ['our server as a path', results(good.replace('mx.home.test', 'mx.home.test/evil'))],
  ['our server and a property', results(good.replace('mx.home.test', 'mx.home.test=evil'))],
  ['our server with a letter of another alphabet', results(good.replace('mx.home', 'mx.hоme'))],
  ['our server with words behind its version', results(good.replace(';', ' 1 evil;'))],
  ['our server with a version that touches it', results(good.replace('mx.home.test', '"mx.home.test"1'))],
  ['our server in a version that nobody knows', results(good.replace(';', ' 2;'))],
  ['no server, as some write it', results(`${dkim}; ${dmarc}`)],
  ['an empty pin and an empty name', results(`""; ${dkim}; ${dmarc}`), { authserv: '' }],
  ['DKIM of another domain', said('dkim=pass header.d=evil.test', dmarc)],
  ['DMARC of another domain', said(dkim, 'dmarc=pass header.from=evil.test')],
  ['DKIM of a domain that ends like ours', said('dkim=pass header.d=powner.test', dmarc)],
  ['DKIM of a domain below ours', said('dkim=pass header.d=x.owner.test', dmarc)],
  ['DKIM of a domain that begins like ours', said('dkim=pass header.d=owner.test.evil.test', dmarc)],
  ['DKIM of the top domain', said('dkim=pass header.d=test', 'dmarc=pass header.from=test')],
  ['DKIM without a domain', said('dkim=pass', dmarc)],
  ['DMARC without a domain', said(dkim, 'dmarc=pass')],
  ['DKIM of two domains', said('dkim=pass header.d=evil.test header.d=owner.test', dmarc)],
  ['DKIM of two domains, ours first', said('dkim=pass header.d=owner.test header.d=evil.test', dmarc)],
  ['DKIM of an address', said('dkim=pass header.d=x@owner.test', dmarc)],
  [
    'DKIM whose identity is ours and whose domain is not',
    said('dkim=pass header.d=evil.test header.i=@owner.test', dmarc),
  ],
  ['an identity that quotes ours', said('dkim=pass header.i="ann@owner.test"@evil.test', dmarc)],
  [
    'an identity that quotes a whole result',
    said('dkim=pass header.i="a; dkim=pass header.d=owner.test"@evil.test', dmarc),
  ],
  ['DKIM alone', said(dkim)],
  ['DMARC alone', said(dmarc)],
  ['SPF and DMARC', said('spf=pass smtp.mailfrom=owner.test', dmarc)],
  ['SPF and DKIM', said('spf=pass smtp.mailfrom=owner.test', dkim)],
  ['DMARC that says none', said(dkim, 'dmarc=none header.from=owner.test')],
  ['DMARC that failed', said(dkim, 'dmarc=fail header.from=owner.test')],
  ['DKIM that failed', said('dkim=fail header.d=owner.test', dmarc)],
  [
    'our broken signature and a good one of another',
    said('dkim=fail header.d=owner.test', 'dkim=pass header.d=evil.test', dmarc),
  ],
  ['a result that only begins with pass', said('dkim=pass-ish header.d=owner.test', dmarc)],
  ['a result that goes on', said('dkim=passed header.d=owner.test', dmarc)],
  ['a word in place of a sign', said('dkim is pass header.d=owner.test', dmarc)],
  ['a result in quotes', said('dkim="pass" header.d=owner.test', dmarc)],
  ['a result with a second one', said('dkim=pass=fail header.d=owner.test', dmarc)],
  ['a guess', said(dkim, 'dmarc=bestguesspass header.from=owner.test')],
  ['a method that ends with ours', said('x-dkim=pass header.d=owner.test', dmarc)],
  ['a method that begins with ours', said('dkim-atps=pass header.d=owner.test', dmarc)],
  ['a method of a version that nobody knows', said('dkim/2=pass header.d=owner.test', dmarc)],
  ['a method in quotes', said('"dkim"=pass header.d=owner.test', dmarc)],
  ['a result that stands in a comment', said(`spf=pass (${dkim}; ${dmarc})`)],
  ['a result in nested comments', said(`spf=pass ((${dkim}) ; (${dmarc}))`)],
  ['a result in a reason', said(`spf=pass reason="; ${dkim}; ${dmarc}"`)],
  ['a fail whose pass is a comment', said('dkim=(pass) fail header.d=owner.test', dmarc)],
  ['a domain whose better half is a comment', said('dkim=pass header.d=(owner.test) evil.test', dmarc)],
  ['a domain after a blank', said('dkim=pass header.d=evil.test owner.test', dmarc)],
  ['a result in a property', said('spf=pass dkim=pass header.d=owner.test', dmarc)],
  ['a comment without an end', said('spf=pass (a', dkim, dmarc)],
  ['a comment without a beginning', said('spf=pass a)', dkim, dmarc)],
  ['a quote without an end', said('spf=pass reason="a', dkim, dmarc)],
  [
    'a comment that a sender closed, and the server’s own word behind it',
    said('spf=pass (of "x)', dkim, dmarc, 'y=("@evil.test)', 'dmarc=fail header.from=owner.test'),
  ],
  ['two words about the policy', said('dmarc=fail header.from=owner.test', dkim, dmarc)],
  ['the same two words', said(dkim, dmarc, dmarc)],
  ['a policy that cannot be read beside one that can', said(dkim, dmarc, 'dmarc fail')],
  ['a broken policy beside one that can be read', said(dkim, dmarc, 'dmarc=')],
  ['more results than are looked at', said(dkim, dmarc, ...Array.from({ length: 19 }, () => 'spf=none'))],
  ['a header longer than is read', results(`${good}; x=${'a'.repeat(20_000)}`)],
  ['comments deeper than are read', results(`${good} ${'('.repeat(30)}${')'.repeat(30)}`)],
  ['a control character', results(`${good}\u0000`)],
  ['a header within a header', results(`mx.evil.test\r\nAuthentication-Results: ${good}`)],
  ['a seal that nobody lists', said('arc=pass header.d=relay.test', dmarc)],
  [
    'a seal of another forwarder',
    said('arc=pass header.d=evil.test', dmarc),
    { ...pin, arcSealers: ['relay.test'] },
  ],
  [
    'a seal below a listed forwarder',
    said('arc=pass header.d=x.relay.test', dmarc),
    { ...pin, arcSealers: ['relay.test'] },
  ],
  [
    'a listed seal that broke',
    said('arc=fail header.d=relay.test', dmarc),
    { ...pin, arcSealers: ['relay.test'] },
  ],
  [
    'a listed seal beside another',
    said('arc=pass header.d=relay.test', 'arc=pass header.d=evil.test', dmarc),
    { ...pin, arcSealers: ['relay.test'] },
  ],
  [
    'a listed seal in a comment',
    said('arc=pass (header.d=relay.test)', dmarc),
    { ...pin, arcSealers: ['relay.test'] },
  ],
  [
    'a listed seal without the policy',
    said('arc=pass header.d=relay.test'),
    { ...pin, arcSealers: ['relay.test'] },
  ],
];

const faces: [name: string, parts: Partial<RawMail>, note: string][] = [
  ['no From', from(), 'no-sender'],
  ['an empty From', from('  '), 'no-sender'],
  ['two From headers', from('ann@owner.test', 'evil@evil.test'), 'several-senders'],
  ['the same From twice', from('ann@owner.test', 'ann@owner.test'), 'several-senders'],
  ['two addresses', from('ann@owner.test, evil@evil.test'), 'several-senders'],
  ['two addresses in brackets', from('Ann <ann@owner.test>, <evil@evil.test>'), 'several-senders'],
  ['a comma and nothing', from('ann@owner.test,'), 'several-senders'],
  ['a name that would be two addresses unencoded', from('Owner, Ann <ann@owner.test>'), 'several-senders'],
  ['a group', from('Team: ann@owner.test;'), 'unreadable-sender'],
  ['an empty group', from('Undisclosed:;'), 'unreadable-sender'],
  ['two pairs of brackets', from('<ann@owner.test> <evil@evil.test>'), 'unreadable-sender'],
  ['words behind the brackets', from('<ann@owner.test> evil@evil.test'), 'unreadable-sender'],
  ['brackets in brackets', from('<<ann@owner.test>>'), 'unreadable-sender'],
  ['brackets without an end', from('Ann <ann@owner.test'), 'unreadable-sender'],
  ['a word in place of an end', from('Ann <ann@owner.test x'), 'unreadable-sender'],
  ['an end before the beginning', from('Ann > Bob <ann@owner.test>'), 'unreadable-sender'],
  ['a group that never ends', from('Team: Ann <ann@owner.test>'), 'unreadable-sender'],
  ['a semicolon in a name', from('Ann; Bob <ann@owner.test>'), 'unreadable-sender'],
  ['a quoted domain', from('ann@"owner.test"'), 'unreadable-sender'],
  ['a route', from('<@evil.test:ann@owner.test>'), 'unreadable-sender'],
  ['two signs', from('ann@owner.test@evil.test'), 'unreadable-sender'],
  ['an address in a local part', from('"ann@owner.test"@evil.test'), 'unreadable-sender'],
  ['a blank in the address', from('ann @owner.test'), 'unreadable-sender'],
  ['a comment in the address', from('ann@(evil.test)owner.test'), 'unreadable-sender'],
  ['a comment without an end', from('ann@owner.test (x'), 'unreadable-sender'],
  ['a quote without an end', from('"Ann <ann@owner.test>'), 'unreadable-sender'],
  ['an encoded local part', from('=?utf-8?q?ann?=@owner.test'), 'unreadable-sender'],
  ['a number for a domain', from('ann@[192.0.2.1]'), 'unreadable-sender'],
  ['a domain with a dot too much', from('ann@owner.test.'), 'unreadable-sender'],
  ['an underline in the domain', from('ann@own_er.test'), 'unreadable-sender'],
  ['a hidden character in the domain', from('ann@own\u200Ber.test'), 'unreadable-sender'],
  ['a null', from('ann@owner.test\u0000'), 'unreadable-sender'],
  ['a very long one', from(`${'a'.repeat(3_000)} <ann@owner.test>`), 'unreadable-sender'],
  ['a very long address', from(`${'a'.repeat(400)}@owner.test`), 'unreadable-sender'],
  ['a name that is an address', from('"ann@owner.test" <ann2@owner.test>'), 'address-in-name'],
  ['a bare name that is an address', from('ann@owner.test <ann2@owner.test>'), 'address-in-name'],
  [
    'an encoded name that is an address',
    from('=?utf-8?q?ann=40owner.test?= <ann2@owner.test>'),
    'address-in-name',
  ],
  [
    'an encoded name in base64',
    from('=?utf-8?b?YW5uQG93bmVyLnRlc3Q=?= <ann2@owner.test>'),
    'address-in-name',
  ],
  ['a name with a wide sign', from('ann＠owner.test <ann2@owner.test>'), 'address-in-name'],
  ['a comment that is an address', from('ann2@owner.test (ann@owner.test)'), 'address-in-name'],
  ['a comment with brackets', from('Ann (<evil@owner.test>) <ann@owner.test>'), 'address-in-name'],
  ['a letter of another alphabet in the name of the mailbox', from('аnn@owner.test'), 'look-alike'],
  ['a sign whose small form is a letter of ours', from('\u212Aim@owner.test'), 'look-alike'],
  ['a domain of another alphabet', from('ann@оwner.test'), 'look-alike'],
  ['a coded domain', from('ann@xn--wner-55d.test'), 'look-alike'],
  ['a coded part of a domain', from('ann@xn--80ak6aa92e.owner.test'), 'look-alike'],
  ['an accent in the domain', from('ann@ówner.test'), 'look-alike'],
];

describe('threat: results that a sender borrows', () => {
  it.each(borrowed)('proves nobody by %s', (_name, parts, own = pin) => {
    const evidence = readMailEvidence(mail(parts), own);
    expect(evidence.aligned).toBe(false);
    expect(evidence.from).toBe('ann@owner.test');
    expect(authorityOf(evidence, owner).authority).toBe('owner_claimed');
    expect(authorityOf(evidence, { ...owner, isOwner: false }).authority).toBe('unknown');
  });

  it('keeps nothing of what another server says', () => {
    expect(readMailEvidence(mail(results(`mx.evil.test; ${dkim}`)), pin).checks).toEqual([]);
  });

  it.each([
    ['github.io', 'ann.github.io'],
    ['co.uk', 'owner.co.uk'],
    ['appspot.com', 'owner.appspot.com'],
  ])('lets %s speak for itself alone', (above, below) => {
    const parts = said(`dkim=pass header.d=${above}`, `dmarc=pass header.from=${below}`);
    expect(readMailEvidence(mail({ ...parts, ...from(`ann@${below}`) }), pin).aligned).toBe(false);
  });
});

describe('threat: senders with another face', () => {
  it.each(faces)('verifies nobody by %s', (_name, parts, note) => {
    const evidence = readMailEvidence(mail(parts), pin);
    expect(evidence.notes).toContain(note);
    expect(['unknown', 'owner_claimed']).toContain(authorityOf(evidence, owner).authority);
    expect(evidence.from === null).toBe(/senders?$/.test(note));
    expect(evidence.aligned && evidence.from === null).toBe(false);
  });

  it('takes the address in the brackets, whatever the name says', () => {
    const parts = from('"Ann Owner <ann@owner.test>" <evil@evil.test>');
    const evidence = readMailEvidence(mail(parts), pin);
    expect(evidence).toMatchObject({ from: 'evil@evil.test', aligned: false });
  });
});
