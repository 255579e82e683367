import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Mind, mindSchema } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { z } from 'zod';
import { openPrivateFolder, writePrivateText } from '../private-folder.ts';

/** An agent as a folder: `agent.md` is its persona, `settings.json` its settings, `mind.json` what it pursues and was thinking, every other `*.md` a file of its workspace. */
export interface AgentFolder {
  readonly persona: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Paths with forward slashes, sorted. */
  readonly files: readonly { readonly path: string; readonly content: string }[];
  /** Left out where there is no such file. */
  readonly mind?: Mind | undefined;
}

const PERSONA = 'agent.md';
const SETTINGS = 'settings.json';
const MIND = 'mind.json';
/** Larger ones do not belong into every prompt of an agent. */
const FILE_BYTES_MAX = 256 * 1024;
const FILES_MAX = 500;
/** All files of an agent together. */
const TOTAL_BYTES_MAX = 4 * 1024 * 1024;

/** Reads an agent's folder. Throws `agent.folder-invalid` saying what is missing or too large. */
export async function readAgentFolder(folder: string): Promise<AgentFolder> {
  const persona = await readText(folder, PERSONA);
  if (persona === undefined)
    throw invalid(
      folder,
      `there is no ${PERSONA} in it. It holds the persona: who the agent is and how it speaks`,
    );
  const settings = parseSettings(folder, await readText(folder, SETTINGS));
  const paths = (await markdownBelow(folder)).filter((path) => path !== PERSONA);
  if (paths.length > FILES_MAX)
    throw invalid(folder, `it holds ${paths.length} Markdown files, at most ${FILES_MAX} are taken`);
  const files: { path: string; content: string }[] = [];
  let total = 0;
  for (const path of paths) {
    const content = (await readText(folder, path)) ?? '';
    total += Buffer.byteLength(content);
    if (total > TOTAL_BYTES_MAX)
      throw invalid(folder, `its Markdown files are larger than ${TOTAL_BYTES_MAX} bytes together`);
    files.push({ path, content });
  }
  const mind = parseMind(folder, await readText(folder, MIND, TOTAL_BYTES_MAX));
  return { persona, settings, files, mind };
}

/** Writes an agent's folder, which its owner alone may read. Resolves with how many of its thoughts are not in it. Refuses one that is there and not empty (`agent.folder-exists`). */
export async function writeAgentFolder(folder: string, agent: AgentFolder): Promise<number> {
  if (!(await openPrivateFolder(folder))) {
    throw new SalienceError(
      'agent.folder-exists',
      `${folder} is not empty. Name a folder that does not exist yet.`,
    );
  }
  const mind = agent.mind && fitting(agent.mind);
  const all = [
    { path: PERSONA, content: agent.persona },
    { path: SETTINGS, content: `${JSON.stringify(agent.settings, null, 2)}\n` },
    ...(mind === undefined ? [] : [{ path: MIND, content: mindText(mind) }]),
    ...agent.files,
  ];
  for (const { path, content } of all) {
    const target = join(folder, path);
    // Anybody with write access to the database could have written this path.
    if (relative(folder, target).startsWith('..')) throw invalid(folder, `the path ${path} leads out of it`);
    await writePrivateText(folder, path, content);
  }
  return mind?.left_out ?? 0;
}

async function markdownBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return found.filter((path) => !path.split('/').some((part) => part.startsWith('.'))).sort();
}

async function readText(
  folder: string,
  path: string,
  bytesMax = FILE_BYTES_MAX,
): Promise<string | undefined> {
  const file = join(folder, path);
  try {
    const found = await lstat(file);
    // A link could lead anywhere on the machine, and what is imported ends up in prompts.
    if (!found.isFile()) return undefined;
    // Before it is read: a sparse file of a few bytes may claim any size.
    if (found.size > bytesMax) throw invalid(folder, `${path} is larger than ${bytesMax} bytes`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code === 'ENOENT' ||
      (error as NodeJS.ErrnoException).code === 'ENOTDIR'
    )
      return undefined;
    throw error;
  }
}

function parseSettings(folder: string, text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (cause) {
    throw invalid(folder, `${SETTINGS} is not a JSON object`, cause);
  }
}

function parseMind(folder: string, text: string | undefined): Mind | undefined {
  if (text === undefined) return undefined;
  try {
    return mindSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw invalid(folder, `${MIND} holds no goals and thoughts as an export writes them`, cause);
  }
}

/** As many thoughts as a later import takes: those that nobody vouches for stay behind first, then the oldest. */
function fitting({ left_out: before = 0, ...mind }: Mind): Mind {
  const leaving = mind.monologue.toSorted(
    (one, other) => Number(one.trust === 'owner') - Number(other.trust === 'owner'),
  );
  let kept = leaving;
  for (;;) {
    const going = new Set(kept);
    const left = before + leaving.length - kept.length;
    const monologue = mind.monologue.filter((thought) => going.has(thought));
    const fits: Mind = { ...mind, monologue, ...(left === 0 ? {} : { left_out: left }) };
    if (Buffer.byteLength(mindText(fits)) <= TOTAL_BYTES_MAX || kept.length === 0) return fits;
    kept = kept.slice(Math.ceil(kept.length / 4));
  }
}

function mindText(mind: Mind): string {
  return `${JSON.stringify(mind, null, 2)}\n`;
}

function invalid(folder: string, problem: string, cause?: unknown): SalienceError {
  return new SalienceError('agent.folder-invalid', `Cannot take ${folder} as an agent: ${problem}.`, {
    cause,
  });
}
