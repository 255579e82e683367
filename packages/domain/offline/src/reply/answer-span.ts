import { contentStems } from '@salience/language';
import type { Question } from './question.ts';
import {
  agePattern,
  capitalPlace,
  capitalWords,
  lowerPlace,
  nameIsMy,
  numberPattern,
  onlyTime,
  saidName,
  timePattern,
  wordThenName,
} from './span-patterns.ts';

/** Tells whether a text names a person or a place; loaded only when spelling does not decide. */
export type EntityTest = (text: string, kind: 'person' | 'place') => boolean;

/** The part of a sentence that answers the question, copied from it; undefined when it holds none of that kind. */
export function findSpan(question: Question, sentence: string, isEntity: EntityTest): string | undefined {
  switch (question.kind) {
    case 'where':
      return findPlace(question, sentence, isEntity);
    case 'when':
      return tidy(timePattern.exec(sentence)?.[0]?.replace(/^(?:on|at|am|um) /i, ''));
    case 'count':
      return findCount(question, sentence);
    case 'age':
      return tidy(agePattern.exec(sentence)?.[0]);
    case 'who':
      return findPerson(question, sentence, isEntity);
    case 'name':
      return findName(question, sentence, isEntity);
    case 'what':
      return findThing(question, sentence);
    case 'yesno':
    case 'about':
      return undefined;
  }
}

function findPlace(question: Question, sentence: string, isEntity: EntityTest): string | undefined {
  const asked = new Set([...question.stems, ...question.names]);
  const spans = Array.from(sentence.matchAll(capitalPlace), (match) => match[1] ?? '').filter(
    (span) => !onlyAsked(span, asked),
  );
  const real = spans.filter((span) => !onlyTime.test(span));
  const known = real.length > 1 ? real.find((span) => isEntity(span, 'place')) : undefined;
  if (real.length > 0) return tidy(known ?? real[0]);
  // Lower-case places ("porto", "the kitchen drawer") need a verb that speaks of places before them.
  const found = lowerPlace.exec(sentence)?.[1];
  if (found === undefined || onlyAsked(found, asked)) return undefined;
  if (onlyTime.test(found)) return undefined;
  return tidy(/^(?:in|to|from|at) [^\s]+$/i.test(found) ? found.replace(/^\S+ /, '') : found);
}

