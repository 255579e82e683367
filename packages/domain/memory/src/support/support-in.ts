import {
  stemOf,
  clockInDigits,
  type DateParts,
  datesIn,
  dayParts,
  weekdayOf,
  isCompoundOf,
  isSameName,
  isSameWord,
  lexicons,
  numbersIn,
  type SaidNumber,
  readTokens,
  type Reading,
  type Token,
} from '@salience/language';
import { type Evidence, kinOf, minutesAt } from './evidence.ts';

/** Words with which a note talks about the conversation itself; the conversation need not contain them. */
const frames = new Set(
  (
    'user users speaker person someone agent assistant asks asked ask asking says said say saying states stated mentions mentioned ' +
    'wants wanted want likes prefers tells told shares shared plans ' +
    'nutzer nutzerin benutzer benutzerin sprecher sagt sagte erzahlt erwahnt fragt fragte mochte will plant ' +
    'usuario usuaria dice dijo quiere pregunta pregunto planea menciona cuenta ' +
    'utilisateur utilisatrice dit veut demande prevoit mentionne raconte ' +
    'utente vuole chiede racconta menziona progetta ' +
    'utilizador utilizadora diz disse quer pergunta planeja menciona conta'
  ).split(' '),
);
const hours = new Set(
  "am pm uhr h clock o'clock hours hour heures heure horas hora ore day date tag datum dia fecha jour giorno data".split(
    ' ',
  ),
);
const contraction = /'(?:t|re|ve|ll|d|m|s)$/u;
const one = 1;

/**
 * The support of a note, 0..1: the share of its words that occur in the texts, in any form, or follow from them by
 * code: what day "tomorrow" is, which year a month has, a number in digits or in words. A number, date, weekday or name that was
 * not said makes it 0: these are where an invention does most harm. A note of small words alone counts only if all of them were said.
 */
export function supportIn(note: string, evidence: Evidence): number {
  const reading = readTokens(clockInDigits(note), evidence.readings[0]?.language);
  const judged = judge(reading, evidence);
  if (judged === undefined) return 0;
  const { counted: all, found } = judged;
  if (all > 0) return found / all;
  const { tokens } = reading;
  return tokens.length > 0 && tokens.every(({ word }) => evidence.words.includes(word)) ? 1 : 0;
}

/** False for a number under a key that counts another thing: "hives: 11" where four hives were mentioned. */
export function isCountOf(key: string, value: string, { counts }: Evidence): boolean {
  const reading = readTokens(value);
  const [number, more] = numbersIn(reading);
  if (number === undefined || more !== undefined || number.to - number.from < reading.tokens.length)
    return true;
  const counted = key.split('_').flatMap((word) => counts.get(stemOf(word)) ?? []);
  return counted.length === 0 || counted.some((values) => values.has(number.value));
}

/** Numbers of a note's counted and supported words, dates and numbers as one; undefined if it invents something. */
function judge(
  reading: Reading,
  evidence: Evidence,
): { readonly counted: number; readonly found: number } | undefined {
  const { tokens } = reading;
  const covered = new Set<number>();
  const cover = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) covered.add(at);
  };
  const numbers = numbersIn(reading);
  for (const { from, meanings, to } of datesIn(reading, numbers)) {
    if (!meanings.some((parts) => wasSaid(parts, evidence))) return undefined;
    cover(from, to);
  }
  for (const number of numbers) {
    if (covered.has(number.from)) continue;
    const minutes = minutesAt(reading, number.from);
    if (
      minutes === undefined
        ? !isCounted(number, reading, evidence)
        : !evidence.clocks.has(number.value * 60 + minutes)
    )
      return undefined;
    cover(number.from, minutes === undefined ? number.to : number.to + 1);
  }
  let [counts, found] = covered.size > 0 ? [1, 1] : [0, 0];
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1];
    if (covered.has(at) || isFree(token, next, reading)) continue;
    counts += 1;
    const day = weekdayOf(token, next);
    if (day !== undefined ? evidence.weekdays.has(day) : isSaid(token, reading, evidence)) found += 1;
    else if (day !== undefined || /\p{N}/u.test(token.word) || isNamed(token, at, reading, evidence))
      return undefined;
    else if (kinOf(token.word) !== undefined || isInPlaceOf(at, reading, evidence)) return undefined;
  }
  return { counted: counts, found };
}

/** True for a number that was said, of the same thing if it counts one. */
function isCounted({ to, value }: SaidNumber, { tokens }: Reading, { counts, numbers }: Evidence): boolean {
  if (value === one) return true;
  const word = tokens[to]?.word;
  const said = word === undefined ? undefined : counts.get(stemOf(word));
  return said === undefined ? numbers.has(value) : said.has(value);
}

function isFree({ isName, word }: Token, next: Token | undefined, { language }: Reading): boolean {
  if (word === 'feira' || hours.has(word) || contraction.test(word)) return true;
  const isSmall = lexicons[language].plain.has(word) || frames.has(word);
  // "Will" and "Mai" are names in a name's position.
  return isSmall && !(isName && language !== 'de' && next?.isName === true && !frames.has(word));
}

