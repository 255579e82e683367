import { z } from 'zod';
import { chunksOf } from './chunks.ts';
import { type BridgeMessage, readId, readMessage } from './message.ts';
import type { Ask, BridgeAnswer } from './request.ts';

/**
 * How a call that changes something ended. `error` is a code of lower-case words and numbers; it never holds what was sent.
 *
 *   - `done`: the Bridge said that it did it.
 *   - `retry`: it certainly did not.
 *   - `failed`: it does not want to, now or later.
 *   - `unknown`: it may have done it.
 */
export type CallOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed' | 'retry' | 'unknown'; readonly error: string };

/** How posting ended; `id`: what the Bridge calls the first message, where it says it. */
export type PostOutcome =
  | { readonly kind: 'done'; readonly id: string | null }
  | Exclude<CallOutcome, { kind: 'done' }>;

/** The newest messages of a channel, the oldest of them first. */
export interface History {
  readonly messages: readonly BridgeMessage[];
  /** Messages that were refused because they are none, or are too large. */
  readonly refused: number;
  /** True if the channel may have older ones. */
  readonly hasMore: boolean;
}

/** What may be asked of a Bridge. Nothing rejects. */
export interface BridgeCalls {
  /** Raises the agent's hand in a channel. Safe to repeat. */
  raiseHand(channel: string, key?: string): Promise<CallOutcome>;
  /** Lowers it. Safe to repeat. */
  lowerHand(channel: string, key?: string): Promise<CallOutcome>;
  /** Asks for the answer to a message. `other`: somebody else has it, so nothing is to be said. */
  claim(
    messageId: string,
    agentId: string,
  ): Promise<'ours' | 'other' | Exclude<CallOutcome, { kind: 'done' }>>;
  /** Posts a text as one message, or as several of at most 2,000 characters. After `unknown` some or all of it may stand there. */
  post(channel: string, text: string): Promise<PostOutcome>;
  /** The newest `limit` messages of a channel, or a code of why there are none; `final`: asking for as many again ends in the same way. */
  history(
    channel: string,
    limit: number,
  ): Promise<History | { readonly error: string; readonly final: boolean }>;
}

const raisedSchema = z.object({ success: z.literal(true) });
const claimedSchema = z.object({ claimed: z.boolean() });
const listSchema = z.union([z.array(z.unknown()), z.object({ messages: z.array(z.unknown()) })]);
const postedSchema = z.object({ id: z.unknown().transform(readId) });

/** Makes the calls of a Bridge. */
export function createCalls(ask: Ask): BridgeCalls {
  const hand = async (path: string, channel: string, key: string | undefined): Promise<CallOutcome> => {
    const answer = await ask({ method: 'POST', path, body: { channelId: wireId(channel) }, key });
    if (isOk(answer))
      return raisedSchema.safeParse(answer.json).success
        ? { kind: 'done' }
        : { kind: 'unknown', error: 'bad-answer' };
    return notDone(answer);
  };
  return {
    raiseHand: (channel, key) => hand('/api/voice/raise-hand', channel, key),
    lowerHand: (channel, key) => hand('/api/voice/lower-hand', channel, key),
    async claim(messageId, agentId) {
      const body = { messageId: wireId(messageId), agentId };
      const answer = await ask({ method: 'POST', path: '/api/voice/claim', body });
      if (!isOk(answer)) return notDone(answer);
      const { data } = claimedSchema.safeParse(answer.json);
      if (data === undefined) return { kind: 'unknown', error: 'bad-answer' };
      return data.claimed ? 'ours' : 'other';
    },
    post: (channel, text) => post(ask, channel, chunksOf(text)),
    async history(channel, limit) {
      const path = `/api/channels/${encodeURIComponent(channel)}/messages?limit=${limit}`;
      const answer = await ask({ method: 'GET', path });
      if (!isOk(answer)) return { error: errorOf(answer), final: isFinal(answer) };
      const list = listIn(answer.json);
      if (list === undefined) return { error: 'bad-answer', final: false };
      // More than was asked for is not looked at.
      const newest = list.slice(0, limit);
      const read = newest.map((one) => readMessage(one, channel)).filter((one) => one !== undefined);
      return {
        messages: read.toReversed(),
        refused: newest.length - read.length,
        hasMore: list.length >= limit,
      };
    },
  };
}

async function post(ask: Ask, channel: string, chunks: readonly string[]): Promise<PostOutcome> {
  let first: string | null = null;
  for (const [index, content] of chunks.entries()) {
    const path = `/api/channels/${encodeURIComponent(channel)}/messages`;
    const answer = await ask({ method: 'POST', path, body: { content } });
    if (!isOk(answer)) {
      const outcome = notDone(answer);
      // What was said in part is not said again from the start.
      return index === 0
        ? outcome
        : { kind: 'unknown', error: `part-${index + 1}-of-${chunks.length}-${outcome.error}` };
    }
    if (index === 0) first = postedSchema.safeParse(answer.json).data?.id ?? null;
  }
  return chunks.length === 0 ? { kind: 'failed', error: 'empty' } : { kind: 'done', id: first };
}

/** A Bridge numbers its channels and messages, and names them in no other way. */
function wireId(id: string): number | string {
  const number = Number(id);
  return /^\d+$/.test(id) && Number.isSafeInteger(number) ? number : id;
}

function isOk(answer: BridgeAnswer): answer is { status: number; json: unknown } {
  return answer.status !== null && answer.status >= 200 && answer.status < 300;
}

function notDone(answer: BridgeAnswer): Exclude<CallOutcome, { kind: 'done' }> {
  const error = errorOf(answer);
  if (answer.status === null) {
    if (error === 'private-address') return { kind: 'failed', error };
    return { kind: answer.begun ? 'unknown' : 'retry', error };
  }
  // It says itself that it did nothing.
  if ([408, 425, 429, 503].includes(answer.status)) return { kind: 'retry', error };
  return { kind: answer.status >= 500 ? 'unknown' : 'failed', error };
}

/** Whether the same request would be refused once more. A key may be renewed, and a busy Bridge has time again. */
function isFinal(answer: BridgeAnswer): boolean {
  if (answer.status === null) return answer.error === 'too-large';
  if (answer.status === 501) return true;
  return answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 425, 429].includes(answer.status);
}

function errorOf(answer: BridgeAnswer): string {
  return answer.status === null ? answer.error : `http-${answer.status}`;
}

function listIn(json: unknown): readonly unknown[] | undefined {
  const { data } = listSchema.safeParse(json);
  return data === undefined || 'messages' in data ? data?.messages : data;
}
