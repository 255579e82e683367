import { expect, test } from 'vitest';
import { sayThoughts } from './say-thoughts.ts';

const thoughts = [
  'reaction (2)',
  '- Ana: The launch is on Friday.',
  '- Bo: Nice.',
  '',
  'question (2)',
  '- Ana: Who tests it?',
  '- Bo: What happens when the cache is cold?',
  '',
  'disagreement (1)',
  '- Bo: I disagree, Friday is too early.',
].join('\n');

test('says one message of the weightiest thoughts, the newest of each kind', () => {
  expect(sayThoughts(thoughts)).toBe(
    'On one point opinions differ: Bo said “I disagree, Friday is too early.” ' +
      'A question is open: Bo said “What happens when the cache is cold?” ' +
      'Of what was said, this stays with me: Bo said “Nice.”',
  );
});

test('is one line, whatever the thoughts are', () => {
  const many = Array.from({ length: 50 }, (_, n) => `kind ${n} (1)\n- ${'word '.repeat(200)}`).join('\n\n');
  for (const text of [thoughts, many, 'First, a thought (reaction): “The boat is red.”.\nSo it is.'])
    expect(sayThoughts(text)).not.toContain('\n');
  expect(sayThoughts(many).length).toBeLessThan(400);
});

test('says so where there is nothing', () => {
  expect(sayThoughts('')).toBe('I have nothing to add.');
  expect(sayThoughts('  \n ')).toBe('I have nothing to add.');
});

test('speaks the language of the thoughts', () => {
  expect(sayThoughts('question (1)\n- Ana: Wer hat den Schlüssel für das Haus mitgenommen?')).toMatch(
    /^Eine Frage ist offen: Ana sagte/,
  );
});