function findPerson(question: Question, sentence: string, isEntity: EntityTest): string | undefined {
  const asked = new Set([...question.stems, ...question.names]);
  const spans = Array.from(sentence.matchAll(capitalWords), (match) => ({
    text: match[0],
    at: match.index,
  }))
    .map((span) => ({
      ...span,
      text: span.text
        .replace(/^(?:My|Our|The|I|It|She|He|They|We|And|But|So|Yesterday|Today)(?: |$)/, '')
        .replace(/['’]s$/, ''),
    }))
    .filter((span) => span.text !== '' && !onlyAsked(span.text, asked));
  const afterPlaceWord = (at: number) =>
    /\b(?:in|at|to|from|on|near)\s+(?:the\s+)?$/i.test(sentence.slice(0, at));
  const people = spans.filter((span) => !afterPlaceWord(span.at) && !timePattern.test(span.text));
  const known = people.length > 1 ? people.find((span) => isEntity(span.text, 'person')) : undefined;
  const person = known ?? people[0];
  if (person !== undefined) return tidy(person.text);
  // "My neighbour plays the piano" answers "who plays the piano" with the neighbour.
  const relation = /^(my|our) (\p{Ll}[\p{L}-]+)(?= )/iu.exec(sentence);
  if (relation === null || onlyAsked(relation[2] ?? '', asked)) return undefined;
  return `Your ${relation[2] ?? ''}`;
}

function findName(question: Question, whole: string, isEntity: EntityTest): string | undefined {
  // Of several names in a sentence, the one in the clause that speaks of whom the question means.
  const clauses = whole.split(/(?:,|;)? (?:and|but) (?=(?:my|our|her|his) )/i);
  const about = (clause: string) => {
    const stems = new Set(contentStems(clause, question.language));
    return question.stems.length > 0 && question.stems.every((stem) => stems.has(stem));
  };
  const sentence = clauses.find(about) ?? whole;
  const asked = new Set([...question.stems, ...question.names]);
  const said = saidName.exec(sentence)?.[1];
  // "I'm Portuguese" gives no name.
  const sure = /name(?:d| is|'s)|call/i.test(sentence);
  if (said !== undefined && !onlyAsked(said, asked) && (sure || isEntity(said, 'person'))) return tidy(said);
  for (const stem of question.stems) {
    for (const match of sentence.matchAll(wordThenName)) {
      const [, before = '', after = ''] = match;
      if (contentStems(before, question.language).includes(stem)) return tidy(after);
    }
    const reversed = nameIsMy.exec(sentence);
    if (reversed !== null && contentStems(reversed[0], question.language).includes(stem))
      return tidy(reversed[1]);
  }
  return undefined;
}

function findCount(question: Question, sentence: string): string | undefined {
  const matches = Array.from(sentence.matchAll(numberPattern));
  // The number that stands just before the thing that is counted, else the only one there is.
  const counted = matches.find((match) => {
    const after = sentence
      .slice(match.index + match[0].length)
      .split(/\s+/)
      .slice(0, 4)
      .join(' ');
    return contentStems(after, question.language).some((stem) => question.stems.includes(stem));
  });
  const money = /^how much/i.test(question.text)
    ? matches.find((match) => /[€$£]|euros?|dollars?/i.test(match[0]))
    : undefined;
  const found = money ?? counted ?? (matches.length === 1 ? matches[0] : undefined);
  return tidy(found?.[0]);
}

function findThing(question: Question, sentence: string): string | undefined {
  if (question.asksWork) return findWork(sentence);
  const said = findPredicate(question, sentence);
  if (said !== undefined) return said;
  if (question.stems.includes('work')) {
    const work = findWork(sentence);
    if (work !== undefined) return work;
  }
  let found: string | undefined;
  for (const verb of sentence.matchAll(thingVerbs)) {
    const object = /^[^.!?;,]+/.exec(sentence.slice(verb.index + verb[0].length))?.[0];
    const head = contentStems(verb[0], question.language);
    const span = tidy(firstClause(object));
    if (head.some((stem) => question.stems.includes(stem))) return span;
    // "have" says nothing of its own: it answers only when no other verb does.
    if (head.length === 0) found ??= span;
  }
  return found;
}

const copulas =
  /\b(?:is|are|was|were|ist|sind|est|sont|es|son|é|são|è|sono)(?: (?:called|named))? (?=[^.!?;])/giu;

// "My colour is blue": what is said of the thing asked about, in the clause that speaks most of it.
function findPredicate(question: Question, sentence: string): string | undefined {
  let best: string | undefined;
  let most = 0;
  for (const copula of sentence.matchAll(copulas)) {
    const before = sentence.slice(0, copula.index);
    const clause = before.split(/[,;] | (?:and|but|und|et|y|e) /i).at(-1) ?? '';
    // It must be what the clause is about: "…, just like you are doing" answers nothing.
    const subject = new Set(contentStems(clause, question.language));
    const named = question.stems.filter((stem) => subject.has(stem)).length;
    if (named <= most || named < question.stems.length / 2) continue;
    most = named;
    const predicate = /^[^.!?;]+/.exec(sentence.slice(copula.index + copula[0].length))?.[0];
    best = tidy(firstClause(predicate));
  }
  return best;
}

const thingVerbs =
  /\b(?:like|love|enjoy|prefer|hate|dislike|drive|play|speak|study|own|have|has|bought|buy|get|call|studies|drives|plays|speaks|likes|loves|hates|need|needs|want|wants|ordered|chose|use|uses|eat|drink|read|allergic to) (?:to (?!\p{L}+ (?:my|a|an|the|some)? ?\p{L}))?/giu;

// "I work as a nurse", "she is a doctor": the occupation, never a name or an age.
function findWork(sentence: string): string | undefined {
  const work = /\bwork(?:s|ed|ing)? (?:as|for|at|in) (?:an? |the )?([^.!?;,]+)/iu.exec(sentence);
  if (work !== null) return tidy(firstClause(work[1]));
  const job =
    /(?:\b(?:is|am|was)|['’](?:m|s)) (?:now |also )?(an? (?!(?:\p{L}+ )?(?:year|bit|lot)s?\b)[^.!?;,]+)/iu.exec(
      sentence,
    );
  return job === null ? undefined : tidy(firstClause(job[1]));
}

// "green tea and hate coffee" is two things said; the second has a verb of its own.
function firstClause(span: string | undefined): string | undefined {
  return span?.split(nextClause)[0];
}

const nextClause =
  / (?:but|because|since|although|though|while|whereas|who|which) | (?:and|or|so) (?=(?:I|he|she|it|we|they|you|my|his|her|our|their|\p{Lu}\p{L}+ (?:is|has|likes|loves|hates))(?:\s|['’])|(?:also |really |always |never |don['’]t |do not |can['’]t |doesn['’]t )*(?:like|love|enjoy|prefer|hate|dislike|live|work|have|has|is|am|are|was|drive|play|speak|own|want|need|think|go|study|likes|loves|hates|lives|works|enjoys|dislikes|stand)\b)/iu;

function onlyAsked(span: string, asked: ReadonlySet<string>): boolean {
  // A span without content ("the") is of no use either: `every` accepts it.
  return contentStems(span, 'en').every((stem) => asked.has(stem));
}

function tidy(span: string | undefined): string | undefined {
  const text = span
    ?.trim()
    .replace(/[\s,;:.!?]+$/, '')
    .replace(/^(?:and|but) /i, '');
  return text === undefined || text === '' ? undefined : text;
}
