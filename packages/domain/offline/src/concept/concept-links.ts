import type { ConceptProposal, RelationType } from '@salience/contracts';
import { findFacts } from '../chunk/fact-patterns.ts';

/** A relation between two names. */
export type Link = Omit<ConceptProposal['relations'][number], 'ended'> & { readonly ended: boolean };

/** What the keys of facts say of two things. */
const factLinks: Readonly<Record<string, RelationType>> = {
  lives_in: 'lives-in',
  works_at: 'works-at',
  works_as: 'works-as',
  works_in: 'works-at',
  married_to: 'partner-of',
  likes: 'likes',
  dislikes: 'dislikes',
  has: 'owns',
  drives: 'owns',
  plays: 'takes-part-in',
  studies: 'takes-part-in',
  is_a: 'is-a',
};
/** "My sister Ana": what Ana is to the one who speaks. */
const kin =
  /^(?:sister|brother|mother|father|mum|mom|dad|son|daughter|aunt|uncle|cousin|grandm\w+|grandpa|grandfather|niece|nephew|child|kid|step\w+|half_\w+)$/;
const partner = /^(?:wife|husband|partner|girlfriend|boyfriend|fiance|fiancee)$/;
const acquaintance =
  /^(?:\w+_)?(?:friend|boss|colleague|coworker|neighbou?r|teacher|coach|doctor|therapist|mentor|roommate|flatmate|classmate|teammate)$/;
const pet = /^(?:\w+_)?(?:dog|cat|puppy|kitten|horse|rabbit|parrot|hamster|pet|turtle|fish)$/;

const name = "\\p{Lu}[\\p{L}\\p{N}'’.+#-]*(?: \\p{Lu}[\\p{L}\\p{N}'’.+#-]*)*";
const phrase =
  "(?:(?:the|a|an|my|our|his|her|their) )?([\\p{L}\\p{N}][\\p{L}\\p{N}'’.+#-]*(?: [\\p{L}\\p{N}][\\p{L}\\p{N}'’.+#-]*){0,3}?)";
const end =
  '(?=[.,;:!?)…]|$| (?:and|but|because|since|so|when|where|which|who|that|with|for|at|in|on|to|from|last|this|next|yesterday|today|now|as|after|before|instead|is|was|are)(?![\\p{L}]))';

