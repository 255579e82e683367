import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Client } from '@salience/client';
import { createMcpServer } from './create-mcp-server.ts';

/** Serves MCP over standard input and output until the input ends. Nothing else may be written to standard output meanwhile. */
export async function serveStdio(client: Client, version: string): Promise<void> {
  const server = createMcpServer(client, version);
  const ended = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
