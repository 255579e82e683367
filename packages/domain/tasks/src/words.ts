import { visibleText } from '@salience/context';

/** The first `max` characters; never half of one that is written with two units. */
export function head(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}

/** A text as one line of at most `max` characters, without signs that nobody sees: it cannot pass for a line of ours. */
export function oneLine(text: string, max: number): string {
  const line = visibleText(head(text, max * 4))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= max ? line : `${head(line, max - 1).trimEnd()}…`;
}

/** A text of somebody else as one line in quotes, of at most `max` characters between them: it can neither end its quotes nor begin a line. */
export function quoted(text: string, max: number): string {
  return `"${oneLine(text.replace(/["\u201C-\u201F\u2033\u2036\uFF02]/g, "'"), max)}"`;
}

/** The beginning of a text of somebody else: each line behind `> `, so that none can pass for one of ours, and how many characters are left out. */
export function quotedLines(text: string, max: number): { readonly lines: string; readonly left: number } {
  const whole = visibleText(text)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const shown = head(whole, max).trimEnd();
  return { lines: shown.replace(/^/gm, '> '), left: whole.length - shown.length };
}

/** `1 action`, `3 actions`, `no actions`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`;
}
