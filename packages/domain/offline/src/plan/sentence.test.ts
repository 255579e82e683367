import { describe, expect, it } from 'vitest';
import { isRefusal, isSentence } from './sentence.ts';

describe('a sentence states something by itself', () => {
  it.each([
    'My sister lives in Porto',
    'They are big.',
    "it's raining",
    "I'll have a shower",
    'two of my cats are ill',
    'Meine Schwester wohnt in Porto',
    'Ma sœur habite à Porto',
    'Mi hermana vive en Oporto',
    'A minha irmã mora no Porto',
    'Mia sorella abita a Porto',
  ])('%s', (text) => {
    expect(isSentence(text)).toBe(true);
  });

  it.each([
    'socks and a torch',
    'a hat for my sister',
    'their history',
    'on Friday at 9',
    'und am Freitag',
    'a bin and a hat',
    'où et quand',
    "du lait d'avoine",
    'il latte',
    'not oat milk, soy milk',
    'it',
  ])('%s does not', (text) => {
    expect(isSentence(text)).toBe(false);
  });
});

describe('a refusal gives no answer', () => {
  it.each([
    'nothing',
    'Never mind!',
    'not sure',
    'Keine Ahnung',
    'je ne sais pas',
    'No sé',
    'não sei',
    'non lo so',
  ])('%s', (text) => {
    expect(isRefusal(text)).toBe(true);
  });

  it.each(['nothing but socks', 'not eggs, tofu', 'no, at 6', 'the second'])('%s is none', (text) => {
    expect(isRefusal(text)).toBe(false);
  });
});
