import { capText, type LanguageCode, languages, once } from '@salience/language';
import { backgroundWords } from './background-words.ts';
import { beginsRequest, beginsWork } from './begins-request.ts';
import { withoutGreeting, withoutThanks } from './manners.ts';
import { beginsSteps, stepsIn } from './steps.ts';
import type { WantedCall } from './wanted-call.ts';

/** The skill that works in the background. */
const tool = 'persistent_task';
const titleChars = 120;
/** An order says what it is about in few words before its steps. */
const headChars = 160;
/** Fewer steps are no task of several. */
const stepsMin = 2;

interface Patterns {
  readonly adverb: RegExp;
  /** The adverbial at the end of a text. */
  readonly last: RegExp;
  readonly empty: RegExp;
  readonly list: RegExp;
  readonly named: readonly (readonly [action: 'cancel' | 'show', pattern: RegExp])[];
}

const article = /^(?:the|my|an?|die|de[nmr]|das|les?|la|el|l[ao]s|il|i|gli|[ao]s?)\s+/iu;

const spaced = (source: string): string => source.replaceAll(' ', '\\s+');
const whole = (source: string): RegExp => new RegExp(`^(?:${spaced(source)})$`, 'iu');

const patterns = once(() =>
  languages.map((language): readonly [LanguageCode, Patterns] => {
    const { about, adverb, behind, cancel, empty, list, show } = backgroundWords[language];
    const named = (verbs: string) =>
      whole(
        `(?:${verbs})(?!\\p{L})(?: (?:${about})(?:(?<=['’])|(?!\\p{L})))?(?:\\s*(?<words>\\S.{0,199}?))?(?: (?:${behind}))?`,
      );
    return [
      language,
      {
        adverb: new RegExp(spaced(`(?<!\\p{L})(?:${adverb})(?!\\p{L})`), 'iu'),
        last: new RegExp(spaced(`,?\\s+(?:${adverb})[\\s.!?]*$`), 'iu'),
        empty: new RegExp(spaced(`(?<!\\p{L})(?:${adverb}|${empty})(?!\\p{L})`), 'giu'),
        list: whole(list),
        named: [
          ['cancel', named(cancel)],
          ['show', named(show)],
        ],
      },
    ];
  }),
);

/** A task ordered in a text: its call, and where its words begin and end. */
export interface BackgroundOrder {
  readonly call: WantedCall;
  readonly from: number;
  readonly to: number;
}

/**
 * Reads "In the background: first look up A; then B", "Work on this in the background: 1. … 2. …" and the like: what begins a sentence
 * and says that its steps are to be worked on in the background. It goes to the end of the text. Undefined where no two steps are told.
 */
export function findBackground(text: string): BackgroundOrder | undefined {
  for (const [language, found] of patterns()) {
    const said = found.adverb.exec(text);
    if (said === null) continue;
    const from = sentenceStart(text, said.index);
    const head = withoutGreeting(text.slice(from, said.index));
    const behind = text.slice(said.index + said[0].length);
    const task = taskOf({ behind, head, language, said: said[0], whole: text.slice(from) });
    if (task !== undefined)
      return { call: { tool, arguments: { action: 'create', ...task } }, from, to: text.length };
  }
  return undefined;
}

/** What a part of a message asks of tasks in the background: which there are, to stop one, to tell of one. */
export function readBackground(said: string): WantedCall | undefined {
  for (const [, { list, named }] of patterns()) {
    if (list.test(said)) return { tool, arguments: { action: 'list' } };
    for (const [action, pattern] of named) {
      const match = pattern.exec(said);
      if (match === null) continue;
      const task = (match.groups?.['words'] ?? '').trim().replace(article, '');
      return { tool, arguments: { action, ...(task === '' ? {} : { task }) } };
    }
  }
  return undefined;
}

/** The language in which a text orders work in the background or asks about it; undefined where it does neither. */
export function languageOfBackground(text: string): LanguageCode | undefined {
  return patterns().find(([, { adverb }]) => adverb.test(text))?.[0];
}

interface Told {
  /** Before the adverbial, and behind it. */
  readonly head: string;
  readonly said: string;
  readonly behind: string;
  readonly whole: string;
  readonly language: LanguageCode;
}

interface Task {
  readonly title: string;
  readonly steps: readonly string[];
}

function taskOf({ behind, head, language, said, whole: text }: Told): Task | undefined {
  if (head.length > headChars) return undefined;
  // "In the background: …", "Work on this in the background, one after another: …": the steps stand behind a mark.
  for (const { index, 0: mark } of behind.slice(0, headChars).matchAll(/[:\n.,;?]|\s(?=\(?1[.)]\s)|^\s/gu)) {
    const tail = behind.slice(0, index);
    const rest = withoutThanks(behind.slice(index + mark.length).trim());
    const isStart =
      /[:\n]/u.test(mark) || beginsSteps(rest, language) || (head === '' && beginsWork(rest, language));
    if (!isStart || (head === '' && tail.trim() !== '')) continue;
    if (head !== '' && !beginsRequest(`${head} ${said}${tail}`)) return undefined;
    const task = taskFrom(stepsIn(rest, language), aboutOf(`${head} ${tail}`, language));
    if (task !== undefined) return task;
  }
  // "First look up A, then compare B in the background."
  const cut = text.replace(lastOf(language), '');
  const plain = withoutGreeting(cut);
  if (cut === text || !(beginsSteps(plain, language) || beginsWork(plain, language))) return undefined;
  return taskFrom(stepsIn(plain, language), '');
}

function lastOf(language: LanguageCode): RegExp {
  return patterns().find(([code]) => code === language)?.[1].last ?? /$^/u;
}

function taskFrom(steps: readonly string[], about: string): Task | undefined {
  if (steps.length < stepsMin) return undefined;
  return { title: capText(about === '' ? steps.join('; ') : about, titleChars), steps };
}

/** What an order says that it is about, without the words that every one has; empty where that is nothing. */
function aboutOf(order: string, language: LanguageCode): string {
  const empty = patterns().find(([code]) => code === language)?.[1].empty;
  if (empty === undefined) return '';
  const left = order.replace(empty, ' ').replace(/[^\p{L}\p{N}]+/gu, '');
  return left.length < 3 ? '' : plainAbout(order, empty);
}

/** The order without what is empty at its ends. */
function plainAbout(order: string, empty: RegExp): string {
  const words = order.replace(/\s+/gu, ' ').trim();
  const spans = [...words.matchAll(empty)].map(
    ({ index, 0: found }) => [index, index + found.length] as const,
  );
  let from = 0;
  let to = words.length;
  const isBlank = (text: string) => !/[\p{L}\p{N}]/u.test(text);
  for (const [start, end] of spans) if (isBlank(words.slice(from, start))) from = end;
  for (const [start, end] of spans.toReversed())
    if (start >= from && isBlank(words.slice(end, to))) to = start;
  return words.slice(from, to).replace(/^[\s,:.–-]+|[\s,:.–-]+$/gu, '');
}

function sentenceStart(text: string, at: number): number {
  const before = text.slice(0, at);
  const end = [...before.matchAll(/[.!?]\s+|\n+/gu)].at(-1);
  return end === undefined ? 0 : end.index + end[0].length;
}
