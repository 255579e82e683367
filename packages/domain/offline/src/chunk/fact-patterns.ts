import { once } from '@salience/language';

/** A fact as found in one sentence; the value is a span of it. */
export interface FoundFact {
  readonly subject: string;
  readonly key: string;
  readonly value: string;
  readonly confidence: number;
}

const nameSource = "\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)*";
const subjectSource = `I|[Hh]e|[Ss]he|[Mm]y (?:\\p{Ll}[\\p{L}-]* ){0,3}?\\p{Ll}[\\p{L}-]*(?:,? ${nameSource},?)?|${nameSource}`;
const ending = '(?=[.,;!?]|$| (?:and|but|because|since|so|when|where|which|who|with my|for \\d)\\b)';
const value = "([\\p{L}\\p{N}'’&+€$%@/:. -]*?[\\p{L}\\p{N}%€$])";
const adverb = '(?:(?:now|currently|still|really|also|just|recently|always) )?';

// Each key with what may stand between subject and value. Order matters: the first that fits a clause wins.
const patterns: readonly (readonly [key: string, middle: string, confidence: number])[] = [
  ['lives_in', "(?:(?:am|is|'m|’m|'s|’s) )?(?:live|lives|living|reside|resides|based) (?:in|at|near)", 0.9],
  ['lives_in', "(?:(?:have|has|'ve|'s) )?(?:just )?(?:moved|relocated) (?:back )?to", 0.9],
  ['born_in', '(?:was|were) born in', 0.9],
  ['born_on', '(?:was|were) born on', 0.9],
  ['works_as', '(?:work|works|worked) as (?:an? |the )?', 0.9],
  ['works_at', "(?:(?:am|is|'m|'s) )?(?:work|works|working) (?:at|for)(?: the)?", 0.9],
  ['works_in', '(?:work|works) in', 0.8],
  ['from', "(?:(?:am|is|'m|’m|'s|are) |come |comes )from", 0.85],
  ['allergic_to', "(?:am|is|are|'m|’m|'s) allergic to", 0.95],
  ['married_to', "(?:am|is|'m|'s) married to", 0.9],
  ['age', "(?:am|is|'m|’m|'s|turned|turns) (?=\\d{1,3}\\b)", 0.85],
  ['speaks', '(?:speak|speaks)', 0.8],
  ['studies', '(?:study|studies|am studying|is studying)', 0.8],
  ['plays', '(?:play|plays)', 0.75],
  ['drives', '(?:drive|drives) (?:an? )?', 0.75],
  ['likes', '(?:really )?(?:like|likes|love|loves|enjoy|enjoys|prefer|prefers)', 0.8],
  ['dislikes', "(?:hate|hates|dislike|dislikes|can't stand|do not like|don't like|doesn't like)", 0.8],
  [
    'has',
    "(?:have|has|'ve got|own|owns) (?=(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d+) )",
    0.75,
  ],
  ['is', "(?:am|is|are|was|'m|’m|'s|’s)(?= )", 0.65],
];

const placeKeys = new Set(['lives_in', 'born_in', 'works_at', 'from']);
const trailingTime =
  /\s+(?:any ?more|(?:last|this|next) \w+|in \d{4}|\w+ \w+ ago|yesterday|today|now|recently|these days|right now)$/i;
// "I don't like sushi any more": since when is no part of what is not liked.
const anyMore = / any ?more$/i;

const relationName = new RegExp(
  `(?:^|[\\s,;])[Mm]y ((?:\\p{Ll}[\\p{L}-]* ){0,2}?)(\\p{Ll}[\\p{L}-]+)(?:'s name is|’s name is| is called| is named| named| called|,)? (${nameSource})`,
  'gu',
);
const ownName = new RegExp(`\\b(?:[Mm]y name is|[Cc]all me) (${nameSource})`, 'u');
const notStated = /\?|\b(if|would|could|might|maybe|perhaps|wish|unless|whether|imagine|suppose|pretend)\b/i;
const notNames = new Set(
  'I It This That These Those There Here The A An And But So Then Yes No Not He She They We You What When Where Who How Why If Today Tomorrow Yesterday Now Remember Please Thanks Hi Hello Hey Ok Okay Oh Well Also Just My Our Your His Her Their Let Some All In On At For With After Before'.split(
    ' ',
  ),
);

