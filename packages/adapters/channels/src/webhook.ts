import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { type AllowedHost, bare, portOf } from './allowed-hosts.ts';
import type { SendOutcome } from './outcome.ts';
import { reachableAddresses } from './reachable-addresses.ts';
import { signaturesOf } from './signature.ts';
import { targetProblem } from './target.ts';

/** A message for a webhook. */
export interface Webhook {
  readonly url: string;
  readonly secret: string;
  /** The secret before, while it signs too. */
  readonly oldSecret?: string | undefined;
  /** The same at each attempt. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

/** Sends messages to webhooks. */
export interface WebhookSender {
  /** Sends one, once. Never rejects. */
  send(message: Webhook): Promise<SendOutcome>;
}

/** Options of a sender. */
export interface WebhookOptions {
  /** Hosts that may be private, and may speak without TLS. */
  readonly allowed: readonly AllowedHost[];
  /** From the look-up of the name to the answer, in milliseconds. */
  readonly timeoutMs?: number;
  /** Every address of a name. Default: the resolver of the machine. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** More of an answer is not read. */
const answerBytesMax = 16_384;

/**
 * Makes a sender. The name of the host is resolved at each attempt, every address that it has is judged, and the connection goes to one of
 * those that were judged: a name that means something else a moment later changes nothing. Redirects are not followed.
 */
export function createWebhookSender(options: WebhookOptions): WebhookSender {
  const { allowed, timeoutMs = 15_000, resolve } = options;
  return {
    async send(message) {
      if (targetProblem('webhook', message.url, allowed) !== undefined)
        return { kind: 'failed', error: 'refused-address' };
      const url = new URL(message.url);
      const stop = AbortSignal.timeout(timeoutMs);
      try {
        const addresses = await withinTime(reachableAddresses(url, { allowed, resolve }), stop);
        if (addresses === 'private') return { kind: 'failed', error: 'private-address' };
        const [address] = addresses;
        if (address === undefined) return { kind: 'retry', error: 'no-address' };
        return outcomeOf(await post(url, address, message, stop));
      } catch (error) {
        return { kind: 'retry', error: stop.aborted ? 'timeout' : codeOf(error) };
      }
    },
  };
}

/** Looking up a name cannot be stopped, only left alone. */
async function withinTime<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  stop.throwIfAborted();
  const late = new Promise<never>((_, reject) => {
    stop.addEventListener('abort', () => reject(stop.reason as Error), { once: true });
  });
  return await Promise.race([work, late]);
}

/** Posts to one address; resolves with the status. The certificate must be that of the name. */
function post(url: URL, address: string, message: Webhook, signal: AbortSignal): Promise<number> {
  const host = bare(url.hostname);
  const body = Buffer.from(message.body);
  const { id, oldSecret, secret } = message;
  const secrets = oldSecret === undefined ? [secret] : [secret, oldSecret];
  const asked: RequestOptions & { servername?: string } = {
    method: 'POST',
    host: address,
    port: portOf(url),
    path: `${url.pathname}${url.search}`,
    agent: false,
    signal,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    headers: {
      host: url.host,
      'content-type': 'application/json',
      'content-length': body.length,
      'user-agent': 'Salience',
      ...signaturesOf(secrets, { id, body: message.body, at: new Date() }),
    },
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(asked, (response) => {
      let read = 0;
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > answerBytesMax) response.destroy();
      });
      // The status is the answer; how its body ends changes nothing.
      response.on('error', () => undefined);
      response.once('close', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject);
    request.end(body);
  });
}

function outcomeOf(status: number): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone', error: 'http-410' };
  return { kind: 'retry', error: `http-${status}` };
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code)) return 'tls';
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'no-address' : 'unreachable';
}
