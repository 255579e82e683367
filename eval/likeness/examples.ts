import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** What a sentence deserves. */
export const likenessModes = ['ACT', 'RESPOND', 'ACKNOWLEDGE'] as const;

const rowSchema = z.object({ mode: z.enum(likenessModes), text: z.string().min(1) });

/**
 * What people say to an assistant that lives with them, by what it deserves, one sentence a line of examples.jsonl. All of it was
 * written for this project; none of it was copied from a data set.
 */
export function readExamples(mode: (typeof likenessModes)[number]): string[] {
  const lines = readFileSync(new URL('examples.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const rows = lines.map((line) => rowSchema.parse(JSON.parse(line)));
  return rows.filter((row) => row.mode === mode).map(({ text }) => text);
}
