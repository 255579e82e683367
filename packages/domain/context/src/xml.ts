/** Attributes of an element; undefined ones are left out. */
export type Attributes = Readonly<Record<string, string | undefined>>;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};
/** Text without any markup: nothing in it can open or close an element. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character] ?? character);
}

/** Text as an attribute value between double quotes. */
function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\n\t]/g, (character) => escapes[character] ?? character);
}

/** An element; `inner` must be escaped already or be made of elements. */
export function element(name: string, attributes: Attributes, inner: string): string {
  let head = name;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) head += ` ${key}="${escapeAttribute(value)}"`;
  }
  return `<${head}>${inner}</${name}>`;
}
