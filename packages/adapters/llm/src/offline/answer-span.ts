import { contentStems } from './language.ts';
import type { Question } from './question.ts';

/** Tells whether a text names a person or a place; loaded only when spelling does not decide. */
export type EntityTest = (text: string, kind: 'person' | 'place') => boolean;

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)';
const weekday =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo';
const clock =
  '(?:at |um |à |a las )?\\d{1,2}(?::\\d{2}|h\\d{0,2})(?:\\s?[ap]\\.?m\\.?)?|(?:at )?\\d{1,2}\\s?[ap]\\.?m\\.?|at (?:noon|midnight)';
const day = `(?:on |am )?(?:the )?\\d{1,2}(?:st|nd|rd|th|\\.)?(?: of| de)? ${month}(?:,? (?:de )?\\d{4})?|(?:on )?${month} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|(?:in |since |until |by )?${month}(?: \\d{4})?|(?:in|since|im|en|em|nel) \\d{4}|\\b(?:1[5-9]|20)\\d{2}\\b`;
const relative = `(?:this|next|last|every|each|on|by|until) (?:${weekday}|week|weekend|month|year|morning|evening|night|summer|winter|spring|autumn|fall)|(?:on |am |el |le )?(?:${weekday})|today|tonight|tomorrow(?: (?:morning|evening|afternoon))?|yesterday|in \\d+ (?:minutes?|hours?|days?|weeks?|months?|years?)|\\w+ (?:days?|weeks?|months?|years?) ago|heute|morgen|gestern|demain|hier|mañana|ayer|amanhã|ontem|domani|ieri`;
const timePattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${day}|${relative}|${clock})(?:,? (?:${relative}|${clock}|${day}))*(?![\\p{L}\\p{N}])`,
  'iu',
);

const numberWord =
  '(?:\\d[\\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a dozen|twenty|thirty|forty|fifty|hundred|zwei|drei|vier|fünf|deux|trois|quatre|cinq|dos|tres|cuatro|cinco|dois|duas|três|due|tre|quattro|cinque)';
const numberPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])[€$£]?${numberWord}(?![\\p{L}\\p{N}])(?:\\s?(?:€|\\$|%|euros?|dollars?|km|kg|m|cm|hours?|minutes?))?`,
  'iu',
);
const name = "\\p{Lu}[\\p{L}'’-]*";
const names = `${name}(?:(?: (?:de|da|do|dos|del|di|van|von|of|the))* ${name})*`;
const placeWord = `(?:(?:the|a|an|my|our|der|dem|la|el|le) )?${names}(?:, ${names})?`;

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
      return tidy(
        new RegExp(`${numberWord}(?= years? old| ans| años| anos| anni| Jahre|[.,!]|$)`, 'iu').exec(
          sentence,
        )?.[0],
      );
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
  const verbs =
    '(?:liv(?:e|es|ed|ing)|based|resid\\w+|mov(?:e|ed|es|ing)(?: back)?|relocated|from|born|work\\w*|is|are|was|were|kept?|left|put|parked|stay\\w*|study|studies|studied|went|going|wohn\\w*|habite\\w*|viv\\w+|mor[ao]|abit\\w+)';
  const prepositions =
    '(?:in|at|to|on|under|behind|near|from|inside|next to|auf|nach|aus|à|en|au|em|no|na|nos|a|nel|nella)';
  const capital = new RegExp(`(?<![\\p{L}])${prepositions} (${placeWord})`, 'gu');
  const spans = Array.from(sentence.matchAll(capital), (match) => match[1] ?? '').filter(
    (span) => !onlyAsked(span, asked),
  );
  const real = spans.filter((span) => !new RegExp(`^(?:${timePattern.source})$`, 'iu').test(span));
  const known = real.length > 1 ? real.find((span) => isEntity(span, 'place')) : undefined;
  if (real.length > 0) return tidy(known ?? real[0]);
  // Lower-case places ("porto", "the kitchen drawer") need a verb that speaks of places before them.
  const lower = new RegExp(
    `(?<![\\p{L}])${verbs}(?: \\p{Ll}+){0,2}? ((?:in|at|on|under|behind|near|to|inside|next to|from) (?:(?:the|a|an|my|our) )?[\\p{L}'’-]+(?: [\\p{L}'’-]+){0,3}?)(?=[.,;!?]|$| (?:and|but|since|because|with|for|now|when|where|so|as)\\b)`,
    'iu',
  );
  const found = lower.exec(sentence)?.[1];
  if (found === undefined || onlyAsked(found, asked)) return undefined;
  if (new RegExp(`^(?:${timePattern.source})$`, 'iu').test(found)) return undefined;
  return tidy(/^(?:in|to|from|at) [^\s]+$/i.test(found) ? found.replace(/^\S+ /, '') : found);
}

