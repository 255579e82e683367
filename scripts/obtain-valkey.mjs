// Fetches a Valkey server for the tests, unless SALIENCE_TEST_VALKEY_SERVER names one, and prints the outcome as one line of JSON: {path} or {reason}.
// Runs on the program's own Node, which reads the TypeScript sources of @salience/embedded as they are.
import { join } from 'node:path';
import process from 'node:process';
import { obtainValkeyServer } from '../packages/adapters/embedded/src/index.ts';
import { say } from './set-up/progress.mjs';
import { ROOT } from './set-up/repository.mjs';

const given = process.env.SALIENCE_TEST_VALKEY_SERVER ?? '';
const cacheDir = join(ROOT, 'node_modules', '.cache', 'valkey');
const outcome = given === '' ? await obtainValkeyServer({ cacheDir, log: say }) : { path: given };
process.stdout.write(`${JSON.stringify(outcome)}\n`);
