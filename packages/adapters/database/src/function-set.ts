import { join } from 'node:path';
import { functionSetOf, readFunctionFiles } from './function-files.ts';

/** Put in by the bundler: a bundle has no `sql/` beside it. */
declare const SALIENCE_FUNCTION_SET: string;

/** The hash of the set of functions that this code was written for. */
export function expectedFunctionSet(): string {
  expected ??=
    typeof SALIENCE_FUNCTION_SET === 'string'
      ? SALIENCE_FUNCTION_SET
      : functionSetOf(readFunctionFiles(join(import.meta.dirname, '../sql')));
  return expected;
}

let expected: string | undefined;
