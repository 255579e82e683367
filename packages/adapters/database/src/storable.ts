// What Postgres takes of a text. It refuses U+0000 in text and jsonb, and half of a surrogate pair in jsonb; both may come from a
// model, a tool or a client, and one of them anywhere would make the whole statement fail, again and again.

/** Replaces characters that cannot be stored. */
const substitute = '\uFFFD';

/** JSON text in which escapes of characters that Postgres refuses are replaced by U+FFFD. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  // Only in escapes: `JSON.stringify` writes both kinds as one, and every other character as itself.
  if (!json.includes('\\u')) return json;
  return json.replaceAll(/\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g, (escape, what: string) =>
    what.length > 1 ? substitute : escape,
  );
}

/** A text as it is read again after it was stored in JSON. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', substitute);
}

/** A parameter of a statement: U+0000 in a text, which Postgres refuses, is replaced. Other values are unchanged. */
export function storableValue(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', substitute) : value;
}
