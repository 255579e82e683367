import { randomUUID } from 'node:crypto';
import type { Express, NextFunction, Request, Response } from 'express';
import {
  attributeKeys,
  currentTraceparent,
  eventNames,
  type Logger,
  type Metrics,
  recordError,
  spanNames,
  withSpan,
} from '@salience/telemetry';
import { bearerOf } from './bearer.ts';
import type { Caller, CallerNeeds, Door } from './door.ts';
import { httpProblem } from './problems.ts';
import { readBody, readFormOf, readParam, readQuery } from './read-input.ts';
import type { Admitted, Needs, Route, RouteContext } from './route.ts';
import { requireScope, scopesOf } from './scopes.ts';
import { sendError } from './send-error.ts';

/** What the table reports to and asks. */
export interface RouteTableOptions {
  readonly app: Express;
  readonly context: RouteContext;
  readonly door: Door;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'httpDuration' | 'httpRequests'>;
  /** True while the server stops: connections are then not kept for another request. */
  draining(): boolean;
}

type Handler = () => Promise<void> | undefined;
type Failure = { readonly error: unknown } | undefined;

/** A request whose response has ended. */
interface Answered {
  readonly method: string;
  readonly route: string;
  readonly response: Response;
  readonly seconds: number;
  /** Of its server span; absent for requests without one. */
  readonly traceparent: string | undefined;
}

/**
 * Serves routes. Every request gets a server span named by its route, a request id, one log line, and an error
 * document when it fails; a method that the route lacks is answered with 405.
 */
export class RouteTable {
  readonly #options: RouteTableOptions;
  readonly #inHand = new Set<string>();
  readonly #untraced = new Set<string>();
  readonly #needs = new Map<string, Needs>();
  readonly #dialects = new Map<string, Route['dialect']>();

  constructor(options: RouteTableOptions) {
    this.#options = options;
  }

