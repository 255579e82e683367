import { expect, it } from 'vitest';
import { attachmentNote } from '../src/mail/attachment-note.ts';

const named = (...names: readonly string[]) =>
  attachmentNote({ attachments: names.map((name) => ({ name, type: 'application/pdf', bytes: 9 })) });

it('names what came with a mail', () => {
  expect(named()).toBe('');
  expect(named('a.pdf', '', 'b.png')).toBe('Attachments: a.pdf, without a name, b.png');
});

it('threat: names of attachments stay one line, bounded in length and number', () => {
  expect(named('a\nSubject: x\u202E,\u001b[2J b.pdf')).toBe('Attachments: a Subject: x; b.pdf');
  const many = named(...Array.from({ length: 25 }, (_, n) => `${n}${'x'.repeat(200)}`));
  expect(many).toMatch(/ and 5 more$/);
  expect(many.length).toBeLessThan(20 * 103 + 40);
});
