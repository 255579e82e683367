import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { composeMail, type Letter } from './compose-mail.ts';

const letter: Letter = {
  id: 'task_0193.answer',
  from: { address: 'ana@home.test', name: 'Ana Müller' },
  to: [{ address: 'bo@x.org', name: 'Bo "the boss"' }, { address: 'eva@y.org' }],
  subject: 'Re: Termin',
  text: 'Hallo Bo,\n\num 9 passt. 👋\n.\nAna',
  inReplyTo: '<q@x.org>',
  references: ['<p@x.org>', '<q@x.org>'],
  at: new Date('2026-11-24T08:05:09Z'),
};
const headersOf = (raw: Buffer): readonly string[] =>
  raw
    .toString('latin1')
    .split('\r\n\r\n')[0]!
    .split(/\r\n(?![ \t])/);
const names = (raw: Buffer): readonly string[] =>
  headersOf(raw).map((line) => line.slice(0, line.indexOf(':')));

describe('composeMail', () => {
  it('makes a mail that is read as it was meant', async () => {
    const { messageId, raw } = composeMail(letter);
    expect(messageId).toBe('<task_0193.answer@home.test>');
    const email = await PostalMime.parse(raw);
    expect(email).toMatchObject({
      from: { address: 'ana@home.test', name: 'Ana Müller' },
      to: [{ address: 'bo@x.org', name: 'Bo "the boss"' }, { address: 'eva@y.org' }],
      subject: 'Re: Termin',
      messageId,
      inReplyTo: '<q@x.org>',
      date: '2026-11-24T08:05:09.000Z',
    });
    expect(email.references?.split(/\s+/)).toEqual(['<p@x.org>', '<q@x.org>']);
    expect(email.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(letter.text);
    expect(headersOf(raw)).toContain('Date: Tue, 24 Nov 2026 08:05:09 +0000');
  });

  it('is the same for the same letter', () => {
    expect(composeMail(letter)).toEqual(composeMail({ ...letter }));
  });

  it.each([
    ['an id with a line end', { id: 'a\r\nb' }],
    ['an id that ends the brackets', { id: 'a>' }],
    ['no id', { id: '' }],
    ['nobody to write to', { to: [] }],
    ['an address with a line end', { to: [{ address: 'bo@x.org\r\nBcc: eva@y.org' }] }],
    ['two addresses in one', { to: [{ address: 'bo@x.org, eva@y.org' }] }],
    ['a sender that is none', { from: { address: 'Ana <ana@home.test>' } }],
    ['no time', { at: new Date(Number.NaN) }],
  ])('refuses %s', (_name, change) => {
    expect(() => composeMail({ ...letter, ...change })).toThrow(
      expect.objectContaining({ code: 'mail.bad-letter' }),
    );
  });

  it('leaves out ids that are none: a mail that has one is answered all the same', () => {
    const { raw } = composeMail({
      ...letter,
      inReplyTo: '<a b>\r\nBcc: x',
      references: ['no', '<a@b>', '<a@b>', '<ü@b>'],
    });
    expect(headersOf(raw).filter((line) => /^(In-Reply-To|References|Bcc)/.test(line))).toEqual([
      'References: <a@b>',
    ]);
  });

  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        '\r',
        '\n',
        '\r\n',
        '\u0085',
        '\u2028',
        '\0',
        ':',
        ' ',
        '=?',
        '?=',
        '"',
        '\\',
        '<',
        '>',
        ',',
        'ü',
        '😀',
        '\ud83d',
        'Bcc: x@y.org',
        '.',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
    ),
    maxLength: 60,
  });

  it('threat: no value ends a header or begins one, and what was written is read', async () => {
    const usual = names(composeMail(letter).raw);
    await fc.assert(
      fc.asyncProperty(text, text, text, text, async (subject, name, body, id) => {
        const { raw } = composeMail({
          ...letter,
          subject,
          text: body,
          to: [{ address: 'bo@x.org', name }, { address: 'eva@y.org' }],
          references: [id, '<p@x.org>'],
        });
        expect(names(raw)).toEqual(usual);
        // ASCII, in lines that every server takes.
        for (const line of raw.toString('latin1').split('\r\n')) {
          expect(line.length).toBeLessThanOrEqual(300);
          expect(line).toMatch(/^[ -~]*$/);
        }
        const email = await PostalMime.parse(raw);
        const oneLine = (value: string) =>
          value
            .toWellFormed()
            .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
            .replace(/\s+/g, ' ')
            .trim();
        expect((email.subject ?? '').normalize()).toBe(oneLine(subject).normalize());
        expect(email.to?.map(({ address }) => address)).toEqual(['bo@x.org', 'eva@y.org']);
        expect((email.to?.[0]?.name ?? '').normalize()).toBe(oneLine(name).normalize());
      }),
      { numRuns: 500 },
    );
  });
});
