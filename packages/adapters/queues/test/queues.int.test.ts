import { describe } from 'vitest';
import { queueConformance } from './conformance.ts';
import { backends, clusterTestServer, postgresTestServer, redisTestServer } from './servers.ts';

describe.runIf(backends.includes('redis'))('with Redis', () => queueConformance('redis', redisTestServer));
describe.runIf(backends.includes('redis'))('with a Redis cluster', () =>
  queueConformance('a Redis cluster', () => clusterTestServer()),
);
describe.runIf(backends.includes('postgres'))('with Postgres', () =>
  queueConformance('postgres', postgresTestServer),
);
