import type { ModelRequest } from '@salience/testing';

/** A message as it came over the wire. */
interface WireMessage {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly {
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&#10;': '\n',
  '&#9;': '\t',
  '&amp;': '&',
};

/** A text as its author wrote it, without what escaping made of it. */
function plain(text: string): string {
  return text.replace(/&(?:quot|apos|#39|lt|gt|amp|#10|#9);/g, (entity) => entities[entity] ?? entity);
}

function contentOf({ content }: WireMessage): string {
  if (typeof content === 'string') return content;
  const parts = (content ?? []) as readonly { readonly text?: string }[];
  return parts.map(({ text }) => text ?? '').join('\n');
}

/** The messages of a request, in order. */
export function messagesOf(request: ModelRequest): readonly WireMessage[] {
  return request.messages as readonly WireMessage[];
}

/** Instructions. */
export function systemOf(request: ModelRequest): string {
  return plain(partsOf(request, ['system', 'developer']).join('\n'));
}

/** The material: the first message that is no instruction. */
export function materialOf(request: ModelRequest): string {
  return plain(partsOf(request, ['user'])[0] ?? '');
}

/** All that the model reads but tools and schema, as its authors wrote it. */
export function textOf(request: ModelRequest): string {
  return messagesOf(request)
    .map((message) => plain(contentOf(message)))
    .join('\n');
}

/** What came of the calls so far, in order. */
export function resultsOf(request: ModelRequest): string[] {
  return partsOf(request, ['tool']).map(plain);
}

/** The calls that the model made before. */
export function callsOf(request: ModelRequest): { readonly name: string; readonly arguments: string }[] {
  return messagesOf(request).flatMap(({ tool_calls: calls }) => (calls ?? []).map((call) => call.function));
}

/** True for one that shows the model its own object again and asks for a better one. */
export function asksAgain(request: ModelRequest): boolean {
  return messagesOf(request).some(({ role }) => role === 'assistant');
}

/** What a provider counts: messages with the calls in them, and what describes the tools; the schema apart. */
export function countedParts(request: ModelRequest): { readonly prompt: string; readonly schema: string } {
  const said = messagesOf(request).map((message) =>
    [contentOf(message), message.tool_calls === undefined ? '' : JSON.stringify(message.tool_calls)].join(''),
  );
  const tools = request.body.tools === undefined ? '' : JSON.stringify(request.body.tools);
  const format = request.body.response_format as { json_schema?: { schema?: object } } | undefined;
  const schema = format?.json_schema?.schema;
  return { prompt: [...said, tools].join('\n'), schema: schema === undefined ? '' : JSON.stringify(schema) };
}

function partsOf(request: ModelRequest, roles: readonly string[]): string[] {
  return messagesOf(request)
    .filter(({ role }) => roles.includes(role))
    .map(contentOf);
}

/** True where the instructions of a request know the word. */
export function knowsWord(request: ModelRequest, word: string): boolean {
  const escaped = word.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w-])${escaped}(?![\w-])`).test(systemOf(request));
}
