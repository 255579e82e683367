import { SalienceError } from '@salience/errors';

/** SHA-256 of a text's UTF-8 bytes in hex, passed in because a pure package has no crypto. */
export type Sha256 = (text: string) => string;

/** Maximum nesting of arguments; deeper ones are refused before they run. */
const argumentsDepthMax = 32;
/** Maximum nesting of a schema: more than that of any offered tool. */
const schemaDepthMax = 128;
/** Maximum characters of canonical arguments. */
const argumentsCharsMax = 65_536;

/**
 * Arguments as one text: keys sorted by code unit at every depth, no spaces, absent values left out. Equal values give
 * equal bytes and different ones different bytes. Throws `act.arguments_too_deep` beyond `argumentsDepthMax`.
 */
export function canonicalArguments(args: Readonly<Record<string, unknown>>): string {
  return write(args, 0, argumentsDepthMax);
}

/** Any JSON value as one text, as arguments are written; a schema may nest deeper. Throws beyond `schemaDepthMax`. */
export function canonicalText(value: unknown): string {
  return write(value, 0, schemaDepthMax);
}

function write(value: unknown, depth: number, depthMax: number): string {
  if (depth > depthMax) {
    throw new SalienceError(
      'act.arguments_too_deep',
      `Expected arguments nested at most ${depthMax} deep, got more. Send flatter ones.`,
    );
  }
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1, depthMax)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${write(item, depth + 1, depthMax)}`).join(',')}}`;
}

/** The object of an approval: a hash over the tool's name and its canonical arguments, 64 hex digits. */
export function argumentsHashOf(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  sha256: Sha256,
): string {
  return sha256(`${JSON.stringify(tool)} ${canonicalArguments(args)}`);
}

/** The idempotency key of all attempts of one action; the same after a crash. */
export function idempotencyKeyOf(runId: string, n: number, sha256: Sha256): string {
  return sha256(`${runId}:${n}`);
}

/** Why a call's arguments cannot be used; null if they can. */
export function argumentsProblem(call: {
  readonly arguments: Readonly<Record<string, unknown>> | null;
  readonly broken?: string | undefined;
}): string | null {
  if (call.broken !== undefined) return call.broken;
  if (call.arguments === null) return 'they could not be read';
  const flaw = flawIn(call.arguments);
  if (flaw !== null) return flaw;
  const { length } = canonicalArguments(call.arguments);
  return length > argumentsCharsMax
    ? `they have ${length} characters, at most ${argumentsCharsMax} are read`
    : null;
}

// Level by level, because recursion might overflow on the very depth that is measured.
function flawIn(value: object): string | null {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > argumentsDepthMax) return `they nest deeper than ${argumentsDepthMax}`;
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === 'string' && !isStorable(item)) return unstorable;
      if (typeof item !== 'object' || item === null) continue;
      if (!Array.isArray(item) && !Object.keys(item).every(isStorable)) return unstorable;
      for (const part of Object.values(item) as unknown[]) next.push(part);
    }
    level = next;
  }
  return null;
}

const unstorable = 'they have a NUL or half of a surrogate pair in a text';

/** A text that a store changes would be approved in one form and run in another. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The identity of a call. */
export function signatureOf(call: {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>> | null;
  readonly broken?: string | undefined;
}): string {
  const problem = argumentsProblem(call);
  const said = problem === null && call.arguments !== null ? canonicalArguments(call.arguments) : problem;
  return `${JSON.stringify(call.tool)} ${said ?? ''}`;
}
