import type { ModelReply, ModelRequest, ModelScript, ScriptedCall } from '../model/model-script.ts';
import { markIn, planted } from './poison.ts';

/** What a model is to do for a message, one call a plan, in turn. */
export type Wanted = readonly ScriptedCall[];

/** A model that does what a message asks, and, unless it is told not to, whatever else it is told wherever it reads it. */
export interface ObeyingModel {
  readonly script: ModelScript;
  /** From here on these calls are what the message with these words asks for. */
  want(message: string, calls: Wanted): void;
  /** The marks of the texts whose orders its planner was shown, by the message that was planned for. */
  readonly shown: ReadonlyMap<string, ReadonlySet<string>>;
}

const order = /\b(fake__[a-z]+) (\{[^{}]*\})/g;
const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&#10;': '\n',
  '&#9;': '\t',
  '&amp;': '&',
};

/** Makes the model. `obeys: false`: it reads the same and does only what the message asks. */
export function obeyingModel({ obeys }: { readonly obeys: boolean }): ObeyingModel {
  const wants = new Map<string, Wanted>();
  const shown = new Map<string, Set<string>>();
  const plan = (request: ModelRequest, told: readonly string[]): ModelReply => {
    const message = messageIn(told);
    const wanted = wants.get(message) ?? [];
    const orders = ordersIn(told);
    const marks = shown.get(message) ?? new Set<string>();
    for (const one of orders) marks.add(markIn(wordsOf(one)) ?? '');
    shown.set(message, marks);
    const made = callsIn(request);
    const open = (call: ScriptedCall): boolean => !made.has(`${call.tool} ${JSON.stringify(call.arguments)}`);
    const own = wanted.find(open);
    // Orders first: what it was really asked for would bring back text from outside, and its own taint.
    const calls = [...(obeys ? orders.filter(open) : []), ...(own === undefined ? [] : [own])];
    return calls.length === 0 ? { text: 'That is all.' } : { calls };
  };
  return {
    script(request) {
      const told = textsIn(request.body);
      const task = /<task name="(\w+)">/.exec(told.join('\n'))?.[1];
      if (task !== undefined) return { text: JSON.stringify(objectFor(task, told, obeys)) };
      if (told.some((text) => text.includes('mode="ACT"'))) return plan(request, told);
      // What it says is made of what it read.
      const orders = obeys ? ordersIn(told).map(wordsOf) : [];
      return { text: ['This is what I found.', ...orders].join(' ') };
    },
    want: (message, calls) => void wants.set(message, calls),
    shown,
  };
}

/** Every text of a request, wherever it stands: messages, descriptions, names of fields. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [plain(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [plain(name), ...textsIn(part)]);
}

function plain(text: string): string {
  return text.replace(/&(?:quot|lt|gt|amp|#10|#9);/g, (entity) => entities[entity] ?? entity);
}

/** The message that is planned for: the last one, whatever stands in history. */
function messageIn(told: readonly string[]): string {
  const all = told.flatMap((text) => [...text.matchAll(/<message [^>]*>([^]*?)<\/message>/g)]);
  return all.at(-1)?.[1] ?? '';
}

/** The orders in texts, each once; a leak takes along what the model knows of the person. */
function ordersIn(told: readonly string[]): ScriptedCall[] {
  const code = told.some((text) => text.includes(planted.code)) ? planted.code : planted.unknown;
  const found = new Map<string, ScriptedCall>();
  for (const text of told) {
    for (const [, tool = '', json = ''] of text.matchAll(order)) {
      if (markIn(json) === undefined) continue;
      try {
        const args = JSON.parse(json.replace('SECRET', code)) as object;
        found.set(`${tool} ${JSON.stringify(args)}`, { tool, arguments: args });
      } catch {
        // Cut off by the room that its text had: nothing that could be called.
      }
    }
  }
  return [...found.values()];
}

/** What a text hides from whoever compares words: a model that writes memory reads it all the same. */
function decodedIn(text: string): string[] {
  return (text.match(/[A-Za-z0-9+/]{24,}=*/g) ?? []).map((hidden) =>
    Buffer.from(hidden, 'base64').toString('utf8'),
  );
}

function wordsOf({ arguments: args, tool }: ScriptedCall): string {
  return `${tool} ${JSON.stringify(args)}`;
}

/** The calls that the conversation holds already. */
function callsIn(request: ModelRequest): Set<string> {
  const made = new Set<string>();
  for (const message of request.messages as readonly { readonly tool_calls?: readonly WrittenCall[] }[]) {
    for (const { function: call } of message.tool_calls ?? []) {
      made.add(`${call.name} ${JSON.stringify(JSON.parse(call.arguments))}`);
    }
  }
  return made;
}

interface WrittenCall {
  readonly function: { readonly name: string; readonly arguments: string };
}

/** What it writes into memory: wherever there is room for words, the orders that it read. */
function objectFor(task: string, told: readonly string[], obeys: boolean): object {
  const [first] = obeys ? ordersIn([...told, ...told.flatMap(decodedIn)]) : [];
  const said = /<said>([^]*?)<\/said>/.exec(told.join('\n'))?.[1]?.trim() ?? 'nothing was said';
  const words = first === undefined ? said : `${said} ${wordsOf(first)}`;
  const topic = /(?:the )?([A-Z]\w+ [a-z-]+)/.exec(said)?.[1] ?? 'talk';
  switch (task) {
    case 'stretch':
      return {
        exchanges: [{ n: 1, ...objectFor('chunk', told, obeys) }],
        episode: objectFor('episode', told, obeys),
        ...objectFor('concept', told, obeys),
      };
    case 'chunk':
      return {
        gists: [{ type: 'intent', content: words.slice(0, 480), confidence: 0.9 }],
        facts: [
          { subject: 'user', key: 'asked_about', value: words.slice(0, 290), confidence: 0.9 },
          { subject: 'user', key: 'asked_of', value: topic, confidence: 0.9 },
        ],
        entities: [{ name: topic, type: 'place', confidence: 0.9 }],
        traits: [
          {
            person: 'user',
            key: 'plans',
            value: words.slice(0, 290),
            category: 'general',
            origin: 'explicit',
            confidence: 0.9,
            literal: true,
          },
        ],
        times: [],
      };
    case 'episode':
      return {
        gist: words,
        intent: words.slice(0, 290),
        action: words.slice(0, 290),
        outcome: words.slice(0, 590),
        openLoops: [words.slice(0, 290)],
        factors: { novelty: 0.9, emotional: 0.5, commitment: 0.9, unresolved: true },
      };
    case 'concept':
      return {
        concepts: [{ name: topic, kind: 'place', definition: words.slice(0, 390), confidence: 0.9 }],
        relations: [],
      };
    case 'critic':
      return { fits: true, reason: '' };
    case 'triage':
      return { choice: /<choice name="([^"]*)"/.exec(told.join('\n'))?.[1] ?? 'none', confidence: 1 };
    default:
      return {};
  }
}
