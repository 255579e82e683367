// The files of the repository that checks look at: everything but what is installed, built or private.
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', '.git', '.turbo', '.salience', 'coverage']);

/** All files below `root`, as sorted paths relative to it, with forward slashes. */
export function listFiles(root) {
  const walk = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (SKIPPED.has(entry.name)) return [];
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return walk(path);
      return entry.isFile() ? [relative(root, path).split(sep).join('/')] : [];
    });
  return walk(root).sort();
}

/** The folder of the package that holds `file`, or undefined for files of the repository itself. */
export function packageOf(file) {
  return /^(packages\/(?:(?:domain|adapters|kit)\/[^/]+|[^/]+)|apps\/[^/]+|bench|eval)\//.exec(file)?.[1];
}

/** True for files that only tests load. */
export function isTest(file) {
  return /\.test\.[a-z]+$/.test(file) || /(^|\/)test\//.test(file);
}
