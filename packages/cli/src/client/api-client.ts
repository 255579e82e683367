import { problemSchema } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { z } from 'zod';
import { notRunning } from '@salience/supervisor/home';

/** The address of the API and the credentials to use. */
export interface ApiAddress {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly key: string | undefined;
  /** The agent to speak with, on a loopback address without keys. */
  readonly agent: string | undefined;
  /** The time zone that the caller set. */
  readonly timeZone?: string | undefined;
  /** The zone of this machine, which counts where neither the caller nor the person says one. */
  readonly deviceTimeZone?: string | undefined;
}

/** One request. */
export interface ApiRequest {
  readonly method?: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** A status beside 2xx that `ask` takes as an answer: /ready says what is missing with a 503. */
  readonly alsoAnswers?: number;
}

/** The HTTP API as the command line uses it. */
export interface ApiClient {
  readonly address: ApiAddress;
  /** The response whatever its status; throws `cli.not-running` when nothing answers. */
  send(path: string, request?: ApiRequest): Promise<Response>;
  /** The parsed answer of a 2xx (or of `alsoAnswers`); everything else throws the problem that the server names. */
  ask<T extends z.ZodType>(path: string, schema: T, request?: ApiRequest): Promise<z.output<T>>;
}

/** A client for one address. */
export function createApiClient(address: ApiAddress): ApiClient {
  const send = async (path: string, request: ApiRequest = {}): Promise<Response> => {
    const headers: Record<string, string> = { accept: 'application/json', ...request.headers };
    if (address.key !== undefined) headers['authorization'] = `Bearer ${address.key}`;
    if (address.agent !== undefined) headers['x-agent'] = address.agent;
    if (address.timeZone !== undefined) headers['x-time-zone'] = address.timeZone;
    if (address.deviceTimeZone !== undefined) headers['x-device-time-zone'] = address.deviceTimeZone;
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    try {
      return await fetch(address.url + path, {
        method: request.method ?? 'GET',
        headers,
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      });
    } catch (cause) {
      if (request.signal?.aborted === true) throw cause;
      throw notRunning(address.url, cause);
    }
  };
  return {
    address,
    send,
    ask: async (path, schema, request) => {
      const response = await send(path, request);
      const text = await response.text();
      if (!response.ok && response.status !== request?.alsoAnswers) throw refused(response, text, path);
      const parsed = schema.safeParse(parseJson(text));
      if (parsed.success) return parsed.data;
      throw new SalienceError(
        'cli.unexpected-answer',
        `${address.url}${path} answered ${response.status}, but not in the expected form. ` +
          'Is it Salience, and of the same version as this command?',
        { cause: parsed.error },
      );
    },
  };
}

/** The error for a refused request, with its status and, for busy servers, when to retry. */
export function refused(response: Response, text: string, path: string): SalienceError {
  const problem = problemSchema.safeParse(parseJson(text));
  const retryAfter = Number(response.headers.get('retry-after'));
  const busy = response.status === 429 || response.status === 503;
  return new SalienceError(
    problem.success ? problem.data.code : `http.${response.status}`,
    problem.success
      ? [
          problem.data.detail,
          ...(problem.data.issues ?? []).map(({ path: at, message }) => `  ${at}: ${message}`),
        ].join('\n')
      : `${path} answered ${response.status} ${response.statusText}.`,
    {
      data: { status: response.status },
      ...(busy ? { kind: 'retryable', retryAfterMs: (retryAfter > 0 ? retryAfter : 1) * 1_000 } : {}),
    },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schema check reports it.
    return undefined;
  }
}
