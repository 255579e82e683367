import { describe, expect, it } from 'vitest';
import { questionShare } from './question-share.ts';

describe('how far a text is a question', () => {
  it.each([
    "What's my door code?",
    'whats my door code',
    'Wo wohne ich?',
    'wo wohne ich',
    'Où est-ce que j’habite ?',
    '¿Dónde vivo?',
    'Onde é que eu moro?',
    'Dove abito?',
  ])('wholly: %s', (text) => expect(questionShare(text)).toBe(1));

  it.each(['I went to the lake. How was yours?', 'My sister Ana is here, can she stay?'])(
    'hardly: %s',
    (text) => {
      expect(questionShare(text)).toBeGreaterThan(0);
      expect(questionShare(text)).toBeLessThan(0.5);
    },
  );

  it.each([
    'My new door code is 4417',
    'Wir wohnen in Kiel',
    'Mi código es 4417',
    'When I was in Rome it rained',
  ])('not at all: %s', (text) => expect(questionShare(text)).toBe(0));
});
