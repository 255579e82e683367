import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a free port of this machine that answers JSON with JSON. */
export interface LoopbackServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts one. `answer` gets the path and the parsed body of a POST and writes the response; every other request is 405. */
export async function startLoopbackServer(
  answer: (path: string, body: Readonly<Record<string, unknown>>, response: ServerResponse) => void,
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    readBody(request)
      .then((body) => answer(request.url ?? '/', body, response))
      .catch((cause: unknown) => response.destroy(cause as Error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
}
