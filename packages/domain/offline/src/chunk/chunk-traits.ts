import type { ChunkProposal } from '@salience/contracts';
import { commonWord, splitSentences, splitWords } from '@salience/language';
import type { FoundFact } from './fact-patterns.ts';

type Trait = ChunkProposal['traits'][number];

const traitsMax = 8;
const relations =
  'wife|husband|partner|girlfriend|boyfriend|mother|father|mum|mom|dad|sister|brother|son|daughter|friend|best_friend|cousin|aunt|uncle|grandmother|grandfather|boss|colleague|neighbou?r|roommate|dog|cat|horse';
// Other keys ("dentist_appointment", "has") tell what is going on, not who somebody is.
const ofPerson = new RegExp(
  `^(?:name|birthday|age|lives_in|born_in|born_on|works_as|works_at|works_in|from|allergic_to|married_to|speaks|studies|plays|drives|likes|dislikes|is_a|hobby|job|hometown|pronouns|favourite_\\w+|(?:\\w+_)?(?:${relations}))$`,
  'u',
);
const notMeant =
  /\b(?:just kidding|kidding|joking|only a joke|not really|lol|haha|sarcasm|yeah right|as if)\b/iu;
// "I no longer work at Bosch", "I don't live in Oslo any more".
const noLonger =
  /\bI (no longer|don['’]t|do not) (live in|work (?:at|for|as)|like|love|play|speak|drive|study) (?:an? |the )?([\p{L}\p{N}][^.,;:!?]{0,80}?)( any ?more)?(?=[.,;:!?]|$| (?:and|but|because|since)\b)/u;
const endedKeys: Readonly<Record<string, string>> = {
  'live in': 'lives_in',
  'work at': 'works_at',
  'work for': 'works_at',
  'work as': 'works_as',
  // Who likes a thing no longer says that they do not like it.
  like: 'dislikes',
  love: 'dislikes',
  play: 'plays',
  speak: 'speaks',
  drive: 'drives',
  study: 'studies',
};
// What somebody does again and again tells a habit, though nobody called it one.
const habit = /\bI (usually|always|often|never) (\p{L}[^.,;:!?]{3,80})/u;

/** What an exchange tells of who speaks: the facts that are of a person, and habits. */
export function findTraits(text: string, facts: readonly FoundFact[], self: string): Trait[] {
  const literal = !notMeant.test(text);
  const over = splitSentences(text).flatMap((sentence) => {
    const found = findEnded(sentence);
    return found === undefined ? [] : [{ ...found, person: self, literal }];
  });
  const stated = facts
    .filter(({ key, subject }) => subject === self && ofPerson.test(key))
    .filter(({ key, value }) => !over.some((end) => end.key === key && end.value === value))
    .map(
      ({ confidence, key, value }): Trait => ({
        person: self,
        key,
        value,
        origin: 'explicit',
        ended: false,
        confidence,
        literal,
      }),
    );
  const habits = splitSentences(text).flatMap((sentence): Trait[] => {
    const match = sentence.includes('?') ? null : habit.exec(sentence);
    if (match === null) return [];
    const value = `${match[1] ?? ''} ${match[2] ?? ''}`.trim();
    return [
      {
        person: self,
        key: 'habit',
        value,
        origin: 'inferred',
        confidence: 0.6,
        ended: false,
        literal,
      },
    ];
  });
  return [...stated, ...over, ...habits].slice(0, traitsMax);
}

function findEnded(
  sentence: string,
): Pick<Trait, 'confidence' | 'ended' | 'key' | 'origin' | 'value'> | undefined {
  const match = sentence.includes('?') ? null : noLonger.exec(sentence);
  const [, how, verb = '', value = '', more] = match ?? [];
  const key = endedKeys[verb];
  if (key === undefined || (how !== 'no longer' && more === undefined)) return undefined;
  return { key, value, ended: key !== 'dislikes', origin: 'explicit', confidence: 0.9 };
}

const good =
  /(?<!\p{L})(?:love|loved|great|happy|glad|thanks|thank|amazing|wonderful|excited|perfect|nice|awesome|fantastic|proud|enjoy|enjoyed|beautiful|super|toll|danke|merci|gracias|obrigad[oa]|grazie)(?!\p{L})/giu;
const bad =
  /(?<!\p{L})(?:hate|hated|sad|angry|terrible|awful|worried|afraid|annoyed|annoying|frustrated|tired|sick|bad|worse|worst|broken|stressed|upset|sorry|disappointed|lonely|schlecht|traurig|triste|malade|enfermo)(?!\p{L})/giu;

/** How a text sounds, by the words that tell it; undefined where none does. */
export function findSentiment(text: string): NonNullable<ChunkProposal['sentiment']> | undefined {
  const ups = text.match(good) ?? [];
  const downs = text.match(bad) ?? [];
  const total = ups.length + downs.length;
  const [quote] = [...downs, ...ups];
  if (quote === undefined) return undefined;
  const lean = (ups.length - downs.length) / total;
  return {
    value: 0.5 + 0.25 * lean * (1 + Math.min(1, (total - 1) / 2)),
    confidence: total > 1 ? 0.7 : 0.55,
    quote,
  };
}

/** What a text is about: the two words that it comes back to, or begins with; undefined where it has none of its own. */
export function findScope(text: string): NonNullable<ChunkProposal['scope']> | undefined {
  const counts = new Map<string, number>();
  for (const word of splitWords(text.toLowerCase())) {
    if (word.length >= 4 && word.length <= 18 && /^\p{L}+$/u.test(word) && !commonWord(word))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  // A stable sort: of equals the one said first stays first.
  const label = Array.from(counts)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 2)
    .map(([word]) => word)
    .join(' ');
  return label === '' ? undefined : { label, confidence: 0.5 };
}
