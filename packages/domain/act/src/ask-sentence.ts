import type { Asked, AskedWhy } from '@salience/contracts';
import { detectLanguage, type LanguageCode, languageCodes } from '@salience/language';
import { askWords, type Opened } from './ask-words.ts';
import { shownCall, visibleText } from './shown.ts';

/** What a yes implies beyond the call that it is for. */
export interface OpenedCalls {
  readonly opens: Opened;
  readonly tool: string;
  /** The arguments that such calls share. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * What a person is told of a ruling that asks, in the language of `said`: the reason, what the call would do as its skill tells it
 * (`shows`, may be empty), and what later calls the yes opens.
 */
export function askedBecause(
  why: AskedWhy,
  said: string,
  more: { readonly shows?: string; readonly opened?: OpenedCalls | undefined } = {},
): Asked {
  const language = detectLanguage(said);
  const words = askWords[language];
  const { opened, shows = '' } = more;
  const because = [
    words.because[why.code](why),
    ...(shows === '' ? [] : [shows]),
    ...(opened === undefined
      ? []
      : [words.opens[opened.opens](shownCall(opened.tool, opened.arguments, language))]),
  ].join('; ');
  return { why, language, because };
}

/** A call for which a yes is needed. */
export interface AskedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly asked: Pick<Asked, 'because' | 'language'>;
}

/**
 * The text that asks for a yes: what would be done with which arguments, why it is asked, and how to answer, each once. Every character
 * is visible. In the language of the last request. Empty without requests. `away`: who reads it cannot answer where it stands.
 */
export function askText(requests: readonly AskedCall[], waitMs: number, away = false): string {
  const last = requests.at(-1);
  if (last === undefined) return '';
  const words = askWords[languageOf(last.asked)];
  return [
    words.before,
    ...requests.map(
      ({ arguments: args, asked, tool }) =>
        `- ${shownCall(tool, args, languageOf(asked))}, ${visibleText(asked.because)}`,
    ),
    `${away ? words.answerAway : requests.length > 1 ? words.answerLast : words.answer} ${words.otherwise(span(waitMs))}`,
  ].join('\n');
}

function languageOf({ language }: Pick<Asked, 'language'>): LanguageCode {
  return languageCodes.find((code) => code === language) ?? 'en';
}

function span(ms: number): string {
  const whole = Math.round(ms / 3_600_000);
  return whole >= 1 ? `${whole} h` : `${Math.max(1, Math.round(ms / 60_000))} min`;
}
