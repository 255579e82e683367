import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { freePort } from '../../packages/adapters/embedded/src/index.ts';
import { root, type Service } from './compose-file.ts';
import { said, stageNamed } from './dockerfile.ts';

const run = promisify(execFile);

/** Where the names that containers know each other by are found on this machine. */
export interface Addresses {
  readonly postgres: number;
  readonly redis: number;
  /** Undefined until a consumer runs. */
  gateway?: number;
}

/** A container as a process: its own port for health, and for the API where it serves one. */
export interface Container {
  readonly service: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly child: ChildProcess;
  /** Everything it wrote. */
  log(): string;
  readonly exited: Promise<number | null>;
}

/** What a process of a container ended with. */
export interface Ended {
  readonly code: number;
  /** What it printed, on standard error too. */
  readonly out: string;
  readonly stdout: string;
}

/** As in the image nobody may write what it holds, and nobody is root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Bundles what is older than its sources, as its build script does, then lays out the image as the Dockerfile says. */
export async function buildImage(program: string, folder: string): Promise<string> {
  const home = join(root, program === 'cli' ? 'packages/cli' : `apps/${program}`);
  if (builtAt(home) < Math.max(newestIn(join(home, 'src')), newestIn(join(root, 'packages')))) {
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
      scripts: { build: string };
    };
    const [node, ...args] = manifest.scripts.build.split(' ');
    if (node !== 'node')
      throw new Error(`Expected a build script that node runs, got ${manifest.scripts.build}`);
    await run(process.execPath, args, { cwd: home });
  }
  const image = join(folder, program);
  mkdirSync(image);
  const [line = ''] = said(stageNamed('assembled'), 'RUN');
  const [, script = '', , to] = line.split(' ');
  if (to !== '/image') throw new Error(`Expected the image to be laid out in /image, got: ${line}`);
  await run(process.execPath, [join(root, script), program, image]);
  freeze(image);
  return image;
}

/** Starts a service as compose would: entry point of the image, command and environment of the file. */
export async function start(
  name: string,
  service: Service,
  image: string,
  at: Addresses,
): Promise<Container> {
  const env = await environment(service, image, at);
  const child = spawn(process.execPath, argumentsOf(service.command ?? []), {
    cwd: image,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', reject);
  });
  return { service: name, env, cwd: image, child, log: () => text, exited };
}

/** Runs a service to its end, with another command where one is given: `docker compose run --rm`. */
export async function runOnce(
  service: Service,
  image: string,
  at: Addresses,
  command = service.command ?? [],
  more: Record<string, string> = {},
): Promise<Ended> {
  return end(argumentsOf(command), image, { ...(await environment(service, image, at)), ...more });
}

/** Runs the health check of a service beside a container of it. */
export async function checkHealth(
  service: Service,
  container: Pick<Container, 'cwd' | 'env'>,
): Promise<Ended> {
  const [kind, program, ...args] = service.healthcheck?.test ?? [];
  if (kind !== 'CMD' || program !== 'node')
    throw new Error(`Expected a check that node runs, got ${String(kind)} ${String(program)}`);
  return end(args, container.cwd, container.env);
}

async function end(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  try {
    const { stdout, stderr } = await run(process.execPath, [...args], { cwd, env, ...account });
    return { code: 0, out: stdout + stderr, stdout };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
    return { code: typeof code === 'number' ? code : 1, out: stdout + stderr, stdout };
  }
}

/** The entry point without `node`, which is this very program. */
function argumentsOf(command: readonly string[]): string[] {
  const [node, ...entry] = JSON.parse(said(stageNamed('image'), 'ENTRYPOINT')[0] ?? '[]') as string[];
  if (node !== 'node') throw new Error(`Expected an entry point that node runs, got ${String(node)}`);
  return [...entry, ...command];
}

/** The environment that a container has, its names and paths turned into those of this machine. */
async function environment(service: Service, image: string, at: Addresses): Promise<Record<string, string>> {
  const fromImage = said(stageNamed('image'), 'ENV').map((line) => line.split('=') as [string, string]);
  const workdir = said(stageNamed('image'), 'WORKDIR')[0] ?? '';
  const given = Object.entries(service.environment ?? {}).map(([name, value]): [string, string] => [
    name,
    (value ?? '')
      .replace('@postgres:5432/', `@127.0.0.1:${at.postgres}/`)
      .replace('@redis:6379', `@127.0.0.1:${at.redis}`)
      .replace('//gateway:3300', `//127.0.0.1:${at.gateway ?? 0}`)
      .replace(new RegExp(`^${String(workdir)}/`), `${image}/`),
  ]);
  const env = Object.fromEntries([...fromImage, ...given]);
  // Containers have addresses of their own; here they share one, and must not share a port.
  for (const name of ['PORT', 'SALIENCE_HEALTH_PORT']) if (name in env) env[name] = String(await freePort());
  return env;
}

function builtAt(home: string): number {
  return statSync(join(home, 'dist/main.mjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newestIn(folder: string): number {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !/^(node_modules|dist|test)$/.test(entry.name))
      newest = Math.max(newest, newestIn(path));
    else if (entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
      newest = Math.max(newest, statSync(path).mtimeMs);
  }
  return newest;
}

function freeze(path: string): void {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) freeze(join(path, name));
  chmodSync(path, statSync(path).mode & 0o555);
}
