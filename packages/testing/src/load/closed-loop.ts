import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../random.ts';
import { judgeReply, type SeenEvent, type SeenReply } from './judge-reply.ts';
import { type LoadKind, talkerOf } from './conversation.ts';

/** The load of one run. */
export interface ClosedLoop {
  /** Bases of the servers' addresses; clients are dealt out over them. */
  readonly urls: readonly string[];
  /** Each sends its next message when it has the whole reply to the last. */
  readonly clients: number;
  /** What runs before anything is counted, in milliseconds. */
  readonly warmMs: number;
  /** How long turns are counted, in milliseconds. */
  readonly measureMs: number;
  /** What clients say. */
  readonly kind: LoadKind;
  /** Decides the texts; two runs on the same stores need two seeds. */
  readonly seed: number;
  /** Begins every thread's key; two runs on the same stores need two. */
  readonly threadPrefix: string;
  /** After so many turns a client takes up a new thread. 0: one thread per client for the whole run. */
  readonly turnsPerThread: number;
  /** Whether each reply must repeat the number of its message, as the naive floor's does. */
  readonly echo: boolean;
  /** Pause between a reply and the next message, in milliseconds: 0 is full load. */
  readonly thinkMs: number;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The agents that clients talk to, dealt out over them; none: the default agent. */
  readonly agents: readonly string[];
}

/** What a load did. A turn counts when its `done` came inside of the window. */
export interface LoadResult {
  readonly turns: number;
  readonly windowMs: number;
  /** From sending a message to its `done`, in milliseconds, in no order. */
  readonly latencies: readonly number[];
  /** How many of the counted turns ended in each state. */
  readonly states: Readonly<Record<string, number>>;
  /** What was wrong with replies, warm-up included; the first fifty. */
  readonly faults: readonly string[];
  readonly faultCount: number;
  /** Everything that was answered, warm-up and the end included. */
  readonly answered: number;
}

/** Hears when the window begins and ends, the moments to read processor time at. */
export interface WindowListener {
  opened(): void;
  closed(): void;
}

/** A reply that takes longer than this is a fault, and its client goes on. */
const replyLimitMs = 60_000;
const faultsKept = 50;

/** Runs the load to its end: every message sent is answered or a fault when this resolves. Never rejects for a reply. */
export async function runClosedLoop(load: ClosedLoop, window: WindowListener): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.clients });
  const tally = new Tally();
  let over = false;
  const client = async (index: number): Promise<void> => {
    const random = seededRandom(load.seed * 1_000_003 + index);
    const url = new URL('/chat', load.urls[index % load.urls.length]);
    const next = talkerOf(load.kind, random);
    const name = load.agents[index % load.agents.length];
    const headers = name === undefined ? load.headers : { ...load.headers, 'x-agent': name };
    for (let n = 0; !over; n += 1) {
      const number = (n * load.clients + index) * 10 + (load.seed % 10);
      const part = load.turnsPerThread === 0 ? 0 : Math.floor(n / load.turnsPerThread);
      const { pauseMs, ...said } = next(number);
      const message = { ...said, thread_id: `${load.threadPrefix}-${index}-${part}` };
      const reply = await ask({ url, agent, headers, body: JSON.stringify(message) });
      tally.take(reply, judgeReply(reply, load.echo ? String(number) : undefined));
      // A server that is away answers at once; asking it in a tight loop would only heat the machine.
      if (reply.failure !== undefined) await pause(100);
      if (load.thinkMs + pauseMs > 0) await pause(load.thinkMs + pauseMs);
    }
  };
  const clients = Promise.all(Array.from({ length: load.clients }, (_, index) => client(index)));
  await pause(load.warmMs);
  tally.open();
  window.opened();
  await pause(load.measureMs);
  tally.close();
  window.closed();
  over = true;
  await clients;
  agent.destroy();
  return tally.result();
}

/** Counts what comes inside of the window, and what was wrong at any time. */
class Tally {
  readonly #latencies: number[] = [];
  readonly #states = new Map<string, number>();
  readonly #faults: string[] = [];
  #faultCount = 0;
  #answered = 0;
  #openedAt: number | undefined;
  #closedAt: number | undefined;

  open(): void {
    this.#openedAt = performance.now();
  }

  close(): void {
    this.#closedAt = performance.now();
  }

  take(reply: SeenReply, fault: string | undefined): void {
    if (fault === undefined) this.#answered += 1;
    else {
      this.#faultCount += 1;
      if (this.#faults.length < faultsKept) this.#faults.push(fault);
    }
    if (fault !== undefined || this.#openedAt === undefined || this.#closedAt !== undefined) return;
    this.#latencies.push(reply.ms);
    const state = reply.state ?? 'done';
    this.#states.set(state, (this.#states.get(state) ?? 0) + 1);
  }

  result(): LoadResult {
    return {
      turns: this.#latencies.length,
      windowMs: (this.#closedAt ?? 0) - (this.#openedAt ?? 0),
      latencies: this.#latencies,
      states: Object.fromEntries(this.#states),
      faults: this.#faults,
      faultCount: this.#faultCount,
      answered: this.#answered,
    };
  }
}

interface Question {
  readonly url: URL;
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one message and reads its stream to the end, so that the connection is free for the next. */
async function ask({ url, agent, headers, body }: Question): Promise<SeenReply> {
  const sentAt = performance.now();
  const seen: SeenEvent[] = [];
  let doneAt: number | undefined;
  try {
    const response = await send({ url, agent, headers, body });
    const status = response.statusCode ?? 0;
    let text = '';
    response.setEncoding('utf8');
    for await (const chunk of response as AsyncIterable<string>) {
      text += chunk;
      if (status !== 200) continue;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = parseEvent(text.slice(0, end));
        text = text.slice(end + 2);
        if (event === undefined) continue;
        if (event.type === 'done') doneAt ??= performance.now();
        seen.push(event);
      }
    }
    const ms = (doneAt ?? performance.now()) - sentAt;
    return { ms, status, events: seen, state: stateOf(seen), ...(status === 200 ? {} : { body: text }) };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { ms: performance.now() - sentAt, status: 0, events: seen, state: undefined, failure };
  }
}

function send({ url, agent, headers, body }: Question): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent,
      signal: AbortSignal.timeout(replyLimitMs),
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(body);
  });
}

function parseEvent(block: string): SeenEvent | undefined {
  let type = '';
  let data = '';
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) type = line.slice(6).trim();
    else if (line.startsWith('data:')) data += line.slice(5).trim();
  }
  return type === '' ? undefined : { type, data };
}

function stateOf(events: readonly SeenEvent[]): string | undefined {
  const done = events.find((event) => event.type === 'done');
  if (done === undefined) return undefined;
  return (JSON.parse(done.data) as { state?: string }).state ?? 'done';
}
