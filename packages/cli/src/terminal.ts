import pc from 'picocolors';
import { jsonText, painted, terminalText } from './terminal-text.ts';

/**
 * Colours are left out where the output is no terminal, or NO_COLOR is set. The library's own default paints
 * whatever runs in continuous integration, also into pipes that programs read.
 */
const isPainted = pc.isColorSupported && process.stdout.isTTY === true;

const painter = (open: number, close: number) => (text: string) =>
  isPainted ? painted(text, open, close) : text;

/** Paints a text; what is written by `print` and its like has the colour, and nothing else does. */
export const colour = {
  bold: painter(1, 22),
  dim: painter(2, 22),
  red: painter(31, 39),
  green: painter(32, 39),
  yellow: painter(33, 39),
  cyan: painter(36, 39),
} as const;

/** Writes a line to standard output, as `terminalText` has it; a closed pipe or a closed terminal is no error. */
export function print(text: string): void {
  process.stdout.write(`${terminalText(text)}\n`);
}

/** Writes a line to standard error, for everything but the result itself. */
export function note(text: string): void {
  process.stderr.write(`${terminalText(text)}\n`);
}

/** Prints a value as JSON, one document. */
export function printJson(value: unknown): void {
  print(jsonText(value, 2));
}

/**
 * Lets the process live on when its terminal or pipe goes away: `salience status | head` is no failure, and a
 * supervisor must still be able to stop everything.
 */
export function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  }
}

/** Rows under headings, in columns as wide as their longest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [colour.dim(line(headings)), ...rows.map(line)].join('\n');
}
