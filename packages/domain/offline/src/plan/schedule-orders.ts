import { type DueReading, type ReadDue, type Span } from '@salience/due-times';
import { type LanguageCode, languages, type Moment, offsetTime, once } from '@salience/language';
import type { AskedOrder } from './asked-order.ts';
import { knownAfter, leavesQuestion, readAnswer } from './known-time.ts';
import { type ScheduleWords, scheduleWords } from './schedule-words.ts';

/** What a part of a message asks of the skill that keeps reminders. */
export type ScheduleOrder =
  | { readonly kind: 'call'; readonly arguments: Readonly<Record<string, unknown>> }
  | AskedOrder;

interface Patterns {
  readonly create: RegExp;
  readonly timeFirst: RegExp;
  readonly head: RegExp;
  /** What leads to the rest of a text, and what is left at its end. */
  readonly lead: RegExp;
  readonly trail: RegExp;
  readonly deed: RegExp;
  readonly orders: RegExp;
  readonly list: RegExp;
  readonly manage: readonly (readonly [action: string, pattern: RegExp])[];
}

const spaced = (source: string) => source.replaceAll(' ', '\\s+');
const whole = (source: string) => new RegExp(`^(?:${spaced(source)})$`, 'isu');

function patternsOf(words: ScheduleWords): Patterns {
  const {
    about,
    behind,
    cancel,
    deeds,
    determiner,
    end,
    lead,
    marker,
    now,
    noun,
    pause,
    resume,
    run,
    trail,
  } = words;
  const manage = (verbs: string, after = '') =>
    whole(
      `(?:${verbs})(?: (?:${determiner}))*(?: (?<before>[^,]{1,80}?))? (?:${noun})(?!\\p{L})(?: (?:${about})(?:(?<=['’])|(?!\\p{L})))?(?:\\s*(?<of>\\S.{0,199}?))?${after}${behind === '' ? '' : `(?: (?:${behind}))?`}`,
    );
  return {
    create: whole(`(?:${words.create})(?<body>(?:[\\s,:].*)?)`),
    timeFirst: whole(`(?<time>.{2,80}?),? (?:${words.create})(?<body>(?:[\\s,:].*)?)`),
    head: whole(`(?<time>.{2,80}?),? (?:${marker})(?:(?<=['’])| )(?<rest>.+)`),
    lead: new RegExp(spaced(`^(?:(?:${lead})(?:(?<=['’])|(?!\\p{L}))|[\\s,:.–-]+)`), 'iu'),
    trail: new RegExp(spaced(`(?:(?<=^|[\\s,])(?:${trail})|[\\s,:]+)$`), 'iu'),
    deed: new RegExp(spaced(`(?<=^|[\\s,])(?:${deeds})(?!\\p{L})`), 'iu'),
    orders: new RegExp(
      spaced(
        `(?<!\\p{L})(?:${words.create}|(?:${cancel}|${pause}|${resume}|${run}|${end}) .{0,40}(?:${noun}))(?!\\p{L})`,
      ),
      'iu',
    ),
    list: whole(words.list),
    manage: [
      ['run', manage(run, `,? (?:${now})`)],
      [
        'run',
        whole(
          `(?:${run}) (?:${now})(?: (?:${determiner}))* (?:${noun})(?: (?:${about}))?(?:(?<=['’])| )(?<of>.{1,200})`,
        ),
      ],
      ['cancel', manage(cancel)],
      ['pause', manage(pause)],
      ['resume', manage(resume)],
      ['end', manage(end)],
    ],
  };
}

const patterns = once(() =>
  languages.map((language) => [language, patternsOf(scheduleWords[language])] as const),
);

