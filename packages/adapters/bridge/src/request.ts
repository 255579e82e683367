import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { judgedAddresses, judgedLookup, type Reach } from './reach.ts';

/** A request to a Bridge. */
export interface BridgeRequest {
  readonly method: 'GET' | 'POST';
  /** Below the address of the Bridge, with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** Names the request for ever: a second one under it changes nothing. */
  readonly key?: string | undefined;
}

/** How a request ended. `begun`: its first byte may have left. */
export type BridgeAnswer =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: null; readonly begun: boolean; readonly error: string };

/** Asks a Bridge. Never rejects. */
export type Ask = (request: BridgeRequest) => Promise<BridgeAnswer>;

/** What asking needs. */
export interface AskOptions {
  readonly url: URL;
  readonly apiKey: string;
  readonly reach: Reach;
  /** From the look-up of the name to the end of the answer, in milliseconds. */
  readonly timeoutMs: number;
  /** More of an answer is not read, in bytes. */
  readonly bytesMax: number;
}

/** Makes what asks a Bridge: judged addresses only, no redirects, no endless answers. */
export function createAsk(options: AskOptions): Ask {
  return async (request) => {
    const sent = { begun: false };
    const stop = AbortSignal.timeout(options.timeoutMs);
    try {
      await withinTime(judgedAddresses(options.url, options.reach), stop);
      return await exchange(options, request, stop, sent);
    } catch (error) {
      return { status: null, begun: sent.begun, error: stop.aborted ? 'timeout' : codeOf(error) };
    }
  };
}

/** The agent of a connection to a Bridge: it resolves names by itself, and keeps no connection. */
export function agentFor(url: URL, reach: Reach): HttpAgent {
  const settings = { lookup: judgedLookup(url, reach), keepAlive: false };
  return url.protocol === 'https:' ? new HttpsAgent(settings) : new HttpAgent(settings);
}

/** Looking up a name cannot be stopped, only left alone. */
async function withinTime<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  const late = Promise.withResolvers<never>();
  const onAbort = (): void => late.reject(stop.reason as Error);
  stop.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    stop.removeEventListener('abort', onAbort);
  }
}

function exchange(
  { apiKey, bytesMax, reach, url }: AskOptions,
  { body, key, method, path }: BridgeRequest,
  signal: AbortSignal,
  sent: { begun: boolean },
): Promise<BridgeAnswer> {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const target = new URL(`${url.pathname.replace(/\/$/, '')}${path}`, url);
  const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = ask(
      target,
      {
        method,
        agent: agentFor(url, reach),
        signal,
        headers: {
          authorization: `Bearer ${apiKey}`,
          accept: 'application/json',
          'user-agent': 'Salience',
          ...(bytes === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': bytes.length }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
      },
      (response) => {
        const pieces: Buffer[] = [];
        let read = 0;
        response.on('data', (piece: Buffer) => {
          read += piece.length;
          if (read <= bytesMax) pieces.push(piece);
          else {
            reject(coded('too-large'));
            response.destroy();
          }
        });
        response.on('error', () => reject(coded('cut')));
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, json: jsonOf(Buffer.concat(pieces).toString('utf8')) }),
        );
      },
    );
    request.once('socket', (socket) => {
      // Before a connection stands nothing has left.
      const onConnect = (): void => void (sent.begun = true);
      if (socket.connecting) socket.once('connect', onConnect);
      else onConnect();
    });
    request.on('error', reject);
    request.end(bytes);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

const ownCodes = new Set(['too-large', 'cut']);

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (ownCodes.has(code)) return code;
  if (code === 'bridge.private-address') return 'private-address';
  return /CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code) ? 'tls' : 'unreachable';
}
