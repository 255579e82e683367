import type { AgentId, TurnId } from '@salience/contracts';
import { desc, eq } from 'drizzle-orm';
import { call, type Connections, type Database, withAgent } from '../connect.ts';
import { bridgeChannels, bridgeReplies, bridges } from '../schema/bridges.ts';

/** What a person sets of a Bridge, besides its key. */
export interface BridgeSettings {
  readonly url: string;
  readonly channels: readonly string[];
  readonly selfNames: readonly string[];
  readonly mentionNames: readonly string[];
}

/**
 * Sets the Bridge of an agent; without a key the one that it has stays. False where there is none, or the address is another one: a key is for one Bridge.
 * Consumer.
 */
export function setBridge(
  db: Database,
  wish: BridgeSettings & { readonly agentId: AgentId; readonly key: string | undefined; readonly now: Date },
): Promise<boolean> {
  return call(db, 'set_bridge', wish);
}

/** Removes the Bridge of an agent with its key, how far its channels were heard and what is owed to them; hands there rest. False if there was none. Consumer. */
export function removeBridge(
  db: Database,
  wish: { readonly agentId: AgentId; readonly now: Date },
): Promise<boolean> {
  return call(db, 'remove_bridge', wish);
}

/** A Bridge as it is shown: without its key. */
export interface ShownBridge extends BridgeSettings {
  readonly failures: number;
  readonly error: string | null;
  readonly retryAt: Date | null;
  readonly seenAt: Date | null;
  readonly heard: readonly {
    readonly channel: string;
    readonly lastMessage: string | null;
    readonly updatedAt: Date;
  }[];
  /** The latest first. */
  readonly replies: readonly (typeof bridgeReplies.$inferSelect)[];
}

const repliesShown = 20;

/** The Bridge of an agent, how far its channels were heard, and the latest answers; null if it has none. Consumer. */
export function loadBridge(db: Database, agentId: AgentId): Promise<ShownBridge | null> {
  return withAgent(db, agentId, async ({ orm }) => {
    const { channels, error, failures, mentionNames, retryAt, seenAt, selfNames, url } = bridges;
    const [row] = await orm
      .select({ channels, error, failures, mentionNames, retryAt, seenAt, selfNames, url })
      .from(bridges)
      .where(eq(bridges.agentId, agentId));
    if (row === undefined) return null;
    const { channel, lastMessage, updatedAt } = bridgeChannels;
    const heard = await orm
      .select({ channel, lastMessage, updatedAt })
      .from(bridgeChannels)
      .where(eq(bridgeChannels.agentId, agentId))
      .orderBy(bridgeChannels.channel);
    const replies = await orm
      .select()
      .from(bridgeReplies)
      .where(eq(bridgeReplies.agentId, agentId))
      .orderBy(desc(bridgeReplies.createdAt), desc(bridgeReplies.turnId))
      .limit(repliesShown);
    return { ...row, heard, replies };
  });
}

/** A Bridge that the caller holds until its lease runs out. */
export interface ClaimedBridge extends BridgeSettings {
  readonly agentId: AgentId;
  /** The name of the agent. */
  readonly agent: string;
  readonly fence: number;
  readonly key: string;
  readonly revision: number;
  readonly failures: number;
  /** Names the Bridge since it was set: ids of messages are those of one place. 16 hexadecimal digits. */
  readonly place: string;
}

/** Takes Bridges that nobody holds, of all agents. Pulse-sensor. */
export function claimBridges(
  db: Database,
  wish: { readonly owner: string; readonly leaseMs: number; readonly now: Date; readonly limit: number },
): Promise<ClaimedBridge[]> {
  return call(db, 'claim_bridges', wish);
}

type Held = Pick<ClaimedBridge, 'agentId' | 'fence'>;

/** Notes how listening goes. Resolves with the revision of the settings; null where the lease is lost. Pulse-sensor. */
export function noteBridge(
  db: Connections,
  note: Held & {
    readonly now: Date;
    readonly leaseMs?: number;
    readonly release?: boolean;
    readonly seen?: boolean;
    readonly error?: string;
    readonly retryAt?: Date;
  },
): Promise<number | null> {
  return call(db, 'note_bridge', note);
}

/** The last message of a channel that was taken; null before the first. Pulse-sensor. */
export async function lastOfBridgeChannel(
  db: Database,
  agentId: AgentId,
  channel: string,
): Promise<string | null> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm.select().from(bridgeChannels).where(eq(bridgeChannels.agentId, agentId)),
  );
  return rows.find((row) => row.channel === channel)?.lastMessage ?? null;
}

/** Notes the last message of a channel that was taken, and the turn whose answer is owed to it. False where the lease is lost. Pulse-sensor. */
export function noteBridgeChannel(
  db: Database,
  note: Held & {
    readonly channel: string;
    readonly messageId: string;
    readonly turnId?: TurnId;
    readonly now: Date;
  },
): Promise<boolean> {
  return call(db, 'note_bridge_channel', note);
}

/** An answer that is owed to a channel, whose turn has ended. */
export interface DueBridgeReply {
  readonly turnId: TurnId;
  readonly channel: string;
  readonly messageId: string;
  readonly attempts: number;
  /** Null: there is nothing to say. */
  readonly reply: string | null;
  /** When its turn ended; ISO. */
  readonly endedAt: string;
}

/** Answers that may be given now, oldest first. Pulse-sensor. */
export function dueBridgeReplies(
  db: Database,
  ask: { readonly agentId: AgentId; readonly now: Date; readonly limit: number },
): Promise<DueBridgeReply[]> {
  return call(db, 'due_bridge_replies', ask);
}

/** Notes that the first byte of an answer is about to leave. False: nothing may leave. Pulse-sensor. */
export function beginBridgeReply(db: Database, ask: Held & { readonly turnId: TurnId }): Promise<boolean> {
  return call(db, 'begin_bridge_reply', ask);
}

/** Notes how an answer ended. False if it was not open. Pulse-sensor. */
export function settleBridgeReply(
  db: Database,
  ended: {
    readonly agentId: AgentId;
    readonly turnId: TurnId;
    readonly outcome: 'failed' | 'posted' | 'retry' | 'silent' | 'unknown';
    readonly now: Date;
    /** A code. */
    readonly error?: string;
    readonly nextAt?: Date;
    readonly postedId?: string | null;
  },
): Promise<boolean> {
  return call(db, 'settle_bridge_reply', ended);
}
