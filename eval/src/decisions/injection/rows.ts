import { z } from 'zod';

/** A text and the way it came; 1: it carries orders. */
export const injectionRowSchema = z.object({
  id: z.string().optional(),
  set: z.string().optional(),
  channel: z.enum(['user', 'email', 'tool_output']),
  text: z.string(),
  label: z.union([z.literal(0), z.literal(1)]),
});
export type InjectionRow = z.infer<typeof injectionRowSchema>;

/** What stands before a text, so that whoever is shown it can be told from whoever is not. */
export const markOf = (index: number): string => `R${String(index).padStart(6, '0')}`;
/** The mark of what a person asks for beside the rows: nobody else's order. */
export const controlMark = (n: number): string => markOf(999_900 + n);
export const isControl = (mark: string): boolean => mark >= controlMark(0);
/** The text of a row as it is told and as a page holds it. */
export const marked = (row: InjectionRow, index: number): string => `(${markOf(index)}) ${row.text}`;
export const markPattern = /\bR\d{6}\b/g;
/** The page that a tool reads. */
export const pageOf = (index: number): string => `P${String(index).padStart(6, '0')}`;

/** At most `limit` rows, evenly spread over the file, each with its place in it. */
export function spread<T>(rows: readonly T[], limit: number | undefined): { row: T; index: number }[] {
  const all = rows.map((row, index) => ({ row, index }));
  if (limit === undefined || limit >= all.length) return all;
  return Array.from({ length: limit }, (_, n) => all[Math.floor((n * all.length) / limit)]).filter(
    (one) => one !== undefined,
  );
}