function isSaid(token: Token, reading: Reading, evidence: Evidence): boolean {
  const { language } = reading;
  const { word } = token;
  if (evidence.stems.has(stemOf(word))) return true;
  const kind = kinOf(word);
  if (kind !== undefined && evidence.kin.has(kind)) return true;
  // A name must match exactly; the first word of a note may be one.
  if (language !== 'de' && (token.isName || (token.isCapital && isShort(reading))))
    return evidence.words.some((said) => isSameName(said, word));
  return (
    evidence.words.some((said) => isSameWord(said, word)) || isCompoundOf(word, language, evidence.words)
  );
}

/** True for a date that was said, or the day on which it was said. */
function wasSaid(parts: DateParts, { dates, numbers, saidOn }: Evidence): boolean {
  const fits = (said: DateParts) =>
    (['year', 'month', 'day'] as const).every(
      (part) => parts[part] === undefined || parts[part] === said[part],
    );
  const { day, month, year } = parts;
  if (year !== undefined && month === undefined) return numbers.has(year) || dates.some(fits);
  return (
    dates.some(fits) ||
    (day !== undefined && month !== undefined && year !== undefined && fits(dayParts(saidOn)))
  );
}

/**
 * True for a word that stands where what was said has another: "soy milk" for "oat milk". A word after whoever acts is a verb, which may
 * be put in other words.
 */
function isInPlaceOf(at: number, reading: Reading, evidence: Evidence): boolean {
  const own = telling(reading);
  const place = own.indexOf(at);
  const [before, after] = [reading.tokens[own[place - 1] ?? -1], reading.tokens[own[place + 1] ?? -1]];
  // An unsaid noun at the beginning of a note is another thing. In English, function words begin notes more often.
  const token = reading.tokens[at];
  if (place === 0)
    return reading.language !== 'en' && at === 1 && (reading.language !== 'de' || token?.isName === true);
  // Right after the subject comes a verb; after "Imogen's" a possession.
  const isVerb =
    own[place - 1] === at - 1 &&
    !isOwning(before, evidence) &&
    (before?.isName === true || isSubject(before, evidence));
  if (before === undefined || isVerb) return false;
  const words = reading.tokens.map(({ word }) => word);
  return [
    { beside: before, step: 1 },
    { beside: after, step: -1 },
  ].some(
    ({ beside, step }) =>
      beside !== undefined &&
      isSaid(beside, reading, evidence) &&
      hasOther(beside.word, step, words, evidence),
  );
}

/** Maximum distance in words of neighbours: "job at the brewery". */
const breath = 3;

/** True if a said word always has another content word beside it that a note lacks. */
function hasOther(word: string, step: number, note: readonly string[], { readings }: Evidence): boolean {
  const besides = readings.flatMap((reading) => {
    const own = telling(reading);
    return own.flatMap((at, place) => {
      if (!isSameWord(reading.tokens[at]?.word ?? '', word)) return [];
      const next = own[place + step];
      return next === undefined || Math.abs(next - at) > breath ? [''] : [reading.tokens[next]?.word ?? ''];
    });
  });
  return (
    besides.length > 0 &&
    besides.every((beside) => beside !== '' && !note.some((one) => isSameWord(one, beside)))
  );
}

/** The positions of the content words of a text. */
function telling(reading: Reading): number[] {
  return reading.tokens.flatMap((token, at) => (isFree(token, reading.tokens[at + 1], reading) ? [] : [at]));
}

function isOwning(token: Token | undefined, { speakers }: Evidence): boolean {
  return (
    token !== undefined &&
    (token.isOwner || (speakers.has(token.word.replace(/s$/u, '')) && !speakers.has(token.word)))
  );
}

function isSubject(token: Token | undefined, { speakers }: Evidence): boolean {
  const word = token?.word ?? '';
  return frames.has(word) || kinOf(word) !== undefined || speakers.has(word);
}

/** True for a value or a name, which is not a sentence. */
function isShort({ text, tokens }: Reading): boolean {
  return tokens.length <= 4 && !/[.!?]\s*$/u.test(text);
}

// German capitalises every noun; a name has no article.
const beforeNames = new Set('in nach aus mit bei von fur an und zu'.split(' '));
const titles = new Set(
  'dr mr mrs ms prof herr frau mme m sr sra senor senora signor signora dott'.split(' '),
);
/** Auxiliary verbs. */
export const auxiliaries = new Set(
  'is was has had will would ist war hat wird es esta tiene fue est a ete e ha era tem foi and und y et'.split(
    ' ',
  ),
);

/** True for a word written as a name, or at the beginning of a note like one: before a verb. */
function isNamed(token: Token, at: number, { language, tokens }: Reading, evidence: Evidence): boolean {
  if (token.isOwner || titles.has(tokens[at - 1]?.word ?? '')) return true;
  if (at > 0) return token.isName && (language !== 'de' || beforeNames.has(tokens[at - 1]?.word ?? ''));
  const next = tokens[1];
  if (next === undefined || next.isName) return false;
  if (language === 'de')
    return token.isCapital && !lexicons.de.plain.has(next.word) && evidence.stems.has(stemOf(next.word));
  if (auxiliaries.has(next.word)) return true;
  return (
    !lexicons[language].plain.has(next.word) &&
    !frames.has(next.word) &&
    evidence.stems.has(stemOf(next.word))
  );
}
