import { freePort } from '@salience/embedded';
import { expect, test, vi } from 'vitest';
import { exitCodeOf } from './failure.ts';
import { runProgram } from './program.ts';

/** Runs the command line in this process; its words go nowhere. */
async function codeOf(...args: string[]): Promise<number> {
  const quiet = [
    vi.spyOn(process.stdout, 'write').mockReturnValue(true),
    vi.spyOn(process.stderr, 'write').mockReturnValue(true),
  ];
  try {
    return await runProgram(args).catch(exitCodeOf);
  } finally {
    for (const spy of quiet) spy.mockRestore();
  }
}

test.each([
  [['--help'], 0],
  [['up', '--help'], 0],
  [['nonsense'], 2],
  [['up', '--nonsense'], 2],
  [['up', '--port', 'eighty'], 2],
  [['up', '--queues', 'pigeons'], 2],
  [['why'], 2],
  [['chat', '--json'], 2],
  [['reminders', 'add', 'x', '--due', 'tomorrow'], 2],
  [['replay', '/nonexistent/file'], 1],
])('%s ends with %d', async (args, expected) => {
  expect(await codeOf(...args)).toBe(expected);
});

test('nothing running ends with 3', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  expect(await codeOf('status', '--url', url)).toBe(3);
  expect(await codeOf('chat', 'hello', '--url', url)).toBe(3);
});
