import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { namesThisMachine } from '@salience/worker';
import { httpProblem } from './problems.ts';

/**
 * Admits only local processes, for a server that trusts them without a key. Throws 403 for a request that came through a proxy or
 * that a web page in a local browser could make.
 */
export function refuseOutsiders(request: Request): void {
  refuseBrowserAttacks(request.headers);
  refuseProxied(request.headers);
  refuseForeignPages(request, 'no-links');
}

/**
 * A server without keys can be reached by every web page in a local browser. Throws 403 for a Host that is not this machine (DNS
 * rebinding) and for an Origin that is not this server (cross-site requests).
 */
function refuseBrowserAttacks(headers: IncomingHttpHeaders): void {
  const { host, origin } = headers;
  if (host === undefined || !namesThisMachine(host)) {
    throw httpProblem(
      403,
      'host.refused',
      'Without an API key this server answers only to localhost, 127.0.0.1 or [::1] in the Host header. Use one of them, or send a key.',
    );
  }
  if (origin !== undefined && !sameHost(origin, host)) {
    throw httpProblem(
      403,
      'origin.refused',
      'Without an API key this server answers only its own pages. Call it from your own server, or send a key.',
    );
  }
}

/** Headers that only a proxy, gateway or CDN adds, besides every name that begins with X-Forwarded. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-host',
  'x-original-forwarded-for',
  'x-envoy-external-address',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'cdn-loop',
];

/** A request through a proxy seems local and is not. Throws 403. */
function refuseProxied(headers: IncomingHttpHeaders): void {
  const telling = Object.keys(headers).find(
    (name) => name.startsWith('x-forwarded') || proxyHeaders.includes(name),
  );
  if (telling === undefined) return;
  throw httpProblem(
    403,
    'proxy.refused',
    `This request came through a proxy ("${telling}"), and without a key this server answers only local requests. Send a key, or start it with SALIENCE_KEYS=required.`,
  );
}

/**
 * Protects callers who are signed in, or need no key, from pages of other sites. Throws 403 for a request that Origin or
 * Sec-Fetch-Site shows to come from one; a page cannot forge either. Links to our own pages may be followed from anywhere; for other
 * routes see `no-links`.
 */
export function refuseForeignPages(
  { headers, method }: Request,
  links: 'links' | 'no-links' = 'links',
): void {
  const { host = '', origin } = headers;
  const site = headers['sec-fetch-site'];
  const reads = method === 'GET' || method === 'HEAD';
  // Following a link to one of our pages is harmless; a background request or a change is not.
  const follows = links === 'links' && reads && headers['sec-fetch-mode'] === 'navigate';
  const foreign = site === 'cross-site' || site === 'same-site';
  if ((origin !== undefined && !sameHost(origin, host)) || (foreign && !follows)) {
    throw httpProblem(
      403,
      'origin.refused',
      'This request comes from a page of another site. Use the pages of this server, or send a key.',
    );
  }
}

function sameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
