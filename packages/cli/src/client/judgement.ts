import { usageError } from '@salience/supervisor/home';

const words: ReadonlyMap<string, number> = new Map([
  ['good', 1],
  ['useful', 1],
  ['bad', -1],
  ['useless', -1],
]);

/** A judgement in words or as a number, from -1 to 1. `shown`: the words that this command shows. Throws `cli.usage` for anything else. */
export function judgementOf(text: string, shown: string): number {
  const value = words.get(text) ?? Number(text);
  if (text.trim() !== '' && value >= -1 && value <= 1) return value;
  throw usageError(`Expected ${shown}, or a number from -1 to 1, got "${text}".`);
}
