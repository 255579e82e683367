import nlp from 'compromise/two';
import { describe, expect, it } from 'vitest';
import { quickSweep, type Sweep } from './quick-sweep.ts';

const texts = [
  'My sister Ana moved to Porto last May, and now she works at the Bank of Portugal as an analyst.',
  "I can't stand the new heating system; it's been broken since Monday. Could you remind me to call Dr. Lopez at 5pm?",
  'Thanks, that settles the bread recipe for Lena, ticket 412 is closed!',
  'If we decide before the weekend, Emil will pay half of the 1,200 crowns that the roof of the barn costs now.',
  "He was running late because the train from Kyoto didn't leave, and nobody had told him so.",
  "Caroline’s counseling workshop was amazing — she's passionate about mental health, isn't she?",
  'What do you know about our search index, and why does Goran call it case 77?',
  'Walking the dog, painting a sunrise, baking: my kids love all of it.',
  'Meine Schwester wohnt in Kiel. Está lloviendo en Lima, pero el festival sigue.',
  'so i told her u should rest lol',
  'The better half of the most interesting people I have ever met would have said no to it.',
  'Will Mark may march in May?',
];
const { one } = (nlp as unknown as { methods(): { one: { bulkMatch: Sweep } } }).methods();
const own = one.bulkMatch;

function tagsWith(sweep: Sweep) {
  one.bulkMatch = sweep;
  try {
    return texts.map((text) => nlp(text).json() as object[]);
  } finally {
    one.bulkMatch = own;
  }
}

describe('the quick sweep', () => {
  it('finds what the library finds, in its order', () => {
    const quick = quickSweep(own);
    let rules = 0;
    const both: Sweep = (...input) => {
      const [theirs, ours] = [own(...input), quick(...input)];
      expect(ours.map(({ match, pointer }) => [match, pointer])).toEqual(
        theirs.map(({ match, pointer }) => [match, pointer]),
      );
      rules += ours.length;
      return theirs;
    };
    tagsWith(both);
    expect(rules).toBeGreaterThan(30);
  });

  it('gives words the tags that the library gives them', () => {
    const words = (tagged: ReturnType<typeof tagsWith>) =>
      JSON.stringify(tagged, (key, value: unknown) => (key === 'id' ? undefined : value));
    expect(words(tagsWith(quickSweep(own)))).toBe(words(tagsWith(own)));
  });

  it('leaves a sweep for the first match alone to the library', () => {
    const asked: unknown[] = [];
    quickSweep((...input) => {
      asked.push(input[3]);
      return [];
    })(
      [],
      { hooks: {}, always: [] },
      { one: { cacheDoc: () => [], match: () => ({ ptrs: [] }) } },
      {
        matchOne: true,
      },
    );
    expect(asked).toEqual([{ matchOne: true }]);
  });
});
