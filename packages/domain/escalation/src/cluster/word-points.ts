import type { SignalEvent } from '@salience/contracts';
import { tokenise } from '@salience/language';

/** Characters of the text of an event that are looked at for words. */
const textMax = 4_000;

/** Half a point if one of the declared words stands in the names, the subject or the text of an event. Case and accents make no difference. */
export function wordPoints({ features, location }: SignalEvent, declared: readonly string[] = []): number {
  const { filename_tokens, subject_tokens, text } = features;
  const said = [filename_tokens, subject_tokens, location, text].map(spelled).join(' ').slice(0, textMax);
  const line = ` ${tokenise(said).join(' ')} `;
  const has = declared.some((word) => {
    const tokens = tokenise(word.slice(0, textMax)).join(' ');
    return tokens !== '' && line.includes(` ${tokens} `);
  });
  return has ? 0.5 : 0;
}

function spelled(value: unknown): string {
  return Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : '';
}
