import type { LanguageCode } from '@salience/language';
import { readClauses } from '@salience/router';
import { backgroundWords } from './background-words.ts';

/** True for a text that begins with an order or a request. */
export function beginsRequest(text: string): boolean {
  return readClauses(text).some(
    ({ clauses: [first] }) => first?.actRequest === true || first?.answerRequest === true,
  );
}

/** True for a text that begins with something that can be ordered to be done in the background. */
export function beginsWork(text: string, language: LanguageCode): boolean {
  return beginsRequest(text) || beginsRequest(`${backgroundWords[language].said} ${text}`);
}
