import type { ReadDue } from '@salience/due-times';
import type { ShownHistoryItem, ShownMessage } from '@salience/context';
import { contentStems, detectLanguage, type LanguageCode, type Moment } from '@salience/language';
import { extractCues } from '@salience/router';
import { orderAsked } from './asked-before.ts';
import { type Change, readChange } from './change-words.ts';
import { completedOrders } from './completed-order.ts';
import { hasAmount, readItems } from './item-words.ts';
import { withoutThanks } from './manners.ts';
import { partsOf } from './parts.ts';
import { readPart } from './plan-patterns.ts';
import { mayAsk } from './may-ask.ts';
import { isTimeOf, moveSchedule } from './move-schedule.ts';
import { completeSchedule, languageOfOrder } from './schedule-orders.ts';
import { isRefusal, isSentence } from './sentence.ts';
import type { WantedCall } from './wanted-call.ts';

/** So many messages back an order is still gone on with. */
const roundsMax = 8;
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
  readonly language: LanguageCode;
  /** What this order and those that it goes on with have put on the list. */
  readonly items: readonly string[];
}

/** What a fragment comes to. */
export interface Continued {
  /** Each is to be made once the one before it is. */
  readonly calls: readonly WantedCall[];
  /** What the fragment would change and does not, where that is not certain. */
  readonly open?: OpenChange;
}

/** A change that was not made. */
export type OpenChange =
  | {
      readonly of: 'list';
      readonly kind: Change['kind'];
      /** What it names. */
      readonly text: string;
      /** Any of these may be the one that is wrong. */
      readonly which: readonly string[];
    }
  | { readonly of: 'reminder'; readonly kind: Change['kind']; readonly text: string };

/**
 * How a fragment goes on with what its speaker ordered in the messages before it, or changes that: "and eggs" after "add milk to my shopping
 * list", "no, at 6" after "remind me at 5 to call Anna". Undefined where it does neither. Nothing is taken away on a reading that is not certain.
 */
export function continueOrder(
  message: Said,
  history: readonly ShownHistoryItem[],
  reading: Reading,
): Continued | undefined {
  return goOn(message, history.slice(-roundsMax), reading)?.continued;
}

function goOn(
  message: Said,
  history: readonly ShownHistoryItem[],
  reading: Reading,
): { readonly before: Earlier; readonly continued: Continued } | undefined {
  const { text } = message;
  if (text.length > longestFragment || text.trim().endsWith('?') || history.length === 0) return undefined;
  const said = withoutThanks(text);
  const change =
    readChange(said) ??
    answerTo(message, said, history, reading) ??
    (hasAmount(said) ? plainMore(said) : undefined);
  if (change === undefined || isOther(change)) return undefined;
  const before = lastOrder(message, history, reading);
  if (before === undefined) return undefined;
  const continued =
    before.call.tool === 'list' ? onList(before, change) : onReminder(before, change, reading);
  return continued && { before, continued };
}

/** What is said to our question for the change that was not made: "what should be different?", "on Friday". */
function answerTo(
  { speaker }: Said,
  said: string,
  history: readonly ShownHistoryItem[],
  reading: Reading,
): Change | undefined {
  const last = history.at(-1);
  if (last?.speaker !== speaker || !mayAsk(last.reply) || isRefusal(said)) return undefined;
  const open = goOn(last, history.slice(0, -1), reading)?.continued.open;
  return open && { kind: open.kind === 'more' ? 'more' : 'other', text: said, marked: true };
}

/** "Two lemons": says how much there is to be, and so that it is wanted. */
const plainMore = (text: string): Change => ({ kind: 'more', text, marked: false });

/** A sentence, a greeting or a request of its own goes on with nothing. */
function isOther({ kind, text: rest, wrong }: Change): boolean {
  // "Remove it" asks for just that.
  if (kind === 'not' && wrong === undefined) return false;
  const { actRequest, answerRequest, farewell, interrogative, positiveFeedback, questionMark } =
    extractCues(rest);
  const asks = actRequest || answerRequest || interrogative || questionMark;
  return asks || farewell || positiveFeedback || isSentence(rest);
}

/** "And eggs": what was done with the items of the list is done with these as well. "No, oat milk": they take the place of what was added. */
function onList({ call, items: added }: Earlier, change: Change): Continued | undefined {
  const { kind, marked, text, wrong } = change;
  const args = call.arguments;
  const isAdding = args['action'] === 'add';
  const list = (action: unknown, items: readonly string[]) => ({
    tool: 'list',
    arguments: { ...args, action, items },
  });
  const open = (which: readonly string[]): Continued => ({
    calls: [],
    open: { of: 'list', kind, text, which },
  });
  if (kind === 'not') {
    const gone = wrong === undefined ? lastAdded(call, added) : named(added, wrong);
    if (isAdding && gone.length === 1) return { calls: [list('remove', gone)] };
    // "No hurry" is about no list; "no, not that" is.
    return marked && gone.length === 0 ? open([]) : gone.length > 1 ? open(gone) : undefined;
  }
  const { items, kind: what } = readItems(text);
  if (what !== 'thing') return what === 'polite' || !marked ? undefined : open([]);
  if (kind === 'more') return { calls: [list(args['action'], items)] };
  if (!isAdding) return undefined;
  const gone = replaced(call, added, items, wrong);
  if (gone.length !== 1 || items.some((item) => added.some((one) => sameWords(one, item)))) return open(gone);
  return { calls: [list('remove', gone), list('add', items)] };
}

