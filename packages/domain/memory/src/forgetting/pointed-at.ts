import type { LanguageCode } from '@salience/language';
import { namesThing, objectAt } from './object-pronouns.ts';
import { type Pointed, pointsAt } from './pointing-words.ts';
import type { ThreadState } from './reading.ts';
import { readSaid, type SaidWord } from './said-words.ts';

/** True where the turn before spoke of something else and named a thing of this gender. */
export function saidThing(
  before: ThreadState['before'],
  gender: 'f' | 'm',
  languages: readonly LanguageCode[],
): boolean {
  return (
    before !== undefined &&
    !before.gone &&
    readSaid(before.turn.message).sentences.some((one) => namesThing(one, one.length, gender, languages))
  );
}

/** Whom a word points to; `maybeThing` of a pronoun that is an article elsewhere. */
export function pointedAt(
  sentence: readonly SaidWord[],
  at: number,
  languages: readonly LanguageCode[],
): { readonly pointed: Pointed; readonly maybeThing?: boolean } | undefined {
  let doubtful: ReturnType<typeof objectAt>;
  for (const language of languages) {
    const pointed = pointsAt(sentence, at, language);
    if (pointed !== undefined) return { pointed };
    const object = objectAt(sentence, at, language);
    // A short text may be of another language than it seems: the one that is sure of it is believed.
    if (object?.maybeThing === false) return object;
    doubtful ??= object;
  }
  // "Vi-a": no other of these languages writes so.
  return doubtful ?? (sentence[at]?.gap === '-' ? objectAt(sentence, at, 'pt') : undefined);
}
