// Vitest's setup file, run before each test file, also where files share a process: makes imports cheap, and closes what the
// fixtures of the file opened when it is done.
import { afterAll } from 'vitest';
import { resolveQuickly } from './imports/resolve-quickly.ts';
import { closeFixtures } from './servers/test-run.ts';

resolveQuickly();
afterAll(closeFixtures);
