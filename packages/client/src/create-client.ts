import { type RetryOptions, retryRules } from './http/retry.ts';
import { addressOf, type RequestOptions, routeCalls, type RouteCalls } from './http/routes.ts';
import type { TransportOptions } from './http/transport.ts';
import { type Approvals, approvals } from './parts/approvals.ts';
import { type Memory, memory } from './parts/memory.ts';
import {
  type AcceptedEvent,
  type Answer,
  ask,
  type AskOptions,
  chat,
  type Message,
  sendMessage,
  type SendOptions,
} from './parts/messages.ts';
import { type Threads, threads } from './parts/threads.ts';
import type { AnswerOf } from './http/routes.ts';
import type { Routes, Shapes } from './routes.gen.ts';
import { type EndlessOptions, followEndless, SeenKeys } from './streams/follow-endless.ts';
import { type FollowOptions, followTurn } from './streams/follow-turn.ts';
import type { TurnEvent } from './streams/turn-progress.ts';

/** How a client reaches the API. */
export interface ClientOptions {
  /** The address of Salience, such as `http://127.0.0.1:3300`; a path in it is kept. */
  readonly baseUrl: string;
  /** The key of an agent (`sk_…`), the token of the person (`pt_…`) or the key of an operator (`op_…`). On loopback, much works without. */
  readonly key?: string | undefined;
  /** The agent, by name; a key of an agent decides by itself. */
  readonly agent?: string | undefined;
  /** The IANA zone in which "tomorrow at nine" is read; without it that of the person or the agent. */
  readonly timeZone?: string | undefined;
  /** Used in place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** How often and how patiently requests are tried again. */
  readonly retry?: RetryOptions | undefined;
  /** How long one try may take, in milliseconds; of a stream, until it opens. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** How long a stream may say nothing, in milliseconds, before it is opened again. The server says something every 15 s. Default 45,000. */
  readonly silenceMs?: number | undefined;
}

/** What happened, in ids. */
export type LiveEvent = Routes['GET /events']['events'];
/** A turn that nobody asked for. */
export type Notice = Extract<Routes['GET /notices/events']['events'], { type: 'notice' }>;

/** Messages that are not waited for. */
export interface Messages {
  /** Sends a message and resolves when it is committed: one turn, whatever was lost on the way. */
  send(message: Message, options?: SendOptions): Promise<Shapes['Accepted']>;
}

/** Turns. */
export interface Turns {
  /** A turn with its reply, if it has one. */
  get(turnId: string, options?: RequestOptions): Promise<Shapes['Turn']>;
  /** The events of a turn up to `done`, from the beginning or after an event that the caller has. */
  follow(turnId: string, options?: FollowOptions): AsyncGenerator<TurnEvent>;
  /** Cancels a turn that waits or runs. */
  cancel(turnId: string, options?: RequestOptions): Promise<Shapes['Cancelled']>;
}

/** The API of Salience. Every promise and every stream rejects with `ApiError`, or with the reason of the caller's signal. */
export interface Client extends RouteCalls {
  /**
   * Sends a message and gives the events of its turn: `accepted`, then `status`, `delta`, `reset`, and at the end `message` or `error`, and
   * `done`. Connections that drop are opened again; no delta comes twice, and the message comes whatever was lost.
   */
  chat(message: Message, options?: SendOptions): AsyncGenerator<AcceptedEvent | TurnEvent>;
  /** Sends a message and resolves with what came of it. */
  ask(message: Message, options?: AskOptions): Promise<Answer>;
  readonly messages: Messages;
  readonly turns: Turns;
  readonly threads: Threads;
  readonly memory: Memory;
  readonly approvals: Approvals;
  /** What happens to the agent: ids and states of turns, approvals, tasks, memories. `gap` says that events are missing. `agent`: whose, `*` for all that the caller may see. */
  events(options?: EndlessOptions & { readonly agent?: string | undefined }): AsyncGenerator<LiveEvent>;
  /** Turns that nobody asked for, such as reminders, each once. `missed`: first those that no stream has shown. */
  notices(options?: EndlessOptions & { readonly missed?: boolean | undefined }): AsyncGenerator<Notice>;
  /** The agent that answers. */
  me(options?: RequestOptions): Promise<AnswerOf<'GET /agents/me'>>;
}

/** A client of the API at an address. Makes no request. Throws TypeError for an address that is none, RangeError for impossible times. */
export function createClient(options: ClientOptions): Client {
  const transport = transportOf(options);
  const calls = routeCalls(transport);
  return {
    ...calls,
    chat: (message, how) => chat(transport, message, how),
    ask: (message, how) => ask(transport, message, how),
    messages: { send: (message, how) => sendMessage(transport, message, how) },
    turns: {
      get: (turn, how) => calls.get('/turns/:turn', { ...how, params: { turn } }),
      follow: (turn, how = {}) => followTurn(transport, turn, how),
      cancel: (turn, how) =>
        // A turn that ended stays as it is, so that it may be asked again.
        calls.post('/turns/:turn/cancel', { ...how, params: { turn } }),
    },
    threads: threads(transport, calls),
    memory: memory(transport, calls),
    approvals: approvals(transport, calls),
    events({ agent, ...how } = {}) {
      const seen = new SeenKeys();
      const shown = (data: unknown): LiveEvent | undefined => {
        const event = data as LiveEvent;
        return seen.isNew(event.key) ? event : undefined;
      };
      const address = addressOf('/events', { query: { agent } });
      return followEndless(transport, { ...how, address, shown });
    },
    notices({ missed = false, ...how } = {}) {
      const seen = new SeenKeys();
      const shown = (data: unknown): Notice | undefined => {
        const event = data as Routes['GET /notices/events']['events'];
        return event.type === 'notice' && seen.isNew(event.turn_id) ? event : undefined;
      };
      const address = addressOf('/notices/events', { query: { missed } });
      return followEndless(transport, { ...how, address, shown });
    },
    me: (how) => calls.get('/agents/me', how),
  };
}

function transportOf(options: ClientOptions): TransportOptions {
  const { agent, baseUrl, key, retry, silenceMs = 45_000, timeoutMs = 30_000, timeZone } = options;
  const { protocol } = new URL(baseUrl);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new TypeError(`baseUrl must begin with http: or https:, not ${protocol}`);
  for (const [name, ms] of Object.entries({ silenceMs, timeoutMs }))
    if (!(ms > 0)) throw new RangeError(`${name} must be above 0, not ${ms}.`);
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(agent === undefined ? {} : { 'x-agent': agent }),
      ...(timeZone === undefined ? {} : { 'x-time-zone': timeZone }),
    },
    // Called without a receiver: in browsers, fetch refuses to be a method of anything else.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    retry: retryRules(retry),
    timeoutMs,
    silenceMs,
  };
}
