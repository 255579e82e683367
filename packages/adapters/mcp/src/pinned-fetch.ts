import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { SalienceError } from '@salience/errors';

/** The addresses that a host may be called at now; `private`: none, since one of them is of this machine or its network. */
export type Reach = (url: URL) => Promise<readonly string[] | 'private'>;

/** Answers that have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A fetch that connects to one of the addresses that were judged and to no other, so that a name which means something else a moment later
 * changes nothing. Redirects are not followed. Throws `mcp.private-address` and `mcp.no-address`.
 */
export function pinnedFetch(reach: Reach): FetchLike {
  return async (input, init = {}) => {
    const url = new URL(input);
    const addresses = await reach(url);
    if (addresses === 'private')
      throw new SalienceError(
        'mcp.private-address',
        `Expected the address ${url.origin} to be on the internet, but it leads to this machine or its network. ` +
          'If that is meant, an operator allows its host in SALIENCE_SKILL_PRIVATE_HOSTS.',
      );
    const [address] = addresses;
    if (address === undefined)
      throw new SalienceError(
        'mcp.no-address',
        `Expected the host of ${url.origin} to have an address, but it has none.`,
      );
    return await ask(url, address, init);
  };
}

/** Asks one address; the certificate must be that of the name. */
function ask(url: URL, address: string, init: RequestInit): Promise<Response> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const headers = new Headers(init.headers);
  headers.set('host', url.host);
  headers.set('accept-encoding', 'identity');
  const options: RequestOptions & { readonly servername?: string } = {
    method: init.method ?? 'GET',
    host: address,
    port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    agent: false,
    headers: Object.fromEntries(headers),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(init.signal ? { signal: init.signal } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(options, (answer) => {
      const status = answer.statusCode ?? 502;
      const said = Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
      );
      if (bodiless.has(status)) answer.resume();
      const body = bodiless.has(status) ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
      resolve(new Response(body, { status, headers: said }));
    });
    request.once('error', reject);
    request.end(typeof init.body === 'string' ? init.body : undefined);
  });
}
