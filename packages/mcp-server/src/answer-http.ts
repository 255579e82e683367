import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CancelledNotificationSchema, isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Client } from '@salience/client';
import { type Cancellable, type Calls } from './cancellable.ts';
import { createMcpServer } from './create-mcp-server.ts';

/**
 * Answers one POST of the streamable HTTP transport and resolves when the answer has ended. Nothing is kept between requests, so any replica
 * answers any of them. The end of the connection takes no call back: only the client's notification does, by `calls`. A client that left
 * before its request began is not served at all. `body`: as parsed from JSON.
 */
export async function answerHttp(
  client: Client,
  version: string,
  http: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly body: unknown;
    readonly calls: Calls;
  },
): Promise<void> {
  const { body, calls, request, response } = http;
  if (response.destroyed) return;
  const server = createMcpServer(
    client,
    version,
    cancelledByClient(calls, () => server),
  );
  // No session is kept by the transport: each request is whole. The id only names the client, so that it can take back what it asked.
  const transport = new StreamableHTTPServerTransport({});
  if (isInitializeRequest(body)) response.setHeader('mcp-session-id', randomUUID());
  const ended = new Promise<void>((resolve) => void response.once('close', resolve));
  const taken = CancelledNotificationSchema.safeParse(body).data?.params.requestId;
  if (taken !== undefined) calls.cancel(taken);
  await server.connect(transport);
  try {
    await transport.handleRequest(request, response, body);
    await ended;
  } finally {
    await server.close();
  }
}

/** What was taken back gets no answer: its stream is closed. */
function cancelledByClient(calls: Calls, serverOf: () => McpServer): Cancellable {
  return ({ requestId }, work) =>
    calls.run(requestId, (cancelled) => {
      const close = (): void => void serverOf().close();
      if (cancelled.aborted) close();
      else cancelled.addEventListener('abort', close, { once: true });
      return work(cancelled);
    });
}
