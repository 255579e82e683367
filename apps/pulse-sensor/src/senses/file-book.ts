import {
  callsSince,
  type HeldRoot,
  listFiles,
  lookAtFiles,
  noteRoot,
  type SeenFile,
  takeFiles,
} from '@salience/database/signals';
import { SalienceError } from '@salience/errors';
import type { FileChange, FileEntry, FileHandlers, ScanBatch, ScanEntry } from '@salience/files';
import type { SenseDeps } from './sense-deps.ts';
import { compareFiles, type Compared } from './compare-files.ts';
import { type FileDelta, signalsOfFiles } from './file-changes.ts';
import { isOwnFile } from './own-doing.ts';
import { signalsOf } from './take-in.ts';

/** Known files in one read. */
const pageSize = 5_000;
/** How long before a change a call of a tool may have made it, in milliseconds. */
const ownMs = 60_000;

/**
 * The handlers of one watched folder that is held: files are compared with their rows, and each change is committed with the signal that accounts for it. A
 * batch that comes again finds nothing new. `baseline`: what the first look finds is no news.
 */
export function createFileBook(
  deps: SenseDeps,
  held: HeldRoot,
  baseline: boolean,
): Omit<FileHandlers, 'notice'> {
  const { agentId, root } = held;
  let isNews = !baseline;
  /** Paths that the scan under way has seen. */
  let seen = new Set<string>();
  /** New paths whose inode is known elsewhere: whether they were renamed is known when the scan has ended. */
  let undecided = new Map<string, FileEntry>();

  const compare = async (now: readonly FileEntry[], gone: readonly string[]) =>
    await lookAtFiles(deps.db, {
      agentId,
      root,
      paths: now.map(({ path }) => path),
      inodes: now.map(({ inode }) => inode),
      gone,
    });
  const commit = (compared: Compared, news: boolean): Promise<void> =>
    commitFiles(deps, held, compared, news);

  const endScan = async (unread: readonly string[]): Promise<void> => {
    const gone = await missing(deps, held, seen, unread);
    const renamed = [...undecided.values()];
    const looked = await compare(renamed, []);
    await inParts(renamed, gone, async (now, left) => {
      await commit(compareFiles({ now, known: looked.known, moved: looked.moved, gone: left }), isNews);
    });
    undecided = new Map();
    seen = new Set();
    isNews = true;
    if (!(await noteRoot(deps.db, { ...held, now: await deps.clock.now(), looked: true })))
      throw leaseLost(root);
  };

  return {
    async seen(batch: readonly ScanEntry[], at: ScanBatch) {
      if (at.first) {
        seen = new Set();
        undecided = new Map();
      }
      for (const { path } of batch) seen.add(path);
      const files = batch.filter((entry): entry is FileEntry => !('unsettled' in entry));
      const looked = await compare(files, []);
      const elsewhere = new Set(looked.moved.map(({ inode }) => inode));
      const known = new Set(looked.known.map(({ path }) => path));
      const later = isNews ? files.filter((file) => elsewhere.has(file.inode) && !known.has(file.path)) : [];
      // A batch that comes again is the same.
      for (const file of later) undecided.set(file.path, file);
      const now = files.filter((file) => !later.includes(file));
      await commit(compareFiles({ now, known: looked.known, moved: [], gone: [] }), isNews);
      if (at.last) await endScan(at.unread);
    },
    async changed(batch: readonly FileChange[]) {
      const now = batch.filter((entry): entry is FileEntry => !('gone' in entry));
      const gone = batch.flatMap((entry) => ('gone' in entry ? [entry.path] : []));
      await commit(compareFiles({ now, ...(await compare(now, gone)) }), true);
    },
  };
}

/** Known files that a whole scan did not see, but for those in folders that could not be read. */
async function missing(
  { db }: SenseDeps,
  { agentId, root }: HeldRoot,
  seen: ReadonlySet<string>,
  unread: readonly string[],
): Promise<SeenFile[]> {
  const gone: SeenFile[] = [];
  for (let after = '', more = true; more; ) {
    const page = await listFiles(db, { agentId, root, after, limit: pageSize });
    gone.push(
      ...page.filter(
        ({ path }) =>
          !seen.has(path) &&
          !unread.some((folder) => path === folder || path.startsWith(`${folder}/`) || folder === ''),
      ),
    );
    after = page.at(-1)?.path ?? '';
    more = page.length === pageSize;
  }
  return gone;
}

/** What is new and what is gone in parts of a bounded size; the two ends of a renaming are in the first part. */
async function inParts(
  now: readonly FileEntry[],
  gone: readonly SeenFile[],
  take: (now: readonly FileEntry[], gone: readonly SeenFile[]) => Promise<void>,
): Promise<void> {
  const inodes = new Set(now.map(({ inode }) => inode));
  const moved = gone.filter(({ inode }) => inodes.has(inode));
  const rest = gone.filter(({ inode }) => !inodes.has(inode));
  if (now.length > 0 || moved.length > 0) await take(now, moved);
  for (let n = 0; n < rest.length; n += 1_000) await take([], rest.slice(n, n + 1_000));
}

async function commitFiles(
  deps: SenseDeps,
  held: HeldRoot,
  { deltas, gone }: Compared,
  isNews: boolean,
): Promise<void> {
  if (deltas.length === 0) return;
  const { book, clock, db, fault, judge, metrics } = deps;
  const now = await clock.now();
  const agent = await book.of(held.agentId);
  const told = isNews && agent !== undefined ? signalsOfFiles(held.root, deltas, now.getTime()) : [];
  const calls = told.length === 0 ? [] : await callsSince(db, held.agentId, new Date(now.getTime() - ownMs));
  const found = told.map((one) => ({ ...one, own: isOwnFile(one.event, calls) }));
  const signals = agent === undefined ? [] : signalsOf(agent, found, now);
  const kept = new Set(signals.map(({ externalId }) => externalId));
  const accountedBy = new Map<FileDelta, string>();
  for (const { externalId, files } of told)
    if (kept.has(externalId)) for (const file of files) accountedBy.set(file, externalId);
  await fault('pulse.files-compared');
  const taken = await takeFiles(db, {
    ...held,
    now,
    gone,
    files: deltas.flatMap((delta) =>
      delta.delta === 'deleted'
        ? []
        : [
            {
              path: delta.file.path,
              inode: delta.file.inode,
              mtimeMs: delta.file.mtimeMs,
              size: delta.file.size,
              signalKey: accountedBy.get(delta) ?? null,
            },
          ],
    ),
    signals,
  });
  if (taken === null) throw leaseLost(held.root);
  await fault('pulse.files-taken');
  metrics.signals.inc({ source: 'filesystem' }, taken.taken.length);
  if (taken.clusters.length > 0) judge(taken.clusters);
}

function leaseLost(root: string): SalienceError {
  return new SalienceError('senses.lease-lost', `Another process watches ${root} now.`, { kind: 'terminal' });
}
