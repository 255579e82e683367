import type { Trust } from '@salience/contracts';
import type { Beside } from './inherited-trust.ts';
import type { WorldStateItem } from './world-state.ts';

/** The exchange that a proposal claims to be about. */
export interface ChunkSource {
  readonly message: string;
  readonly reply: string | null;
  /** Who spoke; null is the agent's own person. */
  readonly speaker: string | null;
  readonly trust: Trust;
  /** The trust of the reply; null without one. */
  readonly replyTrust: Trust | null;
  /** What else stood in the prompt of the proposal. */
  readonly beside: readonly Beside[];
  /** When it was said: what "tomorrow" means goes by it. */
  readonly saidAt: Date;
  /** The zone of who spoke: whose day "tomorrow" is; UTC unless told. */
  readonly zone?: string | undefined;
  /** What goes on beside the conversation. */
  readonly world: readonly WorldStateItem[];
}
