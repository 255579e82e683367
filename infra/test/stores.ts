import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createDatabase } from '../../packages/adapters/database/src/index.ts';
import { freePort, startPrivatePostgres } from '../../packages/adapters/embedded/src/index.ts';
import { root, type Service } from './compose-file.ts';

/** A store that runs as docker-compose.yml says. */
export interface Store {
  readonly port: number;
  stop(): Promise<void>;
}

/** Postgres with the settings of its command, prepared by init.sql as the image does on an empty volume. */
export async function startPostgres(service: Service, folder: string): Promise<Store & { adminUrl: string }> {
  const settings = (service.command ?? []).slice(1).map((word) => {
    const [, name = '', value = ''] = /^-c(\w+)=(.+)$/.exec(word) ?? [];
    return [name, value];
  });
  const server = await startPrivatePostgres({
    dataDir: join(folder, 'postgres'),
    settings: Object.fromEntries(settings) as Record<string, string>,
    endWithCaller: true,
  });
  const admin = createDatabase({ url: server.url(), applicationName: 'init' });
  for (const statement of initStatements(service.environment ?? {})) await admin.pool.query(statement);
  await admin.close();
  return { port: server.port, stop: () => server.stop(), adminUrl: server.url({ database: 'salience' }) };
}

/** init.sql as psql reads it: comments go, and \getenv fills a variable that stands in the text as a literal. */
function initStatements(env: Readonly<Record<string, string | null>>): string[] {
  let text = readFileSync(join(root, 'infra/postgres/init.sql'), 'utf8').replaceAll(/^--.*$/gm, '');
  for (const [line, variable = '', name = ''] of text.matchAll(/^\\getenv (\w+) (\w+)$/gm)) {
    text = text
      .replace(line, '')
      .replaceAll(`:'${variable}'`, `'${(env[name] ?? '').replaceAll("'", "''")}'`);
  }
  return text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Redis with the command of its service. */
export async function startRedis(service: Service, program: string, folder: string): Promise<Store> {
  const dir = join(folder, 'redis');
  mkdirSync(dir);
  chmodSync(dir, 0o777);
  const port = await freePort();
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir];
  const child = spawn(program, [...(service.command ?? []).slice(1), ...place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.on('exit', () => child.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${String(code)}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
  });
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
