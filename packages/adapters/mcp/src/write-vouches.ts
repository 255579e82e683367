import { randomUUID } from 'node:crypto';
import { chmod, chown, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { SalienceError } from '@salience/errors';
import { parseMcpConfig } from './config.ts';

/** An operator's word for one definition of one tool. */
export interface Vouch {
  /** The server's name in the file. */
  readonly server: string;
  /** What the server calls the tool. */
  readonly tool: string;
  /** The definition's hash, 64 hex digits. */
  readonly hash: string;
}

/**
 * Writes hashes of definitions into a file of tool servers, all of them or none. Everything else stays: keys of other programs, their
 * order, the file's rights, its place behind a link. Throws `config.mcp` for a file that cannot be used, before or after.
 */
export async function writeVouches(path: string, vouches: readonly Vouch[]): Promise<void> {
  const file = await realpath(path);
  const text = withVouches(await readFile(file, 'utf8'), path, vouches);
  const { gid, mode, uid } = await stat(file);
  const fresh = `${file}.${randomUUID()}.new`;
  try {
    // Closed to others until it has the rights of the file that it replaces: it may hold secrets.
    const handle = await open(fresh, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const made = await stat(fresh);
    if (made.uid !== uid || made.gid !== gid) await chown(fresh, uid, gid);
    await chmod(fresh, mode & 0o7777);
    await rename(fresh, file);
  } finally {
    await rm(fresh, { force: true });
  }
}

type Node = Record<string, unknown>;

function withVouches(text: string, source: string, vouches: readonly Vouch[]): string {
  parseMcpConfig(text, source);
  const file = JSON.parse(text) as { mcpServers: Record<string, Node> };
  for (const { hash, server, tool } of vouches) {
    const entry = file.mcpServers[server];
    if (entry === undefined) throw unplaced(source, server, tool);
    const tools = (entry['tools'] ??= {}) as Node;
    if (!Object.hasOwn(tools, tool)) tools[tool] = {};
    (tools[tool] as Node)['vouched'] = hash;
  }
  const written = JSON.stringify(file, null, 2) + (text.endsWith('\n') ? '\n' : '');
  const after = parseMcpConfig(written, source);
  for (const { hash, server, tool } of vouches) {
    const tools = after[server]?.tools ?? {};
    // A name that JSON takes and no table of names does, as __proto__.
    if (!Object.hasOwn(tools, tool) || tools[tool]?.vouched !== hash) throw unplaced(source, server, tool);
  }
  return written;
}

function unplaced(source: string, server: string, tool: string): SalienceError {
  return new SalienceError(
    'config.mcp',
    `Expected a place for the tool ${JSON.stringify(tool)} of the server "${server}" in ${source}, found none. Nothing was written.`,
  );
}
