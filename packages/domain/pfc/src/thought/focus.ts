/** What is known of a message and of the agent that hears it. */
export interface FocusInput {
  /** Where the message was said; null where no channel is known. */
  readonly channel: string | null;
  /** The agent's active voice channel; null while it is in none. */
  readonly focus: string | null;
  /** The message names the agent. */
  readonly mentioned: boolean;
  /** The message is said to the agent. */
  readonly targeted: boolean;
}

/** `full`: the thought gets its type and may raise the hand. `background`: it is stored, and that is all. */
export type Focus = 'full' | 'background';

/**
 * How much of a message is thought about. The active voice channel and whatever names or targets the agent, in any channel and without a voice session too, count in full;
 * everything else is background. An unknown focus is none.
 */
export function focusOf({ channel, focus, mentioned, targeted }: FocusInput): Focus {
  const isActive = focus !== null && channel === focus;
  return mentioned || targeted || isActive ? 'full' : 'background';
}
