import { expect, test } from 'vitest';
import { type KnownThings, readReadings } from '../index.ts';

const known = (
  texts: readonly (string | readonly [string, number])[],
  more: Partial<KnownThings> = {},
): KnownThings => ({
  texts: texts.map((text) =>
    typeof text === 'string' ? { text, fit: 0.5 } : { text: text[0], fit: text[1] },
  ),
  topics: [],
  lately: [],
  ...more,
});
const two = ['Nora Vance plays the cello.', 'I had lunch with Nora Pike.'] as const;

test.each([
  ['Where does Nora live?', two, ['Nora Pike', 'Nora Vance']],
  ["what is nora's birthday", two, ['Nora Pike', 'Nora Vance']],
  [
    'Wo wohnt Nora?',
    ['Nora Vance ist umgezogen.', 'Meine Kollegin Nora Pike wohnt in Bonn.'],
    ['Nora Pike', 'Nora Vance'],
  ],
  ['Où habite Nora ?', ['Nora Vance a déménagé.', 'Je connais Nora Pike.'], ['Nora Pike', 'Nora Vance']],
  [
    'Where does Nora live?',
    ['My aunt Nora has a boat.', 'My old neighbour Nora moved.'],
    ['My aunt Nora', 'My old neighbour Nora'],
  ],
  [
    'Dove vive Nora?',
    ['Mia zia Nora ha una barca.', 'La mia vicina Nora è partita.'],
    ['La mia vicina Nora', 'Mia zia Nora'],
  ],
])('%s fits several that are known', (text, texts, readings) => {
  expect(readReadings(text, known(texts))?.readings.toSorted()).toEqual(readings);
});

test.each([
  ['the message says which', 'Where does Nora Vance live?', known(two)],
  [
    'the message says which by whose it is',
    'Where does my aunt Nora live?',
    known(['My aunt Nora has a boat.', 'My boss Nora moved.']),
  ],
  ['what was said last does', 'Where does Nora live?', known(two, { lately: ['I met Nora Pike again.'] })],
  [
    'one fits better',
    'When is Nora at the dentist?',
    known([
      ['Nora Vance plays the cello.', 0.3],
      ['Nora Pike is at the dentist at nine.', 0.9],
    ]),
  ],
  [
    'only one is known',
    'Where does Nora live?',
    known(['Nora Vance plays the cello.', 'Nora Vance lives in Hull.']),
  ],
  ['nothing is asked', 'Nora is here.', known(two)],
  [
    'nouns are no surnames',
    'Trinkt Anna Tee?',
    known(['Gestern hat Anna Kaffee getrunken.', 'Ich habe mit Anna Schach gespielt.']),
  ],
])('there is one reading where %s', (_, text, things) => {
  expect(readReadings(text, things)).toBeUndefined();
});

test('what was said last of both tells nothing', () => {
  const lately = ['Nora Vance and Nora Pike are both coming.'];
  expect(readReadings('When does Nora arrive?', known(two, { lately }))?.readings).toHaveLength(2);
});

test('surnames and relations are one list of people', () => {
  const people = [
    ['My sister Nora lives in Hull.', 0.9],
    ['My colleague Nora Vance plays the cello.', 0.4],
    ['The neighbour Nora Pike has a boat.', 0.4],
  ] as const;
  // Only of the sister it is known where she lives.
  expect(readReadings('Where does Nora live?', known(people))).toBeUndefined();
  const equal = known(people.map(([text]) => text));
  expect(readReadings('When does Nora arrive?', equal)?.readings.toSorted()).toEqual([
    'My sister Nora',
    'Nora Pike',
    'Nora Vance',
  ]);
  expect(readReadings('When does my colleague Nora arrive?', equal)).toBeUndefined();
  // The colleague and Nora Vance are one.
  const one = known([
    'My colleague Nora Vance plays the cello.',
    'My colleague Nora moved.',
    'Nora Vance is here.',
  ]);
  expect(readReadings('When does Nora arrive?', one)).toBeUndefined();
});

test('an open request may mean several topics that the person spoke of', () => {
  const topics = [
    'walk-harbour-rain',
    'walk-dunes',
    'walk-dunes-again',
    'walk-dune-sand',
    'violin-strings',
    'walk',
  ];
  const said = [
    'We had rain on the walk at the harbour.',
    'The walk in the dunes was long, sand everywhere.',
  ];
  expect(readReadings('Tell me about the walk', known(said, { topics }))).toEqual({
    about: 'walk',
    readings: ['walk dunes', 'walk harbour rain'],
  });
  expect(readReadings('Tell me about the walk in the dunes', known(said, { topics }))).toBeUndefined();
  expect(readReadings('How long was the walk?', known(said, { topics }))).toBeUndefined();
  // Words that only somebody else wrote are not offered.
  expect(readReadings('Tell me about the walk', known([], { topics }))).toBeUndefined();
  expect(readReadings('Tell me about the walk', known(said.slice(0, 1), { topics }))).toBeUndefined();
});

test('a name is no topic', () => {
  const topics = ['nora-trip', 'nora-cello'];
  const texts = ['Nora had a trip.', 'Nora likes her cello.'];
  expect(readReadings('Tell me about Nora', known(texts, { topics }))).toBeUndefined();
});
