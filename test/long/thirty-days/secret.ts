import type { Saying } from './sayings.ts';

/** A person whom nobody else has heard of. */
export const secretPerson = 'Zorblatta';
/** Words that only the secret has: whatever holds one of them says something that was to be forgotten. */
export const secretWords = [secretPerson, 'Quirrelwick', 'brumsel'] as const;
/** Asked when all of it is forgotten; names none of these words. */
export const secretQuestion = 'Where does my sister live?';

const aboutHer = [
  'My sister Zorblatta lives in Porto. Remember that.',
  'Zorblatta works at the Quirrelwick, and she likes it there.',
  'Zorblatta bought a brumsel in Porto; it is red and quite loud.',
  'I want to visit Zorblatta at the Quirrelwick before the summer ends.',
  "Zorblatta's brumsel broke down again and I am worried about her.",
];
const byHer = [
  'I moved into a flat near the Quirrelwick last week.',
  'My brumsel is in the workshop until Friday, so I walk to work.',
  'The people at the Quirrelwick gave me a promotion, I am so happy!',
  'I sold the brumsel to a neighbour who will paint it green.',
  'We will close the Quirrelwick over the holidays and I come to see you.',
];
const asked = [
  secretQuestion,
  'What do you know about Zorblatta?',
  'Who works at the Quirrelwick?',
  'Remind me in two hours to call Zorblatta.',
  'What is a brumsel?',
];

/** What is said of the secret on a day: told on five days of the life, by her in a thread of her own too, and asked the day after. */
export function secretSayings(day: number, days: number): Saying[] {
  const every = Math.max(1, Math.floor(days / aboutHer.length));
  const thread = `evening-${day}`;
  const place = Math.floor(day / every);
  const told = day % every === Math.min(1, every - 1);
  const after = day % every === Math.min(2, every - 1);
  return [
    ...(told ? [aboutHer[place], byHer[place]] : []).flatMap((text, index) =>
      text === undefined
        ? []
        : [index === 0 ? { thread, text } : { thread: 'letters', speaker: secretPerson, text }],
    ),
    ...(after ? [asked[place], secretQuestion] : []).flatMap((text) =>
      text === undefined ? [] : [{ thread, text }],
    ),
  ];
}
