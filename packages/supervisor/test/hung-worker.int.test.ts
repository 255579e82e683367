import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addressesFor,
  appProgram,
  type FaultsByPoint,
  faultsEnv,
  queueNamespace,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { beforeAll, describe, type TestContext, test } from 'vitest';
import type { SupervisorEvent } from '../src/supervise/process-spec.ts';
import { Fleet } from '../src/supervise/fleet.ts';

let database: TestDatabase;
let queueEnv: Readonly<Record<string, string>>;
beforeAll(async () => {
  database = await testDatabase();
  ({ env: queueEnv } = await queueNamespace('postgres', database));
});

/** Supervises a real scheduler with these faults; resolves with why its first process was replaced. */
async function replaced(faults: FaultsByPoint, { onTestFinished }: TestContext): Promise<string> {
  const logs = mkdtempSync(join(tmpdir(), 'salience-hung-'));
  const events: SupervisorEvent[] = [];
  const program = appProgram('scheduler').file;
  const fleet = new Fleet({
    processes: [
      {
        name: 'scheduler',
        command: process.execPath,
        args: [program],
        program,
        env: { NODE_NO_WARNINGS: '1' },
        apps: [
          {
            name: 'scheduler',
            settings: {
              ...addressesFor(database, 'salience_scheduler'),
              SALIENCE_SUPERVISED: '1',
              SALIENCE_STALL_MS: '500',
              ...queueEnv,
              ...faultsEnv(faults),
            },
            healthPortVariable: 'SALIENCE_HEALTH_PORT',
          },
        ],
        stopStage: 0,
      },
    ],
    logs,
    timing: { probeMs: 1_000, badLooksMax: 2, backoffMs: 20, graceMs: 500, readyPollMs: 50 },
    onEvent: (event) => events.push(event),
  });
  onTestFinished(async () => {
    await fleet.stop({ stageMs: 1_000, forceMs: 3_000 });
    rmSync(logs, { recursive: true });
  });
  const log = join(logs, 'scheduler.log');
  await fleet.start().catch((error: unknown) => {
    throw new Error(existsSync(log) ? readFileSync(log, 'utf8') : 'no log', { cause: error });
  });
  const hung = await until(() => events.find((event) => event.kind === 'hung'), {
    what: 'the supervisor to see it',
    timeoutMs: 60_000,
  });
  await until(() => events.filter((event) => event.kind === 'ready').length > 1, {
    what: 'its replacement',
    timeoutMs: 60_000,
  });
  return hung.kind === 'hung' ? hung.reason : '';
}

describe.concurrent('a worker', { timeout: 150_000 }, () => {
  test('with a hanging loop is replaced, and the reason names the loop', async (context) => {
    const hang = { action: 'delay', delayMs: 3_600_000, after: 3 } as const;
    const reason = await replaced({ 'scheduler.swept': hang }, context);
    context.expect(reason).toContain('lane-sweeper: its run hangs');
  });

  test('whose event loop is blocked is replaced', async (context) => {
    const block = { action: 'block', delayMs: 3_600_000, after: 10 } as const;
    const reason = await replaced({ 'scheduler.swept': block }, context);
    context.expect(reason).toBe('no answer within 1000 ms');
  });
});
