import { itemsOf } from '../http/pages.ts';
import {
  addressOf,
  type AnswerOf,
  type InputOf,
  type RequestOptions,
  type RouteCalls,
} from '../http/routes.ts';
import { askFor, type TransportOptions } from '../http/transport.ts';
import type { Shapes } from '../routes.gen.ts';
import { exportedItems } from './exported-items.ts';
import { naming, type Remembered, type RememberOptions } from './remember.ts';

/** How memory is searched. */
export type SearchOptions = Omit<InputOf<'GET /memory/search'>['query'], 'q'> & RequestOptions;
/** Which memories are listed. */
export type ItemsFilter = Omit<NonNullable<InputOf<'GET /memory/items'>['query']>, 'cursor'> & RequestOptions;
/** What is to be forgotten. */
export type ForgetRequest = Omit<Shapes['ForgetRequest'], 'dry_run'>;
/** What would be forgotten. */
export type ForgetPreview = Extract<AnswerOf<'POST /memory/forget'>, { dry_run: true }>;

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
  /**
   * Everything that is remembered, sources before what was made of them, as it is read. Throws `client.stream-lost` at the end of a part that
   * broke off: begin anew then. Needs a key, or the token of the person.
   */
  export(
    options?: RequestOptions & { readonly kind?: Shapes['KeptItem']['kind'] },
  ): AsyncGenerator<Shapes['KeptItem']>;
  /** Shows what a request to forget would remove. Nothing is removed. */
  forgetPreview(request: ForgetRequest, options?: RequestOptions): Promise<ForgetPreview>;
  /** Removes something for good, with everything made of it. `state` says whether all of it is gone already. Needs a key, or the token of the person. */
  forget(request: ForgetRequest, options?: RequestOptions): Promise<Shapes['Forgetting']>;
}

/** What the agent remembers, over a transport. */
export function memory(transport: TransportOptions, calls: RouteCalls): Memory {
  const forgetting = (body: Shapes['ForgetRequest'], { signal, timeoutMs }: RequestOptions = {}) =>
    // What was forgotten can be forgotten again, so that a lost answer is no loss.
    askFor(transport, { method: 'POST', address: '/memory/forget', body, signal, timeoutMs, safe: true });
  return {
    ...naming(transport, calls),
    async search(q, { signal, timeoutMs, ...query } = {}) {
      return [...(await calls.get('/memory/search', { query: { ...query, q }, signal, timeoutMs })).items];
    },
    items: ({ signal, timeoutMs, ...filter } = {}) =>
      itemsOf((cursor) => {
        const query = { ...filter, ...(cursor === undefined ? {} : { cursor }) };
        return calls.get('/memory/items', { query, signal, timeoutMs });
      }),
    item: (item, { peek = false, ...options } = {}) =>
      calls.get('/memory/items/:item', {
        ...options,
        params: { item },
        query: { peek: peek ? 'true' : 'false' },
      }),
    export: ({ kind, ...options } = {}) =>
      exportedItems(transport, { ...options, address: addressOf('/memory/export', { query: { kind } }) }),
    forgetPreview: (request, options) =>
      forgetting({ ...request, dry_run: true }, options) as Promise<ForgetPreview>,
    forget: (request, options) =>
      forgetting({ ...request, dry_run: false }, options) as Promise<Shapes['Forgetting']>,
  };
}
