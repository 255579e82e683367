import { expect, test } from 'vitest';
import { sentText } from './sent-text.ts';

test('two prompts that were sent the same have the same text, in whatever order their fields are kept', () => {
  const call = { id: 'c1', tool: 'list', arguments: { add: 'rice', to: { b: 1, a: undefined } } };
  const kept = { tool: 'list', arguments: { to: { b: 1 }, add: 'rice' }, id: 'c1' };
  const of = (one: object) =>
    sentText({ system: 's', messages: [{ role: 'assistant', content: 'c', calls: [one] }] });
  expect(of(kept)).toBe(of(call));
});

test('one changed character changes it, wherever it stands', () => {
  const texts = [
    sentText({ system: 'ab', messages: [] }),
    sentText({ system: 'a', messages: [{ role: 'user', content: 'b' }] }),
    sentText({ system: 'a', messages: [{ role: 'assistant', content: 'b' }] }),
    sentText({
      system: 'a',
      messages: [
        { role: 'user', content: 'b' },
        { role: 'user', content: '' },
      ],
    }),
    sentText({ system: 'a', messages: [{ role: 'user', content: 'b', results: ['1'] }] }),
  ];
  expect(new Set(texts).size).toBe(texts.length);
});
