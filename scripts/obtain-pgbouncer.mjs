// Fetches a PgBouncer for the tests behind a pooler and prints the outcome as one line of JSON: {path} or {reason}.
// Runs on the program's own Node, which reads the TypeScript sources of @salience/embedded as they are.
import { join } from 'node:path';
import process from 'node:process';
import { obtainPgbouncer } from '../packages/adapters/embedded/src/index.ts';
import { say } from './set-up/progress.mjs';
import { ROOT } from './set-up/repository.mjs';

const cacheDir = join(ROOT, 'node_modules', '.cache', 'pgbouncer');
process.stdout.write(`${JSON.stringify(await obtainPgbouncer({ cacheDir, log: say }))}\n`);
