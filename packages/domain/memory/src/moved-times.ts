import { languageCodes, lexicons, saysChange, stemOf, stemsOf, withoutChange } from '@salience/language';
import type { Trust } from '@salience/contracts';
import { coverage, type EndedStatement } from './ended.ts';
import { sentenceAround, type Span } from './spans.ts';
import { wordRank } from './trust.ts';
import { sourceWords, unsaidStems } from './words.ts';

/** An exchange that announces an event. */
export interface AheadRow {
  /** The exchange. */
  readonly id: string;
  readonly message: string;
  /** The first of its times that was in the future. */
  readonly at: Date;
  readonly saidAt: Date;
  readonly trust: Trust;
  readonly times: readonly (Span & { readonly from: string | null })[];
  /** It was a request that created or changed a reminder; then the reminder has the current time. */
  readonly asked: boolean;
}

/** An exchange that says that something is done or cancelled. */
export interface OverRow {
  /** The exchange. */
  readonly id: string;
  readonly message: string;
  readonly saidAt: Date;
  readonly trust: Trust;
  /** The words that say so. */
  readonly span: Span;
}

/** Words that any appointment may have; two events that share only these are not the same. */
const general = new Set(
  stemsOf(
    'appointment appointments meeting visit date call session lesson termin termine treffen besprechung besuch stunde cita reunión visita consulta ' +
      'sesión clase hora rendezvous rendez réunion visite séance cours appuntamento riunione incontro lezione compromisso reunião encontro aula',
  ),
);
/** Function words, which say nothing about the event. */
const small = new Set(languageCodes.flatMap((code) => [...lexicons[code].plain].map(stemOf)));
/** Minimum letters of a word that identifies an event; shorter ones are mostly function words. */
const matterLetters = 4;
/** Letters at the beginning that make two words of different languages the same ("dentist", "dentista"). */
const sharedLetters = 5;
const dayMs = 86_400_000;
const nothingSaid = sourceWords([]);

/**
 * The announced times that no longer hold, because a later message gives the same event another time or says that it is over. Two
 * messages are about the same event if one has all the words of the other, at least two, or exactly the same; if the later one says that
 * something changed or is over, half of the words suffice. A message with less trust ends nothing, nor does a question, and a time that
 * has passed stays.
 */
export function movedTimes(ahead: readonly AheadRow[], over: readonly OverRow[]): EndedStatement[] {
  const stated = ahead.filter(({ asked }) => !asked).flatMap((row) => timeOf(row));
  const ends: Ending[] = [
    ...stated.map((time) => ({
      ...time,
      at: time.row.at,
      now: time.value,
      isChange: saysChange(time.sentence),
    })),
    ...over.map((row) => {
      const sentence = sentenceAround(row.span, { message: row.message, reply: null });
      return { row, sentence, matter: matterOf(sentence), now: null, isChange: true };
    }),
  ].toSorted((a, b) => a.row.saidAt.getTime() - b.row.saidAt.getTime());
  return stated.flatMap((time) => {
    const end = ends.find((other) => isEndOf(other, time));
    if (end === undefined) return [];
    // An event may move several times; the last statement counts.
    const last = ends.findLast((other) => isEndOf(other, time)) ?? end;
    return [
      {
        kind: 'time' as const,
        subject: 'user',
        key: '',
        value: time.value,
        now: last.now,
        at: end.row.saidAt.toISOString(),
        by: end.row.id,
        trust: end.row.trust,
        saidTrust: time.row.trust,
        nowTrust: last.row.trust,
        rests: [time.row.id],
        matter: time.matter.join(' '),
      },
    ];
  });
}

