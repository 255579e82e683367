import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Client } from '@salience/client';
import { createMcpServer } from './create-mcp-server.ts';

/**
 * Answers one POST of the streamable HTTP transport and resolves when the answer has ended. Nothing is kept between requests, so any replica
 * answers any of them. `body`: as parsed from JSON.
 */
export async function answerHttp(
  client: Client,
  version: string,
  http: { readonly request: IncomingMessage; readonly response: ServerResponse; readonly body: unknown },
): Promise<void> {
  const { body, request, response } = http;
  const server = createMcpServer(client, version);
  // No session: each request is whole.
  const transport = new StreamableHTTPServerTransport({});
  const ended = new Promise<void>((resolve) => void response.once('close', resolve));
  await server.connect(transport);
  try {
    await transport.handleRequest(request, response, body);
    await ended;
  } finally {
    // Ends what a tool still waits for, when its caller has left.
    await server.close();
  }
}
