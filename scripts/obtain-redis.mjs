// Finds or fetches a Redis server for the tests and prints the outcome as one line of JSON: {path} or {reason}.
// Runs on the program's own Node, which reads the TypeScript sources of @salience/embedded as they are.
import { join } from 'node:path';
import process from 'node:process';
import { findRedisServer, obtainRedisServer } from '../packages/adapters/embedded/src/index.ts';
import { say } from './set-up/progress.mjs';
import { ROOT } from './set-up/repository.mjs';

const cacheDir = join(ROOT, 'node_modules', '.cache', 'redis');
const search = { configured: process.env.REDIS_SERVER_PATH, searchPath: process.env.PATH, cacheDir };

const found = findRedisServer(search);
const outcome = found === undefined ? await obtainRedisServer({ cacheDir, log: say }) : { path: found };
process.stdout.write(`${JSON.stringify(outcome)}\n`);
