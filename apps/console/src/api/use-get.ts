import {
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { LiveType } from '../live/live-events.ts';
import { type AnswerOf, get, type Input, type PathOf } from './client.ts';
import { credentials } from './credentials.ts';
import type { ApiProblem } from './problem.ts';

/** When and how long an answer counts. */
export interface GetOptions {
  /** Live events after which it is asked for again. */
  readonly live?: readonly LiveType[];
  /** False while it shall not be asked for, such as while something is not chosen yet. */
  readonly enabled?: boolean;
  /** Ask again after so many milliseconds, for what no event tells. */
  readonly everyMs?: number;
}

type GetPath = PathOf<'GET'>;
type GetInput<P extends GetPath> = Input<`GET ${P}`>;
type PagedPath = {
  [P in GetPath]: AnswerOf<`GET ${P}`> extends { items: unknown[]; next: string | null } ? P : never;
}[GetPath];
type ItemOf<P extends PagedPath> = AnswerOf<`GET ${P}`> extends { items: (infer I)[] } ? I : never;

/** The key of a query; one agent's answers are never another's. */
export function keyOf(path: GetPath, input: object = {}): readonly unknown[] {
  return [path, input, credentials().agent ?? null, credentials().key ?? null];
}

/** The answer of a route, kept and shared by everything on the page that asks the same. */
export function useGet<P extends GetPath>(
  path: P,
  input: GetInput<P>,
  { live = [], enabled = true, everyMs }: GetOptions = {},
): UseQueryResult<AnswerOf<`GET ${P}`>, ApiProblem> {
  return useQuery<AnswerOf<`GET ${P}`>, ApiProblem>({
    queryKey: keyOf(path, input),
    queryFn: ({ signal }) => read<AnswerOf<`GET ${P}`>>(path, { ...input, signal }),
    meta: { live },
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

/** The items of a list that comes in pages, as far as they were loaded. */
export type Listed<I> = Omit<UseInfiniteQueryResult<{ readonly items: readonly I[] }, ApiProblem>, 'data'> & {
  readonly items: readonly I[] | undefined;
};

/** A list that comes in pages; `fetchNextPage` loads another one while `hasNextPage`. */
export function useList<P extends PagedPath>(
  path: P,
  input: GetInput<P>,
  { live = [], enabled = true }: GetOptions = {},
): Listed<ItemOf<P>> {
  const { data, ...rest } = useInfiniteQuery({
    queryKey: [...keyOf(path, input), 'pages'],
    queryFn: ({ pageParam, signal }) => {
      const given = input as { readonly query?: object };
      const query = { ...given.query, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return read<{ items: ItemOf<P>[]; next: string | null }>(path, { ...input, query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({ items: pages.flatMap(({ items }) => items) }),
    meta: { live },
    enabled,
  });
  return { ...(rest as unknown as Listed<ItemOf<P>>), items: data?.items };
}

/** Any route: types cannot follow a path through a generic. */
function read<A>(path: GetPath, input: object): Promise<A> {
  return (get as (path: GetPath, input: object) => Promise<unknown>)(path, input) as Promise<A>;
}
