import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { repositoryRoot } from '../servers/places.ts';
import { commitOf, type Release } from './released.ts';

/**
 * Writes the sources of a release into an empty folder, ready to run: packages of the release, libraries of this clone. The folder must not be
 * below `node_modules`, where Node runs no TypeScript.
 * Throws where the release's commit is not in the history of this clone.
 */
export function writeReleasedTree(release: Release, folder: string): void {
  const commit = commitOf(release);
  if (commit === undefined) throw new Error(`expected the commit of ${release.version} in the history`);
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: repositoryRoot,
    maxBuffer: 512 * 1024 ** 2,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  linkLibraries(folder);
}

/** Gives every package of a tree the libraries that the package of this name has here; links to our packages lead into the tree. */
function linkLibraries(tree: string): void {
  for (const place of packagesBelow(tree)) {
    const here = join(repositoryRoot, place, 'node_modules');
    if (!existsSync(here)) continue;
    for (const name of linksBelow(here)) {
      const link = join(tree, place, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      const target = join(dirname(join(here, name)), readlinkSync(join(here, name)));
      const own = relative(repositoryRoot, target);
      // One of our packages: the release's own, where it has it.
      symlinkSync(own.includes('node_modules') ? target : join(tree, own), link);
    }
  }
}

/** Folders with a package.json, as paths below the tree; the root's too. */
function packagesBelow(tree: string, at = ''): string[] {
  const found = existsSync(join(tree, at, 'package.json')) ? [at] : [];
  for (const entry of readdirSync(join(tree, at), { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'node_modules')
      found.push(...packagesBelow(tree, join(at, entry.name)));
  return found;
}

/** The links of a node_modules folder, those of scopes too. */
function linksBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (lstatSync(path).isSymbolicLink()) return [name];
    return name.startsWith('@') ? readdirSync(path).map((inner) => `${name}/${inner}`) : [];
  });
}
