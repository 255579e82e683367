import type { Trust } from '@salience/contracts';
import type { Beside } from './inherited-trust.ts';
import type { WorldStateItem } from './world-state.ts';

/** The exchange that a proposal claims to be about. */
export interface ChunkSource {
  readonly message: string;
  readonly reply: string | null;
  /** The name of the speaker; null for the person that the agent serves. */
  readonly speaker: string | null;
  readonly trust: Trust;
  /** The trust of the reply; null without one. */
  readonly replyTrust: Trust | null;
  /** How far the reply can be relied on, 0..1; null where it makes no claim or nobody knows. */
  readonly replyConfidence?: number | null | undefined;
  /** The other texts in the prompt of the proposal. */
  readonly beside: readonly Beside[];
  /** When it was said. */
  readonly saidAt: Date;
  /** The speaker's IANA time zone, by which "tomorrow" is read; default UTC. */
  readonly zone?: string | undefined;
  /** The names by which the speaker is known beside `speaker`. */
  readonly knownAs?: readonly string[] | undefined;
  /** The state of the world beside the conversation. */
  readonly world: readonly WorldStateItem[];
}