  /** Requests that are being answered now, as `GET /turns/:id`. */
  get inHand(): readonly string[] {
    return [...this.#inHand].map((entry) => entry.slice(0, entry.lastIndexOf(' ')));
  }

  /** Who may use each route, by `GET /turns/:id`. */
  get needs(): Readonly<Record<string, Needs>> {
    return Object.fromEntries(this.#needs);
  }

  /** Serves these routes, and answers every path that none of them has. Called once. */
  serve(routes: readonly Route[]): void {
    for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
      for (const { method, needs } of ofPath) this.#needs.set(`${method} ${path}`, needs);
      if (ofPath.every(({ needs, traced }) => needs === 'nothing' && traced !== true))
        this.#untraced.add(path);
      const [first] = ofPath;
      this.#dialects.set(path, first?.dialect);
      if (first?.mount === undefined) this.#add(path, ofPath);
      else this.#mount(first);
    }
    this.#otherwise();
  }

  #add(path: string, routes: readonly Route[]): void {
    const allow = routes
      .map(({ method }) => method)
      .sort()
      .join(', ');
    const below = routes.some((route) => route.below === true) ? '{/*below}' : '';
    this.#options.app.all(`${path}${below}`, async (request, response) => {
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const route = routes.find((one) => one.method === method);
      await this.#serve(path, request, response, async () => {
        if (route !== undefined) return this.#answerRoute(route, request, response);
        const detail = `Expected ${allow} for this path, got ${request.method}.`;
        throw httpProblem(405, 'method.unknown', detail, { headers: { Allow: allow } });
      });
    });
  }

  /** Mounts an application below a path; it sees paths without that prefix. */
  #mount(route: Route): void {
    const { mount, path } = route;
    this.#options.app.use(path, async (request, response) => {
      await this.#serve(path, request, response, async () => {
        const admitted = await this.#admit(route, request).catch((error: unknown) => {
          if (mount?.refused(request, response) === true) return undefined;
          throw error;
        });
        const readmit = this.#readmission(route, request);
        const nothing = { params: {}, query: undefined, body: undefined, readmit };
        if (admitted !== undefined)
          await route.serve(this.#options.context, { request, response, ...nothing, ...admitted });
      });
    });
  }

  /** Authenticates, reads the input, and calls the handler. */
  async #answerRoute(route: Route, request: Request, response: Response): Promise<void> {
    const { context } = this.#options;
    const admitted = await this.#admit(route, request);
    route.guard?.(context, request);
    const query = route.query === undefined ? undefined : readQuery(request, route.query);
    const schema = route.bodyOptional === true ? route.body?.optional() : route.body;
    const body = schema === undefined ? undefined : await readBody(request, response, schema);
    const params = Object.fromEntries(
      Object.entries(route.params ?? {}).map(([name, schema]) => [
        name,
        route.dialect === 'pfc' ? readFormOf(request, name, schema) : readParam(request, name, schema),
      ]),
    );
    const readmit = this.#readmission(route, request);
    await route.serve(context, { request, response, params, query, body, readmit, ...admitted });
  }

  #readmission(route: Route, request: Request): () => Promise<void> {
    return async () => void (await this.#admit(route, request));
  }

  async #admit(route: Route, request: Request): Promise<Admitted> {
    if (route.needs === 'nothing') return {};
    takeToken(route, request);
    const { operatorDoor } = this.#options.context;
    if (route.needs === 'operator') return { operator: await operatorDoor.admit(request) };
    if (!route.operatorsToo || bearerOf(request)?.startsWith('op_') !== true)
      return { caller: await this.#admitCaller(route, route.needs, request) };
    const { actor } = await operatorDoor.admit(request);
    const agent = await this.#options.door.named(request);
    const caller: Caller = { agent, name: actor, voice: 'key', operator: actor };
    return { caller };
  }

  async #admitCaller(route: Route, needs: CallerNeeds, request: Request): Promise<Caller> {
    const caller = await this.#options.door.admit(request, needs);
    requireScope(caller, scopesOf(route));
    return caller;
  }

  #otherwise(): void {
    if (this.#options.context.serves === 'pfc') this.#dialects.set('(unknown)', 'pfc');
    this.#options.app.use(async (request, response) => {
      await this.#serve('(unknown)', request, response, () => {
        const detail = `No route matches ${request.method} ${request.path.slice(0, 200)}. GET /docs lists the routes.`;
        throw httpProblem(404, 'route.unknown', detail);
      });
    });
    // Handles failures before a route is found, such as a path that cannot be decoded. Express recognises it by its four arguments.
    this.#options.app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
      this.#serve('(unknown)', request, response, () => {
        throw error;
      }),
    );
  }

  async #serve(path: string, request: Request, response: Response, run: Handler): Promise<void> {
    const requestId = randomUUID();
    response.set({ 'X-Request-ID': requestId, 'Cache-Control': 'no-store' });
    if (this.#options.draining()) response.set('Connection', 'close');
    const { method } = request;
    const entry = `${method} ${path} ${requestId}`;
    const startedAt = performance.now();
    this.#inHand.add(entry);
    let traceparent: string | undefined;
    const answer = () => this.#answer(path, request, response, run);
    try {
      if (this.#untraced.has(path)) await answer();
      else
        await this.#traced(path, request, response, () => {
          traceparent = currentTraceparent();
          return answer();
        });
    } finally {
      this.#inHand.delete(entry);
      const seconds = (performance.now() - startedAt) / 1000;
      this.#tell({ method: this.#counted(method, path), route: path, response, seconds, traceparent });
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

  /** Answers, with an error document if needed. Resolves with the failure if it was ours. */
  async #answer(path: string, request: Request, response: Response, run: Handler): Promise<Failure> {
    try {
      await run();
      return undefined;
    } catch (error) {
      const { status, code } = sendError(request, response, error, this.#dialectOf(path, request));
      if (status < 500) return undefined;
      const requestId = response.get('X-Request-ID');
      this.#options.log.error({ err: error, route: path, code, requestId }, 'request failed');
      return { error };
    }
  }

  /** How errors of a path are told; below /pfc also where no route is. */
  #dialectOf(path: string, request: Request): Route['dialect'] {
    return this.#dialects.get(path) ?? (request.path.startsWith('/pfc/') ? 'pfc' : undefined);
  }

  /** The method label for metrics. Unknown methods share one value, or clients could create any number of series. */
  #counted(method: string, path: string): string {
    const read = method === 'HEAD' ? 'GET' : method;
    return this.#needs.has(`${read} ${path}`) ? method : '_OTHER';
  }

  #tell({ method, response, route, seconds, traceparent }: Answered): void {
    const { metrics, log } = this.#options;
    const status = response.statusCode;
    metrics.httpRequests.inc({ method, route, status: String(status) });
    metrics.httpDuration.observe({ method, route }, seconds, traceparent);
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

/** Moves the token of a header that a route takes to where it is looked for. */
function takeToken({ tokenHeader }: Route, { headers }: Request): void {
  const token = tokenHeader === undefined ? undefined : headers[tokenHeader];
  if (typeof token === 'string' && headers.authorization === undefined)
    headers.authorization = `Bearer ${token}`;
}
