// Vitest's setup file for tests that have a process each: makes the imports of such a process cheap.
import { registerHooks } from 'node:module';
import { quickResolver } from './imports/quick-resolver.ts';

// Vitest learns from its own hook which modules to watch.
if (process.env.VITEST_MODE === 'RUN') registerHooks({ resolve: quickResolver() });
