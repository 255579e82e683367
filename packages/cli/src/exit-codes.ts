import { isSalienceError } from '@salience/errors';

/** What the command's exit code says; the help of every command refers to it. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  notRunning: 3,
} as const;

/** The exit code that an error ends the command with. */
export function exitCodeOf(error: unknown): number {
  if (!isSalienceError(error)) return exitCodes.failure;
  if (error.code === 'cli.not-running') return exitCodes.notRunning;
  return error.code === 'cli.usage' ? exitCodes.usage : exitCodes.failure;
}
