import type { ReadDue } from '@salience/due-times';
import type { ShownHistoryItem, ShownMessage } from '@salience/context';
import type { Moment } from '@salience/language';
import { extractCues } from '@salience/router';
import { orderAsked } from './asked-before.ts';
import { type Change, readChange } from './change-words.ts';
import { completedOrders } from './completed-order.ts';
import { withoutThanks } from './manners.ts';
import { partsOf } from './parts.ts';
import { readPart, splitItems } from './plan-patterns.ts';
import { moveSchedule } from './move-schedule.ts';
import { completeSchedule } from './schedule-orders.ts';
import type { WantedCall } from './wanted-call.ts';

/** So many messages back an order is still gone on with. */
const roundsMax = 4;
/** A longer message is no fragment. */
const longestFragment = 120;

interface Reading {
  readonly moment: Moment;
  readonly readDue: ReadDue;
}

type Said = Pick<ShownMessage, 'speaker' | 'text'>;

/** An order of an earlier message, with the words that gave it. */
interface Earlier {
  readonly call: WantedCall;
  readonly words: string;
}

/**
 * The calls by which a fragment goes on with what its speaker ordered in the messages before it, or changes that: "and eggs" after "add milk
 * to my shopping list", "no, at 6" after "remind me at 5 to call Anna". Each is to be made once the one before it is. None where it does neither.
 */
export function continuedCalls(
  message: Said,
  history: readonly ShownHistoryItem[],
  reading: Reading,
): WantedCall[] {
  const { text } = message;
  if (text.length > longestFragment || text.trim().endsWith('?') || history.length === 0) return [];
  const said = withoutThanks(text);
  const fragment = extractCues(text).fragment;
  const change = readChange(said);
  if (change === undefined && fragment < 1) return [];
  const before = lastOrder(message, history.slice(-roundsMax), reading);
  if (before === undefined) return [];
  const { call } = before;
  if (call.tool === 'list') return fragment > 0 ? onList(call, change ?? { kind: 'more', text: said }) : [];
  return onReminder(before, change ?? { kind: 'other', text: said }, reading);
}

/** "And eggs": what was done with the items of the list is done with these as well. "No, oat milk": they take the place of what was added. */
function onList(call: WantedCall, { kind, text, wrong }: Change): WantedCall[] {
  const items = splitItems(text);
  const args = call.arguments;
  const before = Array.isArray(args['items']) ? (args['items'] as readonly string[]) : [];
  if (items.length === 0) return [];
  const next = { tool: 'list', arguments: { ...args, items } };
  if (kind === 'more') return [next];
  // Which of several was wrong is not guessed.
  const gone = wrong === undefined ? before : before.filter((item) => sameWords(item, wrong));
  if (args['action'] !== 'add' || gone.length !== 1) return [];
  return [{ tool: 'list', arguments: { ...args, action: 'remove', items: gone } }, next];
}

const sameWords = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** "No, at 6": the reminder comes then, and not when it was set to. "And on Friday": it comes then as well. */
function onReminder({ call, words }: Earlier, { kind, text }: Change, reading: Reading): WantedCall[] {
  const moved = moveSchedule({ arguments: call.arguments, words }, text, reading);
  if (moved === undefined) return [];
  const next = { tool: 'schedule', arguments: moved };
  if (kind === 'more') return [next];
  return [
    { tool: 'schedule', arguments: { action: 'cancel', reminder: String(call.arguments['text']) } },
    next,
  ];
}

/** What the newest message of the speaker ordered of a list or a reminder, by itself or by going on with those before it. */
function lastOrder(
  { speaker }: Pick<Said, 'speaker'>,
  history: readonly ShownHistoryItem[],
  { moment, readDue }: Reading,
): Earlier | undefined {
  const item = history.at(-1);
  if (item === undefined || item.speaker !== speaker || (item.trust !== 'user' && item.trust !== 'owner'))
    return undefined;
  const reading = { moment: { ...moment, now: new Date(item.at) }, readDue };
  if (Number.isNaN(reading.moment.now.getTime())) return undefined;
  const own = ownOrder(item.text, reading);
  if (own !== undefined) return own;
  const rest = history.slice(0, -1);
  const asked = orderAsked(rest, item, reading);
  const answers = [...(asked?.answers ?? []), item.text];
  const order = asked && completeSchedule(asked.order, answers, reading);
  if (order?.kind === 'call')
    return {
      call: { tool: 'schedule', arguments: order.arguments },
      words: [asked?.order.words, ...answers].join(' '),
    };
  const completed = completedOrder(item, rest.at(-1), reading);
  if (completed !== undefined) return completed;
  const call = continuedCalls(item, rest, reading).at(-1);
  return call && { call, words: item.text };
}

/** "Add to my packing list", "what should I put on it?", "socks": the order that the two messages give together. */
function completedOrder(
  { speaker, text }: ShownHistoryItem,
  before: ShownHistoryItem | undefined,
  reading: Reading,
): Earlier | undefined {
  const wasAsked = before?.speaker === speaker && before.reply?.trimEnd().endsWith('?') === true;
  if (!wasAsked || (before.trust !== 'user' && before.trust !== 'owner')) return undefined;
  return completedOrders(before.text, text)
    .flatMap((order) => ownOrder(order, reading) ?? [])
    .at(0);
}

function ownOrder(text: string, { moment, readDue }: Reading): Earlier | undefined {
  const read = (part: string) => readPart(part, moment, readDue);
  return partsOf(text, (part) => read(part) !== undefined)
    .flatMap((words): Earlier[] => {
      const call = read(words);
      return call === undefined ? [] : [{ call, words }];
    })
    .filter(({ call }) => isContinuable(call))
    .at(-1);
}

function isContinuable({ arguments: args, tool }: WantedCall): boolean {
  const { action, items } = args;
  return tool === 'list' ? Array.isArray(items) : tool === 'schedule' && action === 'create';
}
