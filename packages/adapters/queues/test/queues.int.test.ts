import { describe } from 'vitest';
import { queueConformance } from './conformance.ts';
import { backends, postgresTestServer, redisTestServer } from './servers.ts';

describe.runIf(backends.includes('redis'))('with Redis', () =>
  queueConformance('redis', () => redisTestServer()),
);
describe.runIf(backends.includes('postgres'))('with Postgres', () =>
  queueConformance('postgres', postgresTestServer),
);
