import { visibleText } from '@salience/act';

/**
 * Somebody else's text as it may be shown to a person who decides by it: its lines are kept, each behind a margin that it cannot leave,
 * and in them every character can be seen.
 */
export function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => `  | ${visibleText(line)}`)
    .join('\n');
}
