import { readFileSync } from 'node:fs';
import { SalienceError } from '@salience/errors';
import { z } from 'zod';
import { usageError } from '@salience/supervisor/home';

/** The text of the file that an option names. Throws `cli.file-unreadable`. */
export function readFileOf(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new SalienceError(
      'cli.file-unreadable',
      `Cannot read ${file} (${code}). Name a file with one JSON object a line by ${option}.`,
      { cause },
    );
  }
}

/**
 * Reads JSON lines that each look as `schema` says. Throws `cli.usage` naming the first line that does not, and what
 * is wrong with it; also when there is no row at all. `option`: whose file it is, where there are several.
 */
export function readRows(text: string, schema: z.ZodType, option?: string): unknown[] {
  const rows: unknown[] = [];
  const place = option === undefined ? '' : ` of ${option}`;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    rows.push(readRow(line, `Line ${index + 1}${place}`, schema));
  }
  if (rows.length === 0) throw usageError(`The file${place} holds no row. Expected one JSON object a line.`);
  return rows;
}

function readRow(line: string, place: string, schema: z.ZodType): unknown {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw usageError(`${place} is not JSON. Expected one JSON object a line.`);
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const problems = z.prettifyError(read.error).replaceAll('\n', ' ');
  throw usageError(`${place} is no row of this decision: ${problems}`);
}
