const simple: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  f: '\f',
  v: '\v',
};

const numbered = /x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3})/y;

/** Reads the inside of `$'…'` from `start`; `end` is the position after the closing quote, past the text if there is none. */
export function decodeAnsi(source: string, start: number): { readonly text: string; readonly end: number } {
  let text = '';
  let pos = start;
  while (pos < source.length && source[pos] !== "'") {
    if (source[pos] !== '\\') {
      text += source[pos];
      pos += 1;
      continue;
    }
    numbered.lastIndex = pos + 1;
    const number = numbered.exec(source);
    if (number === null) {
      const character = source[pos + 1] ?? '';
      text += simple[character] ?? character;
      pos += 2;
    } else {
      const [whole, hex, unicode, octal] = number;
      text += String.fromCharCode(
        octal === undefined ? Number.parseInt(hex ?? unicode ?? '0', 16) : Number.parseInt(octal, 8),
      );
      pos += 1 + whole.length;
    }
  }
  return { text, end: pos + 1 };
}

/** The text with backslash escapes resolved, as `echo -e` and `printf` print it. */
export function unescaped(text: string): string {
  return text.includes('\\') ? decodeAnsi(text.replaceAll("'", "\\'"), 0).text : text;
}
