import { createHash } from 'node:crypto';
import type {
  AgentContext,
  BeforeAgentReply,
  Handled,
  InboundClaim,
  MessageContext,
  MessageReceived,
} from './gateway-shapes.ts';
import type { Floor } from './floor.ts';
import { folded, mentions } from './names.ts';
import type { Pfc } from './pfc.ts';
import type { Settings } from './settings.ts';

/** What the hooks of messages do. */
export interface Hearing {
  received(event: MessageReceived, context: MessageContext): Promise<void>;
  claimed(event: InboundClaim, context: MessageContext): Promise<Handled | undefined>;
  beforeReply(event: BeforeAgentReply, context: AgentContext): Promise<Handled | undefined>;
  /** True if the last message of a session was for the agent. */
  isAddressed(sessionKey: string | undefined): boolean;
  /** Tells now what waits to be told. */
  settle(): Promise<void>;
}

interface Inbound {
  readonly id: string | undefined;
  readonly content: string;
  readonly author: string | null;
  readonly mentioned: boolean;
  readonly at: number | undefined;
}

interface LastOf {
  readonly content: string;
  readonly addressed: boolean;
  /** Whether it was heard, and nobody asked the agent. */
  isSilent(): Promise<boolean>;
}

const keptMax = 2_000;
/** `message_received` does not say whether the agent was mentioned: for so long what says so is waited for, in milliseconds. */
const claimMs = 2_000;
const silence: Handled = { handled: true, reason: 'salience-pfc: heard, and not for this agent' };

/**
 * Makes the hearing: each message is told to the PFC once, as the hook brings it that knows most of it. `inbound_claim` knows whether the gateway saw a mention, so what `message_received` brings
 * before it waits for it; where it does not come, as in older gateways, `before_agent_reply` or two seconds end the waiting. A message of a group that is not for the agent ends there, without a model
 * call; one that the PFC could not be told goes on as without this plugin.
 */
export function createHearing(settings: Settings, pfc: Pfc, floor: Floor): Hearing {
  const tell = createTelling(settings, pfc, floor);
  const last = new Map<string, LastOf>();
  const note = (
    { content, mentioned }: Inbound,
    { sessionKey }: MessageContext,
    isGroup: boolean,
    told: () => Promise<boolean>,
  ): (() => Promise<boolean>) => {
    const addressed = !isGroup || mentioned;
    const isSilent = async () => (await told()) && !addressed && settings.silence === 'unmentioned';
    if (sessionKey !== undefined) keep(last, sessionKey, { content, addressed, isSilent });
    return isSilent;
  };
  return {
    async received(event, context) {
      const place = placeOf(event, context);
      const inbound = receivedAs(event, context, settings);
      if (isEmpty(inbound)) return;
      tell.later(inbound, place);
      note(inbound, place, isGroupSession(place.sessionKey), () => tell.now(inbound, place));
    },
    async claimed(event, context) {
      const place = placeOf(event, context);
      const inbound = claimedAs(event, context, settings);
      if (!isEmpty(inbound)) {
        const told = tell.now(inbound, place);
        if (await note(inbound, place, event.isGroup, () => told)()) return silence;
      }
      // Whoever is asked in a group has the floor, with what it thought meanwhile.
      if (event.isGroup && place.sessionKey !== undefined)
        await floor.give(channelOf(settings, place), place.sessionKey);
      return undefined;
    },
    async beforeReply({ cleanedBody }, { sessionKey }) {
      const before = sessionKey === undefined ? undefined : last.get(sessionKey);
      // A turn of another origin, such as a heartbeat, is none of that message.
      const isOf = before !== undefined && folded(before.content) === folded(cleanedBody);
      return isOf && (await before.isSilent()) ? silence : undefined;
    },
    isAddressed: (sessionKey) =>
      sessionKey === undefined ? false : (last.get(sessionKey)?.addressed ?? false),
    settle: () => tell.settle(),
  };
}

/** What tells the PFC of a message, once. */
interface Telling {
  /** Resolves with whether it was told. */
  now(inbound: Inbound, context: MessageContext): Promise<boolean>;
  /** Tells it in a while, unless it is told before. */
  later(inbound: Inbound, context: MessageContext): void;
  /** Tells now what waits. */
  settle(): Promise<void>;
}

