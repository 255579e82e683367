import { pick } from '@salience/testing/load';

const vocabularySize = 20_000;
const syllables =
  'ba be bo da de di du fa fe fi ga go ha ka ke ki ko la le li lo lu ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vo za zo'.split(
    ' ',
  );
const common =
  'i we you they it was is are have had my the a an to of in on at with for and but so because that this very really then when about from'.split(
    ' ',
  );
const openers = ['What', 'Where', 'When', 'Who', 'How', 'Why', 'Which'];

/** Sentences of invented words whose frequencies follow Zipf's law, as those of a language do, between common English ones. */
export interface SyntheticTalk {
  /** A message of 8 to 30 words, two in five of them common. */
  message(): string;
  /** A question about a message: two to five of its words between common ones. */
  question(message: string): string;
}

/** Makes a source of talk; the same numbers, the same talk. */
export function syntheticTalk(random: () => number): SyntheticTalk {
  const words = Array.from({ length: vocabularySize }, (_, rank) => wordOf(rank));
  // The share of the first r ranks under Zipf's law is about ln(r) / ln(all): turned around, a uniform number gives a rank.
  const rare = (): string => words[Math.floor(vocabularySize ** random()) - 1] ?? '';
  const word = (): string => (random() < 0.4 ? pick(random, common) : rare());
  return {
    message() {
      const length = 8 + Math.floor(random() * 23);
      return `${Array.from({ length }, word).join(' ')}.`;
    },
    question(message) {
      const own = message
        .slice(0, -1)
        .split(' ')
        .filter((one) => !common.includes(one));
      const asked = Array.from({ length: 2 + Math.floor(random() * 4) }, () => pick(random, own));
      return `${pick(random, openers)} ${asked.flatMap((one) => [pick(random, common), one]).join(' ')}?`;
    },
  };
}

/** An invented word for a rank, different for each; frequent ones are short. */
function wordOf(rank: number): string {
  let left = rank + syllables.length;
  let word = '';
  while (left > 0) {
    word += syllables[left % syllables.length] ?? '';
    left = Math.floor(left / syllables.length);
  }
  return word;
}
