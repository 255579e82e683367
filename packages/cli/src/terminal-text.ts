import { randomBytes } from 'node:crypto';
import { visibleText } from '@salience/context';

/** Nobody else knows it, so no text of anybody else can carry one of our marks. */
const seal = randomBytes(12).toString('hex');
const mark = new RegExp(`\u0001${seal}:([0-9]+)\u0002`, 'g');
const markOf = (code: number): string => `\u0001${seal}:${code}\u0002`;

/**
 * Wraps a text in a colour or weight of ours. It stands as a mark until `terminalText` makes a terminal's sequence of it, so that what
 * somebody else wrote can be told from what is ours until the very end.
 */
export function painted(text: string, open: number, close: number): string {
  // What is painted inside ends with a close of its own; then this one goes on.
  const inner = text.replaceAll(markOf(close), `${markOf(close)}${markOf(open)}`);
  return `${markOf(open)}${inner}${markOf(close)}`;
}

/** A text as it may be written to a terminal or a pipe: cleaned of all that commands or deceives, then with the colours that are ours. */
export function terminalText(text: string): string {
  // Every second part is the code of a mark.
  return text
    .split(mark)
    .map((part, index) => (index % 2 === 0 ? visibleText(part) : `\u001b[${part}m`))
    .join('');
}

/** A value as JSON that cleaning leaves as it is: what would be taken out is written as its code. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(/[^\n\u0020-\u007e]/gu, (sign) =>
    visibleText(sign) === sign ? sign : codesOf(sign),
  );
}

function codesOf(sign: string): string {
  return Array.from({ length: sign.length }, (_, at) => {
    const code = sign.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');
}