interface Waiting {
  readonly timer: NodeJS.Timeout;
  readonly tell: () => Promise<boolean>;
}

function createTelling(settings: Settings, pfc: Pfc, floor: Floor): Telling {
  const heard = new Map<string, Promise<boolean>>();
  const waiting = new Map<string, Waiting>();
  const keyOf = (inbound: Inbound, context: MessageContext) => {
    const channel = channelOf(settings, context);
    const id = inbound.id ?? derivedId(channel, inbound);
    return { channel, id, key: `${channel}\n${id}` };
  };
  const now: Telling['now'] = (inbound, context) => {
    const { channel, id, key } = keyOf(inbound, context);
    clearTimeout(waiting.get(key)?.timer);
    waiting.delete(key);
    const known = heard.get(key);
    if (known !== undefined) return known;
    const { author, content, mentioned } = inbound;
    const self = author !== null && settings.selfNames.some((name) => folded(name) === folded(author));
    const told = pfc.hear({ id, channel, content, author, mentioned, self }).then((answer) => {
      const { sessionKey } = context;
      if (answer !== undefined && sessionKey !== undefined) floor.heard(channel, sessionKey, answer.hand);
      // What could not be told is told again when it comes again.
      if (answer === undefined) heard.delete(key);
      return answer !== undefined;
    });
    keep(heard, key, told);
    return told;
  };
  return {
    now,
    later(inbound, context) {
      const { key } = keyOf(inbound, context);
      if (heard.has(key) || waiting.has(key)) return;
      const tell = () => now(inbound, context);
      waiting.set(key, { tell, timer: setTimeout(() => void tell(), claimMs).unref() });
    },
    async settle() {
      await Promise.all([...waiting.values()].map(({ tell }) => tell()));
    },
  };
}

function isEmpty({ content }: Inbound): boolean {
  return content.trim() === '';
}

function receivedAs(event: MessageReceived, context: MessageContext, { mentionNames }: Settings): Inbound {
  return {
    id: event.messageId ?? context.messageId,
    content: event.content,
    author: event.from,
    mentioned: mentions(event.content, mentionNames),
    at: event.timestamp,
  };
}

function claimedAs(event: InboundClaim, context: MessageContext, { mentionNames }: Settings): Inbound {
  return {
    id: event.messageId ?? context.messageId,
    content: event.content,
    author: event.senderName ?? event.senderUsername ?? event.senderId ?? null,
    mentioned: event.wasMentioned === true || mentions(event.content, mentionNames),
    at: event.timestamp,
  };
}

/** Where a message was said: what the context leaves out, the event may say. */
function placeOf(
  event: { readonly sessionKey?: string; readonly conversationId?: string },
  context: MessageContext,
): MessageContext {
  const sessionKey = context.sessionKey ?? event.sessionKey;
  const conversationId = context.conversationId ?? event.conversationId;
  return {
    ...context,
    ...(sessionKey === undefined ? {} : { sessionKey }),
    ...(conversationId === undefined ? {} : { conversationId }),
  };
}

/** The channel of the PFC that a conversation is. */
export function channelOf(
  { plainChannels }: Settings,
  { channelId, conversationId, sessionKey }: MessageContext,
): string {
  const place = conversationId ?? sessionKey;
  const name = place === undefined ? channelId : plainChannels ? place : `${channelId}:${place}`;
  return name.length <= 200 ? name : createHash('sha256').update(name).digest('hex');
}

/** https://docs.openclaw.ai/concepts/session: groups and channels stand in the keys of their sessions. */
function isGroupSession(sessionKey: string | undefined): boolean {
  return sessionKey !== undefined && /:(group|channel|room):/.test(sessionKey);
}

function derivedId(channel: string, { at, author, content }: Inbound): string {
  const parts = JSON.stringify([channel, author, at ?? null, content]);
  return `h:${createHash('sha256').update(parts).digest('hex').slice(0, 32)}`;
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= keptMax) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    break;
  }
}
