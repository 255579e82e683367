import { itemsOf } from '../http/pages.ts';
import { hexOf, randomKey } from '../http/random-key.ts';
import type { AnswerOf, InputOf, RequestOptions, RouteCalls } from '../http/routes.ts';
import type { Shapes } from '../routes.gen.ts';

/** How memory is searched. */
export type SearchOptions = Omit<InputOf<'GET /memory/search'>['query'], 'q'> & RequestOptions;
/** Which memories are listed. */
export type ItemsFilter = Omit<NonNullable<InputOf<'GET /memory/items'>['query']>, 'cursor'> & RequestOptions;
/** What is to be forgotten. */
export type ForgetRequest = Omit<Shapes['ForgetRequest'], 'dry_run'>;
/** What would be forgotten. */
export type ForgetPreview = Extract<AnswerOf<'POST /memory/forget'>, { dry_run: true }>;

/** How a text is remembered. */
export interface RememberOptions extends RequestOptions {
  /** Names the memory: the same key is the same memory, remembered once, and its text that of the first time. Without it every call is one. */
  readonly key?: string | undefined;
  /** Memories with the same name here belong together, as what is said in one conversation. Without it each stands alone. */
  readonly thread?: string | undefined;
  /** When it was said. Default now. */
  readonly at?: Date | undefined;
  /** Who said it; without it nobody in particular. */
  readonly speaker?: string | undefined;
  /** `external` for words from outside, such as a page or a mail. Default `unverified`, which is the most that it is trusted. */
  readonly trust?: 'external' | 'unverified' | undefined;
}

/** A text that is remembered. */
export interface Remembered {
  /** Its id: `items.get` shows it, and `forget` takes it. */
  readonly id: string;
  readonly turn_id: string;
  readonly thread_id: string;
  /** `new`; `known`: it was there already; `forgotten`: the agent was told to forget it, and nothing was stored. */
  readonly outcome: 'forgotten' | 'known' | 'new';
}

/** What the agent remembers. */
export interface Memory {
  /** Memories, best first, each with the factors of its score, where it came from and how far it is trusted. */
  search(query: string, options?: SearchOptions): Promise<Shapes['MemoryHit'][]>;
  /**
   * Remembers a text without answering it: no model is called for a reply, and notes, facts and episodes are made of it in the background.
   * It is found by `search` at once. Sent again it is stored once. Needs a key, or the token of the person.
   */
  remember(text: string, options?: RememberOptions): Promise<Remembered>;
  /** The id of the thread of the memories that were remembered with this `thread`; whether there are any or not. */
  threadOf(thread: string, options?: RequestOptions): Promise<string>;
  /** What is remembered, latest first, page after page as far as it is read. Listing counts as no access. */
  items(filter?: ItemsFilter): AsyncGenerator<Shapes['RememberedItem']>;
  /** One memory with its sources and what was made of it. Counts as access unless `peek` is true. */
  item(id: string, options?: RequestOptions & { readonly peek?: boolean }): Promise<Shapes['MemoryItem']>;
  /** Shows what a request to forget would remove. Nothing is removed. */
  forgetPreview(request: ForgetRequest, options?: RequestOptions): Promise<ForgetPreview>;
  /** Removes something for good, with everything made of it. `state` says whether all of it is gone already. Needs a key, or the token of the person. */
  forget(request: ForgetRequest, options?: RequestOptions): Promise<Shapes['Forgetting']>;
}

/** What the agent remembers, over its routes. */
export function memory({ get, post }: RouteCalls): Memory {
  let agent: Promise<string> | undefined;
  /** Two agents of one server may use the same key. */
  const agentId = (options: RequestOptions): Promise<string> => {
    agent ??= get('/agents/me', options).then(
      ({ agent_id }) => agent_id,
      (error: unknown) => {
        agent = undefined;
        throw error;
      },
    );
    return agent;
  };
  return {
    async search(q, { signal, timeoutMs, ...query } = {}) {
      return [...(await get('/memory/search', { query: { ...query, q }, signal, timeoutMs })).items];
    },
    async remember(
      text,
      { at = new Date(), key, signal, speaker, thread, timeoutMs, trust = 'unverified' } = {},
    ) {
      const options = { signal, timeoutMs };
      const owner = await agentId(options);
      const name = await idOf(owner, 'memory', key ?? randomKey());
      const ids = {
        id: `ex_${name}`,
        turn_id: `turn_${name}`,
        thread_id: `thr_${await idOf(owner, 'thread', thread ?? name)}`,
      };
      const item = {
        kind: 'exchange' as const,
        id: ids.id,
        at: at.toISOString(),
        text,
        trust,
        sources: [ids.turn_id],
        thread_id: ids.thread_id,
        speaker: speaker ?? null,
        reply: null,
      };
      // Its ids make it safe to send it again; the route takes no Idempotency-Key and ignores it.
      const again = { idempotencyKey: name };
      const taken = await post('/memory/import', {
        ...options,
        ...again,
        body: { version: 1, items: [item] },
      });
      const outcome = taken.forgotten > 0 ? 'forgotten' : taken.known > 0 ? 'known' : 'new';
      return { ...ids, outcome };
    },
    threadOf: async (thread, options = {}) => `thr_${await idOf(await agentId(options), 'thread', thread)}`,
    items: ({ signal, timeoutMs, ...query } = {}) =>
      itemsOf((cursor) =>
        get('/memory/items', {
          query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
          signal,
          timeoutMs,
        }),
      ),
    item: (item, { peek = false, ...options } = {}) =>
      get('/memory/items/:item', { ...options, params: { item }, query: { peek: peek ? 'true' : 'false' } }),
    forgetPreview: (request, options) =>
      post('/memory/forget', { ...options, body: { ...request, dry_run: true } }) as Promise<ForgetPreview>,
    // What was forgotten can be forgotten again, so that a lost answer is no loss.
    forget: (request, options) =>
      post('/memory/forget', { ...options, body: { ...request, dry_run: false } }) as Promise<
        Shapes['Forgetting']
      >,
  };
}

/** 32 hexadecimal digits that follow from the agent, the kind and the name. */
async function idOf(agentId: string, kind: string, name: string): Promise<string> {
  const text = JSON.stringify(['salience client', agentId, kind, name]);
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return hexOf(new Uint8Array(digest)).slice(0, 32);
}
