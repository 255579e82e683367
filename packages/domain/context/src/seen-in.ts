import { type Seen, type SeenElement, trustLevels } from '@salience/contracts';
import type { IncomingMessage, PromptItem } from './prompt.ts';

/**
 * What counts of a prompt when a call that it led to is ruled on: its least trusted element, of equals the first, and the first
 * that came from the agent's own memory. `messageId` names the message, which every prompt holds.
 */
export function seenIn(
  items: readonly PromptItem[],
  message: Pick<IncomingMessage, 'trust'>,
  messageId: string,
): Seen {
  const included = items.filter((item) => item.included);
  const elements = [{ section: 'message', id: messageId, trust: message.trust }, ...included.map(elementOf)];
  return { least: leastOf(elements), own: included.find(isOwn)?.id ?? null };
}

/** The least trusted of elements, of equals the first. Throws `RangeError` for none. */
export function leastOf(elements: readonly SeenElement[]): SeenElement {
  const [first, ...rest] = elements;
  if (first === undefined) throw new RangeError('Expected at least one element, got none.');
  return rest.reduce((least, one) => (rankOf(one) < rankOf(least) ? one : least), first);
}

function elementOf({ id, section, trust }: PromptItem): SeenElement {
  return { section, id, trust };
}

/** Memory, history, notes of the world, focus, and what is known of the person. Who the agent is and can do is no secret of theirs. */
function isOwn({ id, section }: PromptItem): boolean {
  if (section === 'identity') return id.startsWith('trt_') || id.startsWith('about:');
  return section === 'memory' || section === 'history' || (section === 'prefrontal' && id !== 'outcomes');
}

function rankOf({ trust }: SeenElement): number {
  return trustLevels.indexOf(trust);
}
