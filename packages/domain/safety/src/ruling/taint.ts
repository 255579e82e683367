import type { Trust } from '@salience/contracts';

/** Where a text came in. */
export type TextChannel = 'user' | 'email' | 'tool_output' | 'web' | 'file';

/** How far a text of a channel may be believed. The channel decides, never the words. */
export function trustOfChannel(channel: TextChannel): Trust {
  return channel === 'user' ? 'user' : 'external';
}

export { isTainted } from '@salience/contracts';
