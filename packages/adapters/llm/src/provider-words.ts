import { cleanText } from './clean-text.ts';

/** Characters of a provider's sentence that are kept. */
const sentenceChars = 300;
/** So many words in a row of what we sent are a quotation, not the language that both happen to use. */
const quotedWords = 4;

/** What a server said in an error body, in whichever of the usual forms: the sentence, and the words that classify it. */
export interface SaidError {
  readonly message: string;
  /** Type, code, parameter and message together. */
  readonly words: string;
}

/** Reads an error body: OpenAI's and Anthropic's, a bare text under `error` or `message`, FastAPI's `detail`. */
export function readSaid(body: unknown): SaidError | undefined {
  const value = typeof body === 'string' ? parse(body) : body;
  if (typeof value !== 'object' || value === null) return undefined;
  const inner = 'error' in value && value.error !== null ? value.error : value;
  if (typeof inner === 'string') return { message: inner, words: inner };
  if (typeof inner !== 'object' || inner === null) return undefined;
  const { code, detail, message, param, type } = inner as Record<string, unknown>;
  const said = firstText(message, detail, firstDetail(detail)) ?? '';
  const words = [type, code, param, said].filter((word) => typeof word === 'string' && word !== '');
  return words.length === 0 ? undefined : { message: said, words: words.join(' ') };
}

/**
 * A provider's sentence about the form of a request, as an operator may read it: one line, bounded, without anything that looks
 * like a key, and without what it repeats of the conversation. `request` is the body that was sent; names that stand in it outside of the
 * conversation (of the schema, of tools, of settings) may be repeated. Empty where nothing was said.
 */
export function tellable(message: string, request: unknown): string {
  const line = cleanText(message)
    .slice(0, sentenceChars * 4)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .replaceAll(/\/\/[^\s/@]+@/g, '//…@')
    .replaceAll(
      /\bBearer \S+|\b(?:sk|pk|rk|key|gsk|xai)[-_][\w*.-]{6,}|\b(?=\w*\d)(?=\w*[a-z])[\w-]{28,}\b/gi,
      '…',
    )
    .trim();
  const { conversation, names } = partsOf(request);
  const said = withoutRepeated(withoutQuoted(line, conversation, names), conversation, names);
  return said.length <= sentenceChars ? said : `${said.slice(0, sentenceChars - 1).toWellFormed()}…`;
}

/** The first of the places that FastAPI lists, in its words. */
function firstDetail(detail: unknown): unknown {
  const [first] = (Array.isArray(detail) ? detail : []) as readonly unknown[];
  return typeof first === 'object' && first !== null && 'msg' in first ? first.msg : undefined;
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface RequestParts {
  /** What was said, by whomever. */
  readonly conversation: string;
  /** Every word of the rest. */
  readonly names: ReadonlySet<string>;
}

/** Parts of a body that hold what people, memory and models said. */
const spoken: ReadonlySet<string> = new Set(['messages', 'system', 'prompt', 'input']);

function partsOf(request: unknown): RequestParts {
  const conversation: string[] = [];
  const names = new Set<string>();
  const walk = (value: unknown, said: boolean): void => {
    if (typeof value === 'string') {
      if (said) conversation.push(value);
      else for (const word of wordsOf(value)) names.add(word);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      const below = said || spoken.has(key);
      if (!Array.isArray(value)) for (const word of wordsOf(key)) names.add(word);
      walk(part, below);
    }
  };
  walk(request, false);
  return { conversation: conversation.join('\n').toLowerCase(), names };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Without what stands in quotes and was said in the conversation. */
function withoutQuoted(line: string, conversation: string, names: ReadonlySet<string>): string {
  return line.replaceAll(
    /(?<![\p{L}\p{N}])(["'`“])([^"'`”]{2,})(["'`”])/gu,
    (all, open: string, inner: string, close: string) => {
      const known = wordsOf(inner).every((word) => names.has(word));
      return known || !conversation.includes(inner.toLowerCase()) ? all : `${open}…${close}`;
    },
  );
}

/** Without runs of words of the conversation, and without its names and numbers. */
function withoutRepeated(line: string, conversation: string, names: ReadonlySet<string>): string {
  const heard = wordsOf(conversation);
  const single = new Set(heard);
  const runs = new Set(
    heard
      .slice(0, heard.length - quotedWords + 1)
      .map((_word, at) => heard.slice(at, at + quotedWords).join(' ')),
  );
  const words = [...line.matchAll(/[\p{L}\p{N}]+/gu)];
  const told = words.map(([word]) => word.toLowerCase());
  const out = new Set<number>();
  for (const [at, word] of words.entries()) {
    if (runs.has(told.slice(at, at + quotedWords).join(' ')))
      for (let next = 0; next < quotedWords; next += 1) out.add(at + next);
    // A name or number of the conversation stands for it also where it stands alone.
    const own = told[at] as string;
    const telling = /\p{N}/u.test(word[0]) || (/^\p{Lu}/u.test(word[0]) && at > 0);
    if (telling && single.has(own) && !names.has(own) && !plainNames.has(own)) out.add(at);
  }
  let kept = '';
  let end = 0;
  for (const [at, match] of words.entries()) {
    if (!out.has(at)) continue;
    kept += out.has(at - 1) ? '' : `${line.slice(end, match.index)}…`;
    end = match.index + match[0].length;
  }
  return kept + line.slice(end);
}

/** Words with a capital that every prompt and every server uses. */
const plainNames: ReadonlySet<string> = new Set([
  'json',
  'api',
  'http',
  'schema',
  'object',
  'null',
  'true',
  'false',
]);
