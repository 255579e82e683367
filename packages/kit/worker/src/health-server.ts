import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback, namesThisMachine } from './loopback-names.ts';

/** What the HTTP server of a worker reports. */
export interface HealthSource {
  /** Reasons why the worker is stuck; empty means alive. Liveness means progress, not existence. */
  stalled(): readonly string[];
  /** Reasons why the worker cannot work now; empty means ready. */
  unready(): readonly string[];
  /** The metrics in the format that a scraper's `Accept` header asks for. */
  exposition(accept: string | undefined): Promise<{ readonly contentType: string; readonly text: string }>;
}

/**
 * Serves /health, /ready and /metrics of one worker. Port 0 takes any free one. Resolves with the port and a function that closes it.
 * Requests from web pages are refused, and on a loopback address so is any Host that is not this machine.
 */
export async function serveHealth(
  source: HealthSource,
  address: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    const send = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    const refusal = refusalOf(request.headers, address.host);
    if (refusal !== undefined) {
      send(403, 'text/plain', refusal);
      return;
    }
    const stalled = source.stalled();
    if (path === '/health') {
      send(
        stalled.length === 0 ? 200 : 503,
        'application/json',
        JSON.stringify({ live: stalled.length === 0, stalled }),
      );
    } else if (path === '/ready') {
      const reasons = source.unready();
      const ready = reasons.length === 0;
      send(ready ? 200 : 503, 'application/json', JSON.stringify({ ready, reasons }));
    } else if (path === '/metrics') {
      source.exposition(request.headers.accept).then(
        ({ contentType, text }) => send(200, contentType, text),
        () => send(500, 'text/plain', 'metrics could not be collected'),
      );
    } else send(404, 'text/plain', 'expected /health, /ready or /metrics');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Why a request is refused; undefined for one that is answered. */
function refusalOf(headers: IncomingHttpHeaders, boundTo: string): string | undefined {
  if (isLoopback(boundTo) && !namesThisMachine(headers.host))
    return 'expected localhost, 127.0.0.1 or [::1] in the Host header';
  // Probes and scrapers send neither header. A browser sends both for a page's request, and "none" for a typed address.
  const site = headers['sec-fetch-site'];
  if (headers.origin !== undefined || (site !== undefined && site !== 'none'))
    return 'expected a probe or a person, got a request of a web page';
  return undefined;
}
