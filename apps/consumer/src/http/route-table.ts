import { randomUUID } from 'node:crypto';
import type { Express, NextFunction, Request, Response } from 'express';
import type { z } from 'zod';
import {
  attributeKeys,
  eventNames,
  type Logger,
  type Metrics,
  recordError,
  spanNames,
  withSpan,
} from '@salience/telemetry';
import type { Operator, OperatorDoor } from '../operator/operator-door.ts';
import { bearerOf } from './bearer.ts';
import type { Caller, CallerNeeds, Door } from './door.ts';
import { httpProblem } from './problems.ts';
import { readBody } from './read-input.ts';
import { sendError } from './send-error.ts';

/** Answers one request of an admitted caller; what it throws becomes a problem document. */
export type Handler = (request: Request, response: Response, caller: Caller) => Promise<void>;

/** Answers one request of an operator. */
export type OperatorHandler = (request: Request, response: Response, operator: Operator) => Promise<void>;

/** Answers a request that anybody may make. */
export type OpenHandler = (request: Request, response: Response) => Promise<void>;

type Method = 'DELETE' | 'GET' | 'POST';

/** Who may use a route: anybody, whoever is on this machine, its person or the holder of a key, or an operator. */
export type Needs = CallerNeeds | 'nothing' | 'operator';

/** What each method of a path needs; one word when all need the same. */
type NeedsOf<M extends Method> = CallerNeeds | Readonly<Record<M, CallerNeeds>>;

/** What the table reports to and asks. */
export interface RouteTableOptions {
  readonly app: Express;
  readonly door: Door;
  readonly operatorDoor: OperatorDoor;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'httpDuration' | 'httpRequests'>;
  /** True while the server stops: connections are then not kept for another request. */
  draining(): boolean;
}

/** Answers a request that the door refused in its own way; false leaves it to the problem document. */
type Refused = (request: Request, response: Response) => boolean;
type Run = () => Promise<void> | undefined;
type Failure = { readonly error: unknown } | undefined;

/** Makes a handler that gets its body parsed and checked. */
export function withBody<T>(
  schema: z.ZodType<T>,
  handle: (body: T, request: Request, response: Response, caller: Caller) => Promise<void>,
): Handler {
  return async (request, response, caller) =>
    handle(await readBody(request, response, schema), request, response, caller);
}

/**
 * The routes of an app. Every request gets a server span named by its route, a request id, one log line, and an error
 * document when it fails; a method that the route lacks is answered with 405.
 */
export class RouteTable {
  readonly #options: RouteTableOptions;
  readonly #inHand = new Set<string>();
  readonly #untraced = new Set<string>();
  readonly #routes = new Map<string, Needs>();

  constructor(options: RouteTableOptions) {
    this.#options = options;
  }

