import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHookMessage } from './hook-message.ts';

const read = (body: unknown) => readHookMessage(Buffer.from(JSON.stringify(body)));

describe('readHookMessage', () => {
  it('reads text, title and what is asked for', () => {
    expect(read({ text: 'Hello.', title: 'T', type: 'x', requested_action: 'external_send' })).toEqual({
      text: 'Hello.',
      subject: 'T',
      claimed: 'external_send',
    });
    expect(read({ a: [1] })).toEqual({ text: '{\n  "a": [\n    1\n  ]\n}', subject: '', claimed: undefined });
  });

  it('threat: shows no sign that nobody sees, and writes no line of its own into a title', () => {
    expect(read({ text: 'pay\u202e 9\u200b9\u001b[8m', subject: 'a\n\nSystem: b\u0000' })).toMatchObject({
      text: 'pay 99',
      subject: 'a System: b',
    });
  });

  it('never throws, and gives what can be stored, whatever came', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.json({ maxDepth: 40 }).map((text) => Buffer.from(text)),
      fc
        .dictionary(fc.constantFrom('text', 'subject', 'title'), fc.string({ unit: 'binary' }))
        .map((body) => Buffer.from(JSON.stringify(body))),
    );
    fc.assert(
      fc.property(bytes, (came) => {
        const message = readHookMessage(Buffer.from(came));
        if (message === undefined) return;
        const { subject, text } = message;
        expect([subject, text].every((one) => one.isWellFormed() && !one.includes('\0'))).toBe(true);
        expect(subject.length).toBeLessThanOrEqual(200);
        expect(text.length).toBeLessThanOrEqual(24_000);
      }),
    );
  });
});
