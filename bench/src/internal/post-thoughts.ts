import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type CpuMs, watchWindow } from '@salience/testing/load';

/** Thoughts that are posted to one server. Times in milliseconds. */
export interface ThoughtLoad {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Connections; without `perSecond` each has its next thought when its last was answered. */
  readonly clients: number;
  /** So many thoughts a second, whatever is answered. */
  readonly perSecond?: number;
  /** Over how many channels they go. */
  readonly channels: number;
  readonly warmMs: number;
  readonly measureMs: number;
  /** Two runs on one store need two. */
  readonly seed: number;
}

/** What became of them. */
export interface ThoughtsPosted {
  /** Taken inside of the window. */
  readonly counted: number;
  readonly windowMs: number;
  /** In no order. */
  readonly latencies: readonly number[];
  /** Answered otherwise than with 201, at any time. */
  readonly faults: number;
}

/** Posts them from a process of its own; resolves also with the processor time of these processes inside of the window. */
export async function postThoughts(
  load: ThoughtLoad,
  processes: () => Readonly<Record<string, number>>,
): Promise<{ readonly result: ThoughtsPosted; readonly used: CpuMs }> {
  const program = fileURLToPath(new URL('thought-load.ts', import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(load)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  return watchWindow<ThoughtsPosted>(child, () => ({ ...processes(), client: child.pid ?? 0 }));
}
