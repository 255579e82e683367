import { afterAll, beforeAll, describe } from 'vitest';
import type { QueueConnection } from '../src/index.ts';
import { closeDesksAfterEach, type Desk, openDesk } from './desk.ts';
import { testQueues } from './contracts.ts';
import { deliveryCases } from './conformance/delivery.ts';
import { depthCases } from './conformance/depth.ts';
import { directCases } from './conformance/direct.ts';
import { failureCases } from './conformance/failure.ts';
import { liveCases } from './conformance/live.ts';
import { outageCases } from './conformance/outage.ts';
import { requestCases } from './conformance/requests.ts';
import { shutdownCases } from './conformance/shutdown.ts';
import { wakeCases } from './conformance/wake.ts';
import type { TestServer } from './servers.ts';

/** What a part of the suite is given. */
export interface Suite {
  /** Queues in a namespace that no other test uses. */
  desk(): Promise<Desk>;
  /** One more desk with the same queues, as another process has it. */
  deskOf(connection: QueueConnection): Promise<Desk>;
  /** The server; only the outage cases stop it, and they come last. */
  server(): TestServer;
}

/** Everything that callers may rely on, whatever carries the jobs. Runs against a server of its own. */
export function queueConformance(name: string, startServer: () => Promise<TestServer>): void {
  describe(`queues on ${name}`, { timeout: 30_000 }, () => {
    let server: TestServer | undefined;
    beforeAll(async () => {
      server = await startServer();
    }, 120_000);
    afterAll(() => server?.dispose());
    closeDesksAfterEach();

    const running = (): TestServer => {
      if (!server) throw new Error('The server has not started.');
      return server;
    };
    const suite: Suite = {
      server: running,
      desk: async () => openDesk(await running().fresh(testQueues)),
      deskOf: (connection) => openDesk(connection),
    };
    describe('delivery', () => deliveryCases(suite));
    describe('depth', () => depthCases(suite));
    describe('failure', () => failureCases(suite));
    describe('wake-ups', () => wakeCases(suite));
    describe('jobs sent to one worker', () => directCases(suite));
    describe('questions to one worker', () => requestCases(suite));
    describe('live events and signals', () => liveCases(suite));
    describe('shutdown', () => shutdownCases(suite));
    describe('outage', () => outageCases(suite));
  });
}
