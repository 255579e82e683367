import { describe } from 'vitest';
import { queueConformance } from './conformance.ts';
import { backends, redisTestServer, valkeyServer } from './servers.ts';

// Without it `npm test` says why, see scripts/test.mjs.
describe.runIf(backends.includes('redis') && valkeyServer !== undefined)('with Valkey', () =>
  queueConformance('Valkey', () => redisTestServer(valkeyServer)),
);
