/** A JSON object found in a text. */
export interface WrittenObject {
  readonly value: Readonly<Record<string, unknown>>;
  /** True where the text ended inside of it: what was complete by then. */
  readonly cut: boolean;
}

/** Places where an object may begin that are looked at; a text with more of them is no answer. */
const placesMax = 200;
const thought = /<(think(?:ing)?)>/y;
const thoughtEnd = /<\/think(?:ing)?>/y;

/**
 * The JSON objects that stand in a text, in their order, whatever stands around them: prose, fences, thoughts. What is thought
 * (`<think>…</think>`, also where the beginning of the tag was swallowed) is passed over; a thought that never ended is no answer.
 * A comma before a closing bracket and a line break inside of a string are forgiven. Last, where the text breaks off inside of an
 * object, what of it was complete.
 */
export function writtenObjects(text: string): WrittenObject[] {
  let found: WrittenObject[] = [];
  let places = 0;
  for (let at = 0; at < text.length && places < placesMax; ) {
    const char = text[at];
    if (char === '<') {
      const end = endOfThought(text, at);
      if (end === undefined) break;
      if (end.before) found = [];
      at = end.at;
      continue;
    }
    if (char !== '{') {
      at += 1;
      continue;
    }
    places += 1;
    const span = spanOf(text, at);
    const value = span.end === undefined ? undefined : parseObject(text.slice(at, span.end));
    if (value !== undefined) found.push({ value, cut: false });
    else if (span.end === undefined && found.length === 0) {
      const rest = span.closed === undefined ? undefined : parseObject(span.closed);
      if (rest !== undefined) return [{ value: rest, cut: true }];
    }
    at = value === undefined || span.end === undefined ? at + 1 : span.end;
  }
  return found;
}

/** Where to read on after a tag of thoughts; `before`: all that came before it was thought too. Undefined: it never ends. */
function endOfThought(text: string, at: number): { at: number; before: boolean } | undefined {
  thoughtEnd.lastIndex = at;
  const closing = thoughtEnd.exec(text);
  if (closing !== null) return { at: at + closing[0].length, before: true };
  thought.lastIndex = at;
  const opening = thought.exec(text);
  if (opening === null) return { at: at + 1, before: false };
  const tag = `</${opening[1] ?? ''}>`;
  const end = text.indexOf(tag, at);
  return end === -1 ? undefined : { at: end + tag.length, before: false };
}

interface Span {
  /** Behind the closing bracket; undefined where the text ends before it. */
  readonly end: number | undefined;
  /** Of an object that breaks off: its complete parts, closed. */
  readonly closed: string | undefined;
}

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
/** Maximum nesting of an answer. */
const deepest = 64;

function spanOf(text: string, from: number): Span {
  const open: string[] = [];
  let inString = false;
  let complete: { readonly to: number; readonly open: readonly string[] } | undefined;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] as string;
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
      continue;
    }
    if (char === '"') inString = true;
    else if (char === '{' || char === '[') open.push(closers[char] as string);
    else if (char === '}' || char === ']') {
      if (open.pop() !== char) return { end: undefined, closed: undefined };
      if (open.length === 0) return { end: at + 1, closed: undefined };
      complete = { to: at + 1, open: [...open] };
    } else if (char === ',') complete = { to: at, open: [...open] };
    if (open.length > deepest) return { end: undefined, closed: undefined };
  }
  const closed =
    complete === undefined ? undefined : text.slice(from, complete.to) + complete.open.toReversed().join('');
  return { end: undefined, closed };
}

function parseObject(json: string): Readonly<Record<string, unknown>> | undefined {
  const value = parse(json) ?? parse(forgiven(json));
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Without commas before closing brackets, and with what may not stand inside of a string written as JSON writes it. */
function forgiven(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\[^])*"|,(?=\s*[}\]])/g, (piece) =>
    piece === ',' ? '' : piece.replaceAll(/\p{Cc}/gu, (char) => JSON.stringify(char).slice(1, -1)),
  );
}
