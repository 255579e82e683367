// Vitest's setup file for tests that have a process each: makes the imports of such a process cheap.
import { registerHooks } from 'node:module';
import { quickResolver } from './imports/quick-resolver.ts';

// Node has read it. What a test starts gets it from whoever starts it, or programs in folders of a moment would fill the cache.
delete process.env.NODE_COMPILE_CACHE;
// Vitest learns from its own hook which modules to watch.
if (process.env.VITEST_MODE === 'RUN') registerHooks({ resolve: quickResolver() });
