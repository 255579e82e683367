import { describe, expect, test } from 'vitest';
import { extractCues } from './extract-cues.ts';

const fragmentOf = (text: string) => extractCues(text).fragment;

describe('a thing with its amount, its size or what it is added to is ordered', () => {
  test.each([
    'two tickets',
    '3 pencils',
    'pencils 3',
    'a sharp knife',
    'the blue folder, large',
    'an extra blanket for the night please',
    'and a stapler',
    'plus envelopes',
    'with a lid',
    'without sugar, please',
    'yes, two of the green ones',
    'a window seat and two cushions',
    'not Tuesday, Wednesday',
    'zwei Fahrkarten',
    'noch eine Decke',
    'und ein Stempel',
    'nicht Dienstag, sondern Mittwoch',
    'deux billets',
    'et une couverture',
    'tres entradas',
    'y una manta',
    'duas toalhas',
    'e uma manta',
    'quattro biglietti',
    'e una coperta',
  ])('%s', (text) => {
    expect(fragmentOf(text)).toBe(1);
  });
});

describe('a wish to be given something is an order', () => {
  test.each([
    'can I get a window seat',
    'could we have the bill',
    "I'll have the fish",
    'I will take both',
    'I would prefer the morning train',
    "I'm going with the second offer",
    'I like two pencils',
    'the green one is fine',
    'ich nehme die Suppe',
    'je prends la soupe',
    'para mí la sopa',
    'vou querer a sopa',
    'prendo la zuppa',
  ])('%s', (text) => {
    expect(fragmentOf(text)).toBeGreaterThan(0);
  });
});

describe('a thing that is just named is less', () => {
  test.each(['staples', 'brown envelopes', 'yes, staples', 'Briefumschläge', 'pavlova'])('%s', (text) => {
    expect(fragmentOf(text)).toBe(0.5);
  });
});

describe('what tells, asks, greets or orders in a sentence is no fragment', () => {
  test.each([
    '',
    '...',
    'two tickets?',
    'is there a lid',
    'which envelopes',
    'I like envelopes',
    'I prefer trains',
    'I have two sisters',
    'two people were here',
    'book two tickets',
    'tell me about envelopes',
    'I need an envelope',
    "I'll have to leave",
    'can I get your address',
    'the meaning of envelopes',
    'any envelopes',
    'updated',
    'it',
    'hello Bo',
    'thanks a lot',
    'with pleasure',
    'ok',
    'yes please',
    'good evening and a pleasant night',
    'ich habe zwei Schwestern',
    "j'ai deux sœurs",
    'tengo una hermana',
    'tenho duas irmãs',
    'ho due sorelle',
  ])('%s', (text) => {
    expect(fragmentOf(text)).toBe(0);
  });
});
