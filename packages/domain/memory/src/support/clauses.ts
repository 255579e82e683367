import {
  sentencesOf,
  weekdayOf,
  type LanguageCode,
  type Lexicon,
  lexicons,
  numbersIn,
  readTokens,
  type Reading,
  type Token,
} from '@salience/language';
import { kinOf } from './evidence.ts';
import { isAsked, isSupposed, polarityOf, reportEnd } from './manner.ts';

/** A part of a sentence that makes one statement. */
export interface Clause {
  /** In UTF-16 units of the text, end excluded. */
  readonly start: number;
  readonly end: number;
  readonly reading: Reading;
  /** Its subject; `unclear` if code cannot tell. */
  readonly about: 'self' | 'other' | 'unclear';
  /** It names its subject; otherwise the clause before did. */
  readonly isExplicit: boolean;
  /** The other person: words of a name, and their relation to the speaker, as said and in English. */
  readonly who: readonly string[];
  /** A possession of the speaker that it is about, as said: "my bike". */
  readonly thing: string | undefined;
  /** It begins with its subject. */
  readonly hasSubject: boolean;
  readonly touchesSelf: boolean;
  readonly touchesOther: boolean;
  readonly isNegated: boolean;
  /** Liking 1, disliking -1, neither 0, after negation: "I don't like" is -1. */
  readonly taste: -1 | 0 | 1;
  /** The numbers in it, in digits or in words. */
  readonly numbers: ReadonlySet<number>;
  /** False for a question and for text by somebody else. */
  readonly isStated: boolean;
  /** Somebody else says it: "my brother says I am stubborn". */
  readonly isReported: boolean;
  /** It is supposed or wished for. */
  readonly isSupposed: boolean;
}

