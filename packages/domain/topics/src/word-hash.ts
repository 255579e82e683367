import { tokenise, topicStem } from '@salience/language';

/** 32-bit FNV-1a as a signed whole number, as Postgres keeps it: tells words apart without keeping them. */
export function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
}

/** Words read of one message. */
const stemsMax = 64;

/** The words of a message as numbers: each word's first five letters, hashed, in order and with repeats; no text. */
export function wordStems(text: string): number[] {
  return tokenise(text)
    .slice(0, stemsMax)
    .map((token) => hashWord(topicStem(token)));
}
