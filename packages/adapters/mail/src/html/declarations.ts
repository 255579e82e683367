import { splitOutside } from './split-outside.ts';

/** One property and its value, both in lower case, as they stand in a style. */
export interface Declaration {
  readonly property: string;
  readonly value: string;
  /** It wins over others that are not. */
  readonly important: boolean;
}

/** Declarations of one style that are read. */
const declarationsMax = 200;

/** CSS without comments, and with its escapes read: what hides a word in a style may not hide in its spelling. */
export function plainCss(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/\\([0-9a-f]{1,6})\s?|\\([^\n])/gi, (_, hex: string | undefined, sign: string | undefined) => {
      if (hex === undefined) return sign ?? '';
      const code = Number.parseInt(hex, 16);
      return code === 0 || code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
    });
}

/** The declarations of a style that has no comments and escapes any more. */
export function declarationsIn(css: string): readonly Declaration[] {
  // Semicolons stand in the addresses of pictures too.
  return splitOutside(css, ';')
    .slice(0, declarationsMax)
    .flatMap((part) => {
      const colon = part.indexOf(':');
      if (colon < 0) return [];
      const property = part.slice(0, colon).trim().toLowerCase();
      const value = part
        .slice(colon + 1)
        .trim()
        .toLowerCase();
      const important = /!\s*important$/.test(value);
      return [{ property, value: value.replace(/\s*!\s*important$/, ''), important }];
    });
}