// "3. Dezember" is one token.
const breaks =
  /(?:[,;:!?…\n—–()«»"“”„]|(?<!\d)\.)+(?!\d)|\s(?:and|but|because|while|whereas|und|aber|weil|während|sondern|y|pero|porque|mientras|et|mais|parce que|ma|perché|mentre|mas|enquanto|e)(?=\s)/giu;
const quoted = /[“"„«]([^”"“»]{2,})[”"“»]/gu;
/** Minimum words of a quotation that is a person's statement; shorter ones are titles. */
const quotedWordsMin = 4;
/** Maximum words of a part that states nothing by itself: "Jonas and I live in Hamburg" is one clause. */
const partWordsMin = 3;
/** Words of a clause in which its subject is searched. */
const wordsLooked = 12;
const selfVerb =
  /^(?:soy|estoy|tengo|vivo|trabajo|voy|vamos|somos|quiero|odio|sono|ho|abito|lavoro|vado|voglio|sou|estou|tenho|moro|trabalho|vou|quero|\p{L}{3,}[aei]mos|\p{L}{3,}iamo)$/u;
const selfPast = /^(?!café|allí|aquí|ahí)(?:\p{L}{3,}[éí]|nací|fui|\p{L}{3,}ei|nasci)$/u;
const asides = new Set(
  'from with for of about by von mit fur bei aus con para por avec pour chez com per'.split(' '),
);
const we = new Set('we wir nous nosotros nosotras noi nos'.split(' '));
const contrary = /^\W*(?:but|aber|pero|mais|ma|mas|though)(?!\p{L})/iu;
const objects = new Set('him them ihn ihm ihnen lui leur gli lhe'.split(' '));
const afterWhichAName =
  /^(?:and|but|und|aber|y|et|e|pero|mais|ma|mas|that|dass|que|che|our|my|mein|meine|mi|mon|ma|mia|mio|meu|minha|dear)$/u;
const irregular = new Set(
  'got gets made took ran told gave found kept left met paid sent began broke bought brought built chose came drove fell felt forgot knew lost put read sang saw sold spoke spent stood swam taught thought threw understood woke won wrote can may might must could should would'.split(
    ' ',
  ),
);
const verbs = new Set(
  'is was has had will said went came lives works told ist war hat wohnt lebt arbeitet kommt heißt wird sagt es esta fue tiene vive trabaja ha va est a habite travaille vit aime etait abita lavora mora trabalha tem foi gosta'.split(
    ' ',
  ),
);

/**
 * The clauses of a text, in order. `names` are those by which the speaker is known, and `known` words of other names, both lower case;
 * `likely` is its language where its words do not tell.
 */
export function clausesOf(
  text: string,
  names: readonly string[],
  likely?: LanguageCode,
  known: ReadonlySet<string> = new Set(),
): Clause[] {
  const { language } = readTokens(text, likely);
  const voices = Array.from(text.matchAll(quoted), ({ 0: all, 1: inner = '', index }) => ({
    start: index,
    end: index + all.length,
    isLong: inner.trim().split(/\s+/u).length >= quotedWordsMin,
  })).filter(({ isLong }) => isLong);
  const drops = language === 'es' || language === 'it' || language === 'pt';
  let last: Clause | undefined;
  return sentencesOf(text).flatMap((sentence) => {
    const parts = partsOf(text, sentence);
    const isQuestion = text.slice(sentence.start, sentence.end).trimEnd().endsWith('?');
    const asksFirst = isQuestion && isAsked(text.slice(sentence.start, sentence.end));
    // In languages whose verb shows the subject, a sentence continues with the last subject.
    let before: Clause | undefined = drops ? last : undefined;
    let isReported = false;
    return parts.map(({ end, start }, place) => {
      const piece = text.slice(start, end);
      const asks = isQuestion
        ? asksFirst || place === parts.length - 1
        : place === 0 && isAsked(piece, language);
      const isForeign =
        voices.some((voice) => voice.start <= start && end <= voice.end) || isPasted(text, start);
      // "… says I snore, but I never do": from here on it is the speaker's statement.
      if (contrary.test(piece)) isReported = false;
      const made: Clause = {
        ...clauseOf(piece, start, { language, names, before, known }),
        isStated: !asks && !isForeign,
        isReported,
        isSupposed: (before?.isSupposed ?? false) || isSupposed(piece, language),
      };
      if ((made.about !== 'self' || made.thing !== undefined) && reportEnd(piece) !== undefined)
        isReported = true;
      before = made;
      last = made.isStated ? { ...made, isSupposed: false } : undefined;
      return made;
    });
  });
}

function partsOf(
  text: string,
  { end, start }: { start: number; end: number },
): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = [];
  let at = start;
  for (const { 0: all, index } of text.slice(start, end).matchAll(breaks)) {
    const isJoint = /\p{L}/u.test(all);
    if (
      isJoint &&
      text
        .slice(at, start + index)
        .trim()
        .split(/\s+/u).length < partWordsMin
    )
      continue;
    parts.push({ start: at, end: start + index });
    at = start + index + (isJoint ? 0 : all.length);
  }
  parts.push({ start: at, end });
  return parts
    .flatMap((part) => afterReport(text, part))
    .filter((part) => /[\p{L}\p{N}]/u.test(text.slice(part.start, part.end)));
}

/** "My brother says | I am stubborn": reported speech is a part of its own. */
function afterReport(
  text: string,
  { end, start }: { start: number; end: number },
): { start: number; end: number }[] {
  const at = reportEnd(text.slice(start, end));
  return at === undefined || at >= end - start
    ? [{ start, end }]
    : [
        { start, end: start + at },
        { start: start + at, end },
      ];
}

/** True for pasted lines: a quoted mail, a page. */
function isPasted(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at + 1);
  if (/^\s*[>|]/u.test(line)) return true;
  const header = /^(?:from|subject|von|betreff|asunto|objet|oggetto|assunto): .+$/imu.exec(text);
  return header !== null && header.index < at;
}

interface Around {
  readonly language: LanguageCode;
  readonly names: readonly string[];
  readonly before: Clause | undefined;
  readonly known: ReadonlySet<string>;
}

