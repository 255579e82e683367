import { randomUUID } from 'node:crypto';
import { asPerson, type ClientEntry } from '@salience/testing';

/** A client that talks and listens for as long as a deployment lasts. */
export interface TalkOptions {
  readonly thread: string;
  /** Where consumers listen now. */
  urls(): readonly string[];
  over(): boolean;
  readonly log: ClientEntry[];
}

/** What a client had to put up with. */
export interface Talk {
  /** Answers that an honest client should never get. */
  readonly refused: readonly string[];
  /** How often it had to come back: a connection was closed, or its stream was detached. */
  readonly resumed: number;
}

interface Heard {
  lastEventId: string | undefined;
  reply: string | null;
  state: string | undefined;
}

/**
 * Sends one message after another to a thread, each with a key of its own, and hears every answer to its end. It does
 * what any client of an event stream does when that ends early: it comes back with the last event's id.
 */
export async function talk(options: TalkOptions): Promise<Talk> {
  const refused: string[] = [];
  let resumed = 0;
  for (let n = 1; !options.over(); n += 1) {
    const key = randomUUID();
    const heard: Heard = { lastEventId: undefined, reply: null, state: undefined };
    for (let tries = 1; heard.state === undefined && tries <= 200; tries += 1) {
      const told = await sendAndHear(
        options,
        { key, text: `What about ${options.thread}, part ${n}?` },
        heard,
      ).catch(() => 'closed');
      if (told === undefined) continue;
      if (told !== 'closed') refused.push(told);
      resumed += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { turnId, threadId } = heard as Heard & { turnId?: string; threadId?: string };
    if (turnId === undefined || threadId === undefined || heard.state === undefined) {
      refused.push(`message ${n} of ${options.thread} never ended`);
      break;
    }
    options.log.push({ key, n, turnId, threadId, ended: { state: heard.state, reply: heard.reply } });
  }
  return { refused, resumed };
}

/** One try. Undefined when something was heard to its end or the stream was detached, else what was answered. */
async function sendAndHear(
  { thread, urls }: TalkOptions,
  message: { readonly key: string; readonly text: string },
  heard: Heard,
): Promise<string | undefined> {
  const url = urls().at(-1) ?? '';
  const response = await fetch(`${url}/chat`, {
    method: 'POST',
    headers: {
      ...asPerson,
      'content-type': 'application/json',
      'idempotency-key': message.key,
      ...(heard.lastEventId === undefined ? {} : { 'last-event-id': heard.lastEventId }),
    },
    body: JSON.stringify({ text: message.text, thread_id: thread }),
  });
  if (!response.ok) return `${response.status} ${await response.text()}`;
  Object.assign(heard, {
    turnId: response.headers.get('x-turn-id'),
    threadId: response.headers.get('x-thread-id'),
  });
  let text = '';
  for await (const part of response.body ?? []) {
    text += new TextDecoder().decode(part as Uint8Array);
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) note(block, heard);
  }
  return undefined;
}

function note(block: string, heard: Heard): void {
  const id = /^id: (.+)$/m.exec(block)?.[1];
  if (id !== undefined) heard.lastEventId = id;
  const data = /^data: (.+)$/m.exec(block)?.[1];
  if (data === undefined) return;
  const event = JSON.parse(data) as { type: string; text?: string; state?: string };
  if (event.type === 'message') heard.reply = event.text ?? null;
  if (event.type === 'done') heard.state = event.state;
}