/** True for a question in any language; it states nothing. */
export function isAsked(sentence: string): boolean {
  return /[?？؟]["'”’»)\s]*$/u.test(sentence);
}

interface StatedTime {
  readonly row: AheadRow;
  readonly sentence: string;
  /** The words of the event. */
  readonly matter: readonly string[];
  /** The words of the time. */
  readonly value: string;
}

/** The event and time of a row; none if its sentence is a question. */
function timeOf(row: AheadRow): StatedTime[] {
  const span = spanAhead(row);
  if (span === undefined) return [];
  const sentence = sentenceAround(span, { message: row.message, reply: null });
  if (isAsked(sentence)) return [];
  const times = row.times.filter(({ half }) => half === 'message');
  const without = times.reduce(
    (text, time) => text.replace(row.message.slice(time.start, time.end), ' '),
    sentence,
  );
  const matter = matterOf(without);
  return matter.length === 0
    ? []
    : [{ row, sentence, matter, value: row.message.slice(span.start, span.end) }];
}

/** The span of the time `at` in a row's message. */
export function spanAhead({ at, times }: Pick<AheadRow, 'at' | 'times'>): Span | undefined {
  return times.find(
    ({ from, half }) => half === 'message' && from !== null && Date.parse(from) === at.getTime(),
  );
}

/** The words of a sentence that identify its event. */
function matterOf(sentence: string): string[] {
  const words = unsaidStems(withoutChange(sentence), nothingSaid);
  return [
    ...new Set(
      words.filter(
        (word) =>
          (word.length >= matterLetters && !small.has(word)) || /^[^\p{Script=Latin}\p{N}]+$/u.test(word),
      ),
    ),
  ];
}

interface Ending {
  readonly sentence: string;
  readonly row: Pick<AheadRow, 'id' | 'saidAt' | 'trust'>;
  readonly matter: readonly string[];
  /** The new time; unset if the event is over. */
  readonly at?: Date;
  readonly now: string | null;
  /** It says that something changed or is over. */
  readonly isChange: boolean;
}

function isEndOf(later: Ending, time: StatedTime): boolean {
  const passed = time.row.at.getTime() + dayMs;
  if (later.row.saidAt <= time.row.saidAt || later.row.saidAt.getTime() >= passed) return false;
  if (wordRank(later.row.trust) < wordRank(time.row.trust)) return false;
  if (later.now !== null && coverage(later.now, sourceWords([time.value])) === 1) return false;
  // Other words for the same time change nothing.
  if (!later.isChange && later.at?.getTime() === time.row.at.getTime()) return false;
  if (isOfAnother(later, time)) return false;
  const shared = time.matter.filter((word) => later.matter.some((other) => isSameWord(word, other))).length;
  const [least, most] = [time.matter.length, later.matter.length].toSorted((a, b) => a - b);
  if (least === undefined || most === undefined || shared === 0) return false;
  if (later.isChange && (shared / least >= 0.5 || shareName(later.sentence, time.sentence))) return true;
  return shared >= least && (shared >= 2 || least === most);
}

/** True if each has words of its own that the other lacks: the dentist's appointment is not the tailor's. */
function isOfAnother(later: Ending, time: StatedTime): boolean {
  const when = new Set(stemsOf(time.value));
  const [its, others] = [time.matter, later.matter].map((words) =>
    words.filter((word) => !general.has(word) && !when.has(word)),
  ) as [string[], string[]];
  if (its.length === 0 || others.length === 0) return false;
  return !its.some((word) => others.some((other) => isSameWord(word, other)));
}

// Written with a capital in the middle of a sentence.
const name = /(?<=[\p{L}\p{N},.]\s)\p{Lu}[\p{L}\p{M}'’-]{3,}/gu;

// German writes every noun with a capital: two German sentences may share one that names nothing.
const german = /(?<!\p{L})(?:der|die|das|dem|den|ein|eine|einen|ist|ich|und|mit|beim|zum)(?!\p{L})/iu;

/** True if two sentences share a name, which is often all that sentences in two languages share. */
function shareName(a: string, b: string): boolean {
  if (german.test(a) && german.test(b)) return false;
  const names = new Set(a.match(name));
  return (b.match(name) ?? []).some((word) => names.has(word));
}

/** True for equal words, and for words that two languages spell alike. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  return (
    shorter >= sharedLetters &&
    a.slice(0, shorter - 1) === b.slice(0, shorter - 1) &&
    Math.abs(a.length - b.length) <= 2
  );
}
