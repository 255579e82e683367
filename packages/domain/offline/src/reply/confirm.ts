import type { EntityTest } from './answer-span.ts';
import { findFacts } from '../chunk/fact-patterns.ts';
import { isTalkToAgent } from './intents.ts';
import { type LanguageCode, splitSentences, splitWords } from '@salience/language';
import { phrases } from './phrases.ts';
import { findQuestion } from './question.ts';
import { splitGreeting } from './social.ts';
import { isTask, statementsOf, turnAround } from './statement.ts';

/** A reply that repeats what a message states, after a greeting where it began with one; undefined when it states nothing. */
export function confirm(text: string, language: LanguageCode, isEntity: EntityTest): string | undefined {
  const greeted = splitGreeting(text);
  const note = noteOf(splitSentences(greeted?.rest ?? text), language);
  if (greeted === undefined || note === undefined) return note;
  const greeting = phrases[greeted.language].greeting;
  const name = nameIn(greeted.rest, isEntity);
  return `${name === undefined ? greeting : greeting.replace(/\s?!$/, (end) => `, ${name}${end}`)} ${note}`;
}

/** What a message states about the world besides asking something, repeated; undefined when that is no plain fact. */
export function confirmFacts(text: string, language: LanguageCode, asksBack: boolean): string | undefined {
  const stated = splitSentences(splitGreeting(text)?.rest ?? text).filter((sentence) =>
    asksBack ? splitWords(sentence).length > 2 : findFacts(sentence, 'user', undefined).length > 0,
  );
  return noteOf(stated, language);
}

function noteOf(sentences: readonly string[], language: LanguageCode): string | undefined {
  const say = phrases[language];
  const isTasks = sentences.every(isTask);
  const statements = sentences
    .flatMap(statementsOf)
    .filter(
      (sentence) => findQuestion(sentence, language) === undefined && !isTalkToAgent(sentence, language),
    );
  if (statements.length === 0) return undefined;
  const shown = statements.slice(0, 3).join(' ');
  const turned = turnAround(shown, language) ?? (isTasks && shown.length <= 200 ? shown : undefined);
  if (turned === undefined) return `${say.noted} ${say.quotes[0]}${cut(shown)}${say.quotes[1]}`;
  // "My" at the beginning of a later sentence was capital and stays so.
  const clean = turned.replace(
    /([.!…]\s+)(\p{Ll})/gu,
    (_all, end: string, letter: string) => end + letter.toUpperCase(),
  );
  return `${say.noted} ${/[.!?…]$/.test(clean) ? clean : `${clean}.`}`;
}

const ownName =
  /(?:[Mm]y name(?: is|['’]s)|[Cc]all me|[Mm]ein Name ist|[Ii]ch hei(?:ß|ss)e|[Jj]e m['’]appelle|[Mm]e llamo|[Mm]i nombre es|[Mm]e chamo|[Cc]hamo-me|[Mm]eu nome é|[Mm]i chiamo|[Mm]io nome è) (\p{Lu}[\p{L}'’-]*)/u;

function nameIn(text: string, isEntity: EntityTest): string | undefined {
  const said = ownName.exec(text)?.[1];
  if (said !== undefined) return said;
  const am = /^[Ii](?:['’]m| am) (\p{Lu}[\p{L}'’-]*)(?=[.,!]|$)/u.exec(text)?.[1];
  return am !== undefined && isEntity(am, 'person') ? am : undefined;
}

/** A text of at most `max` characters, its loss shown. */
export function cut(text: string, max = 240): string {
  return text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
