import type { BridgeMessage } from '@salience/bridge';
import { isSameName } from '@salience/pfc';

/**
 * True for a message of the agent itself. A person is never the agent, whatever they call themselves. `selfNames`: its names there, and `#<id>` for the id of
 * its account; where one of these is given, names prove nothing.
 */
export function isOwn(
  { author, authorId, authorIsAgent }: Pick<BridgeMessage, 'author' | 'authorId' | 'authorIsAgent'>,
  selfNames: readonly string[],
): boolean {
  if (!authorIsAgent) return false;
  const ids = selfNames.filter((name) => name.startsWith('#'));
  if (ids.length > 0) return authorId !== null && ids.includes(`#${authorId}`);
  return selfNames.some((name) => isSameName(name, author));
}
