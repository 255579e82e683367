import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pick } from '@salience/testing/load';

/** Writes files as programs and people do, and remembers which matter. */
export interface TreeWriter {
  /** One doing of a kind that chance decides. */
  act(): Promise<void>;
  /** More files in one folder than are told one by one. */
  burst(count: number): void;
  /** A file that matters, written in one piece; `old`: with a time of long ago, as one that is unpacked. */
  drop(root: string, old: boolean): string;
  /** How often each was done. */
  readonly done: Readonly<Record<string, number>>;
}

/** Makes one for folders that are watched, beside one that is not declared. */
export function writeTree(roots: readonly string[], undeclared: string, random: () => number): TreeWriter {
  const done: Record<string, number> = {};
  let n = 0;
  const next = (extension: string): string =>
    `${pick(random, ['essay', 'notes', 'list', 'sheet'])}-${++n}${extension}`;
  const extension = (): string => pick(random, ['.pdf', '.pdf', '.docx', '.md', '.log', '.txt']);
  const folder = (): string => {
    const root = pick(random, roots);
    const inner = pick(random, ['', '', 'a', 'a/b', 'c']);
    mkdirSync(join(root, inner), { recursive: true });
    return join(root, inner);
  };
  const some = (): string | undefined => {
    const all = roots.flatMap((root) =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/^(?:old|kept)\b/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    return all.length === 0 ? undefined : pick(random, all);
  };
  const pieces = async (path: string): Promise<void> => {
    for (let piece = 0; piece < 3; piece += 1) {
      appendFileSync(path, `piece ${piece} of ${path}\n`);
      await new Promise((resolve) => setTimeout(resolve, 30 + Math.floor(100 * random())));
    }
  };
  const doings = {
    write: () => writeFileSync(join(folder(), next(extension())), `number ${n}`),
    pieces: () => pieces(join(folder(), next(extension()))),
    download: async () => {
      const path = join(folder(), next('.pdf'));
      await pieces(`${path}.part`);
      renameSync(`${path}.part`, path);
    },
    rename: () => {
      const from = some();
      if (from !== undefined) renameSync(from, join(from, '..', next(from.slice(from.lastIndexOf('.')))));
    },
    /** Into another watched folder, or another part of its own. */
    move: () => {
      const from = some();
      const to = join(folder(), next('.pdf'));
      if (from !== undefined) renameSync(from, to);
    },
    moveFolder: () => {
      const from = join(pick(random, roots), 'c');
      if (existsSync(from)) renameSync(from, `${from}-${++n}`);
    },
    remove: () => {
      const path = some();
      if (path !== undefined) rmSync(path);
    },
    removeFolder: () => rmSync(join(pick(random, roots), 'a/b'), { recursive: true, force: true }),
    change: () => {
      const path = some();
      if (path !== undefined) appendFileSync(path, `more ${++n}`);
    },
    /** As one that is unpacked: its time lies long ago. */
    unpack: () => {
      const path = join(folder(), next('.pdf'));
      writeFileSync(path, 'x');
      utimesSync(path, 1_000_000_000 + n, 1_000_000_000 + n);
    },
    replace: () => {
      const path = some();
      if (path === undefined) return;
      writeFileSync(`${path}.tmp`, `another ${++n}`);
      renameSync(`${path}.tmp`, path);
    },
    outside: () => writeFileSync(join(undeclared, next('.pdf')), 'x'),
  } satisfies Record<string, () => Promise<void> | void>;
  const kinds = Object.keys(doings) as (keyof typeof doings)[];
  const often: readonly (keyof typeof doings)[] = [
    'write',
    'write',
    'pieces',
    'download',
    'download',
    'rename',
    'remove',
  ];
  return {
    done,
    async act() {
      const kind = pick(random, [...kinds, ...often]);
      done[kind] = (done[kind] ?? 0) + 1;
      await doings[kind]();
    },
    burst(count) {
      const at = join(folder(), `burst-${++n}`);
      mkdirSync(at);
      for (let i = 0; i < count; i += 1) writeFileSync(join(at, `sheet-${n}-${i}.pdf`), `${i}`);
      done['burst'] = (done['burst'] ?? 0) + 1;
    },
    drop(root, old) {
      const path = join(root, `kept-${next('.pdf')}`);
      writeFileSync(path, `number ${n}`);
      if (old) utimesSync(path, 1_000_000_000 + n, 1_000_000_000 + n);
      return path;
    },
  };
}
