import { type Notice, selfStartedSources } from '@salience/contracts';
import { visibleText } from '@salience/context';
import { localTime } from '@salience/language';
import type { HeardTurn } from '../client/thread-stream.ts';
import { colour } from '../terminal.ts';

/** What began a turn that nobody typed here, in a word. */
const beginnings: Readonly<Record<string, string>> = {
  approval: 'after your answer',
};

/** How a notice came here. */
export interface HeardHow {
  readonly notice: Notice;
  /** It ended before anybody listened. */
  readonly late: boolean;
  /** The zone to tell times in. */
  readonly zone: string;
  /** The conversation that the listener is in; undefined where it is in none. */
  readonly thread?: string | undefined;
}

/** A turn that was not begun in this terminal, as lines for a person; undefined if there is nothing to tell of it. */
export function heardTurn(turn: Omit<HeardTurn, 'type'>, how?: HeardHow): string | undefined {
  const { error, merged_into: mergedInto, reply, source, state, text } = turn;
  if (typeof mergedInto === 'string' || typeof turn.forgotten_at === 'string') return undefined;
  const itself = selfStartedSources.includes(source);
  const began = [beginnings[source] ?? source, ...(how === undefined ? [] : tellsHow(turn, how))].join(', ');
  const head = itself ? colour.dim(`[${began}]`) : colour.dim(`[${source}] ${visibleText(text)}`);
  if (reply !== null) return `${head}\n${visibleText(reply.text)}`;
  if ((state === 'failed' || state === 'quarantined') && error !== null)
    return `${head}\n${colour.red(visibleText(error.message))}`;
  return itself ? undefined : head;
}

/** Where it belongs if not here, and for one that comes late when it was due and whether it was sent already. */
function tellsHow(
  { thread_id: id }: Pick<HeardTurn, 'thread_id'>,
  { late, notice, thread, zone }: HeardHow,
): string[] {
  const elsewhere = thread !== undefined && thread !== id && thread !== notice.thread_key;
  return [
    ...(elsewhere ? [`in ${visibleText(notice.thread_key.trim())}`] : []),
    ...(late ? [`late: it was due ${localTime(notice.due_at, zone)}`] : []),
    ...notice.deliveries.flatMap(({ kind, settled_at: at, state: sent }) =>
      sent === 'delivered' && at !== null ? [`already sent to your ${kind} at ${localTime(at, zone)}`] : [],
    ),
  ];
}
