import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksForAnswer } from './asks-for-answer.ts';
import { wantNone, wantOne } from './mails.fixture.ts';

describe('asksForAnswer', () => {
  it.each(wantNone.map((mail) => ({ mail })))('wants none: $mail.0', ({ mail }) => {
    expect(asksForAnswer(...mail)).toBeLessThan(0.5);
  });

  it.each(wantOne.map((mail) => ({ mail })))('wants one: $mail.0', ({ mail }) => {
    expect(asksForAnswer(...mail)).toBeGreaterThanOrEqual(0.5);
  });

  it('is wanted less of who only has a copy, and not by a list', () => {
    const of = (facts: Parameters<typeof asksForAnswer>[2]) =>
      asksForAnswer('Slides', 'Could you send the slides?', facts);
    expect(of({ addressed: true })).toBeGreaterThanOrEqual(0.5);
    expect(of({ addressed: false })).toBeLessThan(0.5);
    expect(of({ bulk: true })).toBeLessThan(0.5);
    expect(of({ from: 'Shop <no-reply@shop.example>' })).toBeLessThan(0.5);
    expect(of({ known: true })).toBeGreaterThan(of({}));
  });

  it('takes the word of who says that no answer is needed, or only tells', () => {
    const ask = 'Could you have a look?';
    expect(asksForAnswer('', `${ask} No need to reply.`)).toBeLessThan(0.3);
    expect(asksForAnswer('', `${ask} Du brauchst nicht zu antworten.`)).toBeLessThan(0.3);
    expect(asksForAnswer('FYI', ask)).toBeLessThan(asksForAnswer('', ask));
  });

  it('reads neither a signature nor a subject without end', () => {
    expect(asksForAnswer('', 'All done, see you.\n-- \nNeed a site? Call me: could you resist?')).toBe(0);
    expect(asksForAnswer(`${'a '.repeat(200)} could you come?`, '')).toBe(0);
  });

  it('does not take the question of an earlier mail for one of this mail', () => {
    const quoted = 'All right, thanks.\n\nAm 3. März schrieb Eva Holm:\n> Kannst du mir die Datei schicken?';
    expect(asksForAnswer('Re: Kannst du mir die Datei schicken?', quoted)).toBe(0);
    expect(asksForAnswer('Kannst du mir die Datei schicken?', '')).toBeGreaterThanOrEqual(0.5);
  });

  it('reads a sentence that a mail program wrapped, and none out of an address of the web', () => {
    expect(
      asksForAnswer('', 'I wanted to ask whether you could\ncome over and what time\nsuits you?'),
    ).toBeGreaterThanOrEqual(0.5);
    expect(asksForAnswer('', 'The page is https://example.org/search?q=can+you+send+it?')).toBe(0);
  });

  it('is within 0 and 1 and the same for the same mail, whatever is in it', () => {
    const words = fc.constantFrom(
      'could you',
      'please send',
      '?',
      '\n',
      '> ',
      'unsubscribe',
      'bitte',
      '-- ',
      'wrote:',
      'é',
    );
    const text = fc
      .array(fc.oneof(words, fc.string({ unit: 'binary' })), { maxLength: 30 })
      .map((parts) => parts.join(' '));
    const facts = fc.record(
      { from: fc.string(), bulk: fc.boolean(), addressed: fc.boolean(), known: fc.boolean() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(text, text, facts, (subject, body, known) => {
        const asks = asksForAnswer(subject, body, known);
        expect(asks).toBeGreaterThanOrEqual(0);
        expect(asks).toBeLessThanOrEqual(1);
        expect(asksForAnswer(subject, body, known)).toBe(asks);
      }),
    );
  });
});
