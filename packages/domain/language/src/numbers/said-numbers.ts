import { type LanguageCode, languageCodes } from '../languages/codes.ts';
import { lexicons } from '../languages/lexicons.ts';
import type { Reading, Token } from '../words/tokens.ts';

/** A number that a text says in digits or in words, with the words that say it (end excluded). */
export interface SaidNumber {
  readonly value: number;
  readonly from: number;
  readonly to: number;
  readonly inWords: boolean;
}

interface NumberWords {
  /** Zero to ninety-nine, as far as they are one word. */
  readonly small: ReadonlyMap<string, number>;
  readonly hundreds: ReadonlyMap<string, number>;
  readonly thousand: ReadonlySet<string>;
}

const joins = new Set(['and', 'y', 'et', 'e', 'und']);
/** Words for one that are articles as well: as a number they tell nothing. */
const oneMost = 1;
const spanishHundreds =
  'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos';
const portugueseHundreds =
  'duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos';
const variants: Readonly<Partial<Record<LanguageCode, Readonly<Record<string, number>>>>> = {
  de: { zwo: 2, dreissig: 30 },
  es: { veintiun: 21, veintiuna: 21, dieciseis: 16 },
  fr: { vingts: 20, une: 1 },
  pt: { duas: 2, uma: 1, dezasseis: 16, dezassete: 17, dezanove: 19, quatorze: 14 },
};

const oddRanks: Readonly<Partial<Record<LanguageCode, Readonly<Record<string, number>>>>> = {
  en: { second: 2, third: 3, fifth: 5, eighth: 8, ninth: 9, twelfth: 12, twentieth: 20, thirtieth: 30 },
  de: { dritte: 3, dritten: 3, siebte: 7, siebten: 7, achte: 8, achten: 8 },
  es: { segundo: 2, tercero: 3 },
  fr: { deuxieme: 2, troisieme: 3 },
  it: { secondo: 2, terzo: 3 },
  pt: { segundo: 2, terceiro: 3 },
};

const byLanguage = Object.fromEntries(languageCodes.map((code) => [code, numberWords(code)])) as Record<
  LanguageCode,
  NumberWords
>;

function numberWords(code: LanguageCode): NumberWords {
  const { hundreds, numbers, tens, thousand } = lexicons[code];
  const small = new Map<string, number>(numbers.map((word, value) => [word, value]));
  for (const [n, ten] of tens.entries()) {
    const value = 20 + 10 * n;
    small.set(ten, value);
    for (let unit = 1; unit < 10; unit += 1) {
      const word = numbers[unit] ?? '';
      if (code === 'de') small.set(`${unit === 1 ? 'ein' : word}und${ten}`, value + unit);
      if (code === 'it') small.set((/^[uo]/u.test(word) ? ten.slice(0, -1) : ten) + word, value + unit);
      if (code === 'es' && value === 20) small.set(`veinti${word}`, value + unit);
    }
  }
  for (const [word, value] of Object.entries(variants[code] ?? {})) small.set(word, value);
  for (const [word, value] of ranks(code, small)) small.set(word, value);
  const many = code === 'es' ? spanishHundreds : code === 'pt' ? portugueseHundreds : '';
  const whole = many === '' ? [] : many.split(' ').map((word, n) => [word, 200 + 100 * n] as const);
  return {
    small,
    hundreds: new Map([...hundreds.map((word) => [word, 100] as const), ...whole]),
    thousand: new Set(thousand),
  };
}

/** Ranks in words as days have them: "the third of August", "am zwanzigsten". */
function ranks(code: LanguageCode, small: ReadonlyMap<string, number>): [string, number][] {
  const odd = Object.entries(oddRanks[code] ?? {});
  const regular = [...small].filter(
    ([, value]) => value > 3 && value < 32 && (code === 'en' || code === 'de'),
  );
  const made = regular.flatMap(([word, value]): [string, number][] =>
    code === 'en'
      ? [[`${word}th`, value]]
      : ['te', 'ten', 'ter'].map((end) => [`${word}${value > 19 ? 's' : ''}${end}`, value]),
  );
  return [...odd, ...made];
}

/** The value of one word that is put together: "zweihundert", "tremila"; undefined where it is none. */
function together(word: string, { hundreds, small, thousand }: NumberWords): number | undefined {
  const known = small.get(word) ?? hundreds.get(word) ?? (thousand.has(word) ? 1_000 : undefined);
  if (known !== undefined) return known;
  for (const [names, times] of [
    [thousand, 1_000],
    [hundreds.keys(), 100],
  ] as const) {
    for (const name of names) {
      const at = word.indexOf(name);
      if (name.length < 4 || at < 0) continue;
      const head =
        at === 0 ? 1 : together(word.slice(0, at).replace(/^ein$/u, 'eins'), { hundreds, small, thousand });
      const tail = word.slice(at + name.length).replace(/^und/u, '');
      const rest = tail === '' ? 0 : together(tail, { hundreds, small, thousand });
      if (head !== undefined && rest !== undefined) return head * times + rest;
    }
  }
  return undefined;
}

/** The numbers of a text, in the language that it speaks. One is left out where a word says it: articles do, too. */
export function numbersIn({ language, tokens }: Reading): SaidNumber[] {
  const names = byLanguage[language];
  const found: SaidNumber[] = [];
  let at = 0;
  while (at < tokens.length) {
    const number = tokens[at]?.number;
    if (number !== undefined) {
      found.push({ value: number, from: at, to: at + 1, inWords: false });
      at += 1;
      continue;
    }
    const { to, value } = spoken(tokens, at, names);
    if (to > at && value > oneMost) found.push({ value, from: at, to, inWords: true });
    at = Math.max(at + 1, to);
  }
  return found;
}

function spoken(tokens: readonly Token[], from: number, names: NumberWords): { value: number; to: number } {
  let [total, current, last, to] = [0, 0, Number.POSITIVE_INFINITY, from];
  for (let at = from; at < tokens.length; at += 1) {
    const word = tokens[at]?.word ?? '';
    // "At ten, two of us": what a comma parts is no number.
    if (at > from && /[^\s-]/u.test(tokens[at]?.gap ?? '')) break;
    if (to > from && at === to && joins.has(word)) {
      const next = together(tokens[at + 1]?.word ?? '', names);
      if (next === undefined || next >= last || next === 0) break;
      continue;
    }
    const value = together(word, names);
    if (value === undefined) break;
    if (names.thousand.has(word)) {
      total += Math.max(1, current) * 1_000;
      [current, last] = [0, 1_000];
    } else if (value === 100 && current > 0 && current < 10) [current, last] = [current * 100, 100];
    // Four times twenty, and sixty and fifteen, as French counts.
    else if (value === 20 && current === 4) [current, last] = [80, 80];
    else if (value < last && (value < 10 ? last >= 20 || isFrenchTeen(current) : last >= 60)) {
      current += value;
      last = value;
    } else break;
    to = at + 1;
  }
  return { value: total + current, to };
}

function isFrenchTeen(current: number): boolean {
  return current % 20 === 10;
}
