import type { ReadDue } from '@salience/due-times';
import type { ShownHistoryItem, ShownMessage } from '@salience/context';
import type { Moment } from '@salience/language';
import { asksWhen } from '../reply/ask-when.ts';
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
    if (item.reply === undefined || !asksWhen(item.reply)) return undefined;
    const said = { ...moment, now: new Date(item.at) };
    const order = Number.isNaN(said.now.getTime())
      ? undefined
      : partsOf(item.text, (part) => readAsk(part, said, readDue) !== undefined)
          .map((part) => readAsk(part, said, readDue))
          .find((found) => found !== undefined);
    if (order !== undefined) return { order, answers: answers.toReversed() };
    answers.push(item.text);
  }
  return undefined;
}
