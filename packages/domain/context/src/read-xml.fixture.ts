// Tests read what was rendered, to see that no text inside opened or closed anything.

/** An element as read back: its attributes and its inner text, still escaped. */
export interface Element {
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly inner: string;
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#10;': '\n',
  '&#9;': '\t',
};

/** The inverse of escaping, in one pass (so `&amp;lt;` becomes `&lt;` and no further). */
export function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#10|#9);/g, (escape) => characters[escape] ?? escape);
}

/** Every element of one name in a text, in order; elements of the same name must not nest. */
export function readElements(text: string, name: string): Element[] {
  const pattern = new RegExp(`<${name}((?: [a-z]+="[^"<>]*")*)>([^]*?)</${name}>`, 'g');
  return Array.from(text.matchAll(pattern), ([, head = '', inner = '']) => ({
    attributes: Object.fromEntries(
      Array.from(head.matchAll(/ ([a-z]+)="([^"]*)"/g), ([, key = '', value = '']) => [
        key,
        unescapeText(value),
      ]),
    ),
    inner,
  }));
}

/** The texts of every element of that name. */
export function textsOf(text: string, name: string): string[] {
  return readElements(text, name).map(({ inner }) => unescapeText(inner));
}
