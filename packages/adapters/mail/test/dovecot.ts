import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closesWithFile, until } from '@salience/testing';
import type { OtherServer } from './account.ts';
import { dovecotAccount, type DovecotRunning } from './dovecot-account.ts';
import { asUser, type DovecotHere } from './dovecot-here.ts';
import { dovecotSettings } from './dovecot-settings.ts';

/** Dovecot as a process of its own, with an account for every test. */
export function dovecotServer(here: DovecotHere): OtherServer {
  let running: Promise<DovecotRunning> | undefined;
  let accounts = 0;
  return {
    name: `Dovecot ${here.version}`,
    missing: 'NO',
    async account() {
      const server = await (running ??= start(here));
      return dovecotAccount(server, `ana${(accounts += 1)}@salience.test`);
    },
  };
}

/** Ends with its input, so that it never outlives who started it; what it was told to run ends first. */
const guard = '"$@" & pid=$!; cat > /dev/null; kill "$pid"; wait "$pid"';

async function start(here: DovecotHere): Promise<DovecotRunning> {
  const { dovecot, user } = here;
  const folder = await mkdtemp(join(tmpdir(), 'salience-dovecot-'));
  const settings = join(folder, 'dovecot.conf');
  const port = await freePort();
  const password = 'open-sesame';
  for (const name of ['run', 'mail', 'home']) await mkdir(join(folder, name));
  await writeFile(settings, dovecotSettings({ folder, port, user, password, drafts: 'Entwürfe' }));
  for (const name of ['', 'run', 'mail', 'home', 'dovecot.conf'])
    await chown(join(folder, name), user.uid, user.gid);
  const child = spawn('sh', ['-c', guard, 'sh', dovecot, '-F', '-c', settings], {
    ...asUser(user),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const ended = once(child, 'exit');
  closesWithFile(async () => {
    child.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  await until(() => greets(port), { what: 'Dovecot to answer' }).catch(async (error: unknown) => {
    const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '');
    throw new Error(`Dovecot has not started: ${complaints}${log}`, { cause: error });
  });
  return { ...here, folder, port, password, settings };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function greets(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    const [greeting] = (await once(socket, 'data', { signal: AbortSignal.timeout(1_000) })) as [Buffer];
    return greeting.toString('latin1').startsWith('* OK');
  } finally {
    socket.destroy();
  }
}
