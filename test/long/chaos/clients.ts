import { setTimeout as pause } from 'node:timers/promises';
import { asPerson, type ClientEntry } from '@salience/testing';
import { pick, readEvents } from '@salience/testing/load';
import { saySomething } from './texts.ts';

/** What clients need to know. */
export interface LoadOptions {
  /** Messages in all, over all threads; Infinity when `next` decides. */
  readonly turns: number;
  readonly threads: number;
  readonly seed: number;
  readonly random: () => number;
  /** Where consumers listen now. */
  urls(): readonly string[];
  /** Hears of every message that was accepted. */
  accepted(count: number): void;
  /** Asked before each message: resolves when it may be sent, with false when there is to be none. */
  next?(): Promise<boolean>;
  /** What the next message says; without it, what chaos says. */
  readonly say?: (random: () => number) => string;
  /** After so many messages a client goes on in a new thread. */
  readonly turnsPerThread?: number;
}

/** What the clients wrote down. */
export interface LoadResult {
  readonly log: ClientEntry[];
  readonly retries: number;
}

/** A request that hears nothing for this long is given up and sent again. */
const timeoutMs = 10_000;
/** A client that gets no 2xx for this long has found a bug. */
const patienceMs = 120_000;

/**
 * One client per thread sends its messages one after another, each with its own Idempotency-Key, to any consumer, and
 * again with the same key after every broken connection, timeout and 5xx. A third of them go to /chat and are read to
 * their end. Resolves when every message was accepted.
 */
export async function runClients(options: LoadOptions): Promise<LoadResult> {
  const log: ClientEntry[] = [];
  const counted = { accepted: 0, retries: 0 };
  const client = async (thread: number): Promise<void> => {
    // Infinity leaves no rest: then each client goes on until it is told to end.
    const rest = options.turns % options.threads;
    const count = Math.floor(options.turns / options.threads) + (thread < rest ? 1 : 0);
    for (let n = 1; n <= count; n += 1) {
      if ((await options.next?.()) === false) return;
      const part = options.turnsPerThread === undefined ? 0 : Math.floor((n - 1) / options.turnsPerThread);
      const message = {
        key: `${options.seed}-${thread}-${n}`,
        n,
        text: (options.say ?? saySomething)(options.random),
        thread: `chaos-${options.seed}-${thread}${part === 0 ? '' : `-${part}`}`,
        wait: options.random() < 0.33,
      };
      log.push(await sendUntilAccepted(message));
      counted.accepted += 1;
      options.accepted(counted.accepted);
    }
  };
  const sendUntilAccepted = async (message: Message): Promise<ClientEntry> => {
    const deadline = performance.now() + patienceMs;
    let said = 'nothing';
    while (performance.now() < deadline) {
      const urls = options.urls();
      try {
        if (urls.length > 0)
          return await (message.wait ? sendAndRead : send)(pick(options.random, urls), message, log);
      } catch (error) {
        if (error instanceof Refused) throw error;
        said = messageOf(error);
      }
      counted.retries += 1;
      await pause(50 + 200 * options.random());
    }
    throw new Error(`No consumer accepted ${message.key} within ${patienceMs} ms; the last said: ${said}`);
  };
  await Promise.all(Array.from({ length: options.threads }, (_, thread) => client(thread)));
  return { log, retries: counted.retries };
}

interface Message {
  readonly key: string;
  readonly n: number;
  readonly text: string;
  readonly thread: string;
  readonly wait: boolean;
}

/** What went wrong; `fetch` hides the reason in its error's cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** An answer that no repetition will change: a bug of ours or of the harness. */
class Refused extends Error {}

async function post(url: string, path: string, message: Message): Promise<Response> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...asPerson, 'content-type': 'application/json', 'idempotency-key': message.key },
    body: JSON.stringify({ text: message.text, thread_id: message.thread, source: 'chaos' }),
    signal: AbortSignal.timeout(path === '/chat' ? 4 * timeoutMs : timeoutMs),
  });
  if (response.ok) return response;
  const body = await response.text();
  // 408 and 429 ask for the same request again, as a client with an idempotency key may send it.
  if (response.status < 500 && response.status !== 408 && response.status !== 429)
    throw new Refused(`${path} answered ${response.status} to ${message.key}: ${body}`);
  throw new Error(`${path} answered ${response.status}: ${body}`);
}

async function send(url: string, message: Message): Promise<ClientEntry> {
  const response = await post(url, '/messages', message);
  const body = (await response.json()) as { turn_id: string; thread_id: string };
  return { key: message.key, n: message.n, turnId: body.turn_id, threadId: body.thread_id };
}

/** What was accepted is written down at once: if the stream breaks, the repetition has to name the same turn. */
async function sendAndRead(url: string, message: Message, log: ClientEntry[]): Promise<ClientEntry> {
  const response = await post(url, '/chat', message);
  const entry = {
    key: message.key,
    n: message.n,
    turnId: response.headers.get('x-turn-id') ?? '',
    threadId: response.headers.get('x-thread-id') ?? '',
  };
  log.push(entry);
  let reply: string | null = null;
  for await (const event of readEvents(response)) {
    if (event.type === 'message') reply = String(event.data.text);
    if (event.type === 'done') return { ...entry, ended: { state: String(event.data.state), reply } };
  }
  throw new Error('the stream ended before the turn');
}
