// A process with a connection to one tool server, which its parent kills. Its argument is the configuration.
import process from 'node:process';
import { createMcp, parseMcpConfig } from '../src/index.ts';

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const mcp = createMcp({
  servers: parseMcpConfig(process.argv[2] ?? '', 'the argument'),
  log,
  onLate: () => undefined,
});
const tools = await mcp.tools();
process.stdout.write(`${tools.length} tools\n`);
setInterval(() => undefined, 60_000);
