import type { ShownHistoryItem, ShownMessage } from '@salience/context';
import { mayAsk } from './may-ask.ts';
import { isRefusal, isSentence } from './sentence.ts';

const list =
  /^(.*?\b(?:add|put|write|append|include))(?:\s+(?:something|anything|some things|it|that|this|them|an? items?|items))?\s+((?:to|on|onto|in|into)\s+.*\blist)$/isu;
const reminder = /^(.*?\bremind\s+me)(?:\s+(?:of|about|to do)\s+(?:something|it|that|things?))?$/isu;
const ends = /[?.!…\s]+$/u;
/** Leads to what a reminder is of, whatever follows: "that I have to call". */
const ofWhat = /^(?:to|that|about|of)\s/iu;

/** True for an order of a reminder that says nothing of what: no time completes it. */
export function lacksWhat(order: string): boolean {
  return reminder.test(order.trim().replace(ends, ''));
}

/** True for an order that puts something on a list and does not say what. */
export function lacksItem(order: string): boolean {
  return list.test(order.trim().replace(ends, ''));
}

/**
 * How an order that lacked something may read with what was said when it was asked for: "add to my packing list" and "socks". The likeliest
 * first. They read English, and orders of any language that only wanted words behind them. None for what is no answer: a sentence of its own, "nothing".
 */
export function completedOrders(order: string, answer: string): string[] {
  const [before, said] = [order.trim().replace(ends, ''), answer.trim().replace(ends, '')];
  if (before === '' || said === '' || isRefusal(said)) return [];
  const onList = list.exec(before);
  if (onList !== null) return isSentence(said) ? [] : [`${onList[1] ?? ''} ${said} ${onList[2] ?? ''}`];
  const remind = reminder.exec(before)?.[1];
  if (remind === undefined) return [`${before} ${said}`];
  if (ofWhat.test(said)) return [`${remind} ${said}`];
  return isSentence(said) ? [] : [`${remind} to ${said}`];
}

/** The order that a message completes: what it says, else the last one of the speaker that lacked what or an item and was asked back. */
export function orderCompleted(
  { completes, speaker }: Pick<ShownMessage, 'completes' | 'speaker'>,
  history: readonly ShownHistoryItem[],
): string | undefined {
  if (completes !== undefined) return completes;
  const last = history.at(-1);
  const wasAsked = last?.speaker === speaker && mayAsk(last.reply);
  if (!wasAsked || (last.trust !== 'user' && last.trust !== 'owner')) return undefined;
  return lacksWhat(last.text) || lacksItem(last.text) ? last.text : undefined;
}
