import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A message of a channel, as a Bridge brings it and after it was judged. */
export interface BridgeMessage {
  /** The Bridge's, or one that follows from what the message is where it brings none. */
  readonly id: string;
  /** The id of its channel: digits, or a name of a room of ours. */
  readonly channel: string;
  readonly channelName: string | null;
  readonly author: string;
  /** The id of the author's account; null where the Bridge does not say. */
  readonly authorId: string | null;
  /** False for an account that is said to be of a person. */
  readonly authorIsAgent: boolean;
  /** 1 to 20,000 characters. */
  readonly content: string;
  /** Whom the switchboard wants an answer of; empty: nobody. */
  readonly targets: readonly string[];
  /** ISO; null where the Bridge says nothing that is a time. */
  readonly at: string | null;
}

const contentMax = 20_000;

const id = z.union([
  z
    .string()
    .trim()
    .regex(/^[\w.:-]{1,128}$/),
  z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).transform(String),
]);
const name = z.string().trim().min(1).max(200);
const time = z.union([z.string().max(64), z.number()]).nullish();

/** Flat, as events have it; a history may nest its author. What else a message holds is left out. */
const wireSchema = z
  .object({
    id: id.nullish(),
    channel_id: id.nullish(),
    channel_name: z.string().max(200).nullish(),
    content: z.string().min(1).max(contentMax),
    username: name.nullish(),
    author: z
      .object({ username: name, id: id.nullish(), account_type: z.string().max(40).nullish() })
      .nullish(),
    author_id: id.nullish(),
    account_type: z.string().max(40).nullish(),
    created_at: time,
    target: z
      .union([name, z.array(name).max(50)])
      .nullish()
      .catch(null),
  })
  .refine(({ author, username }) => (username ?? author?.username) !== undefined);

/** Reads the id of a channel or a message; undefined for what is none. */
export function readId(value: unknown): string | undefined {
  return id.safeParse(value).data;
}

/**
 * Reads a message. `channel`: the one whose history it stands in, where the message names none. Undefined for what is none: a field is missing, of another
 * kind or too large.
 */
export function readMessage(value: unknown, channel?: string): BridgeMessage | undefined {
  const { data } = wireSchema.safeParse(value);
  const place = data?.channel_id ?? channel;
  if (data === undefined || place === undefined) return undefined;
  // A history is of one channel, whatever its messages say.
  if (channel !== undefined && place !== channel) return undefined;
  const author = data.username ?? data.author?.username ?? '';
  const authorId = data.author_id ?? data.author?.id ?? null;
  const at = isoOf(data.created_at);
  const { content, target } = data;
  return {
    id: data.id ?? derivedId([place, authorId ?? author, at ?? '', content]),
    channel: place,
    channelName: data.channel_name ?? null,
    author,
    authorId,
    authorIsAgent: (data.account_type ?? data.author?.account_type) !== 'human',
    content,
    targets: [target ?? []].flat(),
    at,
  };
}

/** The same for the same message, however often it comes. */
function derivedId(parts: readonly string[]): string {
  return `h:${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`;
}

function isoOf(value: string | number | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** Messages in the order of their ids where all of these are numbers, else in the order given. */
export function inOrderOfIds(messages: readonly BridgeMessage[]): readonly BridgeMessage[] {
  if (!messages.every((message) => /^\d+$/.test(message.id))) return messages;
  return messages.toSorted((a, b) => {
    const [first, second] = [BigInt(a.id), BigInt(b.id)];
    return first < second ? -1 : first > second ? 1 : 0;
  });
}
