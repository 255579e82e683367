import { evidenceSchema } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorityOf } from '../authority-of.ts';
import { trustOfInbound } from '../trust-of-inbound.ts';
import { type RawMail, readMailEvidence } from './mail-evidence.ts';
import { good, mail, pin } from './mails.fixture.ts';

/** What headers are made of, whole and in pieces. */
const pieces = fc.oneof(
  fc.constantFrom(
    ...(
      'mx.home.test|; |;| |\r\n |(|)|"|\\|=|<|>|@|,|:|[|]|.|dkim=pass|dmarc=pass|dkim=fail|dmarc=fail|spf=pass|arc=pass|dkim|dmarc|pass' +
      '|header.d=owner.test|header.d=evil.test|header.i=@owner.test|header.from=owner.test|header.from=evil.test| header.d=| header.from=' +
      '|owner.test|evil.test|ann@owner.test|evil@evil.test|Ann|=?utf-8?q?=40?=|mx.evil.test|1|none|reason="|\u0000|\uD800|а|xn--a.test'
    ).split('|'),
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const header = fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join(''));
/** A good header with something put into it, or in place of a part. */
const spoiled = (whole: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(whole.length), fc.nat(6), fc.array(pieces, { maxLength: 4 }))
    .map(([at, cut, parts]) => whole.slice(0, at) + parts.join('') + whole.slice(at + cut));
const fromHeader = fc.oneof(header, spoiled('Ann Owner <ann@owner.test>'));
const resultsHeader = fc.oneof(header, spoiled(good), fc.constant(good));
const raw: fc.Arbitrary<RawMail> = fc.record({
  mailbox: fc.string({ unit: 'binary', maxLength: 120 }),
  from: fc.oneof(fc.array(fromHeader, { maxLength: 2 }), fc.constant(['ann@owner.test'])),
  replyTo: fc.array(header, { maxLength: 12 }),
  authenticationResults: fc.array(resultsHeader, { maxLength: 3 }),
  messageId: fc.option(fc.string({ unit: 'binary' })),
  bytes: fc.double(),
});
const who = fc.record({
  isOwner: fc.boolean(),
  isKnown: fc.boolean(),
  isListed: fc.boolean(),
  session: fc.boolean(),
});

describe('readMailEvidence of anything', () => {
  it('never throws, and makes evidence that can be stored', () => {
    fc.assert(
      fc.property(raw, (one) => {
        const evidence = readMailEvidence(one, pin);
        expect(evidenceSchema.safeParse(evidence).success).toBe(true);
        expect(JSON.stringify(evidence).isWellFormed()).toBe(true);
        expect(JSON.stringify(evidence)).not.toMatch(/\\u0000|\\ud[89ab]/);
      }),
      { numRuns: 1_000 },
    );
  });

  it('threat: says aligned only if the first header is the pinned server’s and says so', () => {
    fc.assert(
      fc.property(raw, (one) => {
        const { aligned, authserv, from } = readMailEvidence(one, pin);
        if (!aligned) return;
        expect(authserv).toBe('pinned');
        expect(one.from).toHaveLength(1);
        expect(one.from[0]?.toLowerCase()).toContain(from);
        // Read apart from the code: without comments, whose innermost go first.
        let first = one.authenticationResults[0] ?? '';
        for (let last = ''; last !== first; ) [last, first] = [first, first.replace(/\([^()]*\)/g, ' ')];
        expect(first.trim().replace(/^"/, '')).toMatch(/^mx\.home\.test["\s;]/i);
        expect(first).toMatch(/;\s*dmarc(?:\/1)?\s*=\s*pass\b(?!-)/i);
        expect(first).toMatch(/;\s*dkim(?:\/1)?\s*=\s*pass\b(?!-)/i);
      }),
      { numRuns: 2_000 },
    );
  });

  it('tries mails that are proven too', () => {
    const some = fc.sample(raw, { numRuns: 400, seed: 7 });
    expect(some.filter((one) => readMailEvidence(one, pin).aligned).length).toBeGreaterThan(10);
  });

  it('threat: no header below the first changes anything', () => {
    fc.assert(
      fc.property(raw, fc.array(resultsHeader, { maxLength: 4 }), (one, below) => {
        const [first, ...others] = one.authenticationResults;
        fc.pre(first !== undefined);
        const more = { ...one, authenticationResults: [first ?? '', ...below, ...others] };
        expect(readMailEvidence(more, pin)).toEqual(readMailEvidence(one, pin));
      }),
    );
  });

  it('threat: a header of any other server proves nothing', () => {
    fc.assert(
      fc.property(raw, header, (one, server) => {
        fc.pre(!/^[\s"(]*mx\.home\.test/i.test(server) && !server.includes('mx.home.test'));
        const [first = good, ...others] = one.authenticationResults;
        const theirs = first.replaceAll(/mx\.home\.test/gi, server);
        fc.pre(!theirs.toLowerCase().includes('mx.home.test'));
        const evidence = readMailEvidence({ ...one, authenticationResults: [theirs, ...others] }, pin);
        expect(evidence).toMatchObject({ aligned: false, checks: [] });
      }),
    );
  });

  it('threat: a mail is never trusted as the words of the person whom the agent serves', () => {
    fc.assert(
      fc.property(raw, who, (one, sender) => {
        const { authority } = authorityOf(readMailEvidence(one, pin), sender);
        expect(authority).not.toBe('system');
        expect(['external', 'unverified']).toContain(trustOfInbound(authority));
      }),
    );
  });

  it.each<[string, string]>([
    ['brackets', '('.repeat(1_000_000)],
    ['quotes', '"'.repeat(1_000_001)],
    ['results', 'dkim=pass;'.repeat(100_000)],
    ['encoded words', '=?utf-8?q?a?= '.repeat(100_000)],
    ['signs', '@'.repeat(1_000_000)],
  ])('gives up on a million %s', (_name, long) => {
    const parts = { from: [long], replyTo: [long], authenticationResults: [`${good};${long}`] };
    const evidence = readMailEvidence(mail(parts), pin);
    expect(evidence).toMatchObject({ from: null, aligned: false });
    expect(evidence.notes).toEqual(['unreadable-sender', 'unreadable-results']);
  });
});
