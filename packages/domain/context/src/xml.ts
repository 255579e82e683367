/** Attributes of an element; undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** An element as read back: its attributes and its inner text, still escaped. */
export interface Element {
  readonly attributes: Readonly<Record<string, string | undefined>>;
  readonly inner: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};
const characters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(escapes).map(([character, escape]) => [escape, character]),
);

/** Text without any markup: nothing in it can open or close an element. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character] ?? character);
}

/** Text as an attribute value between double quotes. */
function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\n\t]/g, (character) => escapes[character] ?? character);
}

/** The inverse of both escapes, in one pass (so `&amp;lt;` becomes `&lt;` and no further). */
export function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#10|#9);/g, (escape) => characters[escape] ?? escape);
}

/** An element; `inner` must be escaped already or be made of elements. */
export function element(name: string, attributes: Attributes, inner: string): string {
  let head = name;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) head += ` ${key}="${escapeAttribute(value)}"`;
  }
  return `<${head}>${inner}</${name}>`;
}

/**
 * Every element of one name in a text made by `element`, in order. Exact because no text inside can hold a
 * raw `<`; elements of the same name must not nest.
 */
export function readElements(text: string, name: string): Element[] {
  const pattern = new RegExp(`<${name}((?: [a-z]+="[^"<>]*")*)>([^]*?)</${name}>`, 'g');
  return Array.from(text.matchAll(pattern), (match) => ({
    attributes: readAttributes(match[1] ?? ''),
    inner: match[2] ?? '',
  }));
}

function readAttributes(head: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const match of head.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
    const [, key = '', value = ''] = match;
    attributes[key] = unescapeText(value);
  }
  return attributes;
}
