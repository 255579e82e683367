import type { Routes } from '../routes.gen.ts';
import { askFor, type TransportOptions } from './transport.ts';

/** The paths that a method has. */
export type PathOf<M extends string> = keyof Routes extends infer K
  ? K extends `${M} ${infer P}`
    ? P
    : never
  : never;
/** What a route answers. */
export type AnswerOf<R extends keyof Routes> = Routes[R]['answer'];
/** What a route takes: `params` of its path, `query` and `body`. What holds nothing required may be left out. */
export type InputOf<R extends keyof Routes> = {
  readonly [K in keyof Fields<R> as Record<never, never> extends Fields<R>[K] ? never : K]: Fields<R>[K];
} & {
  readonly [K in keyof Fields<R> as Record<never, never> extends Fields<R>[K] ? K : never]?: Fields<R>[K];
};
type Fields<R extends keyof Routes> = Omit<Routes[R], 'answer' | 'events'>;

/** What every request takes besides. */
export interface RequestOptions {
  /** Ends the request, its retries and its stream. */
  readonly signal?: AbortSignal | undefined;
  /** How long one try may take, in milliseconds, in place of that of the client. */
  readonly timeoutMs?: number | undefined;
}

/** What requests by route take besides. */
export interface RouteOptions extends RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as Idempotency-Key, for routes that know it: the request is then sent again after a lost answer. */
  readonly idempotencyKey?: string;
}

/** The arguments of a request by route: none where nothing is required. */
export type ArgumentsOf<R extends keyof Routes> =
  Record<never, never> extends InputOf<R>
    ? [input?: InputOf<R> & RouteOptions]
    : [input: InputOf<R> & RouteOptions];

/** Requests by route, with the types that the OpenAPI document gives them. Each rejects with `ApiError`. */
export interface RouteCalls {
  /** Reads; tried again whenever that may help. */
  get<P extends PathOf<'GET'>>(path: P, ...input: ArgumentsOf<`GET ${P}`>): Promise<AnswerOf<`GET ${P}`>>;
  /** Sends a POST: tried again after 429, and after a lost answer where `idempotencyKey` makes that safe. */
  post<P extends PathOf<'POST'>>(path: P, ...input: ArgumentsOf<`POST ${P}`>): Promise<AnswerOf<`POST ${P}`>>;
  /** Sends a request of any method, by its method and path: `PATCH /goals/:goal`. */
  send<R extends keyof Routes>(route: R, ...input: ArgumentsOf<R>): Promise<AnswerOf<R>>;
}

interface AnyInput extends RouteOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
}

/** Requests by route over a transport. */
export function routeCalls(transport: TransportOptions): RouteCalls {
  const ask = async (method: string, path: string, input: AnyInput = {}): Promise<unknown> => {
    const { body, headers, idempotencyKey: key, signal, timeoutMs } = input;
    const hasBody = method !== 'GET' && method !== 'DELETE' && method !== 'HEAD';
    return askFor(transport, {
      method,
      address: addressOf(path, input),
      ...(hasBody ? { body: body ?? {} } : {}),
      headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      signal,
      timeoutMs,
      safe: method === 'GET' || method === 'HEAD' || key !== undefined,
    });
  };
  return {
    get: (path, ...[input]) => ask('GET', path, input) as Promise<never>,
    post: (path, ...[input]) => ask('POST', path, input) as Promise<never>,
    send(route, ...[input]) {
      const [method = 'GET', path = '/'] = route.split(' ');
      return ask(method, path, input) as Promise<never>;
    },
  };
}

/** The address of a route with its parameters. Throws TypeError where one is missing. */
export function addressOf(
  path: string,
  { params = {}, query = {} }: Pick<AnyInput, 'params' | 'query'>,
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new TypeError(`${path} needs params.${name}.`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.append(name, String(value));
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}
