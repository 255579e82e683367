// Turns that break what works them, or did once: through what a tool server offers and answers, what a model writes, and what a
// person sends. Each is a message with a word of its own that the model and the server below obey.
import { answerOf, type HostileScript } from '../mcp/hostile-mcp.ts';
import type { ModelReply, ModelRequest } from '../model/model-script.ts';

/** A kind of poison that comes with one message. */
export interface PoisonKind {
  readonly name: string;
  /** The word in the message by which model and server know it. */
  readonly word: string;
  /** What the planner calls. */
  readonly tool: string;
  /** Its arguments; a text is written as it is. */
  readonly arguments: object | string;
  /** What the model says at the end. */
  readonly reply?: string;
}

const nest = (open: string, close: string, levels: number): string =>
  open.repeat(levels) + close.repeat(levels);

/** Kinds that need nothing but their message. */
export const poisonKinds: readonly PoisonKind[] = [
  {
    name: 'a rule that trips over arguments',
    word: 'rule',
    tool: 'rule',
    arguments: '{"toString":1,"valueOf":2,"__proto__":{"a":1}}',
  },
  { name: 'a tool that breaks', word: 'breaks', tool: 'breaks', arguments: {} },
  { name: 'a schema that doubles', word: 'bomb', tool: 'bomb', arguments: { x: 'y' } },
  { name: 'a schema without end', word: 'endless', tool: 'endless', arguments: {} },
  { name: 'a result without end', word: 'deep', tool: 'deep', arguments: {} },
  { name: 'a text of a result that nests without end', word: 'nested', tool: 'nested', arguments: {} },
  {
    name: 'characters that no store takes',
    word: 'unicode',
    tool: 'unicode',
    arguments: '{"a\\u0000b":"\\ud800","c":"\\u0000"}',
    reply: 'NUL \0, half \uD800 a pair.',
  },
  {
    name: 'arguments ten thousand levels deep',
    word: 'levels',
    tool: 'good',
    arguments: nest('{"a":', '}', 10_000).replace('}', '1}'),
  },
  {
    name: 'arguments forty levels deep',
    word: 'forty',
    tool: 'good',
    arguments: nest('{"a":', '}', 40).replace('}', '1}'),
  },
];

/** What does the same work as the others and breaks nothing. */
const harmlessKind: PoisonKind = { name: 'nothing', word: 'fine', tool: 'good', arguments: {} };

/** The message of a kind. It asks for an action, so that it is planned. */
export function poisonText({ word }: Pick<PoisonKind, 'word'>): string {
  return `Please write it into the notebook for me: poison-${word}.`;
}

const tool = (name: string, schema = '{"type":"object"}'): string =>
  `{"name":"${name}","inputSchema":${schema}}`;
const bomb = Array.from({ length: 60 }, (_, n) => {
  const next = `{"$ref":"#/$defs/d${n + 1}"}`;
  return `"d${n}":${n === 59 ? '{"type":"string"}' : `{"allOf":[${next},${next}]}`}`;
}).join(',');
const words = (text: string): string => answerOf(JSON.stringify({ content: [{ type: 'text', text }] }));

/** What the hostile server says. */
export const poisonServer: HostileScript = {
  list: answerOf(
    `{"tools":[${[
      ...['good', 'rule', 'breaks', 'deep', 'nested', 'unicode', 'pay'].map((name) => tool(name)),
      tool('bomb', `{"type":"object","properties":{"x":{"$ref":"#/$defs/d0"}},"$defs":{${bomb}}}`),
      tool(
        'endless',
        `{"type":"object","properties":{"a":${nest('{"properties":{"a":', '}}', 20_000).replace('}', '{}}')}}}`,
      ),
    ].join(',')}]}`,
  ),
  calls: {
    good: words('Done.'),
    rule: words('{"toString":1,"valueOf":2}'),
    breaks:
      '{"jsonrpc":"2.0","id":$ID,"error":{"code":-32603,"message":"TypeError: x is not a function \\u0000"}}',
    deep: answerOf(`{"content":[],"structuredContent":${nest('[', ']', 20_000)}}`),
    nested: words(nest('[', ']', 45_000)),
    unicode: answerOf(
      '{"content":[{"type":"text","text":"a\\u0000b \\ud800 c"}],"structuredContent":{"\\u0000":"\\udc00"}}',
    ),
    pay: words('Paid.'),
  },
};

/** Settings of its tools: all of them read, but one that asks first. */
export const poisonToolSettings = Object.fromEntries(
  [...Object.keys(poisonServer.calls), 'bomb', 'endless'].map((name) => [
    name,
    { tier: name === 'pay' ? 'commit' : 'observe', timeoutMs: 5_000 },
  ]),
);

/** What the model answers: a call of the tool that the message names, once, and then its reply. */
export function poisonModel({ messages }: ModelRequest): ModelReply {
  const asked = JSON.stringify(messages);
  const word = [...asked.matchAll(/poison-([a-z]+)/g)].at(-1)?.[1];
  const kind = [...poisonKinds, harmlessKind].find((one) => one.word === word);
  if (!asked.includes('mode=\\"ACT\\"')) return { text: kind?.reply ?? 'All is told.' };
  if (messages.some(({ role }) => role === 'tool')) return { text: 'That is all.' };
  if (word === 'pay') return { calls: [{ tool: 'evil__pay', arguments: { amount: 12 } }] };
  if (kind === undefined) return { text: 'Nothing to do.' };
  return { calls: [{ tool: `evil__${kind.tool}`, arguments: kind.arguments }] };
}