/** The items of which these may take the place: what is named, else what shares a word with them, else what was added last. */
function replaced(
  call: WantedCall,
  added: readonly string[],
  items: readonly string[],
  wrong: string | undefined,
): readonly string[] {
  if (wrong !== undefined) return named(added, wrong);
  const alike = added.filter((item) => items.some((one) => shareWord(item, one)));
  if (alike.length > 0) return alike;
  return lastAdded(call, added);
}

/** What the last of the orders added and is still on the list. */
function lastAdded({ arguments: args }: WantedCall, added: readonly string[]): readonly string[] {
  return itemsOf(args).filter((item) => added.includes(item));
}

function itemsOf({ items }: WantedCall['arguments']): readonly string[] {
  return Array.isArray(items) ? (items as readonly string[]) : [];
}

/** The items that words name: all of the words where there is one of just these, else any. */
function named(added: readonly string[], words: string): readonly string[] {
  const same = added.filter((item) => sameWords(item, words));
  return same.length > 0 ? same.slice(-1) : added.filter((item) => shareWord(item, words));
}

const stems = (text: string): readonly string[] => contentStems(text, 'en');

function shareWord(one: string, other: string): boolean {
  const said = stems(other);
  return stems(one).some((stem) => said.includes(stem));
}

function sameWords(one: string, other: string): boolean {
  return (
    one.trim().toLowerCase() === other.trim().toLowerCase() || stems(one).join(' ') === stems(other).join(' ')
  );
}

/** "No, at 6": the reminder comes then, and not when it was set to. "And on Friday": it comes then as well. */
function onReminder(
  { call, language, words }: Earlier,
  { kind, marked, text, wrong }: Change,
  reading: Reading,
): Continued | undefined {
  const about = String(call.arguments['text']);
  const open: Continued = { calls: [], open: { of: 'reminder', kind, text: about } };
  if (!marked && (wrong === undefined || !shareWord(words, wrong))) return undefined;
  const cancel = { tool: 'schedule', arguments: { action: 'cancel', reminder: about } };
  if (kind === 'not' && wrong === undefined) return { calls: [cancel] };
  const moved =
    kind === 'not' ? undefined : moveSchedule({ arguments: call.arguments, language, words }, text, reading);
  // "And a nice day" is said to be kind; "and in the evening" is a time, though none that could be set.
  const isPolite = readItems(text).kind === 'polite' && !isTimeOf(text, language, reading);
  if (moved === undefined) return isPolite ? undefined : open;
  const next = { tool: 'schedule', arguments: moved };
  if (kind === 'more') return { calls: [next] };
  return { calls: [cancel, next] };
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
  if (asked !== undefined && order?.kind === 'call')
    return {
      call: { tool: 'schedule', arguments: order.arguments },
      words: [asked.order.words, ...answers].join(' '),
      language: asked.order.language,
      items: [],
    };
  const completed = completedOrder(item, rest.at(-1), reading);
  if (completed !== undefined) return completed;
  const went = goOn(item, rest, reading);
  return went && after(went.before, went.continued, item.text);
}

/** An order with what a fragment made of it; the order itself where that came to nothing; undefined where it is taken back. */
function after(before: Earlier, { calls }: Continued, words: string): Earlier | undefined {
  const call = calls.at(-1);
  if (call === undefined) return before;
  if (call.arguments['action'] === 'cancel') return undefined;
  const items = calls.reduce<readonly string[]>((all, { arguments: args }) => {
    const of = itemsOf(args);
    return args['action'] === 'remove' ? all.filter((item) => !of.includes(item)) : [...all, ...of];
  }, before.items);
  // What was only taken back is added no more; the list is gone on with.
  const isTaken = before.call.tool === 'list' && call.arguments['action'] !== before.call.arguments['action'];
  return { ...before, call: isTaken ? before.call : call, words: `${before.words} ${words}`, items };
}

/** "Add to my packing list", "what should I put on it?", "socks": the order that the two messages give together. */
function completedOrder(
  { speaker, text }: ShownHistoryItem,
  before: ShownHistoryItem | undefined,
  reading: Reading,
): Earlier | undefined {
  const wasAsked = before?.speaker === speaker && mayAsk(before.reply);
  if (!wasAsked || (before.trust !== 'user' && before.trust !== 'owner')) return undefined;
  // What lacked nothing is completed by nothing.
  if (ownOrder(before.text, reading) !== undefined) return undefined;
  return completedOrders(before.text, text)
    .flatMap((order) => ownOrder(order, reading) ?? [])
    .at(0);
}

function ownOrder(text: string, { moment, readDue }: Reading): Earlier | undefined {
  const read = (part: string) => readPart(part, moment, readDue);
  return partsOf(text, (part) => read(part) !== undefined)
    .flatMap((words): Earlier[] => {
      const call = read(words);
      if (call === undefined || !isContinuable(call)) return [];
      const { arguments: args } = call;
      const language = languageOfOrder(words) ?? detectLanguage(words);
      return [{ call, words, language, items: args['action'] === 'add' ? itemsOf(args) : [] }];
    })
    .at(-1);
}

function isContinuable({ arguments: args, tool }: WantedCall): boolean {
  const { action, items } = args;
  return tool === 'list' ? Array.isArray(items) : tool === 'schedule' && action === 'create';
}
