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
  beforeReply(event: BeforeAgentReply, context: AgentContext): Handled | undefined;
  /** True if the last message of a session was for the agent. */
  isAddressed(sessionKey: string | undefined): boolean;
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
  /** It was heard, and nobody asked the agent. */
  readonly silent: boolean;
}

const keptMax = 2_000;
const silence: Handled = { handled: true, reason: 'salience-pfc: heard, and not for this agent' };

/**
 * Makes the hearing: each message is told to the PFC once, by whichever hook brings it first. A message of a group that is not for the agent ends there, without a model call; one that the
 * PFC could not be told goes on as without this plugin.
 */
export function createHearing(settings: Settings, pfc: Pfc, floor: Floor): Hearing {
  const tell = createTelling(settings, pfc, floor);
  const last = new Map<string, LastOf>();
  const judge = async (inbound: Inbound, context: MessageContext, isGroup: boolean): Promise<boolean> => {
    if (inbound.content.trim() === '') return false;
    const wasTold = await tell(inbound, context);
    const addressed = !isGroup || inbound.mentioned;
    const silent = wasTold && !addressed && settings.silence === 'unmentioned';
    if (context.sessionKey !== undefined)
      keep(last, context.sessionKey, { content: inbound.content, addressed, silent });
    return silent;
  };
  return {
    async received(event, context) {
      const place = placeOf(event, context);
      await judge(receivedAs(event, context, settings), place, isGroupSession(place.sessionKey));
    },
    async claimed(event, context) {
      const place = placeOf(event, context);
      const inbound = claimedAs(event, context, settings);
      if (await judge(inbound, place, event.isGroup)) return silence;
      // Whoever is asked in a group has the floor, with what it thought meanwhile.
      if (event.isGroup && place.sessionKey !== undefined)
        await floor.give(channelOf(settings, place), place.sessionKey);
      return undefined;
    },
    beforeReply({ cleanedBody }, { sessionKey }) {
      const before = sessionKey === undefined ? undefined : last.get(sessionKey);
      // A turn of another origin, such as a heartbeat, is none of that message.
      const isOf = before !== undefined && folded(before.content) === folded(cleanedBody);
      return isOf && before.silent ? silence : undefined;
    },
    isAddressed: (sessionKey) =>
      sessionKey === undefined ? false : (last.get(sessionKey)?.addressed ?? false),
  };
}

type Tell = (inbound: Inbound, context: MessageContext) => Promise<boolean>;

/** Makes what tells the PFC of a message, once; resolves with whether it was told. */
function createTelling(settings: Settings, pfc: Pfc, floor: Floor): Tell {
  const heard = new Map<string, Promise<boolean>>();
  return (inbound, context) => {
    const channel = channelOf(settings, context);
    const id = inbound.id ?? derivedId(channel, inbound);
    const key = `${channel}\n${id}`;
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
