// A client of tool servers in a process of its own, which tests run as another user. Arguments: configuration, options of
// `findIsolation`, as JSON. Prints how servers are kept apart, which are refused, and what each that runs saw.
import process from 'node:process';
import { admitServers, createMcp, findIsolation, parseMcpConfig } from '../src/index.ts';

const [config = '', options = '{}'] = process.argv.slice(2);
const isolation = findIsolation(JSON.parse(options));
const { admitted, refused } = admitServers(parseMcpConfig(config, 'the argument'), isolation);
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const mcp = createMcp({
  servers: admitted,
  isolation,
  log,
  onLate: () => undefined,
  connectWaitMs: 20_000,
});
const saw = await Promise.all(
  Object.keys(admitted).map(async (name) => {
    const { outcome, text } = await mcp.call({
      tool: `${name}__peek`,
      arguments: {},
      idempotencyKey: name,
      signal: new AbortController().signal,
      timeoutMs: 60_000,
    });
    return [name, outcome === 'succeeded' ? JSON.parse(text) : text];
  }),
);
process.stdout.write(JSON.stringify({ kind: isolation.kind, refused, saw: Object.fromEntries(saw) }));
await mcp.close();
