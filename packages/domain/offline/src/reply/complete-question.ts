import type { ShownMessage } from '@salience/context';
import { contentStems, detectLanguage, type LanguageCode } from '@salience/language';
import { openThing } from '@salience/router';
import { findQuestion, type Question } from './question.ts';

/**
 * The question that a message and the one before it ask together, where it answers a question of ours: "tell me about otters", "where they
 * live". Undefined for a message that completes none, and for one that is about something else.
 */
export function completeQuestion(
  { completes, text }: Pick<ShownMessage, 'completes' | 'text'>,
  language: LanguageCode,
): Question | undefined {
  if (completes === undefined) return undefined;
  const before = detectLanguage(completes);
  const earlier = findQuestion(completes, before);
  const thing = contentStems(openThing(completes) ?? '', before);
  const own = findQuestion(text, language);
  const added = contentStems(text, language);
  if (own !== undefined) return { ...own, stems: union(thing, own.stems), anaphoric: false };
  if (earlier !== undefined && earlier.kind !== 'about')
    return { ...earlier, stems: union(earlier.stems, added), said: added };
  if (thing.length === 0) return undefined;
  return {
    kind: 'about',
    text,
    language,
    stems: union(thing, added),
    names: [],
    aboutAsker: false,
    asksWork: false,
    anaphoric: false,
  };
}

function union(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])];
}
