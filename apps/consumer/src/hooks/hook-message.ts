import { visibleText } from '@salience/context';

/** What the body of a hook's message says. All of it is the sender's word. */
export interface HookMessage {
  readonly subject: string;
  readonly text: string;
  /** The action class that it asks for; it can only raise that of its hook. */
  readonly claimed: unknown;
}

/** Characters of a text at most; what exceeds is cut, and a mark says so. */
const textMax = 24_000;
const subjectMax = 200;
/** Levels of a body at most: written with indents, one that is deeper would grow by its depth. */
const depthMax = 32;

/** Reads a body: a JSON object in UTF-8 of at most 32 levels. Undefined for anything else. */
export function readHookMessage(bytes: Buffer): HookMessage | undefined {
  const body = objectIn(bytes);
  if (body === undefined) return undefined;
  const said = typeof body['text'] === 'string' ? visibleText(body['text']) : '';
  const text = said.trim() === '' ? visibleText(JSON.stringify(body, null, 2).slice(0, textMax * 2)) : said;
  const subjects = [body['subject'], body['title'], body['type']].map(oneLine);
  return {
    subject: subjects.find((subject) => subject !== '') ?? '',
    text: cut(text),
    claimed: body['requested_action'],
  };
}

function objectIn(bytes: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof body !== 'object' || body === null || Array.isArray(body) || !isFlat(body, depthMax))
      return undefined;
    return body as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

function isFlat(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((one) => isFlat(one, levels - 1));
}

function oneLine(value: unknown): string {
  if (typeof value !== 'string') return '';
  return visibleText(value.slice(0, subjectMax * 4))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, subjectMax)
    .toWellFormed();
}

function cut(text: string): string {
  if (text.length <= textMax) return text;
  return `${text.slice(0, textMax - 100).toWellFormed()}\n[The rest of the message is left out.]`;
}
