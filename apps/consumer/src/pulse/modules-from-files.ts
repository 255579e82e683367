import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentId, senseSignal } from '@salience/contracts';
import { findAgent } from '@salience/database/agents';
import { isSalienceError, messageOf } from '@salience/errors';
import { hint } from '@salience/runtime';
import type { Service } from '@salience/worker';
import type { ConsumerOptions } from '../consumer-context.ts';
import { readModule, registerWritten } from './modules.ts';

/** Bytes of a file: as many as the body of a request may have. */
const bytesMax = 262_144;
const agentName = 'default';

/** What registering takes. */
export type FileDeps = Pick<ConsumerOptions, 'clock' | 'db' | 'log' | 'queues'>;

/** What became of the files of a folder, by name of the module; `refused`: files that hold none, with the reason. */
export interface RegisteredFiles {
  readonly changed: readonly string[];
  readonly same: readonly string[];
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
}

/**
 * Registers each `*.json` of a folder as a module of an agent, in the order of their names. One that is registered just so changes nothing; one that is no module, or
 * names a module that an earlier file names, is refused and holds up no other. Throws where the folder cannot be read or the database is away.
 */
export async function registerFiles(
  deps: FileDeps,
  agentId: AgentId,
  folder: string,
): Promise<RegisteredFiles> {
  const files = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.json')).toSorted();
  const changed: string[] = [];
  const same: string[] = [];
  const refused: { file: string; reason: string }[] = [];
  const from = new Map<string, string>();
  for (const file of files) {
    const read = await moduleOfFile(join(folder, file));
    if ('reason' in read) {
      refused.push({ file, reason: read.reason });
      continue;
    }
    const { json, name } = read;
    const earlier = from.get(name);
    const outcome =
      earlier === undefined
        ? await registered(deps, agentId, json)
        : { reason: `It names the module "${name}", as ${earlier} does.` };
    from.set(name, earlier ?? file);
    if (outcome === 'same') same.push(name);
    else if (typeof outcome === 'string') changed.push(name);
    else refused.push({ file, ...outcome });
  }
  return { changed, same, refused };
}

/** What registering a module came to, or why there is no room for it. */
async function registered(deps: FileDeps, agentId: AgentId, json: unknown) {
  try {
    return (await registerWritten(deps, agentId, json)).outcome;
  } catch (error) {
    if (isSalienceError(error) && error.code === 'module.max') return { reason: error.message };
    throw error;
  }
}

/**
 * Registers the modules of a folder for the default agent when it starts. Nothing of it keeps consumer from starting: a file that holds no module, a folder that cannot
 * be read and a database that is away are warnings, each with its reason.
 */
export function createModulesFromFiles(deps: FileDeps, folder: string): Service {
  const { db, log } = deps;
  return {
    name: 'modules from files',
    async start() {
      try {
        const agent = await findAgent(db, agentName);
        if (agent === undefined) throw new Error(`expected the agent "${agentName}", found none`);
        const { changed, refused, same } = await registerFiles(deps, agent.id, folder);
        for (const { file, reason } of refused)
          log.warn({ file: join(folder, file), reason }, 'a file holds no module that can be registered');
        if (changed.length > 0) hint(deps, senseSignal, agent.id);
        log.info({ folder, changed, same: same.length, refused: refused.length }, 'modules of files');
      } catch (error) {
        log.warn({ folder, cause: messageOf(error) }, 'modules of files could not be registered');
      }
    },
    stop: async () => [],
    running: () => [],
    stalled: () => undefined,
  };
}

type Read = { readonly name: string; readonly json: unknown } | { readonly reason: string };

/** The module of a file, or why it has none. What is neither a file nor a link to one is not opened: a pipe would be waited for. */
async function moduleOfFile(path: string): Promise<Read> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return { reason: 'Expected a file.' };
    if (found.size > bytesMax)
      return { reason: `Expected a file of at most ${bytesMax} bytes, got ${found.size}.` };
    const json: unknown = JSON.parse(await readFile(path, 'utf8'));
    return { name: readModule(json).module_id, json };
  } catch (error) {
    return { reason: messageOf(error) };
  }
}
