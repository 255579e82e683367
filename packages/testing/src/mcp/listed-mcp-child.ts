// A tool server that says of its tools whatever stands in a file, read anew for each listing and call. Arguments: that file, and one in
// which it notes that it started.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { note } from './fake-mcp-tools.ts';
import type { ListedTool } from './listed-mcp.ts';

const [file = '', journal = ''] = process.argv.slice(2);
const listed = (): ListedTool[] => JSON.parse(readFileSync(file, 'utf8')) as ListedTool[];
const server = new Server({ name: 'told', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: listed().map(({ answer: _answer, ...tool }) => tool),
}));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
  note(journal, { what: 'effect', tool: params.name, arguments: params.arguments ?? {} });
  const called = listed().find(({ name }) => name === params.name);
  return { content: [{ type: 'text', text: called?.answer ?? 'Done.' }] };
});
note(journal, { what: 'started' });
await server.connect(new StdioServerTransport());
