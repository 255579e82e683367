import type { Context } from './context.ts';

/** Makes what commander calls of an action: the action gets its context first and gives an exit code. */
export type RunAction = <A extends unknown[]>(
  action: (context: Context, ...args: A) => Promise<number>,
) => (...received: unknown[]) => Promise<void>;

/** What every command's help ends with. */
export const EXIT_CODES = `
Exit codes: 0 done, 1 failed, 2 called wrongly, 3 Salience is not running.`;

/** Examples for a command's help, as they are typed. */
export function examples(lines: readonly string[]): string {
  const shown = lines.map((line) => (line.includes('|') ? `  $ ${line}` : `  $ ./salience ${line}`));
  return `\nExamples:\n${shown.join('\n')}\n${EXIT_CODES}`;
}
