import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Operator, OperatorDoor } from '../operator/operator-door.ts';
import type { PersonDoor } from '../person/person-door.ts';
import type { Caller, CallerNeeds } from './door.ts';

/** The methods that routes have. */
export type Method = 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';

/** Who may use a route: anybody, whoever is on this machine, its person or the holder of a key, or an operator. */
export type Needs = CallerNeeds | 'nothing' | 'operator';

/** What one status answers. */
export interface Answer {
  readonly is: string;
  /** A JSON body; with `events` an event stream whose data are these. Neither: `type` says what comes, or nothing does. */
  readonly json?: z.ZodType;
  readonly events?: z.ZodType;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Params = Readonly<Record<string, z.ZodType>>;
type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

/** Everything about a route but what it does. */
export interface Described<
  P extends Params = Params,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly method: Method;
  /** Parameters as `:name`. */
  readonly path: string;
  /** One sentence for the document, and what else is to be known. */
  readonly does: string;
  readonly more?: string;
  readonly tag: 'Turns' | 'OpenAI' | 'Memory' | 'Operation' | 'Pages' | 'Probes';
  /** Path parameters; one that does not fit its schema names nothing, so the answer is 404. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** May the body be left out? */
  readonly bodyOptional?: true;
  /** Request headers with what they mean. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Problems beside those that its audience and its body bring along: status to codes. */
  readonly problems?: Readonly<Record<number, readonly string[]>>;
}

/** A request of a route, with what it brought, checked. */
export interface Asked<P extends Params, Q, B> {
  readonly request: Request;
  readonly response: Response;
  readonly params: { readonly [K in keyof P]: z.output<P[K]> };
  readonly query: Output<Q>;
  readonly body: Output<B>;
}

/** What handlers work with beside the request. */
export interface RouteContext extends ConsumerContext {
  readonly operatorDoor: OperatorDoor;
  readonly personDoor: PersonDoor;
  /** Refuses, where no key is needed, whoever is not on this machine. */
  refuseOutsiders(request: Request): void;
  readonly routes: readonly Route[];
}

/** Whom the door admitted, as far as the route asks for somebody. */
export interface Admitted {
  readonly caller?: Caller;
  readonly operator?: Operator;
}

type AnyAsked = Asked<Params, z.ZodObject | undefined, z.ZodType | undefined>;

/**
 * A route: who may use it, what it takes, answers and refuses, and what it does. The Express app, the OpenAPI document and the list
 * of routes that tests attack are made from these objects.
 */
export interface Route extends Described {
  readonly needs: Needs;
  /** Operators use it too, with their key, for the agent in X-Agent. */
  readonly operatorsToo: boolean;
  /** Whom a route that needs nothing asks for by itself. */
  readonly asksItself?: 'operator' | 'person';
  /** An application of its own below this path; `refused` answers a request that the door refused, or leaves it to the problem document. */
  readonly mount?: { refused(request: Request, response: Response): boolean };
  /** Runs before anything of the request is read; throws the problem that refuses it. */
  guard?(context: RouteContext, request: Request): void;
  serve(context: RouteContext, asked: AnyAsked & Admitted): Promise<void>;
}

/** Everything about a route of one audience; what it took was checked by its own schemas before it is handled. */
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

/** A route without a door. Probes come every few seconds and would drown the traces, so these have none. */
export function openRoute<
  P extends Params = NoParams,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(spec: Spec<P, Q, B, object> & Pick<Route, 'asksItself' | 'guard'>): Route {
  return routeOf({ needs: 'nothing', operatorsToo: false, ...spec });
}

/** The table reads inputs by the schemas of the same route, which types cannot follow. */
function routeOf({ handle, ...described }: Omit<Route, 'serve'> & { readonly handle: unknown }): Route {
  return { ...described, serve: handle as Route['serve'] };
}
