import type { ContextSnapshot } from '@salience/contracts';
import type { ShownPrompt } from './shown-prompt.ts';

/** What a prompt showed, as it is kept with its call. */
export type KeptPrompt = NonNullable<ContextSnapshot['shown']>;

/** What a prompt showed, from what was kept of it: the same values, so the offline responder answers the same. */
export function shownAgain({ conclusion, memory, open, person, ...kept }: KeptPrompt): ShownPrompt {
  return {
    ...kept,
    conclusion,
    open,
    person,
    memory: memory.map((item) => ({ ...item, threadId: item.threadId, reply: item.reply })),
    history: kept.history.map((item) => ({ ...item, reply: item.reply })),
    world: kept.world.map((item) => ({ ...item, at: item.at })),
    actions: kept.actions.map((action) => ({ ...action, doubt: action.doubt })),
  };
}
