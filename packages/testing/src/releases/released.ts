import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { repositoryRoot } from '../servers/places.ts';

const folder = join(repositoryRoot, 'releases');

/** A release: its version, and what it promises its successors. */
export interface Release {
  readonly version: string;
  readonly folder: string;
  /** One of its files. */
  read(file: string): string;
}

/** The newest release below `releases/`. Throws while there is none. */
export function newestRelease(): Release {
  const versions = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+$/.test(name))
    : [];
  const version = versions.toSorted(byVersion).at(-1);
  if (version === undefined) throw new Error(`expected a release below ${folder}`);
  const of = join(folder, version);
  return { version, folder: of, read: (file) => readFileSync(join(of, file), 'utf8') };
}

/**
 * Whether a release is being made (`node tooling/release.mjs`): then this file becomes part of it, and there is nothing to compare with.
 * Else false.
 */
export function promises(file: string, text: () => string): boolean {
  const version = process.env.SALIENCE_RELEASE;
  if (version === undefined) return false;
  const path = join(folder, version, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text());
  return true;
}

/** The commit that made a release; undefined where its history is not here. */
export function commitOf({ version }: Release): string | undefined {
  try {
    const added = execFileSync(
      'git',
      ['log', '--diff-filter=A', '--format=%H', '--', `releases/${version}/schema.json`],
      { cwd: repositoryRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    return added.trim().split('\n')[0] || undefined;
  } catch {
    return undefined;
  }
}

function byVersion(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (const [place, part] of left.entries()) {
    const difference = part - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
