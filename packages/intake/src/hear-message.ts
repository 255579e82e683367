import { createHash } from 'node:crypto';
import type { AgentId, Hand, HandRules, MonologueThought, PfcTrust, Trust } from '@salience/contracts';
import { type Database, newId } from '@salience/database';
import { setHand, writeThought } from '@salience/database/pfc';
import type { AcceptResult, AcceptTurn, TurnLimits } from '@salience/database/turns';
import { bidOf, classifyThought, type Focus, focusOf } from '@salience/pfc';
import { focusFor, goalsFor, type Mind, type Minds } from './minds.ts';

/** What hearing takes. */
export interface HearDeps {
  readonly db: Database;
  readonly minds: Minds;
  /** Business time. */
  readonly now: Date;
  /** Where turns of these messages say they come from, such as `bridge`. */
  readonly source: string;
  /** Whether somebody with the agent's key vouches for what comes this way. */
  readonly trust: PfcTrust;
  /** How far the words of a turn are trusted. */
  readonly trustOfTurns: Trust;
  /** False: nobody here answers, and a message makes no turn. */
  readonly answers: boolean;
  /** The IANA time zone of the speakers; default UTC. */
  readonly zone?: string | undefined;
  readonly limits?: TurnLimits | undefined;
  readonly traceparent?: string | undefined;
}

/** A message as it was said in a channel, for one agent. */
export interface SaidMessage {
  readonly agent: AgentId;
  readonly channel: string;
  /** Its id where it was said: the same one is heard once. */
  readonly messageId: string;
  readonly author: string | null;
  readonly authorIsAgent: boolean;
  /** The agent said it. */
  readonly self: boolean;
  readonly content: string;
  /** It is for the agent. */
  readonly targeted: boolean;
  /** It names the agent. */
  readonly mentioned: boolean;
  /** When it was said; business time, not in the future. */
  readonly at: Date;
  /** The agent remembers it also where it is not for it. */
  readonly withMemory: boolean;
}

/** What became of a message. */
export interface Heard {
  /** Null for one of the agent's own. */
  readonly thought: MonologueThought | null;
  /** The hand after it; null where it had nothing to do with a hand. */
  readonly hand: Hand | null;
  /** The turn that answers or remembers it, and whose lane is to be woken; null: it makes none. */
  readonly turn: Extract<AcceptResult, { readonly status: 'accepted' }> | null;
  /** Why its turn was not taken: as many were made as the agent takes on. The same message once more tries it again. */
  readonly limited: Extract<AcceptResult, { readonly status: 'limited' }> | null;
  /** False: it had been heard, and nothing changed. */
  readonly created: boolean;
}

/**
 * Hears one message for one agent. Its own resets its hand and is not stored. One for it, or a person's that names it, makes a turn beside the thought; any other is
 * thought about without a model, in full where the agent listens with its voice or is named and as background elsewhere, and a thought may raise the hand. Thought,
 * turn and hand are one transaction, and the same message once more changes nothing. Rejects where the database is away.
 */
export async function hearMessage(deps: HearDeps, message: SaidMessage): Promise<Heard> {
  const { db, minds, now, trust } = deps;
  const { agent: agentId, channel } = message;
  if (message.self) {
    const { hand } = await setHand(db, { agentId, channel, event: 'own-message', trust, now });
    return { thought: null, hand, turn: null, limited: null, created: false };
  }
  const mind = await minds.of(agentId);
  const focus = focusOf({ ...message, focus: focusFor(mind, trust) });
  const { rule, type } =
    focus === 'full'
      ? classifyThought(message.content, mind.classifier)
      : { type: 'background', rule: 'focus' };
  const acceptTurn = turnOf(deps, message);
  // Whoever is asked has the floor: there is nothing to raise a hand for.
  const hasFloor = message.targeted || (deps.answers && isAsked(message));
  const written = await writeThought(db, {
    agentId,
    channel,
    type,
    rule,
    trust,
    now,
    triggerMessageId: message.messageId,
    triggerAuthor: message.author,
    // The words of a turn are its own; they are not kept twice.
    ...(acceptTurn === undefined ? { content: message.content } : { acceptTurn }),
    ...(hasFloor ? { lowersHand: true } : { hand: handRules(mind, message, { type, focus, trust }) }),
  });
  const turn = written.turn?.status === 'accepted' ? written.turn : null;
  const limited = written.turn?.status === 'limited' ? written.turn : null;
  const { created, hand, row: thought } = written;
  return { thought, hand, turn, limited, created };
}

/** What a thought may do to the hand of its channel, by the rules of the agent. */
export function handRules(
  mind: Mind,
  message: { readonly content: string; readonly mentioned: boolean },
  thought: { readonly type: string; readonly focus: Focus; readonly trust: PfcTrust },
): HandRules {
  const { immediateTypes, threshold } = mind.config.handRaise;
  const bid = bidOf({
    text: message.content,
    addressed: message.mentioned,
    type: thought.type,
    immediateTypes,
    goals: goalsFor(mind, thought.trust),
  });
  return { threshold, immediateTypes, focus: thought.focus, bid };
}

/** Two agents that name each other would go on for ever: named by one, an agent raises its hand and is given the floor. */
function isAsked({ authorIsAgent, mentioned, targeted }: SaidMessage): boolean {
  return targeted || (mentioned && !authorIsAgent);
}

/** The turn of a message: of one that is for the agent to answer it, else of one that is to be remembered. */
function turnOf(deps: HearDeps, message: SaidMessage): AcceptTurn | undefined {
  const asked = isAsked(message);
  if (!deps.answers || !(asked || message.withMemory)) return undefined;
  const { agent: agentId, at, author, channel, content, messageId } = message;
  const { limits, now, source, traceparent, trust: vouched, trustOfTurns: trust, zone } = deps;
  return {
    agentId,
    turnId: newId('turn', now.getTime()),
    newThreadId: newId('thread', now.getTime()),
    threadKey: threadKeyOf(channel),
    caller: `${source}/${channel}`,
    text: content,
    source,
    trust,
    now,
    saidAt: at,
    // Several speak in a channel: nobody's message ends, joins or bars another's.
    midRun: 'queue',
    // What nobody vouches for has keys of its own: who guesses an id takes no message away from whoever brings it.
    idempotencyKey: `${vouched === 'owner' ? 'heard' : 'heard-unverified'}:${hashOf(`${channel}\n${messageId}`)}`,
    ...(asked ? {} : { overheard: true }),
    ...(author === null ? {} : { speaker: author }),
    ...(limits === undefined || !asked ? {} : { limits }),
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(zone === undefined ? {} : { zone }),
  };
}

/** The most characters of a channel that a key of a thread has room for. */
const keyCharsMax = 100;

/** The key of the thread that belongs to a channel. */
function threadKeyOf(channel: string): string {
  return `channel:${channel.length > keyCharsMax ? hashOf(channel) : channel}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
