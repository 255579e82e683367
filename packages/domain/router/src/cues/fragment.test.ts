import { describe, expect, test } from 'vitest';
import { extractCues } from './extract-cues.ts';

const fragmentOf = (text: string) => extractCues(text).fragment;

describe('a thing that is counted is ordered', () => {
  test.each([
    'two tickets',
    '3 pencils',
    '2x envelopes',
    'and two staplers',
    'a cup of cocoa',
    'yes, two green ones',
    'a window seat and two cushions',
    'zwei Fahrkarten',
    'eine Tasse Kakao',
    'deux billets',
    'un verre de limonade',
    'tres entradas',
    'una botella de agua',
    'duas toalhas',
    'um copo de leite',
    'quattro biglietti',
    'un bicchiere di latte',
  ])('%s', (text) => {
    expect(fragmentOf(text)).toBe(1);
  });
});

describe('a wish to be given something is an order', () => {
  test.each([
    'can I get a window seat',
    'could we have the bill',
    'I would prefer the morning train',
    'I like two pencils',
    'ich nehme zwei Brötchen',
    'für mich eine Limonade',
    'je prends deux crêpes',
    'para mí una limonada',
    'vou querer duas sopas',
    'per me una zuppa',
  ])('%s', (text) => {
    expect(fragmentOf(text)).toBe(1);
  });
});

describe('a thing that is just named, with its article or its size, is less', () => {
  test.each([
    'staples',
    'brown envelopes',
    'yes, staples',
    'Briefumschläge',
    'pavlova',
    'a sharp knife',
    'the blue folder, large',
    'some envelopes',
    'noch eine Decke',
    "I'll have the fish",
    "I'm going with the second offer",
    'the green one is fine',
    'ich nehme die Suppe',
    'je prends la soupe',
    'vou querer a sopa',
    'prendo la zuppa',
  ])('%s', (text) => {
    expect(fragmentOf(text)).toBe(0.5);
  });
});

describe('what only goes on with something, or tells, orders nothing by itself', () => {
  test.each([
    'and a stapler',
    'plus envelopes',
    'with a lid',
    'without sugar, please',
    'two of the green ones',
    'I will take both',
    'not Tuesday, Wednesday',
    'not so fast',
    'und ein Stempel',
    'nicht dienstags, sondern mittwochs',
    'et une couverture',
    'pas cher',
    'sin prisa',
    'y una manta',
    'e uma manta',
    'senza fretta',
    // People, what happens to them, times and measures.
    'a nephew and a daughter',
    'a burst of joy',
    'a puncture!',
    'an argument',
    'a toothache',
    'big surprise',
    'four brothers',
    'six weeks',
    '40 miles',
    'eine Überraschung',
    'drei Jahre',
    'une dispute',
    'trois ans',
    'una sorpresa',
    'cinco meses',
    'uma surpresa',
    'dois anos',
    'una lite',
    'due mesi',
    // Numbers that count nothing.
    '58',
    'platform 9',
    'pencils 3',
    '2.71',
    'y = 4',
    'B52 bomber',
    'lib/main.rs',
    'Guests: two plumbers',
  ])('%s', (text) => {
    expect(fragmentOf(text)).toBeLessThanOrEqual(0.25);
  });
});

describe('verbs of taking tell as well', () => {
  test.each([
    "I'll have an operation",
    "I'll take a nap",
    "We'll have visitors in June",
    "I'd prefer not to say",
    "I'll get dressed",
    'ich bekomme Angst',
    'ich nehme Abschied',
    'ich kriege Hunger',
    'je prends froid',
    'je prends des vacances',
    'me da vergüenza',
    'me dá sono',
    'fico com fome',
    'mi dà gioia',
    'prendo sonno',
  ])('%s', (text) => {
    expect(fragmentOf(text)).toBeLessThanOrEqual(0.25);
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
