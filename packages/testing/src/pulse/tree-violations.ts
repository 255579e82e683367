import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { PulseRows, StoredFile, StoredSignal } from './rows.ts';
import type { PulseWitnesses } from './witnesses.ts';

/** A file as it lies there. */
type TreeFile = Omit<StoredFile, 'signalId'>;

/** Names of files that are never looked at, of those that runs write. */
const ignored = /(?:\.part|\.tmp)$|(?:^|\/)\./;

/** The files below a folder, each as it is. */
export function readTree(root: string): TreeFile[] {
  return readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const absolute = join(entry.parentPath, entry.name);
    const path = absolute.slice(root.length + 1);
    if (ignored.test(path)) return [];
    const { ino, mtimeMs, size } = lstatSync(absolute, { bigint: true });
    return [{ root, path, inode: ino.toString(), mtimeMs: Number(mtimeMs), size: Number(size) }];
  });
}

/** Files that are not known as they are, and changes that no signal accounts for. */
export function treeViolations(rows: PulseRows, witnesses: PulseWitnesses): string[] {
  const { dropped, roots, untouched } = witnesses;
  const tree = roots.flatMap(readTree);
  const there = new Map(tree.map((file) => [join(file.root, file.path), file]));
  const known = new Map(rows.files.map((file) => [join(file.root, file.path), file]));
  const signals = new Map(rows.signals.map((signal) => [signal.id, signal]));
  return [
    ...[...there].flatMap(([path, file]) => {
      const row = known.get(path);
      if (row === undefined) return [`a file is known: ${path} is not`];
      if (row.inode !== file.inode || row.mtimeMs !== file.mtimeMs || row.size !== file.size)
        return [`a file is known as it is: ${path} is ${stateOf(file)}, its row says ${stateOf(row)}`];
      if (untouched.has(path))
        return row.signalId === null ? [] : [`what was there at the first look is no news: ${path}`];
      const signal = row.signalId === null ? undefined : signals.get(row.signalId);
      return signal !== undefined && accounts(signal, file)
        ? []
        : [
            `a signal accounts for a file: ${path} (${stateOf(file)}) has ${signal === undefined ? String(row.signalId) : `${signal.id} of ${signal.location}`}`,
          ];
    }),
    ...[...known.keys()]
      .filter((path) => !there.has(path))
      .map((path) => `what is gone is not known: ${path}`),
    ...goneViolations(rows.signals, there),
    ...dropped.flatMap((path) => dropViolations(path, known.get(path), signals)),
  ];
}

function stateOf({ inode, mtimeMs, size }: TreeFile): string {
  return `${inode} ${mtimeMs} ${size}`;
}

/** Whether a signal tells this very state of a file, or one burst of files like it in its folder. */
function accounts({ externalId, features, location }: StoredSignal, file: TreeFile): boolean {
  const { inode, mtimeMs, path, root, size } = file;
  if (features['count'] !== undefined)
    return dirname(location) === dirname(join(root, path)) && extname(location) === extname(path);
  const values = JSON.stringify([root, path, inode, mtimeMs, size]);
  return (
    location === join(root, path) &&
    // The state of the file, and behind it when it came to that.
    externalId.split(':')[0] === createHash('sha256').update(values).digest('hex').slice(0, 32)
  );
}

/** Paths that signals told to be there, that are not, and of which none tells that they went. */
function goneViolations(signals: readonly StoredSignal[], there: ReadonlyMap<string, TreeFile>): string[] {
  const told = new Map<string, string>();
  const bursts = new Set<string>();
  for (const { deltaType, features, id, location, source } of signals) {
    if (source !== 'filesystem') continue;
    const { previous_path: from } = features;
    // Of many files at once the folder that they left is told.
    if (features['count'] !== undefined)
      bursts.add(`${deltaType} ${typeof from === 'string' ? from : dirname(location)}`);
    else if (deltaType === 'deleted') told.delete(location);
    else {
      told.set(location, id);
      if (typeof from === 'string') told.delete(from);
    }
  }
  return [...told]
    .filter(
      ([path]) =>
        !there.has(path) &&
        !bursts.has(`deleted ${dirname(path)}`) &&
        !bursts.has(`renamed ${dirname(path)}`),
    )
    .map(([path, id]) => `what went is told: ${path} of ${id}`);
}

/** A file that matters is inside of a wake, or was kept back for a reason that says so. */
function dropViolations(
  path: string,
  row: StoredFile | undefined,
  signals: ReadonlyMap<string, StoredSignal>,
): string[] {
  const judged = (signals.get(row?.signalId ?? '')?.places ?? []).flatMap((place) => place.judged ?? []);
  const reasons = judged.map(({ module, reason }) => `${module} ${reason}`).join(', ');
  const isHandled = judged.some(
    ({ reason, version }) =>
      ['woke', 'ambiguous', 'breaker', 'flood'].includes(reason) ||
      (version > 0 && (reason === 'below_threshold' || reason === 'explored')),
  );
  return isHandled ? [] : [`a file that matters is asked about: ${path} is ${reasons || 'not judged'}`];
}
