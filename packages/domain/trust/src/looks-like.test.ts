import type { Evidence } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksLike } from './looks-like.ts';
import { readMailEvidence } from './mail/mail-evidence.ts';
import { mail, pin } from './mail/mails.fixture.ts';

const people = [
  { name: 'José Cohen', addresses: ['Jose@corp.test', 'jose@home.test'] },
  { name: 'Bo', addresses: ['bo@corp.test'] },
  { name: 'José Cohen', addresses: ['other.jose@else.test'] },
  { name: '', addresses: [] },
];
const notesOn = (from: string) => looksLike(readMailEvidence(mail({ from: [from] }), pin), people);

describe('looksLike', () => {
  it.each([
    ['the person', 'José Cohen <jose@corp.test>'],
    ['the person at another address', '"Cohen, Jose" <jose@home.test>'],
    ['somebody of the same name', 'Jose Cohen <other.jose@else.test>'],
    ['a stranger', 'Eve Adams <eve@evil.test>'],
    ['a stranger who shares a word', 'Jose Adams <jose@evil.test>'],
    ['a stranger whose name begins alike', 'Bo Adams <bo@evil.test>'],
    ['a colleague', 'Ann <ann@corp.test>'],
    ['a mail without a name', 'eve@evil.test'],
    ['a name without words', '"!" <eve@evil.test>'],
  ])('says nothing about %s', (_name, from) => {
    expect(notesOn(from)).toEqual([]);
  });

  it.each([
    ['the same name', 'José Cohen <eve@evil.test>'],
    ['without its accent', 'Jose Cohen <eve@evil.test>'],
    ['in capitals', 'JOSE COHEN <eve@evil.test>'],
    ['the other way round', '"Cohen, José" <eve@evil.test>'],
    ['with more words', '"José Cohen (via Desk)" <eve@evil.test>'],
    ['written in one', 'JoseCohen <eve@evil.test>'],
    ['with a Cyrillic o', 'Jоse Cоhen <eve@evil.test>'],
    ['with a Greek omicron', 'Jοse Cοhen <eve@evil.test>'],
    ['with a zero', 'J0se C0hen <eve@evil.test>'],
    ['in wide letters', 'Ｊｏｓｅ Ｃｏｈｅｎ <eve@evil.test>'],
    ['with a hidden character', 'Jo\u200Bse Cohen Desk <eve@evil.test>'],
    ['encoded', '=?utf-8?q?Jos=C3=A9_Cohen?= <eve@evil.test>'],
    ['of one word', 'Во <eve@evil.test>'],
  ])('threat: the name of another, %s', (_name, from) => {
    expect(notesOn(from)).toEqual(['name-of-another']);
  });

  it.each([
    ['a one for an l', 'bo@c0rp.test'],
    ['a letter of another alphabet', 'bo@cоrp.test'],
    ['a domain alone', 'eve@corp.tesт'],
    ['an address alone', 'b0@corp.test'],
  ])('threat: an address like another, by %s', (_name, from) => {
    expect(notesOn(from)).toEqual(['address-like-another']);
  });

  it.each([
    ['rn for m', 'ann@farm.test', 'ann@farrn.test'],
    ['vv for w', 'ann@web.test', 'ann@vveb.test'],
    ['i for l', 'ann@mail.test', 'ann@maii.test'],
    ['1 for l', 'ann@mail.test', 'ann@mai1.test'],
  ])('threat: %s', (_name, known, from) => {
    const evidence = readMailEvidence(mail({ from: [from] }), pin);
    expect(looksLike(evidence, [{ name: 'Ann', addresses: [known] }])).toEqual(['address-like-another']);
  });

  it('says both of a mail that does both, also where it names no address', () => {
    expect(notesOn('Bo <bo@c0rp.test>')).toEqual(['name-of-another', 'address-like-another']);
    const evidence = { ...readMailEvidence(mail(), pin), from: null, name: 'Bo' };
    expect(looksLike(evidence, people)).toEqual(['name-of-another']);
  });

  it('has nothing to say of what is no mail', () => {
    const person: Evidence = { kind: 'person', by: 'Bo' };
    expect(looksLike(person, people)).toEqual([]);
  });

  it('never throws, and says nothing where nobody is known', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, other) => {
        const evidence = { ...readMailEvidence(mail(), pin), name };
        expect(looksLike(evidence, [])).toEqual([]);
        expect(looksLike(evidence, [{ name, addresses: ['ann@owner.test'] }])).toEqual([]);
        expect(looksLike(evidence, [{ name: other, addresses: [other] }]).length).toBeLessThanOrEqual(2);
      }),
    );
  });
});
