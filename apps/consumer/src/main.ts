import { runApp } from '@salience/runtime';
import { readEnv } from './env.ts';
import { createConsumer } from './server.ts';

await runApp({
  app: 'consumer',
  readEnv,
  startsWithoutQueues: true,
  // It takes no jobs; fairness between agents counts digests only.
  capacity: () => 0,
  start: async (runtime) => [
    createConsumer({
      db: runtime.db,
      queues: runtime.queues,
      clock: runtime.clock,
      log: runtime.log,
      metrics: runtime.telemetry.metrics,
      host: runtime.env.SALIENCE_HOST,
      port: runtime.env.PORT,
      turnLimits: {
        turnsPerMinute: runtime.env.SALIENCE_TURNS_PER_MINUTE,
        openTurns: runtime.env.SALIENCE_OPEN_TURNS,
      },
      limits: {
        connections: runtime.env.SALIENCE_CONNECTIONS,
        streamsPerCaller: runtime.env.SALIENCE_STREAMS_PER_CALLER,
      },
      stalled: () => runtime.health().stalled,
      fault: runtime.fault,
    }),
  ],
});
