import { itemsOf } from '../http/pages.ts';
import { addressOf, type RequestOptions, type RouteCalls } from '../http/routes.ts';
import type { TransportOptions } from '../http/transport.ts';
import type { Routes, Shapes } from '../routes.gen.ts';
import { type EndlessOptions, followEndless } from '../streams/follow-endless.ts';

/** A turn that ended. */
export type EndedTurn = Extract<Routes['GET /threads/:thread/events']['events'], { type: 'turn' }>;

/** How a list is read. */
export interface ListOptions extends RequestOptions {
  /** Items of a page, 1 to 200. Default 50. */
  readonly limit?: number | undefined;
}

/** Conversations. A thread is named by its id, or by the key that its messages were sent with. */
export interface Threads {
  /** All threads, latest activity first, page after page as far as they are read. */
  list(options?: ListOptions): AsyncGenerator<Shapes['Thread']>;
  /** One thread. */
  get(thread: string, options?: RequestOptions): Promise<Shapes['Thread']>;
  /** The messages of a thread with what was answered, newest first. */
  messages(thread: string, options?: ListOptions): AsyncGenerator<Shapes['HistoryItem']>;
  /**
   * Every turn of a thread when it has ended, whoever began it: a message, a reminder, what follows an approval. Each once. `after` is the
   * `seq` of the last turn that the caller knows, 0 for all; without it, what ends from now on.
   */
  events(
    thread: string,
    options?: EndlessOptions & { readonly after?: number | undefined },
  ): AsyncGenerator<EndedTurn>;
}

/** Conversations, over a transport. */
export function threads(transport: TransportOptions, calls: RouteCalls): Threads {
  return {
    list: ({ limit, ...options } = {}) =>
      itemsOf((cursor) => calls.get('/threads', { ...options, query: pageOf(limit, cursor) })),
    get: (thread, options) => calls.get('/threads/:thread', { ...options, params: { thread } }),
    messages: (thread, { limit, ...options } = {}) =>
      itemsOf((cursor) =>
        calls.get('/threads/:thread/messages', {
          ...options,
          params: { thread },
          query: pageOf(limit, cursor),
        }),
      ),
    events(thread, { after, ...options } = {}) {
      const shown = (data: unknown): EndedTurn | undefined => {
        const event = data as Routes['GET /threads/:thread/events']['events'];
        return event.type === 'turn' ? event : undefined;
      };
      const address = addressOf('/threads/:thread/events', { params: { thread } });
      const from = after === undefined ? undefined : String(after);
      return followEndless(transport, { ...options, address, after: from, shown });
    },
  };
}

/** The query of a page; what has no value is left out. */
function pageOf(limit: number | undefined, cursor: string | undefined): { limit?: number; cursor?: string } {
  return { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) };
}
