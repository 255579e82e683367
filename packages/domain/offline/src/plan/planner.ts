import { localZone, type Moment } from '@salience/language';
import type { ReadDue } from '@salience/due-times';
import type { ShownHistoryItem, ShownMessage, ToolMessage } from '@salience/context';
import { orderAsked } from './asked-before.ts';
import { findBackground } from './background-orders.ts';
import { completedOrders, lacksWhat, orderCompleted } from './completed-order.ts';
import { continueOrder } from './continued-order.ts';
import { findMail } from './mail-orders.ts';
import { partsOf } from './parts.ts';
import { readPart } from './plan-patterns.ts';
import { completeSchedule } from './schedule-orders.ts';
import type { WantedCall } from './wanted-call.ts';

/** A call as it is written: arguments as text, as they were said. */
export interface PlannedCall {
  readonly tool: string;
  readonly input: string;
}

/** What the planner reads. */
export interface PlanInput {
  /** The message that the run was begun for. */
  readonly order: ShownMessage;
  /** The transcript; its first message is the prompt that holds the order. */
  readonly messages: readonly ToolMessage[];
  /** Names of what may be called. */
  readonly tools: readonly string[];
  /** What was said in the thread before, oldest first. */
  readonly history?: readonly ShownHistoryItem[];
  readonly readDue: ReadDue;
}

/** A longer message is no order. */
const longestOrder = 4_000;

/**
 * What the offline planner calls next: every call that the messages ask for in so many words and that was not made yet, of the
 * tools named. It never repeats a call, whatever came of it. Nothing is left to do when there is none.
 */
export function planCalls({
  history = [],
  messages,
  order: first,
  readDue,
  tools,
}: PlanInput): PlannedCall[] {
  const moment = { now: new Date(first.at), zone: localZone(first.zone) };
  const made = new Set(
    messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.calls.map((call) => keyOf(call.tool, JSON.stringify(call.arguments ?? {})))
        : [],
    ),
  );
  const orders = messages.flatMap((message, at) => orderIn(message, at === 0 ? first : undefined));
  const planned: PlannedCall[] = [];
  const wanted = orders.flatMap((order) => callsIn(order, { moment, readDue }, tools));
  const completes = orderCompleted(first, history);
  if (orders.length === 1 && wanted.length === 0 && lacksWhat(completes ?? ''))
    wanted.push(...answered({ ...first, completes }, { moment, readDue }, tools));
  if (orders.length === 1 && wanted.length === 0 && tools.includes('schedule'))
    wanted.push(...completed(first, history, { moment, readDue }));
  if (orders.length === 1 && wanted.length === 0)
    wanted.push(...answered({ ...first, completes }, { moment, readDue }, tools));
  const hasFailed = messages.some(
    (message) => message.role === 'tool' && message.results.some(({ failed }) => failed),
  );
  const going =
    orders.length === 1 && wanted.length === 0 && !hasFailed
      ? continued(first, history, { moment, readDue })
      : [];
  // One after the other: what stands in the place of something is made when that is gone, and not at all where it could not be taken away.
  wanted.push(
    ...going.filter(({ tool, input }) => tools.includes(tool) && !made.has(keyOf(tool, input))).slice(0, 1),
  );
  for (const call of wanted) {
    const key = keyOf(call.tool, call.input);
    if (made.has(key)) continue;
    made.add(key);
    planned.push(call);
  }
  return planned;
}

interface Order {
  readonly text: string;
  /** Its text is from outside. */
  readonly outside: boolean;
}

function orderIn(message: ToolMessage, first: ShownMessage | undefined): Order[] {
  if (message.role !== 'user') return [];
  const text = first?.text ?? message.content;
  return text.length > longestOrder ? [] : [{ text, outside: first?.trust === 'external' }];
}

interface Reading {
  readonly moment: Moment;
  readonly readDue: ReadDue;
}

/** The reminder whose time was asked for and is said now. */
function completed(
  message: ShownMessage,
  history: readonly ShownHistoryItem[],
  reading: Reading,
): PlannedCall[] {
  if (Number.isNaN(reading.moment.now.getTime())) return [];
  const before = orderAsked(history, message, reading);
  const order = before && completeSchedule(before.order, [...before.answers, message.text], reading);
  return order?.kind === 'call' ? [{ tool: 'schedule', input: JSON.stringify(order.arguments) }] : [];
}

