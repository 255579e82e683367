// A tool server that says whatever its script file holds, byte for byte: over standard input and output, or with --http at an
// address that it prints. It speaks no library's protocol, so nothing keeps it from breaking it.
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { HostileScript } from './hostile-mcp.ts';

const [scriptFile = '', journal = '', mode = '--stdio'] = process.argv.slice(2);

interface Asked {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly protocolVersion?: string };
}

/** What is written in answer to a message; undefined where nothing is. */
function answerTo({ id, method, params }: Asked): string | undefined {
  if (id === undefined) return undefined;
  const script = JSON.parse(readFileSync(scriptFile, 'utf8')) as HostileScript;
  if (method === 'initialize') {
    const result = {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'hostile', version: '1' },
    };
    return JSON.stringify({ jsonrpc: '2.0', id, result });
  }
  appendFileSync(journal, `${method} ${params?.name ?? ''}\n`);
  const said = method === 'tools/list' ? script.list : script.calls[params?.name ?? ''];
  return said?.replaceAll('$ID', String(id));
}

if (mode === '--http') {
  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const piece of request) body += String(piece);
      const said = request.method === 'POST' ? answerTo(JSON.parse(body) as Asked) : undefined;
      if (request.method !== 'POST') response.writeHead(405).end();
      else if (said === undefined) response.writeHead(202).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(said);
    })();
  });
  server.listen(0, '127.0.0.1', () =>
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`),
  );
  process.stdin.resume().once('end', () => process.exit(0));
} else {
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      const said = answerTo(JSON.parse(line) as Asked);
      if (said !== undefined) process.stdout.write(`${said}\n`);
    })
    .once('close', () => process.exit(0));
}
