import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SalienceError } from '@salience/errors';

/** One file of `sql/`: a function of the schema with its settings, its owner and who may execute it. */
export interface FunctionFile {
  readonly name: string;
  /** Its path, as `sql/<room>/<name>.sql`. */
  readonly file: string;
  readonly text: string;
  /** Arguments and result. A function whose signature changes is dropped and made anew. */
  readonly signature: string;
  readonly hash: string;
}

const declaration = /^CREATE OR REPLACE FUNCTION salience\.(\w+)(\(.*?\)\s+RETURNS\s.*?)\s+LANGUAGE\s/gms;

/**
 * Reads `sql/<room>/<function>.sql`, in the order of their names. Throws `database.bad-function` where a file does not declare exactly
 * the function that it is named after, or two rooms hold one of the same name.
 */
export function readFunctionFiles(sqlFolder: string): FunctionFile[] {
  const rooms = readdirSync(sqlFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = rooms.flatMap(({ name: room }) =>
    readdirSync(join(sqlFolder, room))
      .filter((file) => file.endsWith('.sql'))
      .map((file) =>
        readFunctionFile(join(sqlFolder, room, file), `sql/${room}/${file}`, file.slice(0, -'.sql'.length)),
      ),
  );
  const sorted = files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const twin = sorted.find((one, n) => one.name === sorted[n + 1]?.name);
  if (twin !== undefined) throw badFunction(twin.file, 'another room holds a function of this name');
  return sorted;
}

function readFunctionFile(path: string, file: string, name: string): FunctionFile {
  // Windows may have checked the file out with its own line ends; the function is the same.
  const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  const declared = [...text.matchAll(declaration)];
  const [first] = declared;
  if (first === undefined || declared.length > 1 || first[1] !== name) {
    const found = declared.map(([, one = '']) => `salience.${one}`).join(', ');
    throw badFunction(
      file,
      `expected exactly one "CREATE OR REPLACE FUNCTION salience.${name}(…) RETURNS … LANGUAGE …", found ${found === '' ? 'none' : found}`,
    );
  }
  const signature = (first[2] ?? '').replaceAll(/\s+/g, ' ');
  return { name, file, text, signature, hash: createHash('sha256').update(text).digest('hex') };
}

/** The error for a bad function file: its path and the reason. */
export function badFunction(file: string, why: string, cause?: unknown): SalienceError {
  return new SalienceError('database.bad-function', `${file}: ${why}`, { kind: 'bug', cause });
}

/** One hash for a whole set of functions. The bundler works it out too (`tooling/function-set.mjs`); a test compares the two. */
export function functionSetOf(files: readonly FunctionFile[]): string {
  return createHash('sha256')
    .update(files.map(({ name, hash }) => `${name} ${hash}\n`).join(''))
    .digest('hex');
}
