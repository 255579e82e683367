import { stemOf } from '../words.ts';
import { type DateParts, datesIn, dayParts, weekdayOf } from './dates.ts';
import { isCompoundOf, isSameName, isSameWord } from './forms.ts';
import { languageCodes, lexicons } from './languages.ts';
import { clockInDigits } from './clock-words.ts';
import { numbersIn, type SaidNumber } from './numbers.ts';
import { read, type Reading, type Token } from './tokens.ts';

/** What was said, ready to be compared with what somebody made of it. */
export interface Evidence {
  readonly readings: readonly Reading[];
  readonly words: readonly string[];
  readonly stems: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  /** Times of day in minutes; both, where nobody says whether it is morning. */
  readonly clocks: ReadonlySet<number>;
  /** The numbers that stand before a word, by its stem: three cats. */
  readonly counts: ReadonlyMap<string, ReadonlySet<number>>;
  readonly dates: readonly DateParts[];
  /** Sunday is 0. */
  readonly weekdays: ReadonlySet<number>;
  /** The kinds of people spoken of, in English: "meine Mutter" is `mother`. */
  readonly kin: ReadonlySet<string>;
  /** Words of the names of who speaks. */
  readonly speakers: ReadonlySet<string>;
  /** The day on which it was said, as midnight UTC. */
  readonly saidOn: number;
}

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
const kinds = new Map(languageCodes.flatMap((code) => Object.entries(lexicons[code].kin)));
const hours = new Set("am pm uhr h clock o'clock hours hour heures heure horas hora ore".split(' '));
const afternoon =
  /(?<!\p{L})(?:p\.?m|evening|afternoon|tonight|night|abends?|nachmittags?|nachts?|tarde|noche|soir|apr[eè]s-midi|sera|stasera|pomeriggio|noite)(?!\p{L})/iu;
const contraction = /'(?:t|re|ve|ll|d|m|s)$/u;
const one = 1;

/** Reads what was said on a day (midnight UTC) by somebody of these names (lower case): its words, and what follows from them by code. */
export function evidenceOf(texts: readonly (string | null)[], saidOn: number, names: readonly string[] = []): Evidence {
  const readings = [...texts, ...names].filter((text) => text !== null && text !== '').map((text) => read(clockInDigits(text ?? '')));
  const words = readings.flatMap(({ tokens }) => tokens.map(({ word }) => word));
  const found = readings.map((reading) => ({ reading, said: numbersIn(reading) }));
  const dates = found.flatMap(({ reading, said }) => datesIn(reading, said, saidOn));
  const days = dates.flatMap(({ meanings }) => meanings);
  const values = found.flatMap(({ said }) => said.map(({ value }) => value));
  return {
    readings,
    words,
    stems: new Set(words.map(stemOf)),
    numbers: new Set([
      ...values,
      ...counted(words),
      ...days.flatMap(({ year = 0 }) => (year === 0 ? [] : [year])),
      // A week has seven days; who says a week says none of them.
      ...dates.flatMap(({ meanings }) => (meanings.length > daysMost ? [] : meanings.flatMap(({ day }) => day ?? []))),
    ]),
    clocks: new Set(found.flatMap(clocksIn)),
    counts: countsIn(found),
    dates: days,
    weekdays: new Set([
      ...readings.flatMap(({ tokens }) => tokens.flatMap((token, at) => weekdayOf(token, tokens[at + 1]) ?? [])),
      ...days.flatMap(({ day, month, year }) =>
        day === undefined || month === undefined || year === undefined
          ? []
          : [new Date(Date.UTC(year, month - 1, day)).getUTCDay()],
      ),
    ]),
    kin: new Set(words.flatMap((word) => kinds.get(word) ?? [])),
    speakers: new Set(names.flatMap((name) => name.split(' '))),
    saidOn,
  };
}

/** Meanings of one date; a week has more. */
const daysMost = 4;

