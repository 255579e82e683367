import { expect, it } from 'vitest';
import { isHeard } from './is-heard.ts';

const question = 'A new file appeared at “/in/a & b.pdf”. Is it homework?';

it('finds a question as it stands in a prompt, escaped and broken into lines', () => {
  const shown = [
    '<message from="signal">A new file appeared at “/in/a &amp; b.pdf”.\nIs it homework?</message>',
  ];
  expect(isHeard(question, shown)).toBe(true);
});

it('does not take for heard what was cut, is another question, or has no word', () => {
  expect(isHeard(question, ['A new file appeared at “/in/a'])).toBe(false);
  expect(isHeard(question, ['A new file appeared at', '“/in/a & b.pdf”. Is it homework?'])).toBe(false);
  expect(isHeard(question, [])).toBe(false);
  expect(isHeard('…?', ['…?'])).toBe(false);
});
