import type { Request, Response } from 'express';
import type { KeyScope } from '@salience/contracts';
import type { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import type { HookDoor } from '../hooks/hook-door.ts';
import type { Operator, OperatorDoor } from '../operator/operator-door.ts';
import type { PersonDoor } from '../person/person-door.ts';
import type { Caller, CallerNeeds } from './door.ts';

/** The methods that routes have. */
export type Method = 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';

/** Who may use a route: anybody, local processes, the person of this machine or the holder of a key, or an operator. */
export type Needs = CallerNeeds | 'nothing' | 'operator';

/** The response of one status. */
export interface Answer {
  readonly is: string;
  /** A JSON body; with `events` an event stream of these data. Without either, `type` names the content type, or there is no body. */
  readonly json?: z.ZodType;
  readonly events?: z.ZodType;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Params = Readonly<Record<string, z.ZodType>>;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/** Everything about a route except its handler. */
export interface Described<
  P extends Params = Params,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly method: Method;
  /** Parameters as `:name`. */
  readonly path: string;
  /** It answers on every path below this one too. */
  readonly below?: true;
  /** One sentence for the OpenAPI document, and further notes. */
  readonly does: string;
  readonly more?: string;
  readonly tag: 'Turns' | 'OpenAI' | 'PFC' | 'Memory' | 'Rooms' | 'Operation' | 'Pages' | 'Probes';
  /** Path parameters. A value that does not match its schema names nothing, so the answer is 404. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** True if the body may be omitted. */
  readonly bodyOptional?: true;
  /** A JSON body that the handler reads itself, byte for byte: what it is. */
  readonly rawBody?: string;
  /** A header that may hold the token in place of Authorization, in small letters: that of another product whose clients this route takes. */
  readonly tokenHeader?: string;
  /** Request headers with their meaning. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<number, Answer>>;
  /** What the caller's key must be for; of several one is enough. Default: to read for GET, else to manage; null: nothing by itself. */
  readonly scope?: KeyScope | readonly KeyScope[] | null;
  /** Errors as the clients of the PFC know them: input that does not match is 400, and the problem document has `error` besides. */
  readonly dialect?: 'pfc';
  /** Problem codes by status, besides those of its audience and its body. */
  readonly problems?: Readonly<Record<number, readonly string[]>>;
}

/** A request of a route with its checked input. */
export interface Asked<P extends Params, Q, B> {
  readonly request: Request;
  readonly response: Response;
  readonly params: { readonly [K in keyof P]: z.output<P[K]> };
  readonly query: Output<Q>;
  readonly body: Output<B>;
  /** Admits the caller of a long answer again; rejects as soon as it may not use the route any more. */
  readonly readmit: () => Promise<void>;
}

/** What handlers need besides the request. */
export interface RouteContext extends ConsumerContext {
  readonly operatorDoor: OperatorDoor;
  readonly personDoor: PersonDoor;
  readonly hookDoor: HookDoor;
  /** Where no key is required, refuses callers that are not on this machine. */
  refuseOutsiders(request: Request): void;
  readonly routes: readonly Route[];
}

/** The admitted caller, if the route requires one. */
export interface Admitted {
  readonly caller?: Caller;
  readonly operator?: Operator;
}

type AnyAsked = Asked<Params, z.ZodObject | undefined, z.ZodType | undefined>;

/**
 * A route: who may use it, its input, responses, problems and handler. The Express app, the OpenAPI document and the list of routes
 * that tests attack are made from these objects.
 */
export interface Route extends Described {
  readonly needs: Needs;
  /** Operators may use it too, with their key, for the agent in X-Agent. */
  readonly operatorsToo: boolean;
  /** True for a route without authentication whose requests have traces nevertheless. */
  readonly traced?: true;
  /** Authentication that a route without one does itself. */
  readonly asksItself?: 'operator' | 'person';
  /**
   * An application mounted below this path. `refused` may answer a request that authentication refused; else the problem document
   * does.
   */
  readonly mount?: { refused(request: Request, response: Response): boolean };
  /** Runs before any input is read; throws the problem that refuses the request. */
  guard?(context: RouteContext, request: Request): void;
  serve(context: RouteContext, asked: AnyAsked & Admitted): Promise<void>;
}

/** A route of one audience. Its input was checked by its own schemas before the handler runs. */
type Spec<
  P extends Params,
  Q extends z.ZodObject | undefined,
  B extends z.ZodType | undefined,
  Who,
> = Described<P, Q, B> & { handle(context: RouteContext, asked: Asked<P, Q, B> & Who): Promise<void> };

type NoParams = Readonly<Record<never, z.ZodType>>;

/** A route for admitted callers. */
export function callerRoute<
  P extends Params = NoParams,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  spec: Spec<P, Q, B, { readonly caller: Caller }> & {
    readonly needs: CallerNeeds;
    readonly operatorsToo?: true;
  },
): Route {
  return routeOf({ operatorsToo: false, ...spec });
}

/** A route for operators. */
export function operatorRoute<
  P extends Params = NoParams,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(spec: Omit<Spec<P, Q, B, { readonly operator: Operator }>, 'tag'> & Pick<Route, 'mount'>): Route {
  return routeOf({ needs: 'operator', operatorsToo: false, tag: 'Operation', ...spec });
}

/** A route without authentication. Unless `traced` it has no traces either: probes come every few seconds and would flood them. */
export function openRoute<
  P extends Params = NoParams,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(spec: Spec<P, Q, B, object> & Pick<Route, 'asksItself' | 'guard' | 'traced'>): Route {
  return routeOf({ needs: 'nothing', operatorsToo: false, ...spec });
}

/** The table reads inputs by the schemas of the same route, which types cannot express. */
function routeOf({ handle, ...described }: Omit<Route, 'serve'> & { readonly handle: unknown }): Route {
  return { ...described, serve: handle as Route['serve'] };
}
