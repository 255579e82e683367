import { personToken } from '@salience/testing';
import { vi } from 'vitest';
import { exitCodeOf } from '../src/exit-codes.ts';
import { runProgram } from '../src/program.ts';

/** How a command ended and what it printed. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What it threw, if it did. */
  readonly error: unknown;
}

/** Runs the command line in this process, as the person of the machine where no other key is set. */
export async function salience(...args: string[]): Promise<Ran> {
  if (process.env['SALIENCE_API_KEY'] === undefined) vi.stubEnv('SALIENCE_API_KEY', personToken);
  let [out, err] = ['', ''];
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      out += String(chunk);
      return true;
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      err += String(chunk);
      return true;
    }),
  ];
  try {
    return { code: await runProgram(args), out, err, error: undefined };
  } catch (error) {
    return { code: exitCodeOf(error), out, err, error };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
