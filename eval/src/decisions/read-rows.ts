import { z } from 'zod';
import { usageError } from '@salience/supervisor/home';

/**
 * Reads JSON lines that each look as `schema` says. Throws `cli.usage` naming the first line that does not, and what
 * is wrong with it; also when there is no row at all.
 */
export function readRows(text: string, schema: z.ZodType): unknown[] {
  const rows: unknown[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    rows.push(readRow(line, index + 1, schema));
  }
  if (rows.length === 0) throw usageError('The file holds no row. Expected one JSON object a line.');
  return rows;
}

function readRow(line: string, number: number, schema: z.ZodType): unknown {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw usageError(`Line ${number} is not JSON. Expected one JSON object a line.`);
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const problems = z.prettifyError(read.error).replaceAll('\n', ' ');
  throw usageError(`Line ${number} is no row of this decision: ${problems}`);
}
