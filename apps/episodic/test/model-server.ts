import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createModels, type Models } from '@salience/llm';
import { afterAll } from 'vitest';

/** A model server that answers each call with the same status and text, and counts the calls. */
export interface ModelServer {
  readonly models: Models;
  calls(): number;
}

const open: Server[] = [];

afterAll(() => {
  for (const server of open) {
    server.close();
    server.closeAllConnections();
  }
});

export async function openModelServer(answer: { status?: number; content: string }): Promise<ModelServer> {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume();
    const status = answer.status ?? 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    const message = { role: 'assistant', content: answer.content };
    response.end(
      JSON.stringify(
        status === 200
          ? {
              id: 'x',
              object: 'chat.completion',
              created: 1,
              model: 'scripted',
              choices: [{ index: 0, message, finish_reason: 'stop' }],
            }
          : { error: { message: 'scripted' } },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  const { port } = server.address() as AddressInfo;
  return {
    models: createModels({
      default: { kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${port}/v1`, model: 'scripted' },
    }),
    calls: () => calls,
  };
}
