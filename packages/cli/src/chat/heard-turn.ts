import { visibleText } from '@salience/context';
import type { HeardTurn } from '../client/thread-stream.ts';
import { colour } from '../terminal.ts';

/** What began a turn that nobody typed here, in a word. */
const beginnings: Readonly<Record<string, string>> = {
  reminder: 'reminder',
  approval: 'after your answer',
};

/** A turn that was not begun in this terminal, as lines for a person; undefined if there is nothing to tell of it. */
export function heardTurn(turn: HeardTurn): string | undefined {
  const { error, merged_into: mergedInto, reply, source, state, text } = turn;
  if (typeof mergedInto === 'string' || typeof turn.forgotten_at === 'string') return undefined;
  const began = beginnings[source];
  const head =
    began === undefined ? colour.dim(`[${source}] ${visibleText(text)}`) : colour.dim(`[${began}]`);
  if (reply !== null) return `${head}\n${visibleText(reply.text)}`;
  if (state === 'failed' && error !== null) return `${head}\n${colour.red(visibleText(error.message))}`;
  return began === undefined ? head : undefined;
}
