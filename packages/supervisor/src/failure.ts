import { SalienceError } from '@salience/errors';

/** Nothing answers where Salience was expected: `cli.not-running`. */
export function notRunning(where: string, cause?: unknown): SalienceError {
  return new SalienceError(
    'cli.not-running',
    `Salience is not running at ${where}. Start it with "npm start" (or "./salience up"), or name another address with --url.`,
    { cause },
  );
}

/** The command was called wrongly: `cli.usage`. */
export function usageError(message: string): SalienceError {
  return new SalienceError('cli.usage', message);
}
