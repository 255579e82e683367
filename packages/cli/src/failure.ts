import { isSalienceError, SalienceError } from '@salience/errors';
import { exitCodes } from './exit-codes.ts';

const NOT_RUNNING = 'cli.not-running';
const USAGE = 'cli.usage';

/** Nothing answers where Salience was expected; the command ends with exit code 3. */
export function notRunning(where: string, cause?: unknown): SalienceError {
  return new SalienceError(
    NOT_RUNNING,
    `Salience is not running at ${where}. Start it with "npm start" (or "./salience up"), or name another address with --url.`,
    { cause },
  );
}

/** The command was called wrongly; it ends with exit code 2. */
export function usageError(message: string): SalienceError {
  return new SalienceError(USAGE, message);
}

/** The exit code that an error ends the command with. */
export function exitCodeOf(error: unknown): number {
  if (!isSalienceError(error)) return exitCodes.failure;
  if (error.code === NOT_RUNNING) return exitCodes.notRunning;
  return error.code === USAGE ? exitCodes.usage : exitCodes.failure;
}
