import type { Word } from './syntax.ts';

const choicesMax = 64;

/** The words that `a{b,c}d` stands for: its first group of choices resolved, others left as they are. */
export function expandBraces(word: Word): Word[] {
  // What was quoted is not expanded; a word with quotes anywhere is left alone rather than read wrongly.
  if (word.text !== word.raw && !word.dynamic) return [word];
  const open = word.text.indexOf('{');
  if (open === -1 || word.text[open - 1] === '$') return [word];
  const parts: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let pos = open; pos < word.text.length; pos += 1) {
    const character = word.text[pos];
    if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if ((character === ',' && depth === 1) || depth === 0) {
      parts.push(word.text.slice(from, pos));
      from = pos + 1;
    }
    if (parts.length > choicesMax) return [word];
    if (depth === 0) break;
  }
  if (depth !== 0 || parts.length < 2) return [word];
  const before = word.text.slice(0, open);
  const after = word.text.slice(from);
  return parts
    .map((part) => ({ text: before + part + after, raw: word.raw, dynamic: word.dynamic }))
    .filter(({ text }) => text !== '');
}