/**
 * The facts that a sentence states. `self` is who "I" is; `last` who "he" or "she" may be. Questions and what is only
 * supposed state nothing.
 */
export function findFacts(sentence: string, self: string, last: string | undefined): FoundFact[] {
  if (notStated.test(sentence)) return [];
  const facts: FoundFact[] = [];
  const own = ownName.exec(sentence)?.[1];
  if (own !== undefined) facts.push({ subject: self, key: 'name', value: own, confidence: 0.95 });
  for (const [, , relation = '', name = ''] of sentence.matchAll(relationName)) {
    if (relation !== 'name' && !notNames.has(name))
      facts.push({ subject: self, key: snake(relation), value: name, confidence: 0.9 });
  }
  let subject = last;
  // One clause at a time, so that "… and she works at …" finds its own verb.
  for (const clause of sentence.split(/(?:,|;)? (?:and|but) |; |, (?=(?:I|he|she|my) )/u)) {
    const found = findInClause(clause.trim(), self, subject);
    if (found === undefined) continue;
    subject = found.subject;
    if (!facts.some((fact) => fact.key === found.key && fact.subject === found.subject)) facts.push(found);
  }
  return facts;
}

// A pattern is compiled when a clause first has the words between subject and value: these are the costliest there are.
const rules = patterns.map(([key, middle, confidence]) => {
  const gap = key === 'age' || key === 'has' ? '' : '\\s*';
  const pattern = once(
    () =>
      new RegExp(
        `^(?:(?:[Yy]es|[Nn]o|[Oo]h|[Ww]ell|[Ss]o|[Bb]ut|[Aa]nd|[Rr]emember that),? )?(${subjectSource})?\\s*${adverb}(?<=^|[\\s'’]|[\\p{L},] ?)(?:${middle})(?:(?<=\\s)|(?!\\p{L}))${gap}${value}${ending}`,
        'u',
      ),
  );
  return { key, pattern, between: new RegExp(middle), confidence };
});

function findInClause(clause: string, self: string, last: string | undefined): FoundFact | undefined {
  for (const { key, pattern, between, confidence } of rules) {
    const match = between.test(clause) ? pattern().exec(clause) : null;
    if (match === null) continue;
    const [, who, found = ''] = match;
    const subject = resolveSubject(who, self, last);
    // When somebody moved there is not where.
    const trimmed = (
      placeKeys.has(key) ? found.replace(trailingTime, '') : found.replace(anyMore, '')
    ).trim();
    if (subject === undefined || trimmed === '' || !clause.includes(trimmed)) continue;
    if (key !== 'is') return { subject, key, value: trimmed, confidence };
    return describeIs(subject, self, trimmed, confidence);
  }
  return undefined;
}

// "My favourite colour is green" says something of the speaker, "Rex is a dog" something of Rex.
function describeIs(subject: string, self: string, found: string, confidence: number): FoundFact | undefined {
  if (/^(not|n't|so|very|going|\p{L}+ing)\b/u.test(found)) return undefined;
  const owned = /^[Mm]y ([\p{L} -]+)$/u.exec(subject)?.[1];
  const key = snake((owned ?? '').replace(/\bfavorite\b/g, 'favourite'));
  if (owned !== undefined && key !== '' && key !== 'name')
    return { subject: self, key, value: found, confidence: 0.8 };
  if (owned !== undefined) return undefined;
  const article = /^(an?|the) /.test(found);
  return article || subject !== self
    ? { subject, key: article ? 'is_a' : 'is', value: found, confidence }
    : undefined;
}

function resolveSubject(who: string | undefined, self: string, last: string | undefined): string | undefined {
  if (who === undefined) return last;
  const text = who.trim().replace(/,$/, '');
  if (text === 'I') return self;
  if (/^(he|she)$/i.test(text)) return last;
  const named = new RegExp(`^[Mm]y [^]*?(${nameSource})$`, 'u').exec(text)?.[1];
  if (named !== undefined) return named;
  return notNames.has(text.split(' ')[0] ?? '') && !text.startsWith('My ') ? undefined : text;
}

function snake(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 64);
}
