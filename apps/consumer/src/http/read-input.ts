import express, { type Request, type Response } from 'express';
import type { z } from 'zod';
import { messageOf } from '@salience/errors';
import { httpProblem } from './problems.ts';

/** Maximum size of a request body, in bytes. */
export const bodyBytesMax = 256 * 1024;

const parseJson = express.json({ limit: bodyBytesMax, strict: false, reviver: cleanText });

const nulMessage = 'Expected text without NUL characters (\\u0000). Remove them and send it again.';

/** Postgres stores no NUL and no unpaired surrogate; the first is refused, the second becomes U+FFFD. */
function cleanText(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value.includes('\0')) throw new RangeError(nulMessage);
  return value.toWellFormed();
}

/** Reads a JSON body that matches the schema. Throws a problem that says what does not. */
export async function readBody<T>(request: Request, response: Response, schema: z.ZodType<T>): Promise<T> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    const came = type === '' ? 'no Content-Type' : `"${type.slice(0, 100)}"`;
    throw httpProblem(415, 'body.type', `Expected a body of type application/json, got ${came}.`);
  }
  await new Promise<void>((resolve, reject) => {
    // The parser would read a body that is too large to its end before it reports that.
    let came = 0;
    request.on('data', (part: Buffer) => {
      came += part.length;
      if (came > bodyBytesMax) reject(tooLarge());
    });
    parseJson(request, response, (error?: unknown) =>
      error === undefined ? resolve() : reject(ownCause(error)),
    );
  });
  return check(schema, request.body, 'body');
}

/** The error of a body that is too large, as the parser makes it. */
export function tooLarge(): RangeError {
  return Object.assign(new RangeError('body too large'), { type: 'entity.too.large' });
}

/** The parser keeps only the message of errors thrown while it parses, and passes on decompression errors without a type. */
function ownCause(error: unknown): unknown {
  if (messageOf(error) === nulMessage) return httpProblem(422, 'body.nul', nulMessage);
  if (error instanceof Error && 'status' in error && error.status === 400 && !('type' in error)) {
    const detail =
      'The body is not compressed as Content-Encoding says. Compress it accordingly, or omit the header.';
    return httpProblem(400, 'body.compression', detail);
  }
  return error;
}

/** Reads the query string by a schema. */
export function readQuery<T>(request: Request, schema: z.ZodType<T>): T {
  const query = request.query as Record<string, unknown>;
  for (const value of Object.values(query)) {
    if (typeof value === 'string' && value.includes('\0')) {
      throw httpProblem(422, 'query.invalid', 'Expected a query without NUL characters (%00).');
    }
  }
  return check(schema, query, 'query');
}

/** Reads one path parameter by a schema. A value that does not match names nothing, so the answer is 404. */
export function readParam<T>(request: Request, name: string, schema: z.ZodType<T>): T {
  const value = request.params[name];
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const expected = parsed.error.issues[0]?.message ?? 'expected an id';
  throw httpProblem(404, `${name}.unknown`, `Nothing has this id: ${expected}.`);
}

/** The same for clients of the PFC, to whom a value of another form is wrong, and not the name of nothing. */
export function readFormOf<T>(request: Request, name: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(request.params[name]);
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? 'expected an id';
  const issues = [{ path: name, message }];
  throw httpProblem(422, 'path.invalid', `The path is invalid: ${name}: ${message}.`, { issues });
}

type Issue = Pick<z.core.$ZodIssue, 'message' | 'path'>;

/** Of an object that may be one of several kinds: what is wrong with its fields as the kind that it is most like, if it is like one at all. */
function plainIssues(issue: z.core.$ZodIssue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const kinds = issue.errors.map((issues) => issues.flatMap(plainIssues));
  const depthOf = (issues: readonly Issue[]) => Math.max(0, ...issues.map(({ path }) => path.length));
  const likest = kinds.toSorted((a, b) => depthOf(b) - depthOf(a))[0] ?? [];
  const isLike = likest.length > 0 && likest.every(({ path }) => typeof path[0] === 'string');
  if (!isLike) return [issue];
  return likest.map(({ message, path }) => ({ message, path: [...issue.path, ...path] }));
}

/** Parses a value, or throws a 422 that lists the problems. Never repeats the input. */
export function check<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap(plainIssues).map(({ message, path }) => ({
    path: path.map(String).join('.'),
    message,
  }));
  const list = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  throw httpProblem(
    422,
    `${what.includes(' ') ? 'header' : what}.invalid`,
    `The ${what} is invalid: ${list}.`,
    { issues },
  );
}
