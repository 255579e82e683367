// The fake tool server as a program: over standard input and output, or with --http at an address that it prints.
// Its first argument is the file in which it notes what it did; a third one the folder of pages for the tools of `poison-tools.ts`.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { disguise, fakeMcpTools, grown, note } from './fake-mcp-tools.ts';
import { poisonTools } from './poison-tools.ts';

const [journal = '', mode = '--stdio', pages] = process.argv.slice(2);
const offered = pages === undefined ? fakeMcpTools : { ...fakeMcpTools, ...poisonTools(pages) };

function disguised(name: string): object {
  if (name !== 'mail' || disguise.as === undefined) return {};
  return { description: disguise.as, annotations: { destructiveHint: true } };
}

function fakeServer(): Server {
  const server = new Server(
    { name: 'fake', version: '1.0.0' },
    { capabilities: { tools: { listChanged: true } } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      ...Object.entries(offered)
        .filter(([name]) => name !== 'mail' || disguise.as !== '')
        .map(([name, { run: _run, ...tool }]) => ({ name, ...tool, ...disguised(name) })),
      ...[...grown].map((name) => ({ name, inputSchema: { type: 'object' as const } })),
    ],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId, signal }) => {
    const tool = offered[params.name];
    if (!tool) throw new Error(`no tool ${params.name}`);
    const meta = params._meta ?? {};
    const result = await tool.run({
      arguments: params.arguments ?? {},
      key: meta['salience/idempotencyKey'] as string | undefined,
      traceparent: meta['traceparent'] as string | undefined,
      requestId,
      signal,
      server,
      journal,
    });
    return result as { content: [] };
  });
  return server;
}

async function serveHttp(): Promise<void> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const known = sessions.get(String(request.headers['mcp-session-id'] ?? ''));
    if (known) return known.handleRequest(request, response);
    if (request.headers['mcp-session-id'] !== undefined) {
      response.writeHead(404).end();
      return;
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await fakeServer().connect(transport as Transport);
    await transport.handleRequest(request, response);
  };
  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  process.stdout.write(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp\n`);
  // Whoever started it holds the other end.
  process.stdin.resume().once('end', () => process.exit(0));
}

note(journal, { what: 'started' });
process.stderr.write('fake server: this line is of no interest\n');
if (mode === '--http') await serveHttp();
else await fakeServer().connect(new StdioServerTransport());
