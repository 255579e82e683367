/** Writes text with the lines that elements make. */
export interface TextWriter {
  text(words: string, keepsBlanks: boolean): void;
  /** The next words begin a line. `gap`: with an empty line before it. */
  block(gap: boolean): void;
  /** A line end that stands in the mail. */
  lineEnd(): void;
  /** A blank, unless a line begins or a blank stands there. */
  blank(): void;
  /** A sign at the begin of a line, which the next words stand behind. */
  mark(sign: string): void;
  /** How deep the next lines are quoted. */
  quote(depth: number): void;
  written(): string;
}

/** Levels of quoting that are shown. */
const quotesMax = 5;

/** Makes a writer. */
export function textWriter(): TextWriter {
  const parts: string[] = [];
  /** Line ends that come before the next words. */
  let owed = 0;
  let begun = false;
  let blank = false;
  let marked = false;
  let depth = 0;
  const write = (words: string): void => {
    if (words === '') return;
    if (owed > 0 || !begun) {
      if (begun) parts.push('\n'.repeat(owed));
      parts.push('> '.repeat(Math.min(depth, quotesMax)));
    } else if (blank) parts.push(' ');
    owed = 0;
    blank = false;
    begun = true;
    marked = false;
    parts.push(words);
  };
  return {
    text(words, keepsBlanks) {
      if (keepsBlanks) {
        for (const [index, line] of words.split('\n').entries()) {
          if (index > 0) owed = Math.min(owed + 1, 2);
          write(line);
        }
        return;
      }
      if (/^\s/.test(words)) blank = true;
      write(words.trim().replace(/\s+/g, ' '));
      if (/\s$/.test(words)) blank = true;
    },
    block(gap) {
      if (marked) return;
      owed = Math.max(owed, gap ? 2 : 1);
      blank = false;
    },
    lineEnd() {
      owed = Math.min(owed + 1, 2);
      blank = false;
    },
    blank() {
      blank = true;
    },
    mark(sign) {
      write(sign);
      marked = true;
    },
    quote(next) {
      if (next !== depth) owed = Math.max(owed, 1);
      depth = next;
    },
    written: () => parts.join(''),
  };
}
