import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@salience/embedded';
import { type ApiClient, createApiClient, lineProgress, note } from '@salience/cli/client';
import { homeAt, type Installation, keptPersonToken } from '@salience/supervisor/home';
import { bringUp } from '@salience/supervisor';

/** What a measurement's apps are told of the environment: where programs and the sentence model are, and nothing else. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'EMBEDDING_MODEL_DIR', 'SALIENCE_EMBEDDER'];

/**
 * Runs work against all apps on stores of its own, which are gone afterwards: a home in a temporary folder, any free port, no
 * model but the offline one unless `more`, what the apps are told besides, names another. `own`: what commands that speak with it work
 * with. The sentence model comes from the home of this installation. A signal stops everything.
 */
export async function withPrivateFleet<T>(
  installation: Installation,
  work: (client: ApiClient, own: Installation) => Promise<T>,
  more: Readonly<Record<string, string>> = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'salience-eval-'));
  // The unprivileged account that Postgres runs as must get through.
  chmodSync(folder, 0o755);
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    const port = await freePort();
    const host = '127.0.0.1';
    const home = { ...homeAt(folder), models: installation.home.models };
    const env = {
      ...installation.env,
      databaseUrl: undefined,
      redisUrl: undefined,
      settings: { ...given(installation.env.settings), SALIENCE_MODEL: 'offline', ...more },
      mcpConfig: more['SALIENCE_MCP_CONFIG'],
    };
    const running = await bringUp(
      { home, host, port, queues: 'auto', processes: env.processes, env },
      lineProgress(note),
      interrupted.signal,
    );
    try {
      const client = createApiClient({ url: running.url, key: keptPersonToken(home), agent: undefined });
      const own = { ...installation, env, home };
      return await Promise.race([work(client, own), brokenOrInterrupted(running.broken, interrupted.signal)]);
    } finally {
      await running.stop();
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
    rmSync(folder, { recursive: true, force: true });
  }
}

function given(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => passedOn.includes(name)));
}

async function brokenOrInterrupted(broken: Promise<Error>, signal: AbortSignal): Promise<never> {
  const stopped = new Promise<Error>((resolve) => {
    signal.addEventListener('abort', () => resolve(new Error('The measurement was interrupted.')), {
      once: true,
    });
  });
  throw await Promise.race([broken, stopped]);
}
