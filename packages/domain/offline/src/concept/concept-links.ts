import type { ConceptProposal, RelationType } from '@salience/contracts';
import { once } from '@salience/language';
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

const thing = `(${name}|\\p{Ll}[\\p{L}-]+)`;
const lately = '(?: just| recently| finally| also)?';

/** What says that two things have to do with each other. */
interface LinkRule {
  readonly type: RelationType;
  /** The words between the two, or between who speaks and the thing. */
  readonly between: RegExp;
  /** Compiled when a sentence first has those words. */
  readonly pattern: () => RegExp;
  readonly confidence: number;
  readonly ended?: boolean;
}

function rule(
  type: RelationType,
  [before, between, after]: readonly [before: string, between: string, after: string],
  confidence: number,
): LinkRule {
  const pattern = once(() => new RegExp(`${before}${between}${after}`, 'gu'));
  return { type, between: new RegExp(between), pattern, confidence };
}

const between: readonly LinkRule[] = [
  rule(
    'uses',
    [thing, ' (?:uses|is using|runs on|is built (?:on|with)|depends on|relies on) ', `${phrase}${end}`],
    0.85,
  ),
  rule('part-of', [thing, ' (?:is|are|was) (?:a )?part of ', `${phrase}${end}`], 0.85),
  rule('located-in', [`(${name})`, ' (?:is|lies|sits) (?:located )?in ', `(${name})`], 0.85),
  rule('alternative-to', [thing, ' (?:instead of|rather than) ', `${phrase}${end}`], 0.8),
  rule('enables', [thing, ' (?:enables|makes possible|allows) ', `${phrase}${end}`], 0.75),
  rule('prerequisite-for', [thing, ' (?:is needed for|is required for) ', `${phrase}${end}`], 0.8),
  rule('used-for', [thing, ' (?:is|are) (?:used for|meant for) ', `${phrase}${end}`], 0.8),
  rule('contradicts', [thing, ' (?:contradicts|conflicts with) ', `${phrase}${end}`], 0.8),
  rule('knows', [`(${name})`, ' (?:knows|met|is friends with) ', `(${name})`], 0.8),
];
const own: readonly LinkRule[] = [
  {
    ...rule(
      'works-at',
      [
        '\\b',
        "I (?:left|quit|no longer work (?:at|for)|don['’]t work (?:at|for)|stopped working (?:at|for)) ",
        `(${name})`,
      ],
      0.8,
    ),
    ended: true,
  },
  rule(
    'owns',
    [`\\b(?:I|[Ww]e)${lately}`, ' (?:adopted|bought|got|own|have|purchased) ', `${phrase}${end}`],
    0.75,
  ),
  rule(
    'takes-part-in',
    [
      `\\b(?:I|[Ww]e)${lately}`,
      ' (?:joined|attended|went to|signed up for|ran|took part in|am going to|started|took) ',
      `${phrase}${end}`,
    ],
    0.7,
  ),
  rule(
    'uses',
    [
      `\\b(?:I|[Ww]e)${lately}`,
      ' (?:use|am using|are using|switched to|moved to|deploy to) ',
      `${phrase}${end}`,
    ],
    0.75,
  ),
  rule(
    'likes',
    [
      "\\b(?:I|[Ww]e)(?:['’]m|['’]ve been| am| have been)?",
      ' (?:into|keen on|fond of|a fan of|passionate about|interested in) ',
      `${phrase}${end}`,
    ],
    0.75,
  ),
  rule('knows', ['\\b(?:I|[Ww]e)', ' (?:met|know|talked to|spoke with|visited|called) ', `(${name})`], 0.75),
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
  for (const { confidence, pattern, type } of between.filter((one) => one.between.test(sentence))) {
    for (const [, from = '', to = ''] of sentence.matchAll(pattern())) add(from, type, to, confidence);
  }
  for (const { confidence, ended, pattern, type } of own.filter((one) => one.between.test(sentence))) {
    for (const [, to = ''] of sentence.matchAll(pattern())) add(self, type, to, confidence, ended);
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
