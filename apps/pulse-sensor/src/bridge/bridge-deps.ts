import type { Bridge, BridgeMessage } from '@salience/bridge';
import type { AgentId, TurnId } from '@salience/contracts';
import type { LaneToWake } from '@salience/queues';
import type { Deps } from '../deps.ts';

/** A message for one agent, and what it is to it. */
export interface HeardOnBridge {
  readonly agentId: AgentId;
  /** Names the Bridge since it was set: another one gives the same ids to other messages. */
  readonly place: string;
  readonly message: BridgeMessage;
  /** The agent wrote it. */
  readonly self: boolean;
  /** The switchboard wants an answer of the agent. */
  readonly targeted: boolean;
  /** It addresses the agent with an @. */
  readonly mentioned: boolean;
}

/** What became of a message. */
export interface HeardTurn {
  /** The turn whose answer is owed to the channel, also where the message had been heard before; null: none is. */
  readonly owed: TurnId | null;
  /** The lane that has a new turn; null: none has. */
  readonly wake: LaneToWake | null;
}

/** What listening to Bridges works with. */
export interface BridgeDeps extends Deps {
  /** Opens the Bridge at an address with a key. */
  readonly open: (address: { readonly url: string; readonly apiKey: string }) => Bridge;
  /** Takes a message in, once however often it comes. */
  readonly hear: (heard: HeardOnBridge) => Promise<HeardTurn>;
}