const between: readonly (readonly [type: RelationType, pattern: RegExp, confidence: number])[] = [
  [
    'uses',
    new RegExp(
      `(${name}|\\p{Ll}[\\p{L}-]+) (?:uses|is using|runs on|is built (?:on|with)|depends on|relies on) ${phrase}${end}`,
      'gu',
    ),
    0.85,
  ],
  [
    'part-of',
    new RegExp(`(${name}|\\p{Ll}[\\p{L}-]+) (?:is|are|was) (?:a )?part of ${phrase}${end}`, 'gu'),
    0.85,
  ],
  ['located-in', new RegExp(`(${name}) (?:is|lies|sits) (?:located )?in (${name})`, 'gu'), 0.85],
  [
    'alternative-to',
    new RegExp(`(${name}|\\p{Ll}[\\p{L}-]+) (?:instead of|rather than) ${phrase}${end}`, 'gu'),
    0.8,
  ],
  [
    'enables',
    new RegExp(`(${name}|\\p{Ll}[\\p{L}-]+) (?:enables|makes possible|allows) ${phrase}${end}`, 'gu'),
    0.75,
  ],
  [
    'prerequisite-for',
    new RegExp(`(${name}|\\p{Ll}[\\p{L}-]+) (?:is needed for|is required for) ${phrase}${end}`, 'gu'),
    0.8,
  ],
  [
    'used-for',
    new RegExp(`(${name}|\\p{Ll}[\\p{L}-]+) (?:is|are) (?:used for|meant for) ${phrase}${end}`, 'gu'),
    0.8,
  ],
  [
    'contradicts',
    new RegExp(`(${name}|\\p{Ll}[\\p{L}-]+) (?:contradicts|conflicts with) ${phrase}${end}`, 'gu'),
    0.8,
  ],
  ['knows', new RegExp(`(${name}) (?:knows|met|is friends with) (${name})`, 'gu'), 0.8],
];
const own: readonly (readonly [type: RelationType, pattern: RegExp, confidence: number, ended?: true])[] = [
  [
    'works-at',
    new RegExp(
      `\\bI (?:left|quit|no longer work (?:at|for)|don['’]t work (?:at|for)|stopped working (?:at|for)) (${name})`,
      'gu',
    ),
    0.8,
    true,
  ],
  [
    'owns',
    new RegExp(
      `\\b(?:I|[Ww]e)(?: just| recently| finally| also)? (?:adopted|bought|got|own|have|purchased) ${phrase}${end}`,
      'gu',
    ),
    0.75,
  ],
  [
    'takes-part-in',
    new RegExp(
      `\\b(?:I|[Ww]e)(?: just| recently| finally| also)? (?:joined|attended|went to|signed up for|ran|took part in|am going to|started|took) ${phrase}${end}`,
      'gu',
    ),
    0.7,
  ],
  [
    'uses',
    new RegExp(
      `\\b(?:I|[Ww]e)(?: just| recently| finally| also)? (?:use|am using|are using|switched to|moved to|deploy to) ${phrase}${end}`,
      'gu',
    ),
    0.75,
  ],
  [
    'likes',
    new RegExp(
      `\\b(?:I|[Ww]e)(?:['’]m|['’]ve been| am| have been)? (?:into|keen on|fond of|a fan of|passionate about|interested in) ${phrase}${end}`,
      'gu',
    ),
    0.75,
  ],
  [
    'knows',
    new RegExp(`\\b(?:I|[Ww]e) (?:met|know|talked to|spoke with|visited|called) (${name})`, 'gu'),
    0.75,
  ],
];

/** The relations that a sentence states. `self` is who speaks, `last` who "she" or "he" may be. */
export function linksIn(sentence: string, self: string, last: string | undefined): Link[] {
  const links: Link[] = [];
  const add = (from: string, type: RelationType, to: string, confidence: number, ended = false): void => {
    const [a, b] = [from.trim(), thingOf(to)];
    if (a === '' || b === '' || a === b || a.length > 120 || b.length > 120) return;
    links.push({ from: a, type, to: b, confidence, ended });
  };
  // "…, and now I work at …" states what "I work at …" does.
  const plain = sentence.replace(
    /(^|, | and | but )(?:now|then|so|since then|these days),? (?=I |we |he |she )/giu,
    '$1',
  );
  for (const { subject, key, value, confidence } of findFacts(plain, self, last)) {
    const type = factLinks[key];
    if (type !== undefined) add(subject, type, value, confidence);
    else if (/^\p{Lu}/u.test(value)) {
      if (kin.test(key)) add(subject, 'relative-of', value, confidence);
      else if (partner.test(key)) add(subject, 'partner-of', value, confidence);
      else if (acquaintance.test(key)) add(subject, 'knows', value, confidence);
      else if (pet.test(key)) add(subject, 'owns', value, confidence);
    }
  }
  if (sentence.trimEnd().endsWith('?')) return links;
  for (const [type, pattern, confidence] of between) {
    for (const [, from = '', to = ''] of sentence.matchAll(pattern)) add(from, type, to, confidence);
  }
  for (const [type, pattern, confidence, ended] of own) {
    for (const [, to = ''] of sentence.matchAll(pattern)) add(self, type, to, confidence, ended);
  }
  return links;
}

/** A value without article and without what only follows the thing. */
function thingOf(value: string): string {
  return value
    .trim()
    .replace(/^(?:the|a|an|my|our|his|her|their|some|two|three|four|five|\d+) /iu, '')
    .replace(/ (?:in|at|on|for|with|of|from|since|because|and|called|named) .*$/u, '')
    .trim();
}
