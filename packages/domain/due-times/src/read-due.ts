import { detectLanguage, type LanguageCode, localZone } from '@salience/language';
import type { Atom, SaidDay } from './atom.ts';
import { type Wall, wallIn } from './civil.ts';
import { ownAtoms } from './english/own-atoms.ts';
import { plainEnglish } from './english/plain-english.ts';
import { bareAnswer, readAnswer } from './answer.ts';
import { readEvery, saysEvery } from './every.ts';
import { type Recognizers, recognizedAtoms, loadRecognizers } from './recognizers.ts';
import { otherLanguages } from './other-languages/other-languages.ts';
import type { DueContext, DueReading, ReadDue } from './reading.ts';
import { resolve } from './resolve.ts';
import { blank, rewrite, type Rewritten } from './rewrite.ts';
import { atHome, saidZone, writtenInstant } from './said-zone.ts';

/** A longer text is not read: the time it takes grows with the square of it. Characters. */
const longestRead = 400;

/** Makes the reader; see `loadRecognizers` for what it costs. */
export async function makeReadDue(): Promise<ReadDue> {
  const recognizers = await loadRecognizers();
  return (text, context) => readDue(recognizers, text, context);
}

function readDue(recognizers: Recognizers, text: string, context: DueContext): DueReading {
  const { answers, language = detectLanguage(`${answers ?? ''} ${text}`), now, zone } = context;
  if (text.length > longestRead || (answers ?? '').length > longestRead)
    return { kind: 'unclear', why: 'too-long', candidates: [], spans: [[0, text.length]] };
  const own = localZone(zone);
  const written = answers === undefined ? writtenInstant(text, own) : undefined;
  if (written !== undefined) return written;
  const abroad = saidZone(text);
  const wall = wallIn(now, abroad?.zone ?? own);
  const read = (part: string): Atom[] => {
    const { atoms, rest } = ownAtoms(part, wall);
    return [...atoms, ...recognizedAtoms(recognizers, rest, wall)].map((atom) =>
      eitherOrder(atom, part, wall),
    );
  };
  const said = abroad === undefined ? text : blank(text, abroad.from, abroad.to);
  const plain = inPlainEnglish(answers === undefined ? said : bareAnswer(said), language);
  const reading =
    answers === undefined
      ? saysEvery(plain.text)
        ? readEvery(plain.text, read, wall)
        : resolve(read(plain.text), wall)
      : readAnswer(inPlainEnglish(answers, language).text, plain.text, read, wall);
  if (reading.kind === 'none') return reading;
  const spans = reading.spans.map(([from, to]) => [plain.startOf(from), plain.endOf(to)] as const);
  return abroad === undefined ? { ...reading, spans } : atHome({ ...reading, spans }, abroad, own);
}

/** The words of time of a text in the English that the recognizers read. */
function inPlainEnglish(text: string, language: LanguageCode): Rewritten {
  const spoken = language === 'en' ? rewrite(text, []) : rewrite(text, otherLanguages[language], 'xx');
  const plain = rewrite(spoken.text, plainEnglish);
  return {
    text: plain.text,
    startOf: (index) => spoken.startOf(plain.startOf(index)),
    endOf: (index) => spoken.endOf(plain.endOf(index)),
  };
}

/** Where the day comes before the month, "3/4" may be either; in America it is the 4th of March. */
function eitherOrder(atom: Atom, text: string, { zone }: Wall): Atom {
  const [, first = '', second = ''] =
    /(?<![\d/.-])(\d{1,2})[/.-](\d{1,2})(?![\d:])/.exec(text.slice(atom.from, atom.to)) ?? [];
  const { day } = atom;
  const [a, b] = [Number(first), Number(second)];
  if (day === undefined || a < 1 || b < 1 || a > 12 || b > 12 || a === b || monthFirst.test(zone))
    return atom;
  const swapped: SaidDay | undefined =
    day.on === 'yearly'
      ? { on: 'yearly', month: day.day - 1, day: day.month + 1 }
      : day.on === 'date'
        ? { on: 'date', day: swap(day.day) }
        : undefined;
  return swapped === undefined
    ? atom
    : { ...atom, day: { on: 'either', days: [day, swapped], why: 'which-month' } };
}

const monthFirst = /^(?:America|US)\/|^(?:UTC|GMT|Etc\/.*|Pacific\/Honolulu)$/;

function swap(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCDate() - 1, date.getUTCMonth() + 1);
}
