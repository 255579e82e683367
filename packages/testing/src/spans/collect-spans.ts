import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closesWithFile } from '../servers/test-run.ts';
import { type UntilOptions, until } from '../until.ts';
import { type ReceivedSpan, decodeSpans } from './decode-spans.ts';

/** Receives what apps export. */
export interface SpanCollector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  /** Everything that came so far, in order of arrival. */
  spans(): readonly ReceivedSpan[];
  /** The same as it came over the wire, one text for each request: events and resources too. */
  wire(): readonly string[];
  /** Polls until `condition` gives something truthy for the spans so far. Exporters send in batches: give it seconds. */
  until<T>(condition: (spans: readonly ReceivedSpan[]) => T, options: UntilOptions): Promise<NonNullable<T>>;
  close(): Promise<void>;
}

/** Starts an OTLP/HTTP (JSON) receiver on a free loopback port. */
export async function collectSpans(): Promise<SpanCollector> {
  const spans: ReceivedSpan[] = [];
  const wire: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      wire.push(body);
      if (request.url === '/v1/traces') spans.push(...decodeSpans(body));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => spans,
    wire: () => wire,
    until: (condition, options) => until(() => condition(spans), options),
    close: closesWithFile(
      () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  };
}
