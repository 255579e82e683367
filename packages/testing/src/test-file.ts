// Vitest's setup file, run before each test file, also where files share a process: makes imports cheap, and closes what the
// fixtures of the file opened when it is done. What the file set in the environment is gone then.
import { afterAll, vi } from 'vitest';
import { resolveQuickly } from './imports/resolve-quickly.ts';
import { closeFixtures } from './servers/test-run.ts';

resolveQuickly();
afterAll(closeFixtures);
afterAll(() => void vi.unstubAllEnvs());