function findPerson(question: Question, sentence: string, isEntity: EntityTest): string | undefined {
  const asked = new Set([...question.stems, ...question.names]);
  const spans = Array.from(sentence.matchAll(new RegExp(names, 'gu')), (match) => ({
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

function findName(question: Question, sentence: string, isEntity: EntityTest): string | undefined {
  const asked = new Set([...question.stems, ...question.names]);
  const said = new RegExp(
    `(?:name(?: is|'s)|named|called|call me|I am|I'm|heiß[et]+|heiße|appelle|llam[ao]|cham[ao]|chiam[ao]) (${names})`,
    'u',
  ).exec(sentence)?.[1];
  // "I'm Portuguese" gives no name.
  const sure = /name(?:d| is|'s)|call/i.test(sentence);
  if (said !== undefined && !onlyAsked(said, asked) && (sure || isEntity(said, 'person'))) return tidy(said);
  for (const stem of question.stems) {
    for (const match of sentence.matchAll(new RegExp(`([\\p{L}-]+),? (${names})`, 'gu'))) {
      const [, before = '', after = ''] = match;
      if (contentStems(before, question.language).includes(stem)) return tidy(after);
    }
    const reversed = new RegExp(`(${names}) is (?:my|our) [\\p{L} -]*`, 'u').exec(sentence);
    if (reversed !== null && contentStems(reversed[0], question.language).includes(stem))
      return tidy(reversed[1]);
  }
  return undefined;
}

function findCount(question: Question, sentence: string): string | undefined {
  const matches = Array.from(sentence.matchAll(new RegExp(numberPattern.source, 'giu')));
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
  const copula =
    /\b(?:is|are|was|were|ist|sind|est|sont|es|son|é|são|è|sono)(?: (?:called|named))? ([^.!?;]+)/iu.exec(
      sentence,
    );
  if (copula !== null) {
    // The thing asked about must be what the sentence is about: "…, just like you are doing" answers nothing.
    const subject = new Set(contentStems(sentence.slice(0, copula.index), question.language));
    const named = question.stems.filter((stem) => subject.has(stem)).length;
    if (named > 0 && named >= question.stems.length / 2) return tidy(copula[1]);
  }
  const work = /\bwork(?:s|ed|ing)? (?:as|for|at|in) (?:an? |the )?([^.!?;,]+)/iu.exec(sentence);
  if (work !== null && question.stems.includes('work')) return tidy(work[1]);
  const verb =
    /\b(?:like|love|enjoy|prefer|hate|dislike|drive|play|speak|study|own|have|has|bought|studies|drives|plays|speaks|likes|loves|hates|need|needs|want|wants|ordered|chose|use|uses|allergic to) (?:to )?([^.!?;,]+)/iu.exec(
      sentence,
    );
  if (verb !== null) {
    const head = contentStems(verb[0].slice(0, verb[0].length - (verb[1]?.length ?? 0)), question.language);
    if (head.some((stem) => question.stems.includes(stem)) || head.length === 0) return tidy(verb[1]);
  }
  return undefined;
}

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