/** What a part of a message, without its manners, asks; undefined for what is no such order. */
export function readSchedule(said: string, moment: Moment, readDue: ReadDue): ScheduleOrder | undefined {
  for (const [language, found] of patterns()) {
    if (found.list.test(said)) return { kind: 'call', arguments: { action: 'list' } };
    for (const [action, pattern] of found.manage) {
      const groups = pattern.exec(said)?.groups;
      if (groups === undefined) continue;
      const name = unquoted((groups.of ?? '').trim() || (groups.before ?? '').trim()).replace(
        /^(?:the|my|an?|die|de[nmr]|das|les?|la|el|l[ao]s|il|i|gli|[ao]s?)\s+/i,
        '',
      );
      return { kind: 'call', arguments: { action, ...(name === '' ? {} : { reminder: name }) } };
    }
    const body = found.create.exec(said)?.groups?.body;
    if (body !== undefined) return created(body.trim(), { found, language, moment, readDue });
    const first = found.timeFirst.exec(said)?.groups;
    if (first === undefined) continue;
    const time = readDue(first.time ?? '', { ...moment, language });
    // Nothing but a time may stand in front: "They never remind me" is no order.
    if (time.kind === 'none' || !isAllRead(first.time ?? '', time.spans, found)) continue;
    return created(`${first.time ?? ''} ${first.body ?? ''}`.trim(), { found, language, moment, readDue });
  }
  return deedOf(said, moment, readDue);
}

interface Reading {
  readonly found: Patterns;
  readonly language: LanguageCode;
  readonly moment: Moment;
  readonly readDue: ReadDue;
}

function created(body: string, how: Reading): ScheduleOrder {
  const { found, language, moment, readDue } = how;
  const context = { ...moment, language };
  // "Tomorrow at 9 to plan next week": what follows the mark is no time.
  const head = found.head.exec(body)?.groups;
  if (head !== undefined) {
    const reading = readDue(head.time ?? '', context);
    if (
      (reading.kind === 'at' || reading.kind === 'every') &&
      isAllRead(head.time ?? '', reading.spans, found)
    )
      return called(reading, unquoted(trimmed(head.rest ?? '', found)), moment);
  }
  const reading = readDue(body, context);
  if (reading.kind === 'at' || reading.kind === 'every')
    return isAhead(reading, moment)
      ? called(reading, textOf(body, reading.spans, found), moment)
      : { kind: 'ask', language, reading: { kind: 'none' }, words: body };
  return { kind: 'ask', language, reading, words: body };
}

/** False for a time that has passed. */
export function isAhead(reading: DueReading, { now }: Moment): boolean {
  return reading.kind !== 'at' || reading.at > now;
}

/** The order of an earlier text with what its answer says of when; undefined where it is no answer. */
export function completeSchedule(
  asked: AskedOrder,
  answers: readonly string[],
  { moment, readDue }: Pick<Reading, 'moment' | 'readDue'>,
): ScheduleOrder | undefined {
  const { language, words } = asked;
  const last = answers.at(-1) ?? '';
  const context = { ...moment, language };
  const found = patterns().find(([code]) => code === language)?.[1];
  if (found === undefined || leavesQuestion(last)) return undefined;
  const before = answers
    .slice(0, -1)
    .reduce((said, answer) => knownAfter(said, answer, context, readDue), words);
  const reading = readAnswer(last, before, context, readDue);
  if (reading.kind === 'none' || reading.spans.length === 0) return undefined;
  if (reading.kind === 'unclear') {
    // What says nothing of when leaves what was known as it was.
    const known = readDue(before, context);
    return known.kind === 'unclear' &&
      String(known.candidates) === String(reading.candidates) &&
      known.why === reading.why
      ? undefined
      : { kind: 'ask', language, reading, words };
  }
  if (!isAhead(reading, moment)) return undefined;
  const first = readDue(words, context);
  return called(reading, textOf(words, first.kind === 'none' ? [] : first.spans, found), moment);
}

/** "Every Monday at 9 summarise what I said last week", "Summarise … every Monday at 9": the agent is to do it then. */
function deedOf(said: string, moment: Moment, readDue: ReadDue): ScheduleOrder | undefined {
  if (!mayRecur.test(said)) return undefined;
  for (const [language, found] of patterns()) {
    const { deed } = found;
    const place = said.search(deed);
    if (place < 0) continue;
    // Only what stands beside the deed says when; what stands in it is its own.
    const isFirst = place === 0;
    const cut = isFirst ? said.search(lastRecurrence) : place;
    if (cut <= 0) continue;
    const [time, text] = isFirst
      ? [said.slice(cut), said.slice(0, cut)]
      : [said.slice(0, cut), said.slice(cut)];
    const reading = readDue(time, { ...moment, language });
    // "Tell me what I do every Monday" asks.
    if (reading.kind !== 'every' && !(!isFirst && reading.kind === 'unclear' && reading.recurs === true))
      continue;
    if (!isAllRead(time, reading.spans, found)) continue;
    if (reading.kind === 'unclear') return { kind: 'ask', language, reading, words: said };
    return called(reading, unquoted(trimmedEnd(text.trim().replace(/[\s,]+$/, ''), found)), moment, 'prompt');
  }
  return undefined;
}