/** "5km" is five as well. */
function counted(words: readonly string[]): number[] {
  return words.flatMap((word) => {
    const digits = /^(\d{1,9})\p{L}{1,4}$/u.exec(word)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
}

interface Found {
  readonly reading: Reading;
  readonly said: readonly SaidNumber[];
}

function clocksIn({ reading, said }: Found): number[] {
  const isLate = afternoon.test(reading.text);
  return said.flatMap(({ from, value }) => {
    if (value > 24) return [];
    const minutes = minutesAt(reading, from) ?? 0;
    const at = value * 60 + minutes;
    // Nine may be nine in the evening only where the text speaks of evenings.
    return value >= 12 ? [at, at - 720] : isLate ? [at, at + 720] : [at];
  });
}

/** The minutes of a time of day that begins at a place; undefined where none does. */
function minutesAt({ tokens }: Reading, at: number): number | undefined {
  const [hour, minutes] = [tokens[at], tokens[at + 1]];
  const isClock = hour?.number !== undefined && hour.number <= 24 && minutes?.number !== undefined && minutes.number < 60;
  return isClock && (minutes.gap === ':' || minutes.start === hour.start) ? minutes.number : undefined;
}

function countsIn(found: readonly Found[]): Map<string, Set<number>> {
  const counts = new Map<string, Set<number>>();
  for (const { reading, said } of found) {
    for (const { to, value } of said) {
      const word = reading.tokens[to]?.word;
      if (word === undefined || lexicons[reading.language].plain.has(word)) continue;
      const stem = stemOf(word);
      counts.set(stem, (counts.get(stem) ?? new Set()).add(value));
    }
  }
  return counts;
}

/** The kind of person that a word names, in English; undefined where it names none. */
export function kinOf(word: string): string | undefined {
  return kinds.get(word);
}

/**
 * How much of a note was said, 0..1: the share of its words that stand in what was said, in whatever form, or follow from it by
 * code: what day "tomorrow" is, which year a month has, a number in digits or in words. A number, date, weekday or name that was
 * not said makes it 0: these are where an invention does most harm. A note of small words alone counts only if all of them were said.
 */
export function supportIn(note: string, evidence: Evidence): number {
  const reading = read(clockInDigits(note), evidence.readings[0]?.language);
  const judged = judge(reading, evidence);
  if (judged === undefined) return 0;
  const { counted: all, found } = judged;
  if (all > 0) return found / all;
  const { tokens } = reading;
  return tokens.length > 0 && tokens.every(({ word }) => evidence.words.includes(word)) ? 1 : 0;
}

/** False for a number under a key that counts what was counted otherwise: "hives: 11" where four hives were spoken of. */
export function isCountOf(key: string, value: string, { counts }: Evidence): boolean {
  const reading = read(value);
  const [number, more] = numbersIn(reading);
  if (number === undefined || more !== undefined || number.to - number.from < reading.tokens.length) return true;
  const counted = key.split('_').flatMap((word) => counts.get(stemOf(word)) ?? []);
  return counted.length === 0 || counted.some((values) => values.has(number.value));
}

/** How many of a note's words count and were said, dates and numbers as one; undefined where it invents something. */
function judge(reading: Reading, evidence: Evidence): { readonly counted: number; readonly found: number } | undefined {
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
    if (minutes === undefined ? !isCounted(number, reading, evidence) : !evidence.clocks.has(number.value * 60 + minutes))
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
    else if (day !== undefined || /\p{N}/u.test(token.word) || isNamed(token, at, reading, evidence)) return undefined;
    else if (kinds.has(token.word) || isInPlaceOf(at, reading, evidence)) return undefined;
  }
  return { counted: counts, found };
}

/** True for a number that was said, of the thing it counts where that was counted. */
function isCounted({ to, value }: SaidNumber, { tokens }: Reading, { counts, numbers }: Evidence): boolean {
  if (value === one) return true;
  const word = tokens[to]?.word;
  const said = word === undefined ? undefined : counts.get(stemOf(word));
  return said === undefined ? numbers.has(value) : said.has(value);
}

function isFree({ isName, word }: Token, next: Token | undefined, { language }: Reading): boolean {
  if (word === 'feira' || hours.has(word) || contraction.test(word)) return true;
  const isSmall = lexicons[language].plain.has(word) || frames.has(word);
  // "Will" and "Mai" are names where they stand as such.
  return isSmall && !(isName && language !== 'de' && next?.isName === true && !frames.has(word));
}

function isSaid(token: Token, reading: Reading, evidence: Evidence): boolean {
  const { language } = reading;
  const { word } = token;
  if (evidence.stems.has(stemOf(word))) return true;
  const kind = kinds.get(word);
  if (kind !== undefined && evidence.kin.has(kind)) return true;
  // A name is itself or nobody's; a word that begins a note may be one.
  if (language !== 'de' && (token.isName || (token.isCapital && isShort(reading))))
    return evidence.words.some((said) => isSameName(said, word));
  return evidence.words.some((said) => isSameWord(said, word)) || isCompoundOf(word, language, evidence.words);
}

/** True for a date that was said, or that is the day on which it was said. */
function wasSaid(parts: DateParts, { dates, numbers, saidOn }: Evidence): boolean {
  const fits = (said: DateParts) =>
    (['year', 'month', 'day'] as const).every((part) => parts[part] === undefined || parts[part] === said[part]);
  const { day, month, year } = parts;
  if (year !== undefined && month === undefined) return numbers.has(year) || dates.some(fits);
  return dates.some(fits) || (day !== undefined && month !== undefined && year !== undefined && fits(dayParts(saidOn)));
}

/**
 * True for a word that stands where what was said has another: "soy milk" for "oat milk". A word after whoever acts is a verb, which may
 * be put in other words.
 */
function isInPlaceOf(at: number, reading: Reading, evidence: Evidence): boolean {
  const own = telling(reading);
  const place = own.indexOf(at);
  const [before, after] = [reading.tokens[own[place - 1] ?? -1], reading.tokens[own[place + 1] ?? -1]];
  // German writes nouns with a capital: one that a note begins with and nobody said is another thing.
  const token = reading.tokens[at];
  if (place === 0) return reading.language === 'de' && at === 1 && token?.isName === true;
  if (before === undefined || before.isName || before.isOwner || isSubject(before, evidence)) return false;
  const words = reading.tokens.map(({ word }) => word);
  return [
    { beside: before, step: 1 },
    { beside: after, step: -1 },
  ].some(({ beside, step }) => beside !== undefined && isSaid(beside, reading, evidence) && hasOther(beside.word, step, words, evidence));
}

/** Words apart at most that stand beside each other: "job at the brewery". */
const breath = 3;

/** Whether a word that was said always has another content word beside it, which a note does not have. */
function hasOther(word: string, step: number, note: readonly string[], { readings }: Evidence): boolean {
  const besides = readings.flatMap((reading) => {
    const own = telling(reading);
    return own.flatMap((at, place) => {
      if (!isSameWord(reading.tokens[at]?.word ?? '', word)) return [];
      const next = own[place + step];
      return next === undefined || Math.abs(next - at) > breath ? [''] : [reading.tokens[next]?.word ?? ''];
    });
  });
  return besides.length > 0 && besides.every((beside) => beside !== '' && !note.some((one) => isSameWord(one, beside)));
}

/** The places of the words that say what a text is about. */
function telling(reading: Reading): number[] {
  return reading.tokens.flatMap((token, at) => (isFree(token, reading.tokens[at + 1], reading) ? [] : [at]));
}

function isSubject({ word }: Token, { speakers }: Evidence): boolean {
  return frames.has(word) || kinds.has(word) || speakers.has(word);
}

/** True for a value or a name, which is no sentence. */
function isShort({ text, tokens }: Reading): boolean {
  return tokens.length <= 4 && !/[.!?]\s*$/u.test(text);
}

// German writes every noun with a capital; a name stands where there is no article.
const beforeNames = new Set('in nach aus mit bei von fur an und zu'.split(' '));
const titles = new Set('dr mr mrs ms prof herr frau mme m sr sra senor senora signor signora dott'.split(' '));
/** Small verbs by which something is said of somebody. */
export const auxiliaries = new Set(
  'is was has had will would ist war hat wird es esta tiene fue est a ete e ha era tem foi and und y et'.split(' '),
);

/** True for a word that is written as a name, or begins a note as one does: before what somebody does. */
function isNamed(token: Token, at: number, { language, tokens }: Reading, evidence: Evidence): boolean {
  if (token.isOwner || titles.has(tokens[at - 1]?.word ?? '')) return true;
  if (at > 0) return token.isName && (language !== 'de' || beforeNames.has(tokens[at - 1]?.word ?? ''));
  const next = tokens[1];
  if (next === undefined || language === 'de' || next.isName) return false;
  if (auxiliaries.has(next.word)) return true;
  return !lexicons[language].plain.has(next.word) && !frames.has(next.word) && evidence.stems.has(stemOf(next.word));
}
