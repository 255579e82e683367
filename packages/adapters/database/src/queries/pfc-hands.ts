import type { AgentId, Hand, HandDelivery, PfcTrust } from '@salience/contracts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { call, type Database, withAgent } from '../connect.ts';
import { handDeliveries, pfcFocus, pfcHands } from '../schema/pfc.ts';
import type { AsJson } from '../typed-rows.ts';
import type { OfTrust } from './pfc-goals.ts';
import { revivedHand } from './pfc-thoughts.ts';

/** A hand, with whom its last raise was told to. */
export interface HandView {
  readonly hand: Hand;
  readonly deliveries: readonly HandDelivery[];
}

/** An agent's hand in a channel; one that never moved is down. With `trust` "owner" one that nobody vouches for is down too. */
export function loadHand(
  db: Database,
  agentId: AgentId,
  channel: string,
  { trust }: OfTrust = {},
): Promise<HandView> {
  return withAgent(db, agentId, async ({ orm }) => {
    const [row] = await orm
      .select()
      .from(pfcHands)
      .where(
        and(eq(pfcHands.agentId, agentId), eq(pfcHands.channel, channel), trust && eq(pfcHands.trust, trust)),
      );
    const deliveries = await orm
      .select({
        target: handDeliveries.target,
        version: handDeliveries.version,
        state: handDeliveries.state,
        attempts: handDeliveries.attempts,
        lastError: handDeliveries.lastError,
      })
      .from(handDeliveries)
      .where(
        and(
          eq(handDeliveries.agentId, agentId),
          eq(handDeliveries.channel, channel),
          sql`${handDeliveries.version} = (select max(d.version) from salience.hand_deliveries d where d.agent_id = ${agentId} and d.channel = ${channel})`,
        ),
      )
      .orderBy(desc(handDeliveries.version), handDeliveries.target);
    return { hand: row ?? downHand(channel), deliveries };
  });
}

function downHand(channel: string): Hand {
  return {
    channel,
    state: 'lowered',
    count: 0,
    reason: null,
    bid: 0,
    version: 0,
    raisedAt: null,
    updatedAt: null,
  };
}

/**
 * What happens to a hand beside thoughts: the agent spoke, raises it itself, it was taken down, what was behind it is gone, or somebody outside of our rooms gave it the
 * floor or ended it.
 */
export type HandChange = 'asked' | 'cleared' | 'floor-given' | 'floor-over' | 'lowered' | 'own-message';

/** Why a hand stays as it is: somebody vouches for what moved it, or its room gives the floor. */
export type HandRefusal = 'hand.owner' | 'floor.room';

/**
 * Moves a hand; one in a room goes by the room's places. `moved`: its state changed. Without trust it moves none in a room and none that somebody who vouches moved, until that one
 * rests. Consumer, pulse-sensor.
 */
export async function setHand(
  db: Database,
  change: {
    readonly agentId: AgentId;
    readonly channel: string;
    readonly event: HandChange;
    /** Of `asked`, 0 to 1. Default 1. */
    readonly bid?: number | undefined;
    /** Default `owner`. */
    readonly trust?: PfcTrust | undefined;
    readonly now: Date;
  },
): Promise<{ readonly hand: Hand; readonly moved: boolean; readonly refused?: HandRefusal | undefined }> {
  const { hand, ...done } = await call<{
    hand: AsJson<Hand>;
    moved: boolean;
    refused?: HandRefusal;
  }>(db, 'set_hand', change);
  return { ...done, hand: revivedHand(hand) };
}

/** The channel that an agent is in with its voice; null: in none. */
export async function loadFocus(
  db: Database,
  agentId: AgentId,
): Promise<{
  readonly channel: string | null;
  readonly updatedAt: Date | null;
  /** Of whoever said it. */
  readonly trust: PfcTrust;
}> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm.select().from(pfcFocus).where(eq(pfcFocus.agentId, agentId)),
  );
  return rows[0] ?? { channel: null, updatedAt: null, trust: 'owner' };
}

/**
 * Sets it. What was counted in the channel that is left, and in the one that is entered, begins anew; their hands rest. `refused`: it stays, because nobody vouches for the wish, and
 * somebody does for what is set, or it is about a room. Consumer.
 */
export function setFocus(
  db: Database,
  wish: {
    readonly agentId: AgentId;
    readonly channel: string | null;
    /** Default `owner`. */
    readonly trust?: PfcTrust | undefined;
    readonly now: Date;
  },
): Promise<{ readonly changed: boolean; readonly refused?: never } | { readonly refused: 'focus.owner' }> {
  return call(db, 'set_focus', wish);
}