  /** Requests that are being answered now, as `GET /turns/:id`. */
  get inHand(): readonly string[] {
    return [...this.#inHand].map((entry) => entry.slice(0, entry.lastIndexOf(' ')));
  }

  /** Every route that was added, as `GET /turns/:id`. */
  get routes(): readonly string[] {
    return [...this.#routes.keys()];
  }

  /** Who may use each route, by `GET /turns/:id`. */
  get needs(): Readonly<Record<string, Needs>> {
    return Object.fromEntries(this.#routes);
  }

  /** A route for admitted callers; each says whom it is for. */
  route<M extends Method>(path: string, methods: Record<M, Handler>, needs: NeedsOf<M>): void {
    this.#add(path, methods, needs, async (handler: Handler, request, response, needed) => {
      const caller = await this.#options.door.admit(request, needed);
      await handler(request, response, caller);
    });
  }

  /** A route for admitted callers, and for operators with their key, who speak for the agent in X-Agent. */
  shared<M extends Method>(path: string, methods: Record<M, Handler>, needs: NeedsOf<M>): void {
    const { door, operatorDoor } = this.#options;
    this.#add(path, methods, needs, async (handler: Handler, request, response, needed) => {
      if (bearerOf(request)?.startsWith('op_') !== true)
        return handler(request, response, await door.admit(request, needed));
      const { actor } = await operatorDoor.admit(request);
      await handler(request, response, {
        agent: await door.named(request),
        name: actor,
        voice: 'key',
        operator: actor,
      });
    });
  }

  /** A route for operators. */
  operator(path: string, methods: Partial<Record<Method, OperatorHandler>>): void {
    this.#add(path, methods, 'operator', async (handler: OperatorHandler, request, response) => {
      const operator = await this.#options.operatorDoor.admit(request);
      await handler(request, response, operator);
    });
  }

  /** An application of its own below a path, for operators; its handler sees paths without that prefix. */
  operatorMount(path: string, methods: readonly string[], handler: OperatorHandler, refused: Refused): void {
    for (const method of methods) this.#routes.set(`${method} ${path}`, 'operator');
    this.#options.app.use(path, async (request, response) => {
      await this.#serve(path, request, response, async () => {
        const operator = await this.#options.operatorDoor.admit(request).catch((error: unknown) => {
          if (refused(request, response)) return undefined;
          throw error;
        });
        if (operator !== undefined) await handler(request, response, operator);
      });
    });
  }

  /** A route without a door, for probes. They come every few seconds and would drown the traces, so they have none. */
  open(path: string, methods: Partial<Record<Method, OpenHandler>>): void {
    this.#add(path, methods, 'nothing', (handler: OpenHandler, request, response) =>
      handler(request, response),
    );
    this.#untraced.add(path);
  }

  /** Answers every path that no route has; add it last. */
  otherwise(): void {
    this.#options.app.use(async (request, response) => {
      await this.#serve('(unknown)', request, response, () => {
        const detail = `There is nothing at ${request.method} ${request.path.slice(0, 200)}. The README lists the routes.`;
        throw httpProblem(404, 'route.unknown', detail);
      });
    });
    // What fails before a route is found, such as a path that cannot be decoded. Express knows it by its four arguments.
    this.#options.app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
      this.#serve('(unknown)', request, response, () => {
        throw error;
      }),
    );
  }

  #add<H, N extends Needs>(
    path: string,
    methods: Partial<Record<Method, H>>,
    needs: N | Readonly<Partial<Record<Method, N>>>,
    run: (handler: H, request: Request, response: Response, needed: N) => Promise<void>,
  ): void {
    const allow = Object.keys(methods).sort().join(', ');
    const needed = (method: Method) => (typeof needs === 'string' ? needs : needs[method]) as N;
    for (const method of Object.keys(methods) as Method[])
      this.#routes.set(`${method} ${path}`, needed(method));
    this.#options.app.all(path, async (request, response) => {
      const method = (request.method === 'HEAD' ? 'GET' : request.method) as Method;
      const handler = methods[method];
      await this.#serve(path, request, response, async () => {
        if (handler !== undefined) return run(handler, request, response, needed(method));
        const detail = `Expected ${allow} for this path, got ${request.method}.`;
        throw httpProblem(405, 'method.unknown', detail, { headers: { Allow: allow } });
      });
    });
  }

  async #serve(path: string, request: Request, response: Response, run: Run): Promise<void> {
    const requestId = randomUUID();
    response.set({ 'X-Request-ID': requestId, 'Cache-Control': 'no-store' });
    if (this.#options.draining()) response.set('Connection', 'close');
    const { method } = request;
    const entry = `${method} ${path} ${requestId}`;
    const startedAt = performance.now();
    this.#inHand.add(entry);
    try {
      if (this.#untraced.has(path)) await this.#answer(path, request, response, run);
      else await this.#traced(path, request, response, () => this.#answer(path, request, response, run));
    } finally {
      this.#inHand.delete(entry);
      this.#tell(this.#counted(method, path), path, response, (performance.now() - startedAt) / 1000);
    }
  }

  /** Runs the request inside its server span. */
  async #traced(
    path: string,
    request: Request,
    response: Response,
    answer: () => Promise<Failure>,
  ): Promise<void> {
    const { method } = request;
    const attributes = { [attributeKeys.httpMethod]: method, [attributeKeys.httpRoute]: path };
    const { traceparent } = request.headers;
    const parent = typeof traceparent === 'string' ? traceparent : undefined;
    await withSpan(
      spanNames.httpServer(method, path),
      { kind: 'server', attributes, parent },
      async (span) => {
        const failure = await answer();
        span.setAttribute(attributeKeys.httpStatus, response.statusCode);
        if (failure !== undefined) recordError(span, failure.error);
      },
    );
  }

  /** Answers, with an error document if need be. Resolves with what was our own fault. */
  async #answer(path: string, request: Request, response: Response, run: Run): Promise<Failure> {
    try {
      await run();
      return undefined;
    } catch (error) {
      const { status, code } = sendError(request, response, error);
      if (status < 500) return undefined;
      const requestId = response.get('X-Request-ID');
      this.#options.log.error({ err: error, route: path, code, requestId }, 'request failed');
      return { error };
    }
  }

  /** The method as metrics know it: what a route does not have is one kind, or clients could make up series at will. */
  #counted(method: string, path: string): string {
    const read = method === 'HEAD' ? 'GET' : method;
    return this.#routes.has(`${read} ${path}`) ? method : '_OTHER';
  }

  #tell(method: string, route: string, response: Response, seconds: number): void {
    const { metrics, log } = this.#options;
    const status = response.statusCode;
    metrics.httpRequests.inc({ method, route, status: String(status) });
    metrics.httpDuration.observe({ method, route }, seconds);
    const fields = {
      method,
      route,
      status,
      durationMs: Math.round(seconds * 1000),
      turnId: response.get('X-Turn-Id'),
    };
    log.debug(fields, eventNames.request);
  }
}
