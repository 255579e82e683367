import { isSalienceError } from '@salience/errors';
import type { McpConfig } from '@salience/mcp';
import { userName } from '../../home/home.ts';
import { readableByOthers } from '../../up/tool-servers.ts';
import { type Finding, ok, problem, warn } from '../finding.ts';
import type { CheckTarget } from '../check-target.ts';
import { counted } from '../../quantities.ts';

/** The servers of external tools: the file that names them, and whether their programs are kept apart from this user. */
export async function checkTools({ context: { env } }: CheckTarget): Promise<Finding[]> {
  const file = env.mcpConfig;
  if (file === undefined) return [];
  const { admitServers, findIsolation, readMcpConfig } = await import('@salience/mcp');
  let servers: McpConfig;
  try {
    servers = await readMcpConfig(file);
  } catch (error) {
    if (!isSalienceError(error)) throw error;
    return [problem('tools.file', error.message.replaceAll(/\n(- )?/g, ' '), `correct ${file}`)];
  }
  const isolation = findIsolation({ installation: file });
  return [
    checkFile(file, servers),
    ...admitServers(servers, isolation).refused.map(({ reason }) =>
      warn('tools.refused', reason, 'apt install bubblewrap'),
    ),
    ...checkTrusted(servers),
  ];
}

function checkFile(file: string, servers: McpConfig): Finding {
  const holders = Object.entries(servers).filter(([, server]) =>
    Object.values('command' in server ? server.env : server.headers).some((value) => value !== ''),
  );
  const facts = { servers: Object.keys(servers).length, withSecrets: holders.length };
  return holders.length > 0 && readableByOthers(file)
    ? warn(
        'tools.file',
        `Other users of this machine can read ${file}, which may hold secrets for ${named(holders)}.`,
        `chmod 600 '${file}'`,
        { facts },
      )
    : ok('tools.file', `${file} names ${counted(facts.servers, 'tool server')}.`, { facts });
}

/** Programs of strangers that run as we do. */
function checkTrusted(servers: McpConfig): Finding[] {
  const trusted = Object.entries(servers).filter(([, server]) => 'command' in server && server.trusted);
  if (trusted.length === 0) return [];
  return [
    warn(
      'tools.trusted',
      `The tool servers ${named(trusted)} run as user ${userName()}: they may read every key and memory, and change them.`,
      `take "trusted": true from those that can do without it`,
      { facts: { trusted: trusted.length } },
    ),
  ];
}

function named(servers: readonly (readonly [string, unknown])[]): string {
  return servers.map(([name]) => `"${name}"`).join(', ');
}
