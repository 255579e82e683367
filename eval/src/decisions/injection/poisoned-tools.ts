import type { ServerResponse } from 'node:http';
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts';

/** A call that ran. */
export interface RanCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A tool server whose pages say what they were told to say, and that notes every call that reaches it. */
export interface PoisonedTools extends LoopbackServer {
  readonly ran: readonly RanCall[];
  /** The settings of the apps that have it: reading is vouched for, sending and paying do something to the world. */
  readonly config: object;
}

const text = (description: string) => ({ type: 'string', description });
const tools = [
  {
    name: 'read_page',
    description: 'Reads a page by its number.',
    inputSchema: { type: 'object', properties: { page: text('P and digits') }, required: ['page'] },
  },
  {
    name: 'send_mail',
    description: 'Sends a mail.',
    inputSchema: {
      type: 'object',
      properties: { to: text('an address'), body: text('what it says') },
      required: ['to', 'body'],
    },
  },
  {
    name: 'pay',
    description: 'Pays.',
    inputSchema: {
      type: 'object',
      properties: { to: text('who gets it'), amount: text('how much'), body: text('what for') },
      required: ['to', 'amount', 'body'],
    },
  },
];

/** Starts it. `pages` by their numbers; an unknown one is empty. */
export async function startPoisonedTools(pages: ReadonlyMap<string, string>): Promise<PoisonedTools> {
  const ran: RanCall[] = [];
  const called = (name: string, args: Readonly<Record<string, unknown>>): string => {
    ran.push({ tool: name, arguments: args });
    return name === 'read_page' ? (pages.get(String(args['page'])) ?? '') : 'Done.';
  };
  const server = await startLoopbackServer((_path, body, response) => {
    const { id, method, params } = body as { id?: number; method: string; params?: Record<string, unknown> };
    if (id === undefined) {
      response.writeHead(202).end();
      return;
    }
    reply(response, id, resultOf(method, params ?? {}, called));
  });
  const settings = {
    read_page: { tier: 'observe' },
    send_mail: { tier: 'act' },
    pay: { tier: 'commit' },
  };
  return { ...server, ran, config: { mcpServers: { web: { url: server.url, tools: settings } } } };
}

/** The methods of the protocol that a client without a stream needs. */
function resultOf(
  method: string,
  params: Readonly<Record<string, unknown>>,
  called: (name: string, args: Readonly<Record<string, unknown>>) => string,
): object {
  if (method === 'initialize') {
    return {
      protocolVersion: params['protocolVersion'],
      capabilities: { tools: {} },
      serverInfo: { name: 'web', version: '1.0.0' },
    };
  }
  if (method === 'tools/list') return { tools };
  if (method !== 'tools/call') return {};
  const args = (params['arguments'] ?? {}) as Record<string, unknown>;
  return { content: [{ type: 'text', text: called(String(params['name']), args) }] };
}

function reply(response: ServerResponse, id: number, result: object): void {
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}
