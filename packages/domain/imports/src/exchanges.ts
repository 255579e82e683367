import type { MemoryImport } from '@salience/contracts';
import { type Conversation, type LeftOut, leave, type Message } from './conversation.ts';
import { piecesOf } from './pieces.ts';
import { unreadable } from './values.ts';

/** An exchange as POST /memory/import takes it. */
export type ImportedItem = MemoryImport['items'][number];

/** Whose memory it becomes, and what this package has no means for. */
export interface Taker {
  /** The format; with what a message is called there it makes an id, so that twice is once. */
  readonly format: string;
  /** The agent that takes it in: two agents of one database may take in the same export. */
  readonly agentId: string;
  /** Names in the export that mean its owner. */
  readonly me: readonly string[];
  /** When the export was made, in milliseconds since 1970: the time of a statement that has none. */
  readonly madeAt: number | null;
  /** The SHA-256 of a text in hex digits. */
  readonly digest: (text: string) => string;
}

const speakerMax = 128;
/** What stands where a reply goes on: nothing was said in between. */
const goesOn = '…';

interface Pair {
  readonly asked: Message;
  readonly replies: Message[];
}

/**
 * The exchanges of a conversation, in its order: what a person said with what was answered to it, up to what was said next. What nobody
 * answered is an exchange without a reply, as what is overheard. Texts that are too long for one exchange become several.
 * Throws `import.unreadable` where no time is known or a speaker's name is longer than 128 characters.
 */
export function exchangesOf(conversation: Conversation, taker: Taker, leftOut: LeftOut): ImportedItem[] {
  const id = (kind: string, ...key: string[]) =>
    taker.digest(JSON.stringify(['salience import', taker.agentId, taker.format, kind, ...key])).slice(0, 32);
  const threadId = `thr_${id('thread', conversation.key)}`;
  const items: ImportedItem[] = [];
  let at = conversation.begun ?? conversation.messages.find((message) => message.at !== null)?.at ?? null;
  for (const { asked, replies } of pairsOf(conversation.messages, leftOut)) {
    at = asked.at ?? at;
    if (at === null) throw unreadable('does not say when anything was said');
    const trust = asked.isFromOutside ? 'external' : 'unverified';
    const texts = piecesOf(asked.text);
    const answers = piecesOf(replies.map(({ text }) => text).join('\n\n')).filter((text) => text !== '');
    const rest = Math.max(0, answers.length - 1);
    for (let part = 0; part < texts.length + rest; part += 1) {
      const reply = answers[part - texts.length + 1] ?? null;
      const key = id('exchange', conversation.key, asked.key, String(part));
      items.push({
        kind: 'exchange',
        id: `ex_${key}`,
        at: new Date(at).toISOString(),
        text: texts[part] ?? goesOn,
        trust,
        reply_trust: replies.some(({ isFromOutside }) => isFromOutside) ? 'external' : trust,
        sources: [`turn_${key}`],
        thread_id: threadId,
        speaker: speakerOf(asked, taker),
        reply,
        mode: null,
      });
    }
  }
  return items;
}

function pairsOf(messages: readonly Message[], leftOut: LeftOut): Pair[] {
  const pairs: Pair[] = [];
  const seen = new Set<string>();
  for (const message of messages) {
    if (seen.has(message.key)) continue;
    seen.add(message.key);
    if (message.by === 'person') pairs.push({ asked: message, replies: [] });
    else if (pairs.length === 0) leave(leftOut, 'unasked');
    else pairs.at(-1)?.replies.push(message);
  }
  return pairs;
}

function speakerOf({ speaker }: Message, { me }: Taker): string | null {
  if (speaker === null || me.includes(speaker)) return null;
  if (speaker.length > speakerMax)
    throw unreadable(`names a speaker with more than ${speakerMax} characters`);
  return speaker;
}
