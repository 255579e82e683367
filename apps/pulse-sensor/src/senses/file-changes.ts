import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SignalEvent } from '@salience/contracts';
import type { SeenFile } from '@salience/database/signals';
import { externalIdOf, type FileEntry, fileFacts } from '@salience/files';
import type { Found } from './take-in.ts';

/** What became of a file. */
export interface FileDelta {
  readonly delta: 'created' | 'deleted' | 'modified' | 'renamed';
  readonly file: FileEntry | SeenFile;
  /** As it was before; of a renamed one under its other name. */
  readonly before?: SeenFile;
}

/** Changes of files in one folder, of one kind and extension, from which on they are one signal. */
const burstFrom = 20;

/** A signal, with the files that it accounts for. */
export interface FileSignal extends Found {
  readonly files: readonly FileDelta[];
}

/**
 * The signals of changes that were found together: one for each, but one for all where many files of a folder changed in the same way. Such a burst is
 * told by its folder, with the number of its files. `at`: milliseconds, for what is gone; a file tells its own time.
 */
export function signalsOfFiles(root: string, deltas: readonly FileDelta[], at: number): FileSignal[] {
  const groups = new Map<string, FileDelta[]>();
  for (const delta of deltas) {
    const { extension } = fileFacts(delta.file.path);
    // Files that got another name together came from one folder too.
    const from = delta.delta === 'renamed' ? folderOf(delta.before?.path ?? '') : '';
    const key = JSON.stringify([delta.delta, folderOf(delta.file.path), extension, from]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [delta]);
    else group.push(delta);
  }
  return [...groups.values()].flatMap((group) =>
    group.length < burstFrom ? group.map((one) => single(root, one, at)) : [burst(root, group, at)],
  );
}

function single(root: string, delta: FileDelta, at: number): FileSignal {
  const { before, delta: kind, file } = delta;
  const lineWords = 'lineWords' in file ? file.lineWords : undefined;
  return {
    files: [delta],
    externalId: changeId(root, delta, at),
    event: {
      source: 'filesystem',
      location: join(root, file.path),
      delta_type: kind,
      magnitude: magnitudeOf(delta),
      timestamp: timeOf(delta, at) / 1_000,
      features: {
        ...factsOf(root, file.path),
        size_bytes: kind === 'deleted' ? 0 : file.size,
        ...(before === undefined || kind === 'renamed' ? {} : { previous_size_bytes: before.size }),
        ...(before !== undefined && kind === 'renamed' ? { previous_path: join(root, before.path) } : {}),
        ...(lineWords === undefined || lineWords.length === 0 ? {} : { text: lineWords.join(' ') }),
      },
    },
  };
}

function burst(root: string, group: readonly FileDelta[], at: number): FileSignal {
  const first = group[0] as FileDelta;
  const folder = folderOf(first.file.path);
  const ids = group.map((one) => changeId(root, one, at)).toSorted();
  const sizes = group.map(({ file }) => file.size);
  const words = group.flatMap(({ file }) => ('lineWords' in file ? (file.lineWords ?? []) : []));
  const name = `${group.length} files${fileFacts(first.file.path).extension}`;
  const event: SignalEvent = {
    source: 'filesystem',
    location: join(root, folder, name),
    delta_type: first.delta,
    magnitude: 1,
    timestamp: Math.max(...group.map((one) => timeOf(one, at))) / 1_000,
    features: {
      ...factsOf(root, join(folder, first.file.path.split('/').at(-1) ?? '')),
      filename_tokens: [],
      count: group.length,
      ...(first.delta === 'renamed' && first.before !== undefined
        ? { previous_path: join(root, folderOf(first.before.path)) }
        : {}),
      size_bytes: first.delta === 'deleted' ? 0 : Math.max(...sizes),
      ...(words.length === 0 ? {} : { text: [...new Set(words)].join(' ') }),
    },
  };
  return {
    files: group,
    event,
    externalId: `burst:${first.delta}:${externalIdOf({ root, path: ids.join(), inode: '', mtimeMs: 0, size: 0 })}`,
  };
}

/**
 * Names one change: a file that has been as it is now before is told again. What is gone has nothing of its own to tell two goings apart; its row goes in the commit
 * of its signal, so each is found once.
 */
function changeId(root: string, { delta, file }: FileDelta, at: number): string {
  const when = delta === 'deleted' ? at : 'changedMs' in file ? (file.changedMs ?? 0) : 0;
  return `${delta === 'deleted' ? 'gone:' : ''}${externalIdOf({ root, ...file })}:${when}`;
}

function factsOf(root: string, path: string): Pick<SignalEvent['features'], string> {
  const { directory_depth, extension, filename_tokens } = fileFacts(path);
  const home = homedir();
  // Whoever judges it may run on another machine, where `~` is another folder.
  const ofHome = join(root, path).startsWith(join(home, '/')) ? { home } : {};
  return { path, extension, directory_depth, filename_tokens: [...filename_tokens], ...ofHome };
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

/** Of a changed file how much its size changed; all of it for what came or went. */
function magnitudeOf({ before, delta, file }: FileDelta): number {
  if (delta !== 'modified' || before === undefined) return 1;
  const change = Math.abs(Math.log1p(file.size) - Math.log1p(before.size));
  return Math.min(1, Math.max(0.05, Math.tanh(change)));
}

/**
 * When a file came or was changed; what got another name or went has no time of its own. One that was unpacked or downloaded brings the time of its content along, and
 * came when its facts were written. A time that lies ahead counts as now.
 */
function timeOf({ delta, file }: FileDelta, at: number): number {
  if (delta !== 'created' && delta !== 'modified') return at;
  const changedMs = 'changedMs' in file ? (file.changedMs ?? 0) : 0;
  return Math.max(0, Math.min(Math.max(file.mtimeMs, changedMs), at));
}
