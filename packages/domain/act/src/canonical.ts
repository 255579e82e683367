import { SalienceError } from '@salience/errors';

/** SHA-256 of a text's UTF-8 bytes in hex: an argument, since a pure package has no crypto of its own. */
export type Sha256 = (text: string) => string;

/** Nesting that arguments may have; deeper ones are refused before they run. */
const argumentsDepthMax = 32;
/** Nesting that a schema may have: more than any that a tool is offered with. */
const schemaDepthMax = 128;
/** Characters that canonical arguments may have. */
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

/** What exactly is approved: a hash over the tool's name and its canonical arguments, 64 hex digits. */
export function argumentsHashOf(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  sha256: Sha256,
): string {
  return sha256(`${JSON.stringify(tool)} ${canonicalArguments(args)}`);
}

/** The key under which a tool sees every try of one action; the same after any crash. */
export function idempotencyKeyOf(runId: string, n: number, sha256: Sha256): string {
  return sha256(`${runId}:${n}`);
}

/** Why a call's arguments cannot be used; null when they can. */
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

// Level by level instead of by recursion: what is measured here is what recursion might not survive.
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

/** What no store keeps as it is would be approved as one thing and run as another. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** What makes two calls the same call. */
export function signatureOf(call: {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>> | null;
  readonly broken?: string | undefined;
}): string {
  const problem = argumentsProblem(call);
  const said = problem === null && call.arguments !== null ? canonicalArguments(call.arguments) : problem;
  return `${JSON.stringify(call.tool)} ${said ?? ''}`;
}
