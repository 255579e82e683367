import {
  stemOf,
  clockInDigits,
  type DateParts,
  datesIn,
  weekdayOf,
  languageCodes,
  lexicons,
  numbersIn,
  once,
  type SaidNumber,
  readTokens,
  type Reading,
} from '@salience/language';

/** The evidence of texts, prepared for comparison with a note. */
export interface Evidence {
  readonly readings: readonly Reading[];
  readonly words: readonly string[];
  readonly stems: ReadonlySet<string>;
  readonly numbers: ReadonlySet<number>;
  /** Times of day in minutes; both readings if morning or evening is unknown. */
  readonly clocks: ReadonlySet<number>;
  /** Numbers before a word, by its stem: three cats. */
  readonly counts: ReadonlyMap<string, ReadonlySet<number>>;
  readonly dates: readonly DateParts[];
  /** Sunday is 0. */
  readonly weekdays: ReadonlySet<number>;
  /** Kinds of people mentioned, in English: "meine Mutter" is `mother`. */
  readonly kin: ReadonlySet<string>;
  /** Words of the speaker's names. */
  readonly speakers: ReadonlySet<string>;
  /** The day on which it was said, as midnight UTC. */
  readonly saidOn: number;
}

const kinds = new Map(languageCodes.flatMap((code) => Object.entries(lexicons[code].kin)));
const afternoon =
  /(?<!\p{L})(?:p\.?m|evening|afternoon|tonight|night|abends?|nachmittags?|nachts?|tarde|noche|soir|apr[eè]s-midi|sera|stasera|pomeriggio|noite)(?!\p{L})/iu;

/** Reads a text said on a day (midnight UTC) by a speaker with these names (lower case): its words, and what follows from them. */
export function evidenceOf(
  texts: readonly (string | null)[],
  saidOn: number,
  names: readonly string[] = [],
): Evidence {
  const readings = [...texts, ...names]
    .filter((text) => text !== null && text !== '')
    .map((text) => readTokens(clockInDigits(text ?? '')));
  const words = readings.flatMap(({ tokens }) => tokens.map(({ word }) => word));
  // Most values are words, so the rest is computed when a value first needs it.
  const found = once(() => readings.map((reading) => ({ reading, said: numbersIn(reading) })));
  const dated = once(() => found().flatMap(({ reading, said }) => datesIn(reading, said, saidOn)));
  const days = once(() => dated().flatMap(({ meanings }) => meanings));
  // A week has seven days, so "a week" names none of them.
  const named = once(() => dated().flatMap(({ meanings }) => (meanings.length > daysMost ? [] : meanings)));
  const numbers = once(
    () =>
      new Set([
        ...found().flatMap(({ said }) => said.map(({ value }) => value)),
        ...counted(words),
        ...days().flatMap(({ year = 0 }) => (year === 0 ? [] : [year])),
        ...named().flatMap(({ day }) => day ?? []),
      ]),
  );
  const weekdays = once(
    () =>
      new Set([
        ...readings.flatMap(({ tokens }) =>
          tokens.flatMap((token, at) => weekdayOf(token, tokens[at + 1]) ?? []),
        ),
        ...named().flatMap(({ day, month, year }) =>
          day === undefined || month === undefined || year === undefined
            ? []
            : [new Date(Date.UTC(year, month - 1, day)).getUTCDay()],
        ),
      ]),
  );
  const clocks = once(() => new Set(found().flatMap(clocksIn)));
  const counts = once(() => countsIn(found()));
  return {
    readings,
    words,
    stems: new Set(words.map(stemOf)),
    kin: new Set(words.flatMap((word) => kinds.get(word) ?? [])),
    speakers: new Set(names.flatMap((name) => name.split(' '))),
    saidOn,
    get numbers() {
      return numbers();
    },
    get clocks() {
      return clocks();
    },
    get counts() {
      return counts();
    },
    get dates() {
      return days();
    },
    get weekdays() {
      return weekdays();
    },
  };
}

/** The evidence of several days as one; at least one day. */
export function togetherOf(several: readonly Evidence[]): Evidence {
  const all = <T>(pick: (one: Evidence) => Iterable<T>) => new Set(several.flatMap((one) => [...pick(one)]));
  const counts = new Map<string, ReadonlySet<number>>();
  for (const [stem, values] of several.flatMap((one) => [...one.counts]))
    counts.set(stem, new Set([...(counts.get(stem) ?? []), ...values]));
  return {
    readings: several.flatMap(({ readings }) => readings),
    words: several.flatMap(({ words }) => words),
    dates: several.flatMap(({ dates }) => dates),
    stems: all(({ stems }) => stems),
    numbers: all(({ numbers }) => numbers),
    clocks: all(({ clocks }) => clocks),
    weekdays: all(({ weekdays }) => weekdays),
    kin: all(({ kin }) => kin),
    speakers: all(({ speakers }) => speakers),
    counts,
    saidOn: several[0]?.saidOn ?? 0,
  };
}

/** Maximum readings of one date; a week has more. */
const daysMost = 4;

/** "5km" contains the number 5. */
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
    // Nine may mean 21:00 only if the text mentions the evening.
    return value >= 12 ? [at, at - 720] : isLate ? [at, at + 720] : [at];
  });
}

/** The minutes of a time of day at a position; undefined for none. */
export function minutesAt({ tokens }: Reading, at: number): number | undefined {
  const [hour, minutes] = [tokens[at], tokens[at + 1]];
  const isClock =
    hour?.number !== undefined && hour.number <= 24 && minutes?.number !== undefined && minutes.number < 60;
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

/** The kind of person that a word names, in English; undefined for none. */
export function kinOf(word: string): string | undefined {
  return kinds.get(word);
}