// A message is read for a recurrence only where one of these stands in it, in front or behind.
const mayRecur =
  /(?<!\p{L})(?:every|each|daily|weekly|monthly|weekdays|(?:mon|tues|wednes|thurs|fri|satur|sun)days|jede[nrsm]?|täglich|wöchentlich|monatlich|werktags|alle|chaque|tous|toutes|cada|todos|todas|todo|toda|ogni|tutti|tutte|on the (?:first|last|\d+\w\w)|am (?:ersten|letzten|\d+\.)|le (?:premier|dernier)|el (?:primer|último)|il primo|l['’]ultimo|no (?:primeiro|último))(?!\p{L})/iu;
const lastRecurrence = new RegExp(`${mayRecur.source}(?!.*${mayRecur.source})`, 'isu');

/** The language in which a text orders a reminder or a recurring deed; undefined where it orders none. */
export function languageOfOrder(text: string): LanguageCode | undefined {
  return patterns().find(([, { orders }]) => orders.test(text))?.[0];
}

/** True for a message that orders something of the skill that keeps reminders. Cheap: it reads no time. */
export function ordersSchedule(text: string): boolean {
  return text.length <= longestOrder && (languageOfOrder(text) !== undefined || ordersDeed(text));
}

const longestOrder = 400;

function ordersDeed(text: string): boolean {
  const recurs = text.search(mayRecur);
  return (
    recurs >= 0 &&
    patterns().some(([, { deed }]) => {
      const place = text.search(deed);
      return place === 0 ? recurs > 0 && /\d/.test(text.slice(recurs)) : place > 0 && recurs < 6;
    })
  );
}

/** The order to set a reminder for a time that was read. */
export function called(
  reading: Extract<DueReading, { kind: 'at' | 'every' }>,
  text: string,
  moment: Moment,
  kind?: 'prompt',
): ScheduleOrder {
  const due =
    reading.kind === 'at'
      ? { due_at: offsetTime(reading.at.getTime(), moment.zone) }
      : { starts_at: reading.first, rule: reading.rule };
  return {
    kind: 'call',
    arguments: { action: 'create', ...(kind && { kind }), text: text === '' ? 'Reminder' : text, ...due },
  };
}

/** The text without the words of time. */
function textOf(text: string, spans: readonly Span[], found: Patterns): string {
  return unquoted(trimmed(without(text, spans, found), found));
}

function without(text: string, spans: readonly Span[], found: Patterns): string {
  let rest = text;
  for (const [from, to] of spans.toReversed()) {
    const before = trimmedEnd(rest.slice(0, from), found);
    rest = `${before} ${rest.slice(to).replace(/^[\s,]+/, '')}`.trim();
  }
  return rest;
}

function trimmedEnd(text: string, { trail }: Patterns): string {
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(trail, '').trimEnd();
  }
  return rest;
}

function trimmed(text: string, found: Patterns): string {
  let rest = text.trim();
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = trimmedEnd(rest.replace(found.lead, '').trim(), found);
  }
  return rest;
}

/** True for a text of which nothing is left without the words of time in these spans, and what leads to them. */
export function isTimeAlone(text: string, spans: readonly Span[], language: LanguageCode): boolean {
  const found = patterns().find(([code]) => code === language)?.[1];
  return found !== undefined && isAllRead(text, spans, found);
}

function isAllRead(text: string, spans: readonly Span[], found: Patterns): boolean {
  return trimmed(without(text, spans, found), found) === '';
}

function unquoted(text: string): string {
  return text.trim().replace(/^["“„'‘](.+)["”’']$/s, '$1');
}
