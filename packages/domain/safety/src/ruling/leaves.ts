import { wordsOfName } from '../words-of-name.ts';

/** A field of arguments; one object for each, however many values lie below it. */
export interface Field {
  readonly name: string;
  readonly words: readonly string[];
}

/** A text, a number or the name of a field somewhere in arguments. */
export interface Leaf {
  readonly kind: 'text' | 'number' | 'name';
  readonly text: string;
  /** What it lies below, the outermost first. Items of a list lie below the field of the list. */
  readonly fields: readonly Field[];
}

/** Beyond these, arguments are not looked through. */
const leavesMax = 1_000;
const leafCharsMax = 20_000;
const charsMax = 100_000;

interface Node {
  readonly value: unknown;
  readonly fields: readonly Field[];
}

/** Everything that words can be put into; null when there is too much. Level by level: depth is no danger to it. */
export function leavesOf(args: Readonly<Record<string, unknown>>): Leaf[] | null {
  const leaves: Leaf[] = [];
  let level: Node[] = [{ value: args, fields: [] }];
  let [count, chars] = [0, 0];
  while (level.length > 0) {
    count += level.length;
    if (count > leavesMax) return null;
    const next: Node[] = [];
    for (const { fields, value } of level) {
      const found = leavesAt(value, fields);
      for (const { text } of found) {
        if (text.length > leafCharsMax) return null;
        chars += text.length;
      }
      if (chars > charsMax || leaves.length + found.length > leavesMax) return null;
      leaves.push(...found);
      for (const part of partsOf(value, fields)) next.push(part);
    }
    level = next;
  }
  return leaves;
}

function leavesAt(value: unknown, fields: readonly Field[]): Leaf[] {
  if (typeof value === 'string') return [{ kind: 'text', text: value, fields }];
  if (typeof value === 'number' || typeof value === 'bigint') {
    return [{ kind: 'number', text: String(value), fields }];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value)
    .slice(0, leavesMax + 1)
    .map((name) => ({ kind: 'name', text: name, fields }));
}

function partsOf(value: unknown, fields: readonly Field[]): Node[] {
  if (Array.isArray(value))
    return value.slice(0, leavesMax + 1).map((part: unknown) => ({ value: part, fields }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .slice(0, leavesMax + 1)
    .map(([name, part]: [string, unknown]) => ({
      value: part,
      fields: [...fields, { name, words: wordsOfName(name) }],
    }));
}
