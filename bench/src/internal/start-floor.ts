import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The floor, running as a process of its own. */
export interface ThoughtFloor {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts the floor on the given store; `adminUrl` is a superuser's, `pool` its connections. Rejects when it ends before it is ready. */
export async function startThoughtFloor(adminUrl: string, pool: number): Promise<ThoughtFloor> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('floor.ts', import.meta.url))], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: adminUrl, POOL: String(pool) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const { ready } = JSON.parse(line) as { ready: number };
    return {
      url: `http://127.0.0.1:${ready}`,
      pid: child.pid ?? 0,
      async stop() {
        child.stdin.end();
        await exited;
      },
    };
  }
  throw new Error('The floor ended before it was ready');
}
