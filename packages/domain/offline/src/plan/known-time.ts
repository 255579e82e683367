import type { DueContext, DueReading, ReadDue } from '@salience/due-times';
import { instantIn, type LanguageCode } from '@salience/language';
import { extractCues } from '@salience/router';
import { dayOf } from '../reply/phrases.ts';
import { readChange } from './change-words.ts';
import { withoutManners } from './manners.ts';
import { isRefusal, isSentence } from './sentence.ts';

/** Before a time of day, and behind it. */
const clockWords: Readonly<Record<LanguageCode, readonly [before: string, behind: string]>> = {
  en: ['at', ''],
  de: ['um', ''],
  fr: ['à', ' heures'],
  es: ['a las', ''],
  pt: ['às', ''],
  it: ['alle', ''],
};

const article = '(?:the|die|der|das|den|les?|la|el|l[ao]|o|a|il)';
const whole = (words: string) => new RegExp(`^(?:${article} )?(?:${words})(?: one)?$`, 'iu');
/** Which of two times is meant. */
const chosen = [
  whole('first|earlier|erste[nrs]?|frühere?[nrs]?|premi[eè]re?|primer[oa]?|primeir[oa]|prim[oa]'),
  whole(
    'second|later|last|zweite[nrs]?|spätere?[nrs]?|letzte[nrs]?|deuxième|second[eoa]?|segund[oa]|derni(?:er|ère)|últim[oa]|ultim[oa]',
  ),
];

/** What an answer says of when, together with what was known before: "no, at 6", "the second". */
export function readAnswer(
  answer: string,
  before: string,
  context: DueContext,
  readDue: ReadDue,
): DueReading {
  const bare = withoutManners(answer);
  const change = readChange(bare);
  const said = change === undefined || change.text === '' ? answer : change.text;
  const which = chosen.findIndex((pattern) => pattern.test(withoutManners(said)));
  const known: DueReading = which < 0 ? { kind: 'none' } : readDue(before, context);
  const times =
    known.kind === 'unclear' ? known.candidates.filter((one) => one.includes('T')).toSorted() : [];
  const local = times.length > 1 ? times[which] : undefined;
  const at = local === undefined ? undefined : instantIn(local, context.zone);
  return local === undefined || at === undefined
    ? readDue(said, { ...context, answers: before })
    : { kind: 'at', at: new Date(at), local, spans: [[0, answer.length]] };
}

/** True for what does not say when, after a question for a time: a request, a sentence of its own, a refusal. */
export function leavesQuestion(answer: string): boolean {
  const { actRequest, answerRequest, asksKept, farewell, interrogative, questionMark } = extractCues(answer);
  const asks = actRequest || answerRequest || asksKept || interrogative || questionMark;
  return asks || farewell || isRefusal(answer) || isSentence(withoutManners(answer));
}

/**
 * What is known of a time after an answer that did not settle it, in words that the next answer completes: of "tomorrow at 5" and "no, at 6"
 * only "25 November 2026 at 6" is left.
 */
export function knownAfter(said: string, answer: string, context: DueContext, readDue: ReadDue): string {
  return wordsOf(readAnswer(answer, said, context, readDue), context.language ?? 'en') ?? `${said} ${answer}`;
}

/** Undefined for what such words do not tell. */
function wordsOf(reading: DueReading, language: LanguageCode): string | undefined {
  if (reading.kind !== 'unclear' || reading.recurs === true || reading.part !== undefined) return undefined;
  const [first = ''] = reading.candidates;
  const days = new Set(reading.candidates.map((candidate) => candidate.slice(0, 10)));
  const day = days.size === 1 ? dayOf(`${first.slice(0, 10)}T12:00:00Z`, language, 'UTC') : undefined;
  if (day === undefined) return undefined;
  if (reading.why === 'no-time-of-day') return day;
  if (reading.why !== 'am-or-pm') return undefined;
  const [hour, minute] = [Number(first.slice(11, 13)) % 12 || 12, first.slice(14, 16)];
  const [before, behind] = clockWords[language];
  return `${day} ${before} ${hour}${minute === '00' ? behind : `:${minute}`}`;
}
