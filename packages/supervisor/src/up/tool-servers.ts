import { statSync } from 'node:fs';
import type { SalienceEnv } from '../env.ts';

/**
 * What a person should know of the programs of strangers before they are started: those that will not be, and files with
 * secrets that those which will be can read. Empty where there are none. Throws `config.mcp`.
 */
export async function toolServerNotes({ mcpConfig, origin }: SalienceEnv): Promise<string[]> {
  if (mcpConfig === undefined) return [];
  const { admitServers, findIsolation, readMcpConfig } = await import('@salience/mcp');
  const servers = await readMcpConfig(mcpConfig);
  const { refused } = admitServers(servers, findIsolation({ installation: mcpConfig }));
  const programs = Object.values(servers).some((server) => 'command' in server);
  const open = programs ? [mcpConfig, origin.file].filter(readableByOthers) : [];
  return [
    ...refused.map(({ reason }) => reason),
    ...open.map(
      (file) => `Other users of this machine can read ${file}, tool servers among them: chmod 600 '${file}'`,
    ),
  ];
}

/** True for a file that is there and that accounts other than its owner's may read. */
export function readableByOthers(file: string): boolean {
  if (process.platform === 'win32') return false;
  return ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
}