function clauseOf(
  piece: string,
  start: number,
  { before, known, language, names }: Around,
): Omit<Clause, 'isReported' | 'isStated' | 'isSupposed'> {
  const reading = { ...readTokens(piece), language };
  const { tokens } = reading;
  const lexicon = lexicons[language];
  const has = (words: ReadonlySet<string>) => tokens.some(({ word }) => words.has(bareOf(word)));
  const isDropped = language !== 'en' && language !== 'de' && speaksAsSelf(piece, tokens);
  const someone =
    isDropped && !isOther(tokens[0], lexicon) && kinOf(tokens[1]?.word ?? '') === undefined
      ? undefined
      : otherIn(tokens, { language, names, known });
  const isSelf =
    has(lexicon.self) || isDropped || (someone === undefined && language !== 'en' && has(lexicon.selfObject));
  const thing = someone === undefined && !isSelf ? thingIn(tokens, lexicon) : undefined;
  const about = whom(someone, isSelf, has(lexicon.own), before);
  return {
    start,
    end: start + piece.length,
    reading,
    numbers: new Set(numbersIn(reading).map(({ value }) => value)),
    ...about,
    hasSubject: someone !== undefined || isSelf || beginsWithNoun(tokens, language),
    thing: thing ?? (about.isExplicit || has(lexicon.own) ? undefined : before?.thing),
    touchesSelf: has(lexicon.selfObject) || (about.about === 'other' && isSelf),
    touchesOther: someone !== undefined || [lexicon.others, lexicon.othersOwn, objects, we].some(has),
    ...polarityOf(piece, reading),
  };
}

function isOther(token: Token | undefined, lexicon: Lexicon): boolean {
  return token !== undefined && (lexicon.others.has(token.word) || lexicon.own.has(token.word));
}

const articles = /^(?:la|le|l|il|lo|el|o|a|os|as)$/u;
const determiners =
  /^(?:the|this|that|these|those|der|die|das|dieser?|diese|dieses|el|la|los|las|este|esta|ese|esa|le|les|l|ce|cette|il|lo|gli|questo|questa|o|os|as|a)$/u;

const thirds =
  /^(?:tiene|vive|trabaja|es|esta|ha|habita|habite|vit|travaille|abita|lavora|mora|trabalha|tem|mangia|come|mange)$/u;

/** "The plumber …", "Der Techniker …": a noun at the beginning of a clause, unless it is a time. */
function beginsWithNoun(tokens: readonly Token[], language: LanguageCode): boolean {
  const at = tokens.findIndex(({ word }) => !/^(?:and|but|und|aber|y|pero|et|mais|e|ma|mas)$/u.test(word));
  const [first, second] = [tokens[at], tokens[at + 1]];
  if (first === undefined || second === undefined) return false;
  // "Tiene doce años": about somebody or something named before.
  if (language !== 'en' && language !== 'de' && thirds.test(first.word)) return true;
  if (!determiners.test(first.word)) return false;
  return weekdayOf(second, tokens[at + 2]) === undefined && !lexicons[language].plain.has(second.word);
}

/** A possession of the speaker at the beginning of a clause: "my bike", "la mia bici". */
function thingIn(tokens: readonly Token[], lexicon: Lexicon): string | undefined {
  const at = tokens.slice(0, 3).findIndex(({ word }) => lexicon.own.has(word));
  const noun = at < 0 ? undefined : tokens[at + 1];
  return noun?.word;
}

function whom(
  someone: { readonly who: readonly string[] } | undefined,
  isSelf: boolean,
  isOwn: boolean,
  before: Clause | undefined,
): Pick<Clause, 'about' | 'isExplicit' | 'who'> {
  if (someone !== undefined) return { about: 'other', isExplicit: true, who: someone.who };
  if (isSelf || isOwn) return { about: 'self', isExplicit: isSelf, who: [] };
  return { about: before?.about ?? 'unclear', isExplicit: false, who: before?.who ?? [] };
}

