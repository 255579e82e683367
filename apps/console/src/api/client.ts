import { credentialHeaders } from './credentials.ts';
import { takeEarly } from './early-requests.ts';
import { noAnswer, problemOf } from './problem.ts';
import type { Routes } from './routes.gen.ts';

/** The routes of a method, by their path. */
export type PathOf<M extends string> = keyof Routes extends infer K
  ? K extends `${M} ${infer P}`
    ? P
    : never
  : never;
/** What a route answers. */
export type AnswerOf<R extends keyof Routes> = Routes[R]['answer'];

type Fields<R extends keyof Routes> = Omit<Routes[R], 'answer' | 'events'>;
/** `query` and `body` may be left out where nothing in them is required. */
export type Input<R extends keyof Routes> = {
  [K in keyof Fields<R> as Record<never, never> extends Fields<R>[K] ? never : K]: Fields<R>[K];
} & {
  [K in keyof Fields<R> as Record<never, never> extends Fields<R>[K] ? K : never]?: Fields<R>[K];
};
type Extra = { readonly signal?: AbortSignal; readonly headers?: Readonly<Record<string, string>> };
type Arguments<R extends keyof Routes> =
  Record<never, never> extends Input<R> ? [input?: Input<R> & Extra] : [input: Input<R> & Extra];

interface AnyInput extends Extra {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
}

/** Reads. Rejects with `ApiProblem`. */
export function get<P extends PathOf<'GET'>>(
  path: P,
  ...[input]: Arguments<`GET ${P}`>
): Promise<AnswerOf<`GET ${P}`>> {
  return ask('GET', path, input);
}

/** Sends a POST. Rejects with `ApiProblem`. */
export function post<P extends PathOf<'POST'>>(
  path: P,
  ...[input]: Arguments<`POST ${P}`>
): Promise<AnswerOf<`POST ${P}`>> {
  return ask('POST', path, input);
}

/** Sends a request of any other method, by `PATCH /modules/:module`. Rejects with `ApiProblem`. */
export function send<R extends keyof Routes>(route: R, ...[input]: Arguments<R>): Promise<AnswerOf<R>> {
  const [method = 'GET', path = '/'] = route.split(' ');
  return ask(method, path, input);
}

/** The address of a route with its parameters. */
function addressOf(path: string, { params = {}, query = {} }: Pick<AnyInput, 'params' | 'query'>): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.append(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

async function ask<A>(method: string, path: string, input: AnyInput = {}): Promise<A> {
  const { body, headers, signal } = input;
  const address = addressOf(path, input);
  const asking =
    takeEarly(method, address) ??
    fetch(address, {
      method,
      headers: {
        ...credentialHeaders(path),
        ...headers,
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(body ?? {}) }),
      ...(signal === undefined ? {} : { signal }),
    });
  const response = await asking.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw noAnswer();
  });
  if (!response.ok) throw await problemOf(response);
  const text = await response.text();
  // A route that answers nothing is typed as undefined.
  return (text === '' ? undefined : JSON.parse(text)) as A;
}
