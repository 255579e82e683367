import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { repositoryRoot, scratchFolder } from '../servers/places.ts';
import { closesWithFile } from '../servers/test-run.ts';

/** A program's folder in which packages of ours are installed as their users get them. */
export interface Installed {
  readonly folder: string;
  /** Checks programs with the types of these packages and those of browsers, of Node too where it says so. Throws what the compiler says. */
  check(files: readonly string[], where: 'browser' | 'node'): void;
  /** Runs a program in this folder; resolves with what it printed. Throws with what it wrote when it fails. */
  run(file: string, env?: Readonly<Record<string, string>>): string;
}

interface Manifest {
  readonly name: string;
  readonly publishConfig: { readonly exports: unknown };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc');

/**
 * Builds packages, by their folders from the root, and installs them in a new folder with the exports that they are published with and no
 * file of ours besides; what depends on another of ours comes after it. What they take from others comes from their own node_modules, as
 * does what `others` names. The folder goes with the test file.
 */
export function installPublished(packages: readonly string[], others: readonly string[] = []): Installed {
  const folder = scratchFolder('published');
  const modules = join(folder, 'node_modules');
  for (const path of packages) {
    const source = join(repositoryRoot, path);
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;
    const target = join(modules, manifest.name);
    mkdirSync(target, { recursive: true });
    const { publishConfig, ...rest } = manifest;
    const published = { ...rest, exports: publishConfig.exports, devDependencies: undefined };
    writeFileSync(join(target, 'package.json'), JSON.stringify(published));
    execFileSync(
      process.execPath,
      [compiler, '-p', join(source, 'tsconfig.build.json'), '--outDir', join(target, 'dist')],
      {
        stdio: 'pipe',
      },
    );
    const taken = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    for (const name of [...taken, ...others]) link(join(source, 'node_modules', name), join(modules, name));
  }
  link(join(repositoryRoot, 'node_modules/@types/node'), join(modules, '@types/node'));
  closesWithFile(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return {
    folder,
    check(files, where) {
      const flags =
        '--noEmit --strict --module nodenext --target es2023 --lib es2023,dom,dom.iterable --skipLibCheck';
      compile(folder, [
        ...flags.split(' '),
        '--allowImportingTsExtensions',
        '--types',
        where === 'node' ? 'node' : '',
        ...files,
      ]);
    },
    run: (file, env = {}) =>
      execFileSync(process.execPath, [file], {
        cwd: folder,
        env: { PATH: process.env.PATH, ...env },
        encoding: 'utf8',
        timeout: 60_000,
      }),
  };
}

/** The programs in a README: its blocks of TypeScript, written to the folder, in their order. */
export function programsOf(
  readme: string,
  { folder }: Installed,
  replace: (text: string) => string,
): string[] {
  const blocks = readFileSync(join(repositoryRoot, readme), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms);
  return [...blocks].map(([, text = ''], i) => {
    const file = join(folder, `readme-${i}.ts`);
    writeFileSync(file, replace(text));
    return file;
  });
}

/** What is ours is installed, never linked: a link would lead to its sources. */
function link(from: string, to: string): void {
  if (!existsSync(from) || existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(realpathSync(from), to);
}

function compile(folder: string, args: readonly string[]): void {
  try {
    execFileSync(process.execPath, [compiler, ...args], { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
  } catch (error) {
    throw new Error(String((error as { stdout?: string }).stdout), { cause: error });
  }
}