/** "I'm" is I. */
function bareOf(word: string): string {
  return word.replace(/'.*$/u, '');
}

/** Spanish, Italian, Portuguese and French omit the subject or show it in the verb. */
function speaksAsSelf(piece: string, tokens: readonly Token[]): boolean {
  const [verb = ''] = piece.trim().toLowerCase().split(/\s+/u);
  // "Enseño inglés": a verb with this ending at the beginning of a clause.
  if (/^\p{L}{3,}o$/u.test(verb) && !/(?:[ao]no|ando|endo)$/u.test(verb)) return true;
  const first = piece.trim().toLowerCase().split(/\s+/u).slice(0, 4);
  return (
    first.some((word) => selfPast.test(word)) || tokens.slice(0, 4).some(({ word }) => selfVerb.test(word))
  );
}

/** Another person at the beginning of a clause: a name, a relative, or a pronoun. */
function otherIn(
  tokens: readonly Token[],
  { known, language, names }: Omit<Around, 'before'>,
): { readonly who: readonly string[] } | undefined {
  const lexicon = lexicons[language];
  for (const [at, token] of tokens.slice(0, wordsLooked).entries()) {
    const { word } = token;
    if (lexicon.self.has(bareOf(word))) return undefined;
    const before = tokens.slice(Math.max(0, at - 2), at);
    const kind = kinOf(word);
    // "Dad's 70th", "Oma Gerti", "la abuela": a relative at the beginning of a clause is the speaker's own.
    const begins = at === 0 ? token.isCapital : at === 1 && determiners.test(before[0]?.word ?? '');
    const isOwned =
      begins ||
      before.some((one) => lexicon.own.has(one.word) || lexicon.othersOwn.has(one.word) || one.isOwner);
    // "A gift from my grandma" is not about her.
    const isAside = before.some((one) => asides.has(one.word));
    if (
      kind !== undefined &&
      isOwned &&
      !isAside &&
      !/^(?:tongue|language|lengua)$/u.test(tokens[at + 1]?.word ?? '')
    ) {
      const name = tokens[at + 1];
      return { who: [kind, word, ...(name?.isName === true ? [name.word] : [])] };
    }
    if (lexicon.others.has(bareOf(word)) && at <= 4) return { who: [] };
    if (at <= 1 && known.has(word) && !names.includes(word)) return { who: [word] };
    const isKnown = names.some((name) => name.split(' ').includes(word));
    const joined =
      before.at(-1) === undefined ||
      afterWhichAName.test(before.at(-1)?.word ?? '') ||
      (at === 1 && articles.test(before[0]?.word ?? ''));
    if (isKnown || at > 2 || !joined) continue;
    // "Gestern ging ich": the subject follows.
    const follows = tokens.slice(at + 1, at + 4).some((one) => lexicon.self.has(bareOf(one.word)));
    if (!follows && startsWithName(token, tokens[at + 1], language)) return { who: [word] };
  }
  return undefined;
}

/** "Jonas lives", "Emil in Kiel": such a beginning is a name, not a verb. */
function startsWithName(token: Token, next: Token | undefined, language: LanguageCode): boolean {
  const { end, isCapital, isName, start, word } = token;
  if (next === undefined || !isCapital || end - start < 2 || lexicons[language].plain.has(word)) return false;
  if (
    verbs.has(next.word) ||
    (language === 'en' && irregular.has(next.word)) ||
    (isName && /^(?:in|to|at|aus|nach|en|a|à)$/u.test(next.word))
  )
    return true;
  if (language === 'en') return /^\p{L}{2,}(?:s|ed)$/u.test(next.word) && !next.word.endsWith('ss');
  if (language !== 'de')
    return (
      isName && !next.isCapital && /^\p{L}{3,}$/u.test(next.word) && !lexicons[language].plain.has(next.word)
    );
  // German verbs stand second; a word that is no noun has a small letter.
  return !next.isCapital && /^\p{L}{2,}(?:t|te|en)$/u.test(next.word) && !lexicons.de.plain.has(next.word);
}
