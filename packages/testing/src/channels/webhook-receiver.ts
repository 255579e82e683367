import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that a webhook received. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a receiver answers: with a status, a redirect, a status and more body than anybody reads, or not at all. */
export type WebhookAnswer = number | 'flood' | 'hang' | { readonly location: string };

/** A webhook receiver on loopback. */
export interface WebhookReceiver {
  readonly url: string;
  /** `127.0.0.1:port`, as SALIENCE_CHANNEL_PRIVATE_HOSTS has it. */
  readonly host: string;
  readonly port: number;
  /** Everything that came, in order, whatever was answered. */
  readonly received: ReceivedWebhook[];
  /** Answers the next ones in this order, then 204. */
  answer(...answers: readonly WebhookAnswer[]): void;
  close(): Promise<void>;
}

/** Starts a webhook receiver. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let answers: WebhookAnswer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers, url = '' } = request;
      received.push({ path: url, headers, body: Buffer.concat(chunks).toString('utf8') });
      const answer = answers.shift() ?? 204;
      if (answer === 'hang') return;
      if (answer === 'flood') {
        response.writeHead(200);
        const flood = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', flood).on('error', () => undefined);
        flood();
        return;
      }
      if (typeof answer === 'number') response.writeHead(answer).end();
      else response.writeHead(307, answer).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    host: `127.0.0.1:${port}`,
    port,
    received,
    answer: (...next) => {
      answers = [...next];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
