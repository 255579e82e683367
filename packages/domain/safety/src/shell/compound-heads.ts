import type { Word } from './syntax.ts';
import type { Variables } from './variables.ts';
import { type Surroundings, WordReader } from './word-reader.ts';

const heads: ReadonlySet<string> = new Set(
  'if then elif else fi while until do done for select case esac in { } ! [[ function time coproc'.split(' '),
);

const head = /[a-z]+|\{|\}|!|\[\[/y;

/** The reserved word at a position where a command may begin, or null. */
export function commandHeads(source: string, pos: number): string | null {
  head.lastIndex = pos;
  const word = head.exec(source)?.[0];
  if (word === undefined || !heads.has(word)) return null;
  const next = source[pos + word.length];
  return next === undefined || ' \t\n;&|()<>'.includes(next) ? word : null;
}

/** A place in a text that the reader of scripts lends out. */
export interface Place {
  readonly source: string;
  readonly around: Surroundings;
  pos: number;
  readonly move: (pos: number) => void;
}

/** The words of `[[ … ]]`, in which `<`, `&&` and brackets are comparisons. */
export function readTest(place: Place): Word[] {
  const words: Word[] = [];
  let pos = place.pos;
  while (pos < place.source.length) {
    if (' \t\n;&|()<>'.includes(place.source[pos] ?? '')) {
      pos += 1;
      continue;
    }
    const reader = new WordReader(place.source, pos, place.around);
    const read = reader.read();
    pos = reader.pos;
    // Words of a test cost more than their characters.
    if (!place.around.pay(64) || read[0]?.raw === ']]') break;
    words.push(...read);
  }
  place.move(pos);
  return words;
}

/** The head of `for name in words`; the name's value is one of several, so unknown. */
export function readFor(place: Place, variables: Variables): void {
  let pos = place.pos;
  let first = true;
  if (/^\s{0,8}\(\(/.test(place.source.slice(pos, pos + 10))) {
    const end = place.source.indexOf('))', pos);
    place.move(end === -1 ? place.source.length : end + 2);
    return;
  }
  while (pos < place.source.length) {
    const character = place.source[pos] ?? '';
    if (character === ' ' || character === '\t') {
      pos += 1;
      continue;
    }
    const reader = new WordReader(place.source, pos, place.around);
    const read = reader.read();
    if (reader.pos === pos) break;
    if (first) variables.set(read[0]?.text ?? '', null);
    first = false;
    pos = reader.pos;
  }
  place.move(pos);
}
