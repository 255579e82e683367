import type { ReadDue } from '@salience/due-times';
import type { ShownHistoryItem, ShownMessage } from '@salience/context';
import type { Moment } from '@salience/language';
import { asksWhen } from '../reply/ask-when.ts';
import { completedOrders, lacksWhat, orderCompleted } from './completed-order.ts';
import { leavesQuestion } from './known-time.ts';
import { mayAsk } from './may-ask.ts';
import { partsOf } from './parts.ts';
import { readAsk } from './plan-patterns.ts';
import type { AskedOrder } from './asked-order.ts';

/** How many times a question is followed up. */
const roundsMax = 4;

/**
 * The reminder whose time the last reply asked for, with what its speaker has answered since; undefined where the last reply did not
 * ask. Only what a person said orders anything.
 */
export function orderAsked(
  history: readonly ShownHistoryItem[],
  { speaker }: Pick<ShownMessage, 'speaker'>,
  { moment, readDue }: { readonly moment: Moment; readonly readDue: ReadDue },
): { readonly order: AskedOrder; readonly answers: readonly string[] } | undefined {
  const answers: string[] = [];
  for (const item of history.slice(-roundsMax).toReversed()) {
    if (item.speaker !== speaker || (item.trust !== 'user' && item.trust !== 'owner')) return undefined;
    if (!mayAsk(item.reply, asksWhen)) return undefined;
    const said = { ...moment, now: new Date(item.at) };
    const order = Number.isNaN(said.now.getTime())
      ? undefined
      : (readOrder(item.text, said, readDue) ??
        // "Remind me": "to call Anna".
        completedAsk(item, history.slice(0, history.indexOf(item)), { moment: said, readDue }));
    if (order !== undefined) return { order, answers: answers.toReversed() };
    // A withheld reply does not tell whether it asked again.
    if (leavesQuestion(item.text)) return undefined;
    answers.push(item.text);
  }
  return undefined;
}

/** The reminder that a message orders without saying when. */
export function readOrder(text: string, moment: Moment, readDue: ReadDue): AskedOrder | undefined {
  return partsOf(text, (part) => readAsk(part, moment, readDue) !== undefined)
    .map((part) => readAsk(part, moment, readDue))
    .find((found) => found !== undefined);
}

/** The reminder that a message orders together with the one before it, which did not say of what; neither says when. */
export function completedAsk(
  message: Pick<ShownMessage, 'completes' | 'speaker' | 'text'>,
  history: readonly ShownHistoryItem[],
  { moment, readDue }: { readonly moment: Moment; readonly readDue: ReadDue },
): AskedOrder | undefined {
  const before = orderCompleted(message, history);
  if (before === undefined || !lacksWhat(before)) return undefined;
  return completedOrders(before, message.text)
    .map((order) => readOrder(order, moment, readDue))
    .find((found) => found !== undefined);
}
