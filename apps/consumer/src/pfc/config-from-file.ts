import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { findAgent } from '@salience/database/agents';
import { importConfigFile, loadConfig } from '@salience/database/pfc';
import { messageOf, SalienceError } from '@salience/errors';
import { readConfigFile } from '@salience/pfc';
import type { ConsumerOptions } from '../consumer-context.ts';

/** Bytes of a settings file at most. */
const bytesMax = 65_536;
const agentName = 'default';

/** What reading a file in takes. */
export type FileDeps = Pick<ConsumerOptions, 'clock' | 'db' | 'log'>;

/** Looks at a settings file: resolves with 1 if its contents are in force from now on, else with 0. */
export type ConfigFileLook = () => Promise<number>;

/**
 * Reads a settings file into the settings of the default agent: once for each of its contents, by any replica, in place of what was set. It is never written. A file that is not
 * there changes nothing, and one that cannot be read neither: that is a warning, once for each of its contents.
 */
export function configFromFile({ clock, db, log }: FileDeps, file: string): ConfigFileLook {
  let seen: string | undefined;
  let warned: string | undefined;
  const warn = (what: string, reason: string): number => {
    if (warned !== what)
      log.warn({ file, reason }, 'the settings file of the PFC cannot be used; what was set stays');
    warned = what;
    return 0;
  };
  return async () => {
    const text = await textOf(file).catch((error: unknown) => ({ reason: messageOf(error) }));
    if (text === undefined) return 0;
    if (typeof text !== 'string') return warn(text.reason, text.reason);
    const fileHash = createHash('sha256').update(text).digest('hex');
    if (seen === fileHash) return 0;
    const { doc, problem } = readConfigFile(text);
    if (problem !== undefined) return warn(fileHash, `${problem.field} ${problem.message}`.trim());
    const agent = await findAgent(db, agentName);
    if (agent === undefined)
      throw new SalienceError('agent.unknown', `Expected the agent "${agentName}", found none.`);
    const before = await loadConfig(db, agent.id);
    if (before.fileHash !== fileHash) {
      const now = await clock.now();
      const stored = await importConfigFile(db, agent.id, { revision: before.revision, doc, fileHash, now });
      // Somebody changed them meanwhile: the next look reads it in.
      if (stored === undefined) return 0;
      log.info({ file, revision: stored.revision }, 'settings of the PFC were read from their file');
    }
    seen = fileHash;
    return before.fileHash === fileHash ? 0 : 1;
  };
}

/** The text of a file; undefined where there is none. What is neither a file nor a link to one is not opened: a pipe would be waited for. */
async function textOf(file: string): Promise<string | undefined> {
  const found = await stat(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  if (!found.isFile()) throw new SalienceError('config.file', 'Expected a file.');
  if (found.size > bytesMax) throw new SalienceError('config.file', `Expected at most ${bytesMax} bytes.`);
  return await readFile(file, 'utf8');
}
