import { instantSchema } from '@salience/contracts';
import { z } from 'zod';
import { httpProblem } from './problems.ts';

/** A position in a list by time. An invented time is limited to what the database can compare. */
export const timePlace = z.object({
  at: instantSchema.transform((at) => new Date(at)),
  id: z
    .string()
    .max(100)
    .regex(/^[\w-]*$/),
});

/** A position in a list as the opaque text that clients send back. */
export function encodeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** The position in a cursor; undefined without one. Throws 422 for text that we never made. */
export function decodeCursor<T>(cursor: string | undefined, schema: z.ZodType<T>): T | undefined {
  if (cursor === undefined) return undefined;
  const parsed = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (parsed.success) return parsed.data;
  throw httpProblem(422, 'query.cursor', 'Expected the "next" value of an earlier page as cursor.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
