/** A part of a result, of any kind that there is or will be. */
export interface ResultPart {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The longest text of a result, in characters. */
export const resultCharsMax = 100_000;

/** How long a name in a mark may be. */
const nameChars = 200;

/**
 * The text of a tool's result: its text parts as they are, structured content as JSON where no text says the same,
 * resources named, and what cannot be read mentioned as left out. Cut at 100,000 characters, with a note of how much is
 * missing; without characters that a database or a terminal would choke on.
 */
export function resultText(parts: readonly ResultPart[], structured: unknown): string {
  const texts = parts.map(partText);
  if (
    structured !== undefined &&
    structured !== null &&
    !texts.some((text) => saysTheSame(text, structured))
  ) {
    texts.push(JSON.stringify(structured, null, 1));
  }
  return cutText(cleanText(texts.filter((text) => text !== '').join('\n\n')), resultCharsMax);
}

/** Text from outside without control characters (line breaks and tabs stay) and without halves of characters. */
export function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is to go
  return text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '').toWellFormed();
}

/** At most `max` characters, the note of what is missing included. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const note = (left: number): string => `\n[… ${left} more characters left out]`;
  const room = max - note(text.length).length;
  const kept = text.slice(0, room).toWellFormed();
  return kept + note(text.length - room);
}

function partText(part: ResultPart): string {
  switch (part.type) {
    case 'text':
      return stringOf(part['text']);
    case 'image':
    case 'audio':
      return `[${part.type} left out: ${describe(part['mimeType'], part['data'])}]`;
    case 'resource_link':
      return `[resource: ${named(part['title'] ?? part['name'])} <${named(part['uri'])}>]`;
    case 'resource':
      return resourceText(part['resource']);
    default:
      return `[${named(part.type)} left out]`;
  }
}

function resourceText(resource: unknown): string {
  if (typeof resource !== 'object' || resource === null) return '[resource left out]';
  const { uri, text, mimeType, blob } = resource as Readonly<Record<string, unknown>>;
  if (typeof text === 'string') return `[resource <${named(uri)}>]\n${text}`;
  return `[resource <${named(uri)}> left out: ${describe(mimeType, blob)}]`;
}

function describe(mimeType: unknown, base64: unknown): string {
  const bytes = Math.floor((stringOf(base64).length * 3) / 4);
  return `${named(mimeType) || 'unknown kind'}, ${bytes} bytes`;
}

function named(value: unknown): string {
  return stringOf(value).replaceAll(/\s+/g, ' ').slice(0, nameChars);
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Servers are asked to repeat structured content as text; twice the same would cost twice the room. */
function saysTheSame(text: string, structured: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}
