import { isIPv4 } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { httpProblem } from './problems.ts';

/** True for names of this machine that nobody else can reach: localhost, 127.0.0.0/8 and ::1. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

/**
 * A server without keys is still reachable for every web page that the machine's browser shows. Throws 403 for a Host
 * that is not this machine (DNS rebinding) and for an Origin that is not this server (cross-site requests).
 */
export function refuseBrowserAttacks(headers: IncomingHttpHeaders): void {
  const { host, origin } = headers;
  if (host === undefined || !isLoopback(host.replace(/:\d*$/, ''))) {
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

/**
 * Whoever is signed in, or needs no key, must not be driven by a page of another site. Throws 403 for such a request:
 * a browser tells where it comes from in Origin and Sec-Fetch-Site, and lets no page lie about either.
 */
export function refuseForeignPages({ headers, method }: Request): void {
  const { host = '', origin } = headers;
  const site = headers['sec-fetch-site'];
  const reads = method === 'GET' || method === 'HEAD';
  // Following a link to a page of ours is harmless; asking in the background, or changing something, is not.
  const follows = reads && headers['sec-fetch-mode'] === 'navigate';
  const foreign = site === 'cross-site' || site === 'same-site';
  if ((origin !== undefined && !sameHost(origin, host)) || (foreign && !follows)) {
    throw httpProblem(
      403,
      'origin.refused',
      'This comes from a page of another site. Use the pages of this server, or send an operator key.',
    );
  }
}

function sameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