/** The order whose missing part was asked for and is said now. */
function answered(message: ShownMessage, reading: Reading, tools: readonly string[]): PlannedCall[] {
  const { completes, text, trust } = message;
  if (completes === undefined || trust === 'external' || text.length > longestOrder) return [];
  for (const order of completedOrders(completes, text)) {
    const calls = callsIn({ text: order, outside: false }, reading, tools);
    if (calls.length > 0) return calls;
  }
  return [];
}

/** What a fragment goes on with, or changes, of what was ordered before. */
function continued(
  message: ShownMessage,
  history: readonly ShownHistoryItem[],
  reading: Reading,
): PlannedCall[] {
  if (Number.isNaN(reading.moment.now.getTime()) || message.trust === 'external') return [];
  return (continueOrder(message, history, reading)?.calls ?? []).map(({ tool, arguments: args }) => ({
    tool,
    input: JSON.stringify(args),
  }));
}

function callsIn(
  { outside, text }: Order,
  { moment, readDue }: Reading,
  tools: readonly string[],
): PlannedCall[] {
  const explicit: PlannedCall[] = [];
  const left = takeExplicit(text, tools, explicit);
  // A mail that came in starts no work of its own and writes to nobody: it would have others ordered by whom it likes.
  const rest = outside ? left : takeLong(left, tools, explicit);
  if (Number.isNaN(moment.now.getTime())) return explicit;
  const wanted = partsOf(rest, (part) => readPart(part, moment, readDue) !== undefined).flatMap(
    (part): WantedCall[] => {
      const call = readPart(part, moment, readDue);
      return call !== undefined && tools.includes(call.tool) ? [call] : [];
    },
  );
  return [...explicit, ...wanted.map(({ tool, arguments: args }) => ({ tool, input: JSON.stringify(args) }))];
}

const explicitStart =
  /\b(?:use|call|run)\s+(?:the\s+)?(?:tool\s+)?["'`“]?([\w.:/-]+?)["'`”]?(?:\s+tool)?\s*(?:with\s*)?(?=\{)/gi;

// "use files.read with {…}": any tool that is offered, with whatever stands between the braces.
function takeExplicit(order: string, tools: readonly string[], found: PlannedCall[]): string {
  let rest = '';
  let from = 0;
  for (const match of order.matchAll(explicitStart)) {
    if (match.index < from) continue;
    const tool = offered(match[1] ?? '', tools);
    if (tool === undefined) continue;
    const start = match.index + match[0].length;
    const end = endOfObject(order, start);
    found.push({ tool, input: order.slice(start, end) });
    rest += order.slice(from, match.index);
    from = end;
  }
  rest += order.slice(from);
  const bare =
    /^\s*(?:please\s+)?(?:use|call|run)\s+(?:the\s+)?(?:tool\s+)?([\w.:/-]+?)(?:\s+tool)?[.!]?\s*$/i.exec(
      rest,
    );
  const alone = offered(bare?.[1] ?? '', tools);
  if (alone === undefined) return rest;
  found.push({ tool: alone, input: '{}' });
  return '';
}

/** Orders that hold orders: the steps of a task in the background, the words of a mail. Whichever begins first takes what it holds. */
const longOrders = { persistent_task: findBackground, mail: findMail } as const;
/** A message orders no more of them than this. */
const longOrdersMax = 4;

function takeLong(order: string, tools: readonly string[], found: PlannedCall[]): string {
  let rest = order;
  for (let n = 0; n < longOrdersMax; n += 1) {
    const [first] = Object.entries(longOrders)
      .flatMap(([tool, find]) => (tools.includes(tool) ? (find(rest) ?? []) : []))
      .toSorted((a, b) => a.from - b.from);
    if (first === undefined) break;
    found.push({ tool: first.call.tool, input: JSON.stringify(first.call.arguments) });
    rest = `${rest.slice(0, first.from)}${rest.slice(first.to)}`;
  }
  return rest;
}

function offered(name: string, tools: readonly string[]): string | undefined {
  const wire = name.replace(/[^A-Za-z0-9_-]/g, '_');
  return tools.find((tool) => tool === name) ?? tools.find((tool) => tool === wire);
}

/** Where the object that begins at `start` ends; the end of the text where it never does. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function keyOf(tool: string, input: string): string {
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    // What could not be read stands in a transcript as no arguments at all.
    value = {};
  }
  return `${tool} ${JSON.stringify(sorted(value))}`;
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, sorted(part)]));
}
