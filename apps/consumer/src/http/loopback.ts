import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { namesThisMachine } from '@salience/worker';
import { httpProblem } from './problems.ts';

/**
 * Lets only somebody on this machine through, for a server that trusts them without a key. Throws 403 for whom a proxy passed
 * on, and for a request that a web page in the machine's browser could make.
 */
export function refuseOutsiders(request: Request): void {
  refuseBrowserAttacks(request.headers);
  refuseProxied(request.headers);
  refuseForeignPages(request, 'no-links');
}

/**
 * A server without keys is still reachable for every web page that the machine's browser shows. Throws 403 for a Host
 * that is not this machine (DNS rebinding) and for an Origin that is not this server (cross-site requests).
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
      'Without an API key this server answers only to pages of its own. Call it from your own server, or send a key.',
    );
  }
}

/** Headers that only a proxy, a gateway or a content network adds; beside them every name that begins with X-Forwarded. */
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

/** Whom a proxy passes on seems to be on this machine and is not. Throws 403. */
function refuseProxied(headers: IncomingHttpHeaders): void {
  const telling = Object.keys(headers).find(
    (name) => name.startsWith('x-forwarded') || proxyHeaders.includes(name),
  );
  if (telling === undefined) return;
  throw httpProblem(
    403,
    'proxy.refused',
    `A proxy passed this on ("${telling}"), and without a key this server answers only to this machine. Send a key, or start it with SALIENCE_KEYS=required.`,
  );
}

/**
 * Whoever is signed in, or needs no key, must not be driven by a page of another site. Throws 403 for such a request:
 * a browser tells where it comes from in Origin and Sec-Fetch-Site, and lets no page lie about either. Links to pages of ours
 * may be followed from anywhere; what is no page is for `no-links`.
 */
export function refuseForeignPages(
  { headers, method }: Request,
  links: 'links' | 'no-links' = 'links',
): void {
  const { host = '', origin } = headers;
  const site = headers['sec-fetch-site'];
  const reads = method === 'GET' || method === 'HEAD';
  // Following a link to a page of ours is harmless; asking in the background, or changing something, is not.
  const follows = links === 'links' && reads && headers['sec-fetch-mode'] === 'navigate';
  const foreign = site === 'cross-site' || site === 'same-site';
  if ((origin !== undefined && !sameHost(origin, host)) || (foreign && !follows)) {
    throw httpProblem(
      403,
      'origin.refused',
      'This comes from a page of another site. Use the pages of this server, or send a key.',
    );
  }
}

function sameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
