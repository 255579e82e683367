import { describe } from 'vitest';
import { queueConformance } from './conformance.ts';
import { backends, clusterTestServer } from './servers.ts';

describe.runIf(backends.includes('redis'))('with a Redis cluster', () =>
  queueConformance('a Redis cluster', () => clusterTestServer()),
);
